// The tools of a demo server. Each answer names the server it came from, so
// that an answer of the wrong connection shows.
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { barChart } from "./picture.mjs";
import { parseQuery, QueryError, runQuery } from "./query.mjs";
import { REGIONS, SKUS, TABLES } from "./shop.mjs";

const STEP_MS = 100;
const LONGEST_MS = 120_000;

const text = (words) => ({ content: [{ type: "text", text: words }] });
const refusal = (words) => ({ ...text(words), isError: true });

/** Registers every tool on a server instance. */
export function registerTools(server, shop) {
  registerQuery(server, shop);
  registerRows(server, shop);
  registerOrder(server, shop);
  registerEcho(server, shop);
  registerFailure(server, shop);
  registerChart(server, shop);
  registerRegionReport(server, shop);
}

const QUERY_INPUT = z.object({
  sql: z
    .string()
    .min(1)
    .default("select * from orders order by amount desc")
    .describe("For example: select * from orders where region = 'eu-north'"),
  limit: z.number().int().min(1).max(1000).default(20).describe("Most rows to return"),
  delay_ms: z
    .number()
    .int()
    .min(0)
    .max(LONGEST_MS)
    .default(0)
    .describe("How long the query shall take, in milliseconds"),
});
const CELL = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const QUERY_OUTPUT = z.object({
  server: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.record(z.string(), CELL)),
  matched: z.number().int(),
  scanned: z.number().int(),
});

function registerQuery(server, shop) {
  const about = {
    title: "Run a query",
    description:
      "Reads rows: select COLUMNS or * or count(*) from orders, customers or products, with " +
      "where (= != < > <= >= like, and), order by and limit. With a delay it takes long, " +
      "reports progress and can be cancelled.",
    inputSchema: QUERY_INPUT,
    outputSchema: QUERY_OUTPUT,
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
  server.registerTool("run_query", about, async ({ sql, limit, delay_ms }, ctx) => {
    const result = answerQuery(shop, sql, limit);
    if (result.isError) return result;
    await takeTime(delay_ms, result.scanned, ctx);
    const { rows, matched } = result;
    const words = `${shop.name}: ${rows.length} of ${matched} matching rows\n${asTable(result)}`;
    return { ...text(words), structuredContent: { server: shop.name, ...result } };
  });
}

function answerQuery(shop, sql, limit) {
  try {
    return runQuery(parseQuery(sql), shop.tables, limit);
  } catch (error) {
    if (error instanceof QueryError) return refusal(`${shop.name}: ${error.message}`);
    throw error;
  }
}

/** Waits, telling how far it is; ends at once with a rejection when the call is cancelled. */
async function takeTime(ms, rows, ctx) {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  const steps = Math.ceil(ms / STEP_MS);
  for (let step = 1; step <= steps; step++) {
    await sleep(ms / steps, undefined, { signal: ctx.mcpReq.signal });
    if (progressToken === undefined) continue;
    const progress = Math.round((rows * step) / steps);
    const message = `Scanned ${progress} of ${rows} rows`;
    await ctx.mcpReq.notify({
      method: "notifications/progress",
      params: { progressToken, progress, total: rows, message },
    });
  }
}

function asTable({ columns, rows }) {
  return [columns, ...rows.map((row) => columns.map((column) => row[column]))]
    .map((cells) => cells.join(" | "))
    .join("\n");
}

function registerRows(server, shop) {
  server.registerTool(
    "delete_rows",
    {
      title: "Delete rows",
      description: "Deletes rows by id. The tables live in memory; restore_rows brings them back.",
      inputSchema: z.object({
        table: z.enum(TABLES).default("orders"),
        ids: z.array(z.number().int().positive()).min(1).max(100).describe("Ids of the rows"),
        dry_run: z.boolean().default(false).describe("Only say what would be deleted"),
      }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    },
    async ({ table, ids, dry_run }) => {
      if (dry_run) {
        const found = ids.filter((id) => shop.row(table, id)).length;
        return text(`${shop.name}: would delete ${found} rows of ${table}`);
      }
      return text(`${shop.name}: deleted ${shop.delete(table, ids).length} rows of ${table}`);
    },
  );
  server.registerTool(
    "restore_rows",
    {
      title: "Restore all rows",
      description: "Brings every table back to its first state.",
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    },
    async () => {
      shop.restore();
      return text(`${shop.name}: restored`);
    },
  );
}

const ITEM = z.object({
  sku: z.enum(SKUS),
  quantity: z.number().int().min(1).max(99).default(1),
  gift_wrap: z.boolean().optional(),
});
const PRIORITY = z.enum(["low", "normal", "high"]);
const ORDER_INPUT = z.object({
  customer: z.object({
    name: z.string().min(1).max(80),
    email: z.email().optional(),
    vip: z.boolean().default(false),
  }),
  items: z.array(ITEM).min(1).max(5),
  region: z.enum(REGIONS).default("eu-north"),
  priority: PRIORITY.default("normal"),
  deliver_on: z.iso.date().optional().describe("Day of delivery; as soon as possible if empty"),
  discount: z.number().min(0).max(0.5).optional().describe("0.1 is ten per cent"),
  tags: z.array(z.string().min(1)).max(4).optional(),
});
const ORDER_OUTPUT = z.object({
  server: z.string(),
  order: z.number().int(),
  amount: z.number(),
  priority: PRIORITY,
  receipt: z.string(),
});

function registerOrder(server, shop) {
  const about = {
    title: "Place an order",
    description: "Adds an order and a receipt, which then stands among the resources.",
    inputSchema: ORDER_INPUT,
    outputSchema: ORDER_OUTPUT,
    annotations: { readOnlyHint: false, destructiveHint: false },
  };
  server.registerTool("place_order", about, async ({ priority, ...order }) => {
    const { id, amount } = shop.place(order);
    const uri = `demo://receipts/${id}`;
    return {
      content: [
        { type: "text", text: `${shop.name}: order ${id} over ${amount} EUR` },
        { type: "resource_link", uri, name: `Receipt ${id}`, mimeType: "application/json" },
      ],
      structuredContent: { server: shop.name, order: id, amount, priority, receipt: uri },
    };
  });
}

function registerEcho(server, shop) {
  server.registerTool(
    "echo",
    {
      title: "Echo",
      description: "Says it back.",
      inputSchema: z.object({ message: z.string().describe("What to say") }),
      annotations: { readOnlyHint: true },
    },
    async ({ message }) => text(`${shop.name}: ${message}`),
  );
}

function registerFailure(server, shop) {
  server.registerTool(
    "fail_on_purpose",
    {
      title: "Fail on purpose",
      description: "Runs and reports an error, as a tool does that could not do its work.",
      inputSchema: z.object({ reason: z.string().default("the replica did not answer") }),
      annotations: { readOnlyHint: true },
    },
    async ({ reason }) => refusal(`${shop.name}: could not finish, since ${reason}`),
  );
}

function registerChart(server, shop) {
  server.registerTool(
    "draw_chart",
    {
      title: "Draw a chart",
      description: "Draws the amounts of all orders, by region, status or product, as a picture.",
      inputSchema: z.object({ by: z.enum(["region", "status", "sku"]).default("region") }),
      annotations: { readOnlyHint: true },
    },
    async ({ by }) => {
      const sums = shop.amountBy(by);
      const data = barChart(sums.map(([, amount]) => amount)).toString("base64");
      const words = sums.map(([label, amount]) => `${label}: ${amount.toFixed(2)}`).join(", ");
      return {
        content: [
          { type: "text", text: `${shop.name}, amounts by ${by}: ${words}` },
          { type: "image", data, mimeType: "image/png" },
        ],
      };
    },
  );
}

function registerRegionReport(server, shop) {
  server.registerTool(
    "region_report",
    {
      title: "Report of a region",
      description: "Counts the orders of a region. The region also travels in a request header.",
      inputSchema: z.object({
        region: z.enum(REGIONS).default("eu-north").meta({ "x-mcp-header": "Region" }),
      }),
      annotations: { readOnlyHint: true },
    },
    async ({ region }) => {
      const count = shop.tables.orders.filter((order) => order.region === region).length;
      return text(`${shop.name}: ${count} orders in ${region}`);
    },
  );
}
