import { formatDuration } from "../../lib/format.ts";
import type { Connection } from "../../state/connection.ts";
import { ErrorMessage } from "../outcome/ErrorMessage.tsx";
import { ResourceContents } from "../outcome/ResourceContents.tsx";
import type { Reading } from "./useReading.ts";

/** What was read. While it is read again, what was there stays. */
export function ReadingView({ reading, connection }: { reading: Reading; connection: Connection }) {
  const { state, result, error, took } = reading;
  if (state === "failed") return <ErrorMessage error={error} serverName={connection.server.name} />;
  if (result === undefined)
    return state === "reading" ? (
      <p className="dim">Reading from {connection.server.name}.</p>
    ) : null;
  return (
    <>
      {result.contents.length === 0 && <p className="dim">The resource is there and empty.</p>}
      {result.contents.map((contents, index) => (
        <div key={index} className="box from">
          <ResourceContents contents={contents} serverName={connection.server.name} />
        </div>
      ))}
      <p className="fact-line">
        {took !== undefined && <span className="num">{formatDuration(took)}</span>}
        <span>read on connection {connection.id}</span>
        {state === "reading" && <span>reading again</span>}
      </p>
    </>
  );
}
