// Serves the built page, with the demo servers that a test gives it.
import { existsSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { filesOf, listen } from "./serve.mjs";

const DIST = fileURLToPath(new URL("../../www/dist", import.meta.url));

/**
 * Serves a copy of www/dist, so that a build meanwhile does no harm, with
 * `servers` ([{ id, name, url, about }]) as its servers.json.
 */
export async function serveSwitchboard(servers) {
  if (!existsSync(path.join(DIST, "index.html"))) {
    throw new Error("www/dist is missing: run npm run build -w www first.");
  }
  const folder = await mkdtemp(path.join(tmpdir(), "switchboard-"));
  await cp(DIST, folder, { recursive: true });
  const files = filesOf(folder);
  const site = await listen((request, response) => {
    if (new URL(request.url, "http://localhost").pathname !== "/servers.json") {
      return files(request, response);
    }
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(servers));
  });
  const close = () => {
    site.close();
    return rm(folder, { recursive: true });
  };
  return { url: site.url, close };
}
