import { LiveRegion } from "./components/frame/LiveRegion.tsx";
import { TopBar } from "./components/frame/TopBar.tsx";
import { Layers } from "./components/layers/Layers.tsx";
import { Panel } from "./components/panel/Panel.tsx";
import { Rail } from "./components/rail/Rail.tsx";
import { Trace } from "./components/trace/Trace.tsx";
import { useShortcuts } from "./lib/shortcuts.ts";
import { traceEnlarged } from "./state/layout.ts";
import { useCurrentServer } from "./state/useBoard.ts";
import { useStore } from "./state/useStore.ts";
import "./App.css";

export function App() {
  useShortcuts();
  const enlarged = useStore(traceEnlarged);
  const server = useCurrentServer();
  return (
    <>
      <title>
        {server === undefined ? "tether switchboard" : `${server.name} · tether switchboard`}
      </title>
      <a className="skip-link" href="#panel">
        Skip to the panel
      </a>
      <LiveRegion />
      <div className="frame" data-trace={enlarged ? "enlarged" : "docked"}>
        <TopBar />
        <Rail />
        <Panel />
        <Trace />
      </div>
      <Layers />
    </>
  );
}
