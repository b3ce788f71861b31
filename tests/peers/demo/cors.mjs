// What a page of another origin may send to a demo server and read from it.

const ALLOWED = [
  "accept",
  "authorization",
  "content-type",
  "last-event-id",
  "mcp-method",
  "mcp-name",
  "mcp-protocol-version",
  "mcp-session-id",
];
const PARAMETER = /^mcp-param-[\w-]+$/;
const EXPOSED = ["Mcp-Session-Id", "MCP-Protocol-Version", "WWW-Authenticate", "Retry-After"];

/** Puts the CORS headers on a response. Returns whether that answered the request. */
export function answerCors(request, response) {
  if (request.headers.origin === undefined) return false;
  response.setHeader("Access-Control-Allow-Origin", request.headers.origin);
  response.setHeader("Access-Control-Expose-Headers", EXPOSED.join(", "));
  response.setHeader("Vary", "Origin");
  if (request.method !== "OPTIONS") return false;
  response.setHeader("Access-Control-Allow-Methods", "GET, POST, DELETE");
  response.setHeader("Access-Control-Allow-Headers", allowedHeaders(request).join(", "));
  response.setHeader("Access-Control-Max-Age", "600");
  response.writeHead(204).end();
  return true;
}

// The names of parameter headers are a tool's own, so those that are asked for are allowed.
function allowedHeaders(request) {
  const asked = (request.headers["access-control-request-headers"] ?? "").split(",");
  return [...ALLOWED, ...asked.map((name) => name.trim()).filter((name) => PARAMETER.test(name))];
}
