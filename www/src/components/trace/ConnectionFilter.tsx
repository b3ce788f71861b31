import type { ConnectionId } from "mcp-tether";
import { useMemo } from "react";
import { trace, type TraceEntry, type TraceOrigin } from "../../state/trace.ts";
import { Plug } from "../frame/Plug.tsx";
import "./ConnectionFilter.css";

interface ConnectionFilterProps {
  entries: readonly TraceEntry[];
  hidden: ReadonlySet<ConnectionId>;
  onChange: (hidden: ReadonlySet<ConnectionId>) => void;
}

/** Older connections than these are filtered by text. */
const MOST_SHOWN = 10;

/** One plug a connection: pressed, its messages are shown. */
export function ConnectionFilter({ entries, hidden, onChange }: ConnectionFilterProps) {
  const origins = useMemo(() => originsOf(entries), [entries]);
  const toggle = (connection: ConnectionId) => {
    const next = new Set(hidden);
    if (!next.delete(connection)) next.add(connection);
    onChange(next);
  };
  return (
    <div className="connection-filter" role="group" aria-label="Connections">
      {origins.map(({ connection, serverName, place }) => {
        const ended = trace.hasEnded(connection);
        return (
          <button
            key={connection}
            type="button"
            data-place={place}
            data-drained={ended || undefined}
            aria-pressed={!hidden.has(connection)}
            aria-label={`Connection ${connection}, ${serverName}${ended ? ", ended" : ""}`}
            onClick={() => toggle(connection)}
          >
            <Plug state={ended ? "ended" : "ready"} number={connection} size="small" />
          </button>
        );
      })}
    </div>
  );
}

function originsOf(entries: readonly TraceEntry[]): readonly TraceOrigin[] {
  const origins = new Map(entries.map(({ origin }) => [origin.connection, origin]));
  return [...origins.values()].slice(-MOST_SHOWN);
}
