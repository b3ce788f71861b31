// The resources of a demo server: tables that change with the tools, receipts
// that come and go, a pulse that moves by itself, and templates for single rows.
import { ResourceNotFoundError, ResourceTemplate } from "@modelcontextprotocol/server";
import { TABLES } from "./shop.mjs";

const PULSE = "demo://pulse";
const PULSE_MS = 2000;

const json = (uri, value) => ({
  contents: [{ uri: uri.href, mimeType: "application/json", text: JSON.stringify(value, null, 2) }],
});

/** Registers every resource and template on a server instance. */
export function registerResources(server, shop) {
  registerAbout(server, shop);
  registerTables(server, shop);
  registerReceipts(server, shop);
}

function registerAbout(server, shop) {
  const about = [
    `# ${shop.name}`,
    "",
    "A small shop, in memory. Ask it with `run_query`, change it with `place_order` and",
    "`delete_rows`, and watch `demo://tables/orders` while you do.",
  ].join("\n");
  server.registerResource(
    "about",
    "demo://about",
    { title: "About this server", mimeType: "text/markdown" },
    async (uri) => ({ contents: [{ uri: uri.href, mimeType: "text/markdown", text: about }] }),
  );
  server.registerResource(
    "pulse",
    PULSE,
    { title: "Pulse", description: "Changes every two seconds", mimeType: "application/json" },
    async (uri) => json(uri, { server: shop.name, beat: Math.floor(performance.now() / PULSE_MS) }),
  );
}

function registerTables(server, shop) {
  for (const table of TABLES) {
    server.registerResource(
      table,
      `demo://tables/${table}`,
      { title: `Table ${table}`, description: "All rows as CSV", mimeType: "text/csv" },
      async (uri) => ({
        contents: [{ uri: uri.href, mimeType: "text/csv", text: asCsv(shop.tables[table]) }],
      }),
    );
  }
  const completeId = (value, context) =>
    (shop.tables[context?.arguments?.table] ?? shop.tables.orders)
      .map((row) => String(row.id))
      .filter((id) => id.startsWith(value));
  const row = new ResourceTemplate("demo://tables/{table}/{id}", {
    list: undefined,
    complete: {
      table: (value) => TABLES.filter((table) => table.startsWith(value)),
      id: completeId,
    },
  });
  server.registerResource(
    "row",
    row,
    { title: "One row", mimeType: "application/json" },
    async (uri, { table, id }) => json(uri, found(uri, shop.row(table, Number(id)))),
  );
}

function registerReceipts(server, shop) {
  const list = async () => ({
    resources: [...shop.receipts.keys()].map((id) => ({
      uri: `demo://receipts/${id}`,
      name: `Receipt ${id}`,
      mimeType: "application/json",
    })),
  });
  server.registerResource(
    "receipt",
    new ResourceTemplate("demo://receipts/{id}", { list }),
    { title: "Receipt of an order placed here", mimeType: "application/json" },
    async (uri, { id }) => json(uri, found(uri, shop.receipts.get(Number(id)))),
  );
}

/** Tells `notifier` about every change of the shop, and of the pulse, until the process ends. */
export function announceChanges(shop, notifier) {
  shop.on("table", (table) => notifier.resourceUpdated(`demo://tables/${table}`));
  shop.on("receipts", () => notifier.resourcesChanged());
  setInterval(() => notifier.resourceUpdated(PULSE), PULSE_MS).unref();
}

function found(uri, value) {
  if (value === undefined) throw new ResourceNotFoundError(uri.href);
  return value;
}

function asCsv(rows) {
  const columns = Object.keys(rows[0] ?? {});
  return [columns, ...rows.map(Object.values)].map((cells) => cells.join(",")).join("\n");
}
