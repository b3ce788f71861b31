import { standingOf } from "../../lib/standing.ts";
import { switchTo } from "../../state/board.ts";
import { railOpen } from "../../state/layout.ts";
import { servers, type Server } from "../../state/servers.ts";
import { useConnectionOf, useCurrentServer, useView } from "../../state/useBoard.ts";
import { useStore } from "../../state/useStore.ts";
import { Icon } from "../frame/Icon.tsx";
import { Plug } from "../frame/Plug.tsx";
import "./RailStrip.css";

/** The rail of the narrow layout: one plug a server, one tap to switch. */
export function RailStrip() {
  const list = useStore(servers);
  const open = useStore(railOpen);
  const chosen = useCurrentServer();
  return (
    <ul className="rail-strip">
      {list.map((server) => (
        <StripPlug key={server.id} server={server} here={server === chosen} />
      ))}
      <li>
        <button
          type="button"
          aria-expanded={open}
          aria-label="All servers"
          onClick={() => railOpen.set(!open)}
        >
          <Icon name="menu" />
        </button>
      </li>
    </ul>
  );
}

function StripPlug({ server, here }: { server: Server; here: boolean }) {
  const connection = useConnectionOf(server.id);
  const standing = standingOf(connection, useView(connection));
  const drained = standing.plug === "ended" || standing.plug === "failed";
  const number = standing.plug === "free" ? undefined : connection?.id;
  const label = [server.name, number === undefined ? "" : `connection ${number}`, standing.words];
  return (
    <li>
      <button
        type="button"
        data-place={server.place}
        data-drained={drained || undefined}
        aria-current={here ? "true" : undefined}
        aria-label={label.filter(Boolean).join(", ")}
        onClick={() => switchTo(server.id)}
      >
        <Plug state={standing.plug} number={number} />
      </button>
    </li>
  );
}
