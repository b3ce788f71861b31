import type { Tool } from "mcp-tether";
import { stripWords } from "../../lib/outcomeWords.ts";
import { moveInRow } from "../../lib/roving.ts";
import type { Call } from "../../state/calls.ts";
import "./CallStrip.css";

interface CallStripProps {
  calls: readonly Call[];
  chosen: Call;
  tool: Tool;
  onChoose: (key: number) => void;
}

/** Every call of a tool on this connection, newest first: none is lost by looking at another. */
export function CallStrip({ calls, chosen, tool, onChoose }: CallStripProps) {
  return (
    <nav
      className="call-strip"
      aria-label="Calls of this tool on this connection"
      onKeyDown={moveInRow}
    >
      {calls.toReversed().map((call) => {
        const { words, wrong } = stripWords(call, tool);
        const here = call.key === chosen.key;
        return (
          <button
            key={call.key}
            type="button"
            data-roving
            tabIndex={here ? 0 : -1}
            aria-current={here ? "true" : undefined}
            onClick={() => onChoose(call.key)}
          >
            {call.outcome.state === "running" && <span className="rail-row-pip" />}
            <span className="num">{call.id ?? "…"}</span>
            <span className={wrong ? "wrong-word" : "dim"}>{words}</span>
          </button>
        );
      })}
    </nav>
  );
}
