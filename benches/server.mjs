// The server that all clients are measured against: answers made beforehand, both eras,
// no work of its own to speak of.

import { createServer } from "node:http";

const ROWS = rows(1_000_000);
const TOOLS = Array.from({ length: 1000 }, (_, number) => tool(number));
const PROGRESS_EVENTS = 1000;

const SERVER_INFO = { name: "bench", version: "1.0.0" };
const CAPABILITIES = { tools: {} };

/** What each tool answers, as JSON text made once. */
const ANSWERS = {
  small: JSON.stringify({ content: [{ type: "text", text: "42" }] }),
  rows: JSON.stringify({
    content: [{ type: "text", text: `${ROWS.length} rows` }],
    structuredContent: { rows: ROWS },
  }),
};

/** The peculiarities of each era: its methods beside `tools/*`, and what it adds to each result. */
const ERAS = {
  legacy: {
    mark: (result) => result,
    methods: {
      initialize: JSON.stringify({
        protocolVersion: "2025-11-25",
        capabilities: CAPABILITIES,
        serverInfo: SERVER_INFO,
      }),
      "tools/list": JSON.stringify({ tools: TOOLS }),
    },
  },
  modern: {
    mark: (result) => `{"resultType":"complete",${result.slice(1)}`,
    methods: {
      "server/discover": JSON.stringify({
        supportedVersions: ["2026-07-28"],
        capabilities: CAPABILITIES,
        ttlMs: 0,
        cacheScope: "private",
        _meta: { "io.modelcontextprotocol/serverInfo": SERVER_INFO },
      }),
      "tools/list": JSON.stringify({ tools: TOOLS, ttlMs: 0, cacheScope: "private" }),
    },
  },
};

/** Starts the server on loopback; `/legacy` and `/modern` are its two endpoints. */
export async function startServer() {
  const server = createServer(handle);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

async function handle(request, response) {
  allowEveryOrigin(request, response);
  if (request.method === "OPTIONS") return response.writeHead(204).end();
  if (request.method === "DELETE") return response.writeHead(200).end();
  if (request.method !== "POST") return response.writeHead(405).end();

  const message = JSON.parse(await textOf(request));
  if (message.id === undefined) return response.writeHead(202).end();

  const era = ERAS[request.url.slice(1)];
  if (message.method === "initialize") response.setHeader("mcp-session-id", "bench");
  if (message.method === "tools/call") return call(era, message, response);
  const result = era.methods[message.method];
  if (result === undefined) return refuse(message, response);
  sendJson(response, answer(message, era.mark(result)));
}

function call(era, message, response) {
  const [tool, framing] = message.params.name.split("_");
  if (tool === "progress") return sendEvents(response, progressEvents(era, message));
  const text = answer(message, era.mark(ANSWERS[tool]));
  if (framing === "stream") return sendEvents(response, [text]);
  sendJson(response, text);
}

function progressEvents(era, message) {
  const progressToken = message.params._meta.progressToken;
  const events = Array.from({ length: PROGRESS_EVENTS }, (_, done) =>
    JSON.stringify({
      jsonrpc: "2.0",
      method: "notifications/progress",
      params: { progressToken, progress: done + 1, total: PROGRESS_EVENTS, message: "working" },
    }),
  );
  return [...events, answer(message, era.mark(ANSWERS.small))];
}

function answer(message, result) {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},"result":${result}}`;
}

function refuse(message, response) {
  const error = { code: -32601, message: "method not found" };
  response.writeHead(404, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id, error }));
}

function sendJson(response, text) {
  response.writeHead(200, { "content-type": "application/json" }).end(text);
}

function sendEvents(response, texts) {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end(texts.map((text) => `event: message\ndata: ${text}\n\n`).join(""));
}

function allowEveryOrigin(request, response) {
  response.setHeader("access-control-allow-origin", "*");
  response.setHeader("access-control-expose-headers", "mcp-session-id");
  response.setHeader("access-control-max-age", "7200");
  response.setHeader("access-control-allow-methods", "POST, GET, DELETE");
  const asked = request.headers["access-control-request-headers"];
  if (asked !== undefined) response.setHeader("access-control-allow-headers", asked);
}

async function textOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function rows(bytes) {
  const list = [];
  for (let size = 0; size < bytes; size += JSON.stringify(list.at(-1)).length + 1) {
    const id = list.length;
    list.push({ id, name: `customer ${id}`, city: "Zürich", total: id * 1.25, active: id % 3 > 0 });
  }
  return list;
}

function tool(number) {
  return {
    name: `tool_${number}`,
    title: `Tool ${number}`,
    description: `Looks up record ${number} and gives what is known of it.`,
    inputSchema: {
      type: "object",
      properties: {
        query: { type: "string", description: "What to look for" },
        limit: { type: "integer", minimum: 1, maximum: 100, default: 10 },
      },
      required: ["query"],
    },
    annotations: { readOnlyHint: true },
  };
}
