import { useConnectionOf, useCurrentServer, useView } from "../../state/useBoard.ts";
import type { Server } from "../../state/servers.ts";
import { FirstVisit } from "../first/FirstVisit.tsx";
import { Connecting } from "./Connecting.tsx";
import { Ended } from "./Ended.tsx";
import { Failed } from "./Failed.tsx";
import { Live } from "./Live.tsx";
import { NotConnected } from "./NotConnected.tsx";
import { OfflineBanner } from "./OfflineBanner.tsx";
import "./Panel.css";

/** One server's panel, or the first page. */
export function Panel() {
  const server = useCurrentServer();
  const connection = useConnectionOf(server?.id ?? "");
  const phase = useView(connection)?.phase;
  const drained = phase === "failed" || phase === "ended";
  return (
    <main
      className={server === undefined ? "panel plain" : "panel"}
      id="panel"
      tabIndex={-1}
      aria-label={server?.name ?? "First page"}
      data-place={server?.place ?? "none"}
      data-drained={drained || undefined}
    >
      <OfflineBanner />
      {server === undefined ? (
        <div className="panel-view">
          <FirstVisit />
        </div>
      ) : (
        <ServerPanel key={connection?.id ?? server.id} server={server} />
      )}
    </main>
  );
}

function ServerPanel({ server }: { server: Server }) {
  const connection = useConnectionOf(server.id);
  const view = useView(connection);
  if (connection === undefined || view === undefined) return <NotConnected server={server} />;
  switch (view.phase) {
    case "connecting":
      return <Connecting connection={connection} view={view} />;
    case "ready":
      return <Live connection={connection} view={view} />;
    case "failed":
      return connection.stopped ? (
        <NotConnected server={server} />
      ) : (
        <Failed server={server} view={view} />
      );
    case "ended":
      return <Ended server={server} connection={connection} view={view} />;
  }
}
