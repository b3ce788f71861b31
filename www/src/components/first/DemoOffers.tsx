import { connect } from "../../state/board.ts";
import type { Server } from "../../state/servers.ts";
import { Plug } from "../frame/Plug.tsx";
import "./DemoOffers.css";

/** The servers that this page was served with. */
export function DemoOffers({ demos }: { demos: readonly Server[] }) {
  return (
    <section className="first-visit-part" aria-labelledby="demo-offers">
      <h2 id="demo-offers" className="heading">
        Or start with the demo servers
      </h2>
      <ul className="box">
        {demos.map((server) => (
          <li key={server.id} className="demo-offer" data-place={server.place}>
            <Plug state="free" />
            <div>
              <b className="foreign">{server.name}</b>
              <p className="foreign">{server.about ?? server.url}</p>
            </div>
            <button
              className="button"
              type="button"
              aria-label={`Connect to ${server.name}`}
              onClick={() => void connect(server)}
            >
              Connect
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
