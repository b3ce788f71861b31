import { formatBytes, formatClock, formatDuration } from "../../lib/format.ts";
import { useNow } from "../../lib/useNow.ts";
import { trace, type TraceEntry, type TraceMark, type TraceMessage } from "../../state/trace.ts";
import { Plug } from "../frame/Plug.tsx";
import { laneOf, stretchOf, type Span } from "./lane.ts";
import { TraceBody } from "./TraceBody.tsx";
import "./TraceRow.css";

interface TraceRowProps {
  entry: TraceEntry;
  index: number;
  span: Span;
  open: boolean;
  onToggle: (serial: number) => void;
}

/** The id of the element with all of a message. */
export const bodyIdOf = (serial: number) => `trace-body-${serial}`;

/** One message of the trace, and below it, when opened, all of it. */
export function TraceRow({ entry, index, span, open, onToggle }: TraceRowProps) {
  if (entry.type === "mark") return <MarkRow mark={entry} index={index} />;
  const { connection, place, serverName } = entry.origin;
  const ended = trace.hasEnded(connection);
  const bodyId = bodyIdOf(entry.serial);
  const sent = entry.direction === "out";
  return (
    <>
      <tr
        className="trace-row"
        aria-rowindex={index + 2}
        data-place={place}
        data-drained={ended || undefined}
        data-kind={entry.kind}
      >
        <td className="trace-plug">
          <Plug state={ended ? "ended" : "ready"} number={connection} size="small" />
          <span className="visually-hidden">
            connection {connection}, {serverName}
          </span>
        </td>
        <td className="trace-direction">
          <span className={sent ? "trace-arrow out" : "trace-arrow in"} aria-hidden="true">
            {sent ? "→" : "←"}
          </span>
          <span className="visually-hidden">{sent ? "sent" : "received"}</span>
        </td>
        <td>
          <button
            className="trace-method foreign"
            type="button"
            data-roving
            aria-expanded={open}
            aria-controls={open ? bodyId : undefined}
            onClick={() => onToggle(entry.serial)}
          >
            {entry.label}
          </button>
          <span
            className={
              entry.kind === "error" ? "trace-summary wrong-word foreign" : "trace-summary foreign"
            }
          >
            {entry.summary}
          </span>
        </td>
        <td className="trace-id foreign">{entry.concerns}</td>
        <td className="trace-time">{formatClock(entry.time)}</td>
        <td className="trace-took">
          <Took message={entry} span={span} />
        </td>
        <td className="trace-size">{formatBytes(entry.bytes)}</td>
      </tr>
      {open && <TraceBody message={entry} id={bodyId} />}
    </>
  );
}

function MarkRow({ mark, index }: { mark: TraceMark; index: number }) {
  const { connection, place } = mark.origin;
  const ended = trace.hasEnded(connection);
  return (
    <tr
      className="trace-mark"
      aria-rowindex={index + 2}
      data-place={place}
      data-drained={ended || undefined}
    >
      <td colSpan={7}>
        <span>
          <Plug state={ended ? "ended" : "ready"} number={connection} size="small" />
          <span className="foreign">{mark.text}</span>
        </span>
      </td>
    </tr>
  );
}

function Took({ message, span }: { message: TraceMessage; span: Span }) {
  const waiting = message.kind === "request" && message.peerTime === undefined;
  return waiting ? (
    <Waiting message={message} span={span} />
  ) : (
    <Lane message={message} span={span} now={span.to} />
  );
}

/** A request without an answer: its time goes on. */
function Waiting({ message, span }: { message: TraceMessage; span: Span }) {
  useNow(1000);
  return <Lane message={message} span={span} now={Date.now()} />;
}

function Lane({ message, span, now }: { message: TraceMessage; span: Span; now: number }) {
  const stretch = stretchOf(message, now);
  if (stretch === undefined) return null;
  const { start, width } = laneOf(stretch, span);
  return (
    <div className="trace-lane">
      <span className="trace-lane-track">
        <i
          className={stretch.open ? "open" : undefined}
          style={{ insetInlineStart: `${start}%`, width: `max(2px, ${width}%)` }}
        />
      </span>
      <span className="trace-lane-time">{formatDuration(stretch.to - stretch.from)}</span>
    </div>
  );
}
