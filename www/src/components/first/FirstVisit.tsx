import { useState } from "react";
import { connect } from "../../state/board.ts";
import { addServer, nameFromUrl, servers, setSecret } from "../../state/servers.ts";
import { useStore } from "../../state/useStore.ts";
import { AddressField } from "./AddressField.tsx";
import { ConnectOptions, noOptions, secretFrom, type Options } from "./ConnectOptions.tsx";
import { DemoOffers } from "./DemoOffers.tsx";
import { Idea } from "./Idea.tsx";
import "./FirstVisit.css";

/** What one sees before anything is connected. */
export function FirstVisit() {
  const demos = useStore(servers).filter((server) => server.origin === "demo");
  return (
    <div className="first-visit">
      <div className="first-visit-part">
        <h1>Connect to an MCP server from this page</h1>
        <p className="first-visit-lead">
          Your browser talks to the server itself; there is no proxy in between. Pick one, look at
          what it offers, call it, and see every message that passes.
        </p>
      </div>
      <ConnectForm />
      {demos.length > 0 && <DemoOffers demos={demos} />}
      <Idea />
    </div>
  );
}

function ConnectForm() {
  const [options, setOptions] = useState<Options>(noOptions);
  const submit = (url: string) => {
    const name = options.name.trim() || nameFromUrl(url);
    const server = addServer({ name, url, protocol: options.protocol });
    setSecret(server.id, secretFrom(options));
    void connect(server);
  };
  return (
    <AddressField label="Address of a server" action="Connect" onSubmit={submit}>
      <p className="dim">The page finds out by itself which protocol the server speaks.</p>
      <ConnectOptions options={options} onChange={setOptions} withName />
    </AddressField>
  );
}
