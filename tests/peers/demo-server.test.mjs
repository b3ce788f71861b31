// Pins what people and tests rely on in the demo servers, in both eras, as the
// official client sees them.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { startServer } from "./start.mjs";

const FIVE_FIRST = { sql: "select id, amount from orders order by amount desc", limit: 5 };

async function connect(url, mode) {
  const client = new Client(
    { name: "peer-test", version: "1.0.0" },
    { versionNegotiation: { mode } },
  );
  const transport = new StreamableHTTPClientTransport(new URL(url));
  await client.connect(transport);
  return { client, transport, end: () => client.close() };
}

for (const [era, mode, version] of [
  ["stateless era", "auto", "2026-07-28"],
  ["2025 era", "legacy", "2025-11-25"],
]) {
  describe(`demo server, ${era}`, () => {
    let peer;
    let connection;
    before(async () => {
      peer = await startServer("staging");
      connection = await connect(peer.url, mode);
    });
    after(async () => {
      await connection?.end();
      await peer?.stop();
    });

    it("speaks the era's version", () => {
      assert.equal(connection.client.getNegotiatedProtocolVersion(), version);
    });

    it("answers run_query with rows that name the server", async () => {
      const result = await connection.client.callTool({ name: "run_query", arguments: FIVE_FIRST });
      assert.equal(result.structuredContent.server, "staging");
      assert.deepEqual(result.structuredContent.columns, ["id", "amount"]);
      assert.equal(result.structuredContent.rows.length, 5);
      assert.match(result.content[0].text, /^staging: 5 of 60/);
    });

    it("reports progress with total and message while a query takes long", async () => {
      const seen = [];
      await connection.client.callTool(
        { name: "run_query", arguments: { ...FIVE_FIRST, delay_ms: 500 } },
        { onprogress: (progress) => seen.push(progress) },
      );
      assert.equal(seen.length, 5);
      assert.deepEqual(seen.at(-1), { progress: 60, total: 60, message: "Scanned 60 of 60 rows" });
    });

    it("stops a long query when it is cancelled", async () => {
      const cancel = new AbortController();
      const call = connection.client.callTool(
        { name: "run_query", arguments: { ...FIVE_FIRST, delay_ms: 60_000 } },
        { signal: cancel.signal, onprogress: () => cancel.abort(new Error("enough")) },
      );
      await assert.rejects(call);
      await connection.client.callTool({ name: "echo", arguments: { message: "still there" } });
    });

    it("says what is wrong with a query as a tool error", async () => {
      const result = await connection.client.callTool({
        name: "run_query",
        arguments: { sql: "select colour from orders" },
      });
      assert.equal(result.isError, true);
      assert.match(result.content[0].text, /orders has no column "colour"; it has id, customer/);
    });

    it("fails on purpose, draws a chart and takes a nested order", async () => {
      const { client } = connection;
      const failed = await client.callTool({ name: "fail_on_purpose", arguments: {} });
      assert.equal(failed.isError, true);
      const chart = await client.callTool({ name: "draw_chart", arguments: { by: "status" } });
      assert.equal(chart.content[1].mimeType, "image/png");
      const placed = await client.callTool({
        name: "place_order",
        arguments: { customer: { name: "Ada" }, items: [{ sku: "lamp", quantity: 2 }] },
      });
      assert.equal(placed.structuredContent.amount, 98);
      const receipt = await client.readResource({ uri: placed.structuredContent.receipt });
      assert.match(receipt.contents[0].text, /"customer": "Ada"/);
    });

    it("takes the parameter that travels in a header", async () => {
      await connection.client.listTools();
      const result = await connection.client.callTool({
        name: "region_report",
        arguments: { region: "us-east" },
      });
      assert.match(result.content[0].text, /^staging: \d+ orders in us-east$/);
    });

    it("completes a prompt's argument and a template's variable", async () => {
      const { client } = connection;
      const audience = await client.complete({
        ref: { type: "ref/prompt", name: "explain_query" },
        argument: { name: "audience", value: "a" },
      });
      assert.deepEqual(audience.completion.values, ["a new colleague", "an analyst"]);
      const table = await client.complete({
        ref: { type: "ref/resource", uri: "demo://tables/{table}/{id}" },
        argument: { name: "table", value: "pro" },
      });
      assert.deepEqual(table.completion.values, ["products"]);
    });
  });
}

describe("demo server, changes", () => {
  let peer;
  before(async () => (peer = await startServer("production")));
  after(() => peer?.stop());

  it("tells a subscriber of 2025 about a table, and everyone about receipts", async () => {
    const { client, transport, end } = await connect(peer.url, "legacy");
    const updated = nextNotification(client, "notifications/resources/updated");
    const listed = nextNotification(client, "notifications/resources/list_changed");
    await client.subscribeResource({ uri: "demo://tables/orders" });
    await client.callTool({
      name: "place_order",
      arguments: { customer: { name: "Ada" }, items: [{ sku: "rug" }] },
    });
    assert.equal((await updated).params.uri, "demo://tables/orders");
    await listed;
    await transport.terminateSession();
    await end();
  });

  it("tells a listener of the stateless era the same", async () => {
    const { client, end } = await connect(peer.url, "auto");
    const updated = nextNotification(client, "notifications/resources/updated");
    const listed = nextNotification(client, "notifications/resources/list_changed");
    await client.listen({
      resourcesListChanged: true,
      resourceSubscriptions: ["demo://tables/orders"],
    });
    await client.callTool({
      name: "place_order",
      arguments: { customer: { name: "Ada" }, items: [{ sku: "rug" }] },
    });
    assert.equal((await updated).params.uri, "demo://tables/orders");
    await listed;
    await end();
  });

  it("deletes rows for good until they are restored", async () => {
    const { client, end } = await connect(peer.url, "auto");
    const count = async () => {
      const sql = "select count(*) from products";
      const result = await client.callTool({ name: "run_query", arguments: { sql } });
      return result.structuredContent.rows[0].count;
    };
    await client.callTool({ name: "delete_rows", arguments: { table: "products", ids: [1, 2] } });
    assert.equal(await count(), 4);
    await client.callTool({ name: "restore_rows", arguments: {} });
    assert.equal(await count(), 6);
    await end();
  });
});

describe("demo server, over HTTP", () => {
  let peer;
  before(async () => (peer = await startServer("staging")));
  after(() => peer?.stop());

  it("allows a page of another origin the headers that clients send", async () => {
    const response = await fetch(peer.url, {
      method: "OPTIONS",
      headers: {
        origin: "http://localhost:1",
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type,mcp-param-region,x-other",
      },
    });
    const allowed = response.headers.get("access-control-allow-headers").split(", ");
    assert.equal(response.status, 204);
    assert.ok(allowed.includes("mcp-param-region"));
    assert.ok(!allowed.includes("x-other"));
    assert.match(response.headers.get("access-control-allow-methods"), /DELETE/);
  });

  it("refuses a page that is not on this machine", async () => {
    const response = await fetch(peer.url, {
      method: "POST",
      headers: { origin: "https://example.org" },
    });
    assert.equal(response.status, 403);
  });

  it("answers an unknown session with 404", async () => {
    const response = await fetch(peer.url, { headers: { "mcp-session-id": "gone" } });
    assert.equal(response.status, 404);
  });

  it("shows the same data for the same seed", async () => {
    const other = await startServer("staging", { SEED: "staging" });
    const rows = async (url) => {
      const { client, end } = await connect(url, "auto");
      const result = await client.callTool({ name: "run_query", arguments: FIVE_FIRST });
      await end();
      return result.structuredContent.rows;
    };
    assert.deepEqual(await rows(peer.url), await rows(other.url));
    await other.stop();
  });
});

function nextNotification(client, method) {
  return new Promise((resolve) => client.setNotificationHandler(method, resolve));
}
