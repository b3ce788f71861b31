import { isMcpError } from "mcp-tether";
import { explain } from "../../lib/errors.ts";
import { formatClock } from "../../lib/format.ts";
import type { ConnectionView } from "../../state/connection.ts";
import type { Server } from "../../state/servers.ts";
import { Facts } from "../outcome/Facts.tsx";
import { CorsLines } from "./CorsLines.tsx";
import { ConnectAgain } from "./NotConnected.tsx";
import { PanelHead } from "./PanelHead.tsx";
import { PanelSplit } from "./PanelSplit.tsx";
import { Steps } from "./Steps.tsx";

/** A connection that could not be made: what happened, why, and what to do. */
export function Failed({ server, view }: { server: Server; view: ConnectionView }) {
  const { heading, why, remedy, quote, facts } = explain(view.failure, server.name);
  const failure = isMcpError(view.failure) ? view.failure : undefined;
  return (
    <>
      <PanelHead server={server} plug="failed">
        <span className="tag">no connection</span>
        {view.endedAt !== undefined && (
          <span className="tag">since {formatClock(view.endedAt).slice(0, 8)}</span>
        )}
      </PanelHead>
      <PanelSplit
        main={
          <>
            <div role="alert" className="panel-form">
              <h2>{heading}</h2>
              <p className="panel-lead foreign">{why}</p>
              {quote !== undefined && <blockquote className="quote foreign">{quote}</blockquote>}
              <p className="panel-lead">{remedy}</p>
            </div>
            {failure?.code === "CORS" && <CorsLines missing={failure.missing} server={server} />}
            {failure?.code === "NETWORK" && (
              <details>
                <summary>If it is running: what it must send to pages of other sites</summary>
                <CorsLines missing={undefined} server={server} />
              </details>
            )}
            <ConnectAgain
              server={server}
              action="Try again"
              needsProof={failure?.code === "AUTHORIZATION_REQUIRED"}
            />
          </>
        }
        side={
          <>
            <h2 className="label">What was tried</h2>
            <Steps steps={view.steps} />
            <Facts facts={facts.filter(([name]) => name !== "Message")} />
          </>
        }
      />
    </>
  );
}
