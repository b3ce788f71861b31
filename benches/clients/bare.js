// The measure: the same requests by hand, `fetch` and `JSON.parse` and nothing else.

import { offer } from "./harness.js";

const ACCEPT = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};
const CLIENT = { name: "bench", version: "1.0.0" };

async function connectLegacy(url) {
  const post = poster(url, ACCEPT, undefined);
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: CLIENT };
  const opening = await post("initialize", params);
  const session = opening.headers.get("mcp-session-id");
  JSON.parse(await opening.text());

  const headers = { ...ACCEPT, "mcp-session-id": session, "mcp-protocol-version": "2025-11-25" };
  const body = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
  await fetch(url, { method: "POST", headers, body });
  return connection(poster(url, headers, {}), () => fetch(url, { method: "DELETE", headers }));
}

async function connectModern(url) {
  const headers = { ...ACCEPT, "mcp-protocol-version": "2026-07-28" };
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": CLIENT,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const post = poster(url, headers, meta);
  JSON.parse(await (await post("server/discover", {})).text());
  return connection(post, () => {});
}

function poster(url, headers, meta) {
  let id = 0;
  return (method, params, extra) => {
    const all = meta === undefined ? params : { ...params, _meta: { ...meta, ...extra } };
    const body = JSON.stringify({ jsonrpc: "2.0", id: (id += 1), method, params: all });
    const named = isModern(meta) ? { "mcp-method": method, ...nameOf(params) } : {};
    return fetch(url, { method: "POST", headers: { ...headers, ...named }, body });
  };
}

function connection(post, close) {
  const call = (name, extra) => post("tools/call", { name, arguments: {} }, extra);
  return {
    close,
    small: async () => JSON.parse(await (await call("small")).text()).result,
    list: async () => JSON.parse(await (await post("tools/list", {})).text()).result,
    rows: async (framing) => {
      const text = await (await call(`rows_${framing}`)).text();
      return framing === "json" ? JSON.parse(text).result : messagesOf(text)[0].result;
    },
    progress: async (onEvent) => {
      const text = await (await call("progress", { progressToken: 1 })).text();
      for (const message of messagesOf(text)) {
        if (message.method === "notifications/progress") onEvent(message.params);
      }
    },
  };
}

function messagesOf(events) {
  return events
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => JSON.parse(line.slice(6)));
}

function isModern(meta) {
  return meta !== undefined && "io.modelcontextprotocol/protocolVersion" in meta;
}

function nameOf(params) {
  return params.name === undefined ? {} : { "mcp-name": params.name };
}

offer((url, era) => (era === "modern" ? connectModern(url) : connectLegacy(url)));
