import { moveInRow } from "../../lib/roving.ts";
import type { ConnectionView, Tab } from "../../state/connection.ts";
import "./Tabs.css";

const TABS: readonly (readonly [Tab, string])[] = [
  ["tools", "Tools"],
  ["resources", "Resources"],
  ["prompts", "Prompts"],
  ["about", "About"],
];

/** The parts of a connection. The content below is labelled by the chosen tab. */
export function Tabs({ view, onChoose }: { view: ConnectionView; onChoose: (tab: Tab) => void }) {
  return (
    <div
      className="tabs"
      role="tablist"
      aria-label="Parts of this connection"
      onKeyDown={moveInRow}
    >
      {TABS.map(([tab, words]) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`tab-${tab}`}
          aria-selected={tab === view.tab}
          aria-controls="tab-content"
          tabIndex={tab === view.tab ? 0 : -1}
          data-roving
          onFocus={() => onChoose(tab)}
          onClick={() => onChoose(tab)}
        >
          {words} <Count tab={tab} view={view} />
        </button>
      ))}
    </div>
  );
}

function Count({ tab, view }: { tab: Tab; view: ConnectionView }) {
  if (tab === "about") return null;
  const listing = view[tab];
  if (listing.state === "none") return null;
  const count = listing.items.length + (tab === "resources" ? view.templates.items.length : 0);
  return <span className="count">{count}</span>;
}

/** What the content of the chosen tab needs to be found by its tab. */
export const tabContent = (tab: Tab) =>
  ({ id: "tab-content", role: "tabpanel", "aria-labelledby": `tab-${tab}` }) as const;
