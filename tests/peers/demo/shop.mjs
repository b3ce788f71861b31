// The data behind a demo server: a small shop with three tables that can be
// queried, added to, deleted from and watched.
import { EventEmitter } from "node:events";
import { pick, randomFrom, seedOf } from "./random.mjs";

export const REGIONS = ["eu-north", "eu-south", "us-east", "us-west", "ap-south"];
export const STATUSES = ["paid", "packed", "shipped", "returned"];
export const TABLES = ["orders", "customers", "products"];

const FIRST = ["Ada", "Bruno", "Chiara", "Devi", "Emil", "Fatou", "Goran", "Hana", "Ines", "Jonas"];
const LAST = ["Almeida", "Berg", "Castro", "Dubois", "Ekwueme", "Fischer", "Gupta", "Haddad"];
const PRODUCTS = [
  ["lamp", "Desk lamp", 49],
  ["chair", "Oak chair", 180],
  ["kettle", "Kettle", 35.5],
  ["rug", "Wool rug", 220],
  ["clock", "Wall clock", 62],
  ["shelf", "Bookshelf", 139.9],
];
export const SKUS = PRODUCTS.map(([sku]) => sku);

/** How many orders each well-known server holds; a server of another name gets 200. */
const SIZES = { staging: 60, production: 2400 };

const FIRST_DAY = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;

/**
 * Holds the tables of one server. Emits `table` (name) when rows came or went
 * and `receipts` when the list of receipts changed.
 */
export class Shop extends EventEmitter {
  #original;

  constructor(name, seed = name) {
    super();
    this.name = name;
    this.receipts = new Map();
    const random = randomFrom(seedOf(seed));
    const customers = makeCustomers(random);
    const products = PRODUCTS.map(([sku, title, price], i) => ({ id: i + 1, sku, title, price }));
    const orders = makeOrders(random, SIZES[name] ?? 200, customers);
    this.#original = { orders, customers, products };
    this.tables = structuredClone(this.#original);
  }

  /** Gives a row, or undefined. */
  row(table, id) {
    return this.tables[table]?.find((row) => row.id === id);
  }

  /** Removes the rows with these ids and returns those that were there. */
  delete(table, ids) {
    const gone = this.tables[table].filter((row) => ids.includes(row.id));
    this.tables[table] = this.tables[table].filter((row) => !ids.includes(row.id));
    if (gone.length > 0) this.emit("table", table);
    return gone;
  }

  /** Brings all tables back to their first state and drops every receipt. */
  restore() {
    this.tables = structuredClone(this.#original);
    this.receipts.clear();
    for (const table of TABLES) this.emit("table", table);
    this.emit("receipts");
  }

  /** Adds an order and its receipt. Returns the new row. */
  place({ customer, items, region, discount = 0 }) {
    const price = (sku) => this.tables.products.find((p) => p.sku === sku)?.price ?? 0;
    const total = items.reduce((sum, item) => sum + price(item.sku) * item.quantity, 0);
    const last = this.tables.orders.at(-1);
    const row = {
      id: (last?.id ?? 0) + 1,
      customer: customer.name,
      sku: items[0].sku,
      quantity: items.reduce((sum, item) => sum + item.quantity, 0),
      amount: cents(total * (1 - discount)),
      region,
      status: "paid",
      placed: last?.placed ?? "2026-01-01",
    };
    this.tables.orders.push(row);
    this.receipts.set(row.id, { ...row, items });
    this.emit("table", "orders");
    this.emit("receipts");
    return row;
  }

  /** Sums the amounts of all orders by a column. */
  amountBy(column) {
    const sums = new Map();
    for (const order of this.tables.orders) {
      sums.set(order[column], cents((sums.get(order[column]) ?? 0) + order.amount));
    }
    return [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

const cents = (amount) => Math.round(amount * 100) / 100;

function makeCustomers(random) {
  return Array.from({ length: 24 }, (_, i) => {
    const name = `${pick(random, FIRST)} ${pick(random, LAST)}`;
    return { id: i + 1, name, region: pick(random, REGIONS), vip: random() < 0.2 };
  });
}

function makeOrders(random, count, customers) {
  return Array.from({ length: count }, (_, i) => {
    const customer = pick(random, customers);
    const [sku, , price] = pick(random, PRODUCTS);
    const quantity = 1 + Math.floor(random() * 5);
    return {
      id: i + 1,
      customer: customer.name,
      sku,
      quantity,
      amount: cents(price * quantity),
      region: customer.region,
      status: pick(random, STATUSES),
      placed: new Date(FIRST_DAY + Math.floor(random() * 180) * DAY_MS).toISOString().slice(0, 10),
    };
  });
}
