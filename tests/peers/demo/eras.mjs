// Serves one shop in both eras of the protocol at one address: each request of
// the stateless era by itself, and sessions for clients of 2025.
import { randomUUID } from "node:crypto";
import {
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { registerPrompts } from "./prompts.mjs";
import { announceChanges, registerResources } from "./resources.mjs";
import { registerTools } from "./tools.mjs";

const IDLE_MS = 30 * 60_000;

/** Tools and prompts never change while the server runs. */
const LASTING = { ttlMs: 300_000, cacheScope: "public" };

/** Gives `{ fetch, close }`: a web-standard request handler, and what ends it. */
export function serveBothEras(shop) {
  const modern = createMcpHandler(() => makeServer(shop), { legacy: "reject" });
  const legacy = new LegacySessions(shop);
  announceChanges(shop, modern.notify);
  announceChanges(shop, legacy);
  return {
    async fetch(request, options) {
      const handler = (await isLegacyRequest(request)) ? legacy : modern;
      return handler.fetch(request, options);
    },
    close: () => Promise.all([modern.close(), legacy.close()]),
  };
}

function makeServer(shop) {
  const server = new McpServer(
    { name: shop.name, title: `Demo shop, ${shop.name}`, version: "1.0.0" },
    {
      capabilities: { resources: { subscribe: true, listChanged: true } },
      cacheHints: { "tools/list": LASTING, "prompts/list": LASTING },
      instructions: `You are on ${shop.name}. Start with run_query; demo://about says more.`,
    },
  );
  registerTools(server, shop);
  registerResources(server, shop);
  registerPrompts(server, shop);
  return server;
}

/** The 2025 era: a session from `initialize` until DELETE or half an hour of silence. */
class LegacySessions {
  #shop;
  #sessions = new Map();
  #sweep = setInterval(() => this.#endIdle(), IDLE_MS / 10).unref();

  constructor(shop) {
    this.#shop = shop;
  }

  async fetch(request, options) {
    const id = request.headers.get("mcp-session-id");
    if (id !== null) {
      const session = this.#sessions.get(id);
      if (!session) return refuse(404, -32001, "Session not found");
      session.usedAt = Date.now();
      return session.transport.handleRequest(request, options);
    }
    if (request.method !== "POST") return refuse(400, -32000, "Mcp-Session-Id is missing");
    const message = await request
      .clone()
      .json()
      .catch(() => undefined);
    if (!isInitializeRequest(message)) return refuse(400, -32000, "Mcp-Session-Id is missing");
    const transport = await this.#open();
    return transport.handleRequest(request, options);
  }

  resourcesChanged() {
    for (const { server } of this.#sessions.values()) server.sendResourceListChanged();
  }

  resourceUpdated(uri) {
    for (const { server, watched } of this.#sessions.values()) {
      if (watched.has(uri)) void server.server.sendResourceUpdated({ uri });
    }
  }

  async close() {
    clearInterval(this.#sweep);
    await Promise.all([...this.#sessions.values()].map(({ server }) => server.close()));
  }

  async #open() {
    const server = makeServer(this.#shop);
    const watched = new Set();
    answerSubscriptions(server.server, watched);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        this.#sessions.set(id, { server, transport, watched, usedAt: Date.now() });
      },
    });
    server.server.onclose = () => this.#sessions.delete(transport.sessionId);
    await server.connect(transport);
    return transport;
  }

  #endIdle() {
    for (const { server, usedAt } of this.#sessions.values()) {
      if (Date.now() - usedAt > IDLE_MS) void server.close();
    }
  }
}

function answerSubscriptions(server, watched) {
  server.setRequestHandler("resources/subscribe", ({ params }) => {
    watched.add(params.uri);
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", ({ params }) => {
    watched.delete(params.uri);
    return {};
  });
}

function refuse(status, code, message) {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code, message } }, { status });
}
