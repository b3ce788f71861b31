import type { ReactNode } from "react";
import { formatBytes, formatDuration } from "../../lib/format.ts";
import type { Call } from "../../state/calls.ts";

/** How long a call took, how large its answer was, and which call it is. */
export function FootNote({ call, children }: { call: Call; children?: ReactNode }) {
  const { startedAt, endedAt, bytes, id, connection } = call;
  return (
    <p className="fact-line">
      {children}
      {endedAt !== undefined && <span className="num">{formatDuration(endedAt - startedAt)}</span>}
      {bytes !== undefined && <span className="num">{formatBytes(bytes)}</span>}
      {id !== undefined && (
        <span>
          call {id} on connection {connection}
        </span>
      )}
    </p>
  );
}
