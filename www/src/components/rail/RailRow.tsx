import { switchTo } from "../../state/board.ts";
import { standingOf } from "../../lib/standing.ts";
import type { Server } from "../../state/servers.ts";
import { railOpen } from "../../state/layout.ts";
import { useConnectionOf, useInFlight, useView } from "../../state/useBoard.ts";
import { Plug } from "../frame/Plug.tsx";
import "./RailRow.css";

/** One server of the board. */
export function RailRow({
  server,
  here,
  tabStop,
}: {
  server: Server;
  here: boolean;
  tabStop: boolean;
}) {
  const connection = useConnectionOf(server.id);
  const view = useView(connection);
  const inFlight = useInFlight(connection);
  const standing = standingOf(connection, view);
  const drained = standing.plug === "ended" || standing.plug === "failed";
  const words = inFlight > 0 ? `${inFlight} in flight` : standing.words;
  const number =
    standing.plug === "free" || standing.plug === "failed" ? undefined : connection?.id;
  return (
    <li>
      <button
        type="button"
        className="rail-row"
        data-place={server.place}
        data-drained={drained || undefined}
        data-roving
        data-region-start={tabStop || undefined}
        tabIndex={tabStop ? 0 : -1}
        aria-current={here ? "true" : undefined}
        onClick={() => {
          railOpen.set(false);
          switchTo(server.id);
        }}
      >
        <Plug state={standing.plug} number={number} />
        <span className="rail-row-name foreign">{server.name}</span>
        <span className="visually-hidden">
          {number === undefined ? ", " : `, connection ${number}, `}
        </span>
        <span className="rail-row-era" aria-hidden="true">
          {view?.description?.protocolVersion}
        </span>
        <span className="rail-row-state">
          {inFlight > 0 && <span className="rail-row-pip" />}
          <span className={standing.wrong ? "wrong-word" : undefined}>{words}</span>
          {here && <i> · you are here</i>}
        </span>
      </button>
    </li>
  );
}
