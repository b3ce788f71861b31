// The official SDK's client, in its own words.

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { offer } from "./harness.js";

offer(async (url, era) => {
  const versionNegotiation = { mode: era === "modern" ? "auto" : "legacy" };
  const client = new Client({ name: "bench", version: "1.0.0" }, { versionNegotiation });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return {
    close: () => client.close(),
    small: () => client.callTool({ name: "small", arguments: {} }),
    rows: (framing) => client.callTool({ name: `rows_${framing}`, arguments: {} }),
    progress: (onprogress) => client.callTool({ name: "progress", arguments: {} }, { onprogress }),
    list: () => client.listTools(),
  };
});
