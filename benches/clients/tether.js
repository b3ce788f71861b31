// This library.

import init, { Session } from "mcp-tether";
import { offer } from "./harness.js";

await init();

offer(async (url, era) => {
  const protocol = era === "modern" ? "auto" : "legacy";
  const session = new Session(
    { id: url, url, protocol },
    { clientInfo: { name: "bench", version: "1.0.0" } },
  );
  await session.ready;
  return {
    close: () => session.close(),
    small: () => session.callTool({ name: "small", arguments: {} }),
    rows: (framing) => session.callTool({ name: `rows_${framing}`, arguments: {} }),
    progress: (onProgress) => session.callTool({ name: "progress", arguments: {} }, { onProgress }),
    list: () => session.listTools(),
  };
});
