// A forward proxy for loopback. The suite's servers send no CORS headers; this
// adds them and changes nothing else: same URLs, bodies and streams. The
// browser's own CORS checks stay on.
import { createServer, request as httpRequest } from "node:http";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
const EXPOSED = "Mcp-Session-Id, MCP-Protocol-Version, WWW-Authenticate, DPoP-Nonce, Retry-After";

/** Starts the proxy. Resolves with `{ url, close }`. */
export function startCorsProxy() {
  const server = createServer((request, response) => {
    const target = URL.canParse(request.url) ? new URL(request.url) : undefined;
    if (!target || !LOOPBACK.has(target.hostname)) {
      response.writeHead(502).end("only loopback is forwarded");
      return;
    }
    if (request.headers["access-control-request-method"]) answerPreflight(request, response);
    else forward(request, response, target);
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const close = () => {
        server.close();
        server.closeAllConnections();
      };
      resolve({ url: `http://127.0.0.1:${server.address().port}`, close });
    });
  });
}

function answerPreflight({ headers }, response) {
  response.writeHead(204, {
    "Access-Control-Allow-Origin": headers.origin,
    "Access-Control-Allow-Methods": "GET, POST, DELETE",
    "Access-Control-Allow-Headers": headers["access-control-request-headers"] ?? "",
    Vary: "Origin, Access-Control-Request-Headers",
  });
  response.end();
}

function forward(request, response, target) {
  const { "proxy-connection": _, ...headers } = request.headers;
  const upstream = httpRequest(target, { method: request.method, headers }, (answer) => {
    const out = { ...answer.headers };
    if (headers.origin) {
      out["access-control-allow-origin"] = headers.origin;
      out["access-control-expose-headers"] = EXPOSED;
      out.vary = [out.vary, "Origin"].filter(Boolean).join(", ");
    }
    response.writeHead(answer.statusCode, answer.statusMessage, out);
    response.flushHeaders();
    answer.pipe(response);
  });
  upstream.on("error", () => {
    if (!response.headersSent) response.writeHead(502);
    response.end();
  });
  response.on("close", () => upstream.destroy());
  request.pipe(upstream);
}
