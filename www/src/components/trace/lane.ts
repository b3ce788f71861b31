import type { TraceEntry, TraceMessage } from "../../state/trace.ts";

/** The stretch of time that the lanes stand for. */
export interface Span {
  from: number;
  to: number;
}

/** From the first entry shown to the last. */
export function spanOf(entries: readonly TraceEntry[]): Span {
  const from = entries[0]?.time ?? 0;
  return { from, to: Math.max(entries.at(-1)?.time ?? from, from + 1) };
}

/** How long a message's exchange took, or has taken: known for answers, and for requests without one. */
export function stretchOf(
  message: TraceMessage,
  now: number,
): { from: number; to: number; open: boolean } | undefined {
  const { kind, time, peerTime } = message;
  if (kind === "request")
    return peerTime === undefined ? { from: time, to: Math.max(now, time), open: true } : undefined;
  return peerTime === undefined ? undefined : { from: peerTime, to: time, open: false };
}

/** A stretch as percentages of the span. */
export function laneOf(
  stretch: { from: number; to: number },
  span: Span,
): { start: number; width: number } {
  const to = Math.max(span.to, stretch.to);
  const scale = 100 / (to - span.from);
  const start = Math.min(99, Math.max(0, (stretch.from - span.from) * scale));
  return { start, width: Math.min(100 - start, Math.max(0, (stretch.to - stretch.from) * scale)) };
}
