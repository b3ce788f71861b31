import { countOf, formatClock } from "../../lib/format.ts";
import { explain } from "../../lib/errors.ts";
import type { Call } from "../../state/calls.ts";
import type { Connection, ConnectionView } from "../../state/connection.ts";
import type { Server } from "../../state/servers.ts";
import { Icon } from "../frame/Icon.tsx";
import { ConnectAgain } from "./NotConnected.tsx";
import { PanelHead } from "./PanelHead.tsx";
import { PanelSplit } from "./PanelSplit.tsx";
import "./Ended.css";

interface EndedProps {
  server: Server;
  connection: Connection;
  view: ConnectionView;
}

/** A connection that is over: why, what went with it, and the way to a new one. */
export function Ended({ server, connection, view }: EndedProps) {
  return (
    <>
      <PanelHead server={server} plug="ended" number={connection.id}>
        {view.endedAt !== undefined && (
          <span className="tag">ended {formatClock(view.endedAt).slice(0, 8)}</span>
        )}
      </PanelHead>
      <PanelSplit
        main={
          <>
            <WhyEnded server={server} connection={connection} view={view} />
            <ConnectAgain server={server} action={`Connect to ${server.name} again`} />
            {view.unanswered.length > 0 && <Unanswered calls={view.unanswered} />}
          </>
        }
        side={
          <>
            <h2 className="label">What went with connection {connection.id}</h2>
            <ul className="ended-list">
              {wentWith(view).map((words) => (
                <li key={words}>
                  <Icon name="cross" />
                  {words}
                </li>
              ))}
            </ul>
            <p className="dim">What stays: this server's address, and the trace.</p>
          </>
        }
      />
    </>
  );
}

function WhyEnded({ server, connection, view }: EndedProps) {
  const over = `Connection ${connection.id} is over and will not come back. A new connection gets a new number.`;
  if (connection.stopped || view.end?.error === undefined) {
    return (
      <>
        <h2>
          {connection.stopped ? `You disconnected from ${server.name}` : "This connection ended"}
        </h2>
        <p className="panel-lead">{over}</p>
      </>
    );
  }
  const { heading, why } = explain(view.end.error, server.name);
  return (
    <div role="alert" className="panel-form">
      <h2>{heading}</h2>
      <p className="panel-lead foreign">{why}</p>
      <p className="panel-lead">{over}</p>
    </div>
  );
}

function Unanswered({ calls }: { calls: readonly Call[] }) {
  return (
    <section className="ended-calls">
      <h3 className="heading">
        {calls.length === 1 ? "One call may have run" : `${calls.length} calls may have run`}
      </h3>
      <p>
        Sent and not answered. Nothing was repeated, since it may have acted. Look on the server
        before you call again.
      </p>
      <ul>
        {calls.map((call) => (
          <li key={call.key}>
            <code className="foreign">{call.tool}</code>
            {call.id !== undefined && ` (call ${call.id})`}
          </li>
        ))}
      </ul>
    </section>
  );
}

function wentWith({ tools, resources, templates, prompts, unanswered }: ConnectionView): string[] {
  const counts = [
    [tools.items.length, "tool"],
    [resources.items.length, "resource"],
    [templates.items.length, "template"],
    [prompts.items.length, "prompt"],
    [unanswered.length, "open call"],
  ] as const;
  const lists = counts.filter(([count]) => count > 0).map(([count, noun]) => countOf(count, noun));
  return [...lists, "Its results, and what was typed for its tools"];
}
