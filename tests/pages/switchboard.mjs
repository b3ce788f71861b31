// The page as a person works it: by what is written on it. Every selector of the
// page tests is here.

const PATIENCE_MS = 15_000;

/** Works one open page. */
export class Switchboard {
  constructor(page, url) {
    this.page = page;
    page.setDefaultTimeout(PATIENCE_MS);
    this.url = url;
    this.panel = page.getByRole("main");
    this.rail = page.getByRole("navigation", { name: "Servers" });
    this.trace = page.getByRole("region", { name: "Trace" });
  }

  async open() {
    await this.page.goto(this.url);
    await this.page.getByRole("heading", { name: /Connect to an MCP server/ }).waitFor();
  }

  /** Connects to a demo server by its offer on the first page, and waits until it is ready. */
  async pick(name) {
    await this.page.getByRole("button", { name: `Connect to ${name}` }).click();
    await this.ready(name);
  }

  /** Connects by an address typed on the first page, with a pinned protocol if one is given; does not wait. */
  async type(url, { protocol } = {}) {
    await this.page.getByLabel("Address of a server", { exact: true }).fill(url);
    if (protocol !== undefined) {
      await this.panel.getByText("Pin a version, add a header or a token").click();
      await this.panel.getByLabel("Protocol").selectOption(protocol);
    }
    await this.panel.getByRole("button", { name: "Connect", exact: true }).click();
  }

  /** Waits for the panel of a living connection. */
  async ready(name) {
    await this.page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
    await this.tab("Tools").waitFor();
  }

  tab(name) {
    return this.panel.getByRole("tab", { name: new RegExp(`^${name}`) });
  }

  /** The rows of the list in the open tab. */
  get rows() {
    return this.panel.getByRole("tabpanel").getByRole("listitem").getByRole("button");
  }

  /** The names that the rows of the open tab begin with. */
  async names() {
    return (await this.rows.allInnerTexts()).map((text) => text.split("\n")[0]);
  }

  /** How many messages of this method the trace has. */
  traced(method) {
    return this.trace.getByRole("row").filter({ hasText: method }).count();
  }

  /** Opens a tab and chooses the row that begins with `name`. */
  async choose(tab, name) {
    await this.tab(tab).click();
    // A narrow panel folds its list to the chosen row.
    const unfold = this.panel.getByRole("button", { name: `All ${tab.toLowerCase()}` });
    if (await unfold.isVisible()) await unfold.click();
    const row = this.rows.filter({ hasText: new RegExp(`^${escaped(name)}`) }).first();
    await row.click();
  }

  /** A control of the form by its name; an optional one is set first. */
  async field(name) {
    const setter = this.panel.getByRole("button", { name: `Set ${name}`, exact: true });
    if (await setter.isVisible()) await setter.click();
    return this.panel.getByLabel(new RegExp(`^${escaped(name)}`)).first();
  }

  async fill(fields) {
    for (const [name, value] of Object.entries(fields)) {
      await (await this.field(name)).fill(String(value));
    }
  }

  /** Chooses a tool, fills the fields and presses the button that calls it. */
  async call(server, tool, fields = {}) {
    await this.choose("Tools", tool);
    await this.fill(fields);
    await this.panel.getByRole("button", { name: `Call ${tool} on ${server}` }).click();
  }

  /** Orders a rug on a demo server, which leaves a receipt among its resources. */
  async order() {
    await this.choose("Tools", "place_order");
    await this.fill({ name: "Ada" });
    await this.panel.getByRole("button", { name: "Add to items" }).click();
    await this.panel.getByLabel(/^sku/).selectOption({ label: "rug" });
    await this.panel.getByRole("button", { name: /^Call place_order on / }).click();
    await this.shows(/order \d+ over 220 EUR/);
  }

  /** What came of the calls of the open tool. */
  get outcome() {
    return this.panel.getByRole("region", { name: /^Calls of / });
  }

  /** Waits until the outcome shows these words. */
  shows(words) {
    return this.outcome.getByText(words).first().waitFor();
  }

  async disconnect(name) {
    await this.panel.getByRole("button", { name: `Disconnect ${name}` }).click();
  }

  /** Whether something is wider than the window. */
  overflows() {
    return this.page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
  }
}

const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * Collects what a page must not print: its own errors. That the browser reports
 * a failed request is no fault of the page when a server refused it.
 */
export function watchProblems(page, allowed = []) {
  const problems = [];
  page.on("pageerror", (error) => problems.push(String(error?.stack ?? error)));
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    const words = `${message.type()}: ${message.text()} (${message.location().url})`;
    if (!allowed.some((url) => words.includes(url))) problems.push(words);
  });
  return problems;
}
