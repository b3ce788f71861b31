import type { JsonObject, Tool } from "mcp-tether";
import { useRef, useState } from "react";
import { announceOutcome } from "../../lib/outcomeWords.ts";
import type { Connection } from "../../state/connection.ts";
import { useStore } from "../../state/useStore.ts";
import { Compose } from "./Compose.tsx";
import { CallStrip } from "./CallStrip.tsx";
import { Outcome } from "../outcome/Outcome.tsx";
import "./ToolDetail.css";

/** One tool: its form, and beside it its calls on this connection. */
export function ToolDetail({ tool, connection }: { tool: Tool; connection: Connection }) {
  const calls = useStore(connection.calls.calls).filter((call) => call.tool === tool.name);
  const [chosenKey, setChosenKey] = useState<number>();
  const chosen = calls.find((call) => call.key === chosenKey) ?? calls.at(-1);

  const outcome = useRef<HTMLElement>(null);

  const start = async (args: JsonObject) => {
    setChosenKey(undefined);
    requestAnimationFrame(() => showIfOutOfSight(outcome.current));
    const call = await connection.calls.start(tool.name, args);
    announceOutcome(call, connection.server.name);
  };

  return (
    <div className="tool-detail">
      <Compose
        tool={tool}
        connection={connection}
        running={chosen?.outcome.state === "running"}
        onCall={(args) => void start(args)}
      />
      <section className="tool-outcome" ref={outcome} aria-label={`Calls of ${tool.name}`}>
        {chosen === undefined ? (
          <p className="columns-empty">
            Not called yet on connection {connection.id}. The answer appears here.
          </p>
        ) : (
          <>
            <CallStrip calls={calls} chosen={chosen} tool={tool} onChoose={setChosenKey} />
            <Outcome key={chosen.key} call={chosen} tool={tool} connection={connection} />
          </>
        )}
      </section>
    </div>
  );
}

/** Where the outcome stands below the form, a call would seem to do nothing. */
function showIfOutOfSight(section: HTMLElement | null): void {
  if (section === null) return;
  const view = section.closest(".columns")?.getBoundingClientRect();
  const end = Math.min(innerHeight, view?.bottom ?? innerHeight);
  if (section.getBoundingClientRect().top > end - 200) section.scrollIntoView({ block: "start" });
}
