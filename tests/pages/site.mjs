// Serves the built page, with the demo servers that a test gives it.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { filesOf, listen } from "./serve.mjs";

const DIST = fileURLToPath(new URL("../../www/dist", import.meta.url));

/** Serves www/dist with `servers` ([{ id, name, url, about }]) as its servers.json. */
export function serveSwitchboard(servers) {
  if (!existsSync(DIST)) throw new Error("www/dist is missing: run npm run build -w www first.");
  const files = filesOf(DIST);
  return listen((request, response) => {
    if (new URL(request.url, "http://localhost").pathname !== "/servers.json") {
      return files(request, response);
    }
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(servers));
  });
}
