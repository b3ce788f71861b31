import { prettyJson } from "../../lib/json.ts";
import type { Connection, ConnectionView } from "../../state/connection.ts";
import { Facts } from "../outcome/Facts.tsx";
import { JsonText } from "../outcome/JsonText.tsx";
import { PanelSplit } from "./PanelSplit.tsx";
import { Steps } from "./Steps.tsx";
import { tabContent } from "./Tabs.tsx";

/** What the server says about itself, and how the connection came up. */
export function About({ connection, view }: { connection: Connection; view: ConnectionView }) {
  const { description, warnings } = view;
  if (description === undefined) return null;
  const { info, instructions, capabilities } = description;
  const facts = [
    [
      "Calls itself",
      info === undefined ? "nothing" : [info.title, info.name].filter(Boolean).join(", "),
    ],
    ["Version", info?.version ?? "not said"],
    ["Connection", String(connection.id)],
    ["Protocol", `${description.protocolVersion}, ${description.era}`],
    ["Transport", description.transport],
  ] as const;
  return (
    <div className="panel-view" {...tabContent("about")}>
      <PanelSplit
        main={
          <>
            <h2>What {connection.server.name} says about itself</h2>
            <Facts facts={facts} />
            {info?.description !== undefined && (
              <blockquote className="quote foreign">{info.description}</blockquote>
            )}
            {instructions !== undefined && (
              <>
                <h3 className="heading">Instructions for a model</h3>
                <blockquote className="quote foreign">{instructions}</blockquote>
              </>
            )}
            <h3 className="heading">Capabilities</h3>
            <div className="box from">
              <JsonText text={prettyJson(capabilities)} label="Capabilities as JSON" />
            </div>
          </>
        }
        side={
          <>
            <h2 className="label">How it connected</h2>
            <Steps steps={view.steps} />
            {warnings.length > 0 && (
              <>
                <h2 className="label">What it did against the rules</h2>
                <ul className="ended-list">
                  {warnings.map((warning, index) => (
                    <li key={index} className="foreign">
                      {warning}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </>
        }
      />
    </div>
  );
}
