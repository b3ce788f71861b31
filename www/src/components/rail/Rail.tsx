import { everConnected } from "../../state/board.ts";
import { railOpen } from "../../state/layout.ts";
import { moveInList } from "../../lib/roving.ts";
import { servers } from "../../state/servers.ts";
import { useCurrentServer } from "../../state/useBoard.ts";
import { useStore } from "../../state/useStore.ts";
import { Plug } from "../frame/Plug.tsx";
import { AddServer } from "./AddServer.tsx";
import { RailRow } from "./RailRow.tsx";
import { RailStrip } from "./RailStrip.tsx";
import "./Rail.css";

/** The board: every server, with its connection's number and state. */
export function Rail() {
  const list = useStore(servers);
  const open = useStore(railOpen);
  const used = useStore(everConnected) || list.some((server) => server.origin === "own");
  const chosen = useCurrentServer();
  const index = list.findIndex((server) => server === chosen);
  return (
    <nav className="rail" aria-label="Servers" data-open={open}>
      {used && <RailStrip />}
      <div className="rail-head">
        <h2 className="label">Servers</h2>
        {used && <span className="count">{list.length}</span>}
      </div>
      {!used && <EmptyBoard />}
      {used && (
        <ul className="rail-list" onKeyDown={moveInList}>
          {list.map((server, at) => (
            <RailRow
              key={server.id}
              server={server}
              here={at === index}
              tabStop={at === Math.max(0, index)}
            />
          ))}
        </ul>
      )}
      <div className="rail-foot">
        <AddServer />
      </div>
    </nav>
  );
}

function EmptyBoard() {
  return (
    <div className="rail-empty" tabIndex={-1} data-region-start>
      <div className="rail-sockets" data-place="none">
        <Plug state="ended" />
        <Plug state="ended" />
        <Plug state="ended" />
      </div>
      <p>Nothing is connected. Each server that you connect gets a number and a colour here.</p>
    </div>
  );
}
