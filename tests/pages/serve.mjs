// A web server for tests: files of some folders, with chosen headers.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";

const TYPES = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".mjs": "text/javascript",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

/**
 * Gives an HTTP listener for `folder`. `types` overrides content types by
 * extension; `headersFor(url)` gives more headers, by the whole request.
 */
export function filesOf(folder, { types = {}, headersFor = () => ({}) } = {}) {
  const known = { ...TYPES, ...types };
  return async (request, response) => {
    const url = new URL(request.url, "http://localhost");
    const name = path.posix
      .normalize(decodeURIComponent(url.pathname))
      .replace(/\/$/, "/index.html");
    try {
      const bytes = await readFile(path.join(folder, name));
      const type = known[path.extname(name)] ?? "application/octet-stream";
      response.writeHead(200, { "content-type": type, ...headersFor(url) }).end(bytes);
    } catch {
      response.writeHead(404, { "content-type": "text/plain" }).end("not found");
    }
  };
}

/** Listens on a free port of loopback. Resolves with `{ url, close }`; `url` ends without a slash. */
export async function listen(listener) {
  const server = createServer(listener);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, close };
}
