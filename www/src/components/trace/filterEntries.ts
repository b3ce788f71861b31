import type { ConnectionId, JsonValue } from "mcp-tether";
import type { TraceEntry, TraceMessage } from "../../state/trace.ts";

/** What of the trace is shown. */
export interface TraceFilter {
  text: string;
  direction: "all" | "out" | "in";
  hidden: ReadonlySet<ConnectionId>;
}

export const NO_FILTER: TraceFilter = { text: "", direction: "all", hidden: new Set() };

export function isFiltering({ text, direction, hidden }: TraceFilter): boolean {
  return text.trim() !== "" || direction !== "all" || hidden.size > 0;
}

/** The entries that a filter lets through. Marks say what happened to connections: only a filter by text leaves them out. */
export function filterEntries(
  entries: readonly TraceEntry[],
  filter: TraceFilter,
): readonly TraceEntry[] {
  if (!isFiltering(filter)) return entries;
  const wanted = filter.text.trim().toLowerCase();
  return entries.filter((entry) => {
    if (filter.hidden.has(entry.origin.connection)) return false;
    if (entry.type === "mark") return wanted === "";
    if (filter.direction !== "all" && entry.direction !== filter.direction) return false;
    return wanted === "" || matches(entry, wanted);
  });
}

function matches(entry: TraceMessage, wanted: string): boolean {
  if (`${entry.label} ${entry.summary} ${entry.concerns ?? ""}`.toLowerCase().includes(wanted))
    return true;
  return textOf(entry.message).includes(wanted);
}

const texts = new WeakMap<object, string>();

/** A message's text, in lower case; made once. */
function textOf(message: JsonValue): string {
  if (typeof message !== "object" || message === null) return String(message).toLowerCase();
  const known = texts.get(message);
  if (known !== undefined) return known;
  const text = JSON.stringify(message).toLowerCase();
  texts.set(message, text);
  return text;
}
