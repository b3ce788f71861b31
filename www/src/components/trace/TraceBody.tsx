import { formatBytes, formatClock, formatDuration } from "../../lib/format.ts";
import { prettyJson } from "../../lib/json.ts";
import { trace, type TraceMessage } from "../../state/trace.ts";
import { CopyButton } from "../frame/CopyButton.tsx";
import { Facts } from "../outcome/Facts.tsx";
import { JsonText } from "../outcome/JsonText.tsx";
import "./TraceBody.css";

const STREAMS = {
  post: "POST and its answer",
  get: "GET stream",
  listen: "listen stream",
} as const;

/** All of a message: how it passed, and what it says. */
export function TraceBody({ message, id }: { message: TraceMessage; id: string }) {
  const { origin } = message;
  return (
    <tr
      className="trace-body"
      id={id}
      data-place={origin.place}
      data-drained={trace.hasEnded(origin.connection) || undefined}
    >
      <td colSpan={7}>
        <div className="trace-body-in">
          <div className="trace-body-facts">
            <Facts facts={factsOf(message)} />
            <CopyButton
              what="The message"
              label="Copy the message"
              text={() => prettyJson(message.message)}
            />
          </div>
          <JsonText text={prettyJson(message.message)} label="Message as JSON" />
        </div>
      </td>
    </tr>
  );
}

function factsOf(message: TraceMessage): (readonly [string, string])[] {
  const { origin, time, peerTime, kind, bytes, exchange, stream, direction } = message;
  const facts: [string, string | undefined][] = [
    ["On", `connection ${origin.connection}, ${origin.serverName}`],
    [direction === "out" ? "Sent" : "Received", formatClock(time)],
    [
      "Answers",
      kind === "request" || peerTime === undefined
        ? undefined
        : `what left ${formatClock(peerTime)}, ${formatDuration(time - peerTime)} before`,
    ],
    [
      "Answered",
      kind !== "request" || peerTime === undefined
        ? undefined
        : `${formatClock(peerTime)}, after ${formatDuration(peerTime - time)}`,
    ],
    ["Kind", kind],
    ["Carried by", `${STREAMS[stream]}, exchange ${exchange}`],
    ["Size", formatBytes(bytes)],
  ];
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}
