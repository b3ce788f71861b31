import type { Resource } from "mcp-tether";
import { useState } from "react";
import type { Connection } from "../../state/connection.ts";
import { ReadingView } from "./ReadingView.tsx";
import { useReading } from "./useReading.ts";
import "./ResourceDetail.css";

interface ResourceDetailProps {
  uri: string;
  /** What the list says of it; a resource that a result points to need not be in the list. */
  resource: Resource | undefined;
  connection: Connection;
}

/** One resource, read when it is opened. */
export function ResourceDetail({ uri, resource, connection }: ResourceDetailProps) {
  const [turn, setTurn] = useState(0);
  const reading = useReading(connection, uri, turn);
  return (
    <div className="resource-detail">
      <div className="outcome-head">
        <h2 className="heading mono outcome-title foreign">{uri}</h2>
        <button className="button small send" type="button" onClick={() => setTurn(turn + 1)}>
          Read again from {connection.server.name}
        </button>
      </div>
      {resource?.description !== undefined && (
        <p className="resource-detail-about foreign">{resource.description}</p>
      )}
      <ReadingView reading={reading} connection={connection} />
    </div>
  );
}
