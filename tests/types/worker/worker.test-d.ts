// The package's declarations stand on their own in a worker, which has no DOM types.

import init, { Session } from "mcp-tether";

await init();

export const session = new Session(
  { id: "a", url: new URL("https://a.example/mcp") },
  { clientInfo: { name: "worker", version: "1.0.0" }, fetch: globalThis.fetch },
);
