import { disconnect } from "../../state/board.ts";
import type { Connection, ConnectionView } from "../../state/connection.ts";
import { PanelHead } from "./PanelHead.tsx";
import { PanelSplit } from "./PanelSplit.tsx";
import { Steps } from "./Steps.tsx";

export function Connecting({ connection, view }: { connection: Connection; view: ConnectionView }) {
  return (
    <>
      <PanelHead server={connection.server} plug="connecting" number={connection.id}>
        <button className="button small" type="button" onClick={() => void disconnect(connection)}>
          Stop
        </button>
      </PanelHead>
      <PanelSplit
        main={
          <>
            <h2>Connecting</h2>
            <Steps steps={view.steps} />
          </>
        }
        side={<p className="dim">Gives up after 30 s.</p>}
      />
    </>
  );
}
