import { traceEnlarged } from "../../state/layout.ts";
import { trace, type TraceEntry, type TraceMessage } from "../../state/trace.ts";
import { Plug } from "../frame/Plug.tsx";
import "./TracePeek.css";

/** The trace of the narrow layout: one line with the latest message; opens as a page. */
export function TracePeek({
  entries,
  enlarged,
}: {
  entries: readonly TraceEntry[];
  enlarged: boolean;
}) {
  const last = entries.findLast((entry): entry is TraceMessage => entry.type === "message");
  return (
    <button
      className="trace-peek"
      type="button"
      aria-expanded={enlarged}
      onClick={() => traceEnlarged.set(!enlarged)}
    >
      <b>Trace</b>
      {last === undefined ? (
        <span className="dim">no messages yet</span>
      ) : (
        <Latest message={last} />
      )}
      <span className="grow" />
      <span className="dim num">{enlarged ? "Close" : entries.length}</span>
    </button>
  );
}

function Latest({ message }: { message: TraceMessage }) {
  const { connection, place } = message.origin;
  const ended = trace.hasEnded(connection);
  return (
    <>
      <span data-place={place} data-drained={ended || undefined}>
        <Plug state={ended ? "ended" : "ready"} number={connection} size="small" />
      </span>
      <span className="mono trace-peek-words">
        {message.direction === "out" ? "→" : "←"} {message.label.replace(/^notifications\//, "")}{" "}
        {message.summary}
      </span>
    </>
  );
}
