import { useState, type FormEvent } from "react";
import { connect, connections, forget, isLive, reconfigure } from "../../state/board.ts";
import { secretOf, setSecret, type Server } from "../../state/servers.ts";
import { useStore } from "../../state/useStore.ts";
import { ConnectOptions, noOptions, secretFrom, type Options } from "../first/ConnectOptions.tsx";
import { PanelHead } from "./PanelHead.tsx";
import { PanelSplit } from "./PanelSplit.tsx";

/** A server of the board that has no connection yet. */
export function NotConnected({ server }: { server: Server }) {
  return (
    <>
      <PanelHead server={server} plug="free">
        <span className="tag">no connection</span>
      </PanelHead>
      <PanelSplit
        main={
          <>
            <h2>Connect to {server.name}</h2>
            {server.about !== undefined && <p className="panel-lead foreign">{server.about}</p>}
            <ConnectAgain server={server} action={`Connect to ${server.name}`} />
          </>
        }
        side={<OtherConnection server={server} />}
      />
    </>
  );
}

interface ConnectAgainProps {
  server: Server;
  action: string;
  /** The server wants to know who one is. */
  needsProof?: boolean;
}

/** Connects to a known server, with its protocol and what proves who one is. */
export function ConnectAgain({ server, action, needsProof = false }: ConnectAgainProps) {
  const [options, setOptions] = useState<Options>(() => optionsOf(server, needsProof));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const secret = secretFrom(options);
    // An empty field leaves what is in memory; choosing "None" takes it away.
    if (secret !== undefined || options.proof === "none") setSecret(server.id, secret);
    void connect(reconfigure(server, { protocol: options.protocol }));
  };
  return (
    <form className="panel-form" onSubmit={submit}>
      <div className="buttons">
        <button className="button send" type="submit" data-place={server.place}>
          {action}
        </button>
        {server.origin === "own" && (
          <button className="button quiet" type="button" onClick={() => void forget(server)}>
            Remove {server.name}
          </button>
        )}
      </div>
      <ConnectOptions options={options} onChange={setOptions} open={needsProof} />
    </form>
  );
}

function optionsOf(server: Server, needsProof: boolean): Options {
  const known = secretOf(server.id);
  return {
    ...noOptions,
    protocol: server.protocol,
    proof: known?.kind ?? (needsProof ? "bearer" : "none"),
    header: known?.kind === "header" ? known.name : "",
    kept: known !== undefined,
  };
}

function OtherConnection({ server }: { server: Server }) {
  const live = [...useStore(connections).values()].find(
    (each) => each.server.id !== server.id && isLive(each),
  );
  if (live === undefined) return <p className="dim">Nothing was sent to this server yet.</p>;
  return (
    <p className="dim">
      One server is connected at a time: this ends connection {live.id} with {live.server.name}.
    </p>
  );
}
