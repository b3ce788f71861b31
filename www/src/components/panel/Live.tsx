import { connectTime, disconnect } from "../../state/board.ts";
import type { Connection, ConnectionView, Tab } from "../../state/connection.ts";
import { PromptsView } from "../prompts/PromptsView.tsx";
import { ResourcesView } from "../resources/ResourcesView.tsx";
import { ToolsView } from "../tools/ToolsView.tsx";
import { About } from "./About.tsx";
import { PanelBoundary } from "./PanelBoundary.tsx";
import { PanelHead } from "./PanelHead.tsx";
import { Tabs } from "./Tabs.tsx";

const PUSH_WORDS = {
  up: "push channel up",
  down: "push channel down",
  unsupported: "no push channel",
} as const;
const TRANSPORT_WORDS = { "streamable-http": "streamable HTTP", "http+sse": "HTTP+SSE" } as const;

/** The panel of a living connection. */
export function Live({ connection, view }: { connection: Connection; view: ConnectionView }) {
  const { description } = view;
  const time = connectTime(connection);
  return (
    <>
      <PanelHead server={connection.server} plug="ready" number={connection.id}>
        {description !== undefined && (
          <>
            <span className="tag strong">
              {description.protocolVersion} · {description.era}
            </span>
            <span className="tag">{TRANSPORT_WORDS[description.transport]}</span>
          </>
        )}
        {view.push !== undefined && <span className="tag">{PUSH_WORDS[view.push]}</span>}
        {time !== undefined && <span className="tag">connected in {time}</span>}
        <button
          className="button small"
          type="button"
          aria-label={`Disconnect ${connection.server.name}`}
          onClick={() => void disconnect(connection)}
        >
          Disconnect
        </button>
      </PanelHead>
      <Tabs view={view} onChoose={(tab) => connection.show(tab)} />
      <PanelBoundary
        serverName={connection.server.name}
        subject={`${view.tab} ${view.chosen[view.tab] ?? ""}`}
      >
        <TabContent tab={view.tab} connection={connection} view={view} />
      </PanelBoundary>
    </>
  );
}

function TabContent({
  tab,
  connection,
  view,
}: {
  tab: Tab;
  connection: Connection;
  view: ConnectionView;
}) {
  switch (tab) {
    case "tools":
      return <ToolsView connection={connection} view={view} />;
    case "resources":
      return <ResourcesView connection={connection} view={view} />;
    case "prompts":
      return <PromptsView connection={connection} view={view} />;
    case "about":
      return <About connection={connection} view={view} />;
  }
}
