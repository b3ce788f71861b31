// Works the built page in Chromium, as a person would, against the demo servers
// and the official server-everything.
import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { after, before, describe, it } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { chromium } from "playwright-core";
import { freePort, threeServers } from "../peers/start.mjs";
import { CHROMIUM } from "./chromium.mjs";
import { listen } from "./serve.mjs";
import { serveSwitchboard } from "./site.mjs";
import { Switchboard, watchProblems } from "./switchboard.mjs";

const SHOTS = fileURLToPath(new URL("shots", import.meta.url));
const WIDE = { width: 1440, height: 900 };

let servers;
let site;
let browser;
let failures = 0;

before(async () => {
  [servers, browser] = await Promise.all([threeServers(), chromium.launch(CHROMIUM)]);
  site = await serveSwitchboard(
    ["staging", "production", "everything"].map((id) => ({ id, name: id, url: servers[id] })),
  );
  await mkdir(SHOTS, { recursive: true });
});

after(async () => {
  await browser?.close();
  await site?.close();
  await servers?.stop();
});

/** Opens the page, lets `work` do its part, and finds that the page printed no problem. */
async function onPage(work, { viewport = WIDE, colorScheme = "light", unreachable = [] } = {}) {
  const context = await browser.newContext({ viewport, colorScheme });
  try {
    const page = await context.newPage();
    // The first question to a server of 2025 is refused, and the browser prints that.
    const problems = watchProblems(page, [servers.everything, ...unreachable]);
    const board = new Switchboard(page, site.url);
    try {
      await board.open();
      await work(board, page);
    } catch (error) {
      await page.screenshot({ path: `${SHOTS}/failed-${++failures}.png` });
      for (const problem of problems) console.error(problem);
      throw error;
    }
    assert.deepEqual(problems, []);
  } finally {
    await context.close();
  }
}

describe("connecting", { concurrency: 2 }, () => {
  it("picks a demo server and says what it speaks", () =>
    onPage(async (board) => {
      await board.pick("staging");
      await board.panel.getByText("2026-07-28 · modern").waitFor();
      await board.panel.getByText(/^connected in /).waitFor();
    }));

  it("takes an address and finds out that the server speaks 2025-11-25", () =>
    onPage(async (board) => {
      await board.type(servers.everything);
      await board.ready(new URL(servers.everything).host);
      await board.panel.getByText("2025-11-25 · legacy").waitFor();
    }));

  it("says how long each step took, and what the server can do", () =>
    onPage(async (board) => {
      await board.pick("everything");
      await board.tab("About").click();
      const steps = board.panel.getByRole("list", { name: "Steps of connecting" });
      await steps.getByText(/^initialize/).waitFor();
      assert.match(await steps.innerText(), /\d+(\.\d+)? ms/);
      await board.panel.getByText("completions").first().waitFor();
    }));

  it("refuses half an address before anything is sent", () =>
    onPage(async (board) => {
      await board.type("example.com/mcp");
      await board.page
        .getByRole("alert")
        .getByText(/A whole address is needed/)
        .waitFor();
    }));

  it("says in words that a server cannot be reached, and what to do", async () => {
    const nowhere = `http://127.0.0.1:${await freePort()}/mcp`;
    await onPage(
      async (board) => {
        await board.type(nowhere);
        const alert = board.page.getByRole("alert");
        await alert.getByRole("heading", { name: "The server cannot be reached" }).waitFor();
        await alert.getByText(/Look whether the address is right/).waitFor();
        await board.panel.getByRole("button", { name: "Try again" }).waitFor();
      },
      { unreachable: [nowhere] },
    );
  });

  it("says what a server must send that lets no page of another origin read its answers", async () => {
    const silent = await listen((_request, response) => response.writeHead(200).end("{}"));
    await onPage(
      async (board) => {
        await board.type(`${silent.url}/mcp`);
        // Whether the browser lets the cause be told apart depends on the page's own isolation.
        const words = /does not allow pages of other sites|your browser may not read/;
        await board.page.getByText(words).first().waitFor();
      },
      { unreachable: [silent.url] },
    );
    silent.close();
  });

  it("disconnects, and the next connection has a new number", () =>
    onPage(async (board) => {
      await board.pick("staging");
      await board.disconnect("staging");
      await board.panel.getByRole("heading", { name: "You disconnected from staging" }).waitFor();
      await board.rail.getByRole("button", { name: /^staging ?, connection 1, ended/ }).waitFor();
      await board.panel.getByRole("button", { name: "Connect to staging again" }).click();
      await board.ready("staging");
      await board.rail.getByRole("button", { name: /^staging ?, connection 2/ }).waitFor();
    }));
});

describe("tools", { concurrency: 2 }, () => {
  it("lists the tools of each server and filters them", () =>
    onPage(async (board) => {
      await board.pick("staging");
      assert.deepEqual((await board.names()).sort(), [
        "delete_rows",
        "draw_chart",
        "echo",
        "fail_on_purpose",
        "place_order",
        "region_report",
        "restore_rows",
        "run_query",
      ]);
      await board.panel.getByLabel("Filter tools").fill("rows");
      assert.deepEqual((await board.names()).sort(), ["delete_rows", "restore_rows", "run_query"]);
    }));

  it("calls a tool with a form, on each of the three servers", () =>
    onPage(async (board) => {
      for (const name of ["staging", "production", "everything"]) {
        await board.open();
        await board.pick(name);
        await board.call(name, "echo", { message: `hello ${name}` });
        await board.shows(new RegExp(`hello ${name}`));
      }
    }));

  it("shows rows as a table", () =>
    onPage(async (board) => {
      await board.pick("production");
      await board.call("production", "run_query", {
        sql: "select id, customer, amount from orders order by id",
        limit: 4,
      });
      const table = board.outcome.getByRole("table");
      await table.waitFor();
      const headers = await table.getByRole("columnheader").allInnerTexts();
      assert.deepEqual(headers, ["id", "customer", "amount"]);
      assert.equal(await table.locator("tbody").getByRole("row").count(), 4);
      await board.outcome.getByText(/matches the tool's output schema/).waitFor();
    }));

  it("shows how far a long call is, and cancels it", () =>
    onPage(async (board) => {
      await board.pick("production");
      await board.call("production", "run_query", { delay_ms: 60_000 });
      await board.shows(/Scanned \d+ of 2400 rows/);
      await board.outcome.getByRole("button", { name: /^Cancel/ }).click();
      await board.shows(/cancelled/i);
      await board.call("production", "echo", { message: "still here" });
      await board.shows(/production: still here/);
    }));

  it("shows progress of a server of 2025, and cancels there too", () =>
    onPage(async (board) => {
      await board.pick("everything");
      await board.call("everything", "trigger-long-running-operation", {
        duration: 60,
        steps: 120,
      });
      await board.shows(/^\d+ of 120$/);
      await board.outcome.getByRole("button", { name: /^Cancel/ }).click();
      await board.shows(/You cancelled this call/);
      await board.call("everything", "echo", { message: "still here" });
      await board.shows(/Echo: still here/);
    }));

  it("shows a picture with its words", () =>
    onPage(async (board) => {
      await board.pick("staging");
      await board.call("staging", "draw_chart");
      const picture = board.outcome.getByRole("img").first();
      await picture.waitFor();
      assert.equal(await picture.evaluate((image) => image.naturalWidth), 360);
      await board.shows(/amounts by region/);
    }));

  it("quotes what a tool reports as its error", () =>
    onPage(async (board) => {
      await board.pick("staging");
      await board.call("staging", "fail_on_purpose", { reason: "the replica is asleep" });
      await board.shows(/The tool ran and reported an error/);
      await board.shows(/the replica is asleep/);
    }));

  it("stops an argument that breaks the schema at its field", () =>
    onPage(async (board) => {
      await board.pick("staging");
      await board.call("staging", "run_query", { limit: 5000 });
      const field = await board.field("limit");
      assert.equal(await field.getAttribute("aria-invalid"), "true");
      assert.ok(await field.evaluate((element) => element === document.activeElement));
      assert.equal(await board.traced("tools/call"), 0);
    }));

  it("fills nested objects, lists and choices", () =>
    onPage(async (board) => {
      await board.pick("staging");
      await board.order();
      await board.shows(/staging: order \d+ over 220 EUR/);
    }));
});

describe("resources and prompts", { concurrency: 2 }, () => {
  it("reads a resource", () =>
    onPage(async (board) => {
      await board.pick("staging");
      await board.choose("Resources", "demo://about");
      await board.panel.getByText(/A small shop, in memory/).waitFor();
    }));

  it("reads what a template names", () =>
    onPage(async (board) => {
      await board.pick("staging");
      await board.choose("Resources", "demo://tables/{table}/{id}");
      await board.fill({ table: "orders", id: "7" });
      await board.panel.getByRole("button", { name: "Read from staging" }).click();
      await board.panel.getByText(/"id": 7/).waitFor();
    }));

  for (const protocol of ["2026-07-28", "2025-11-25"]) {
    it(`follows the server when its resources change, at ${protocol}`, () =>
      onPage(async (board) => {
        await board.type(servers.staging, { protocol });
        await board.ready(new URL(servers.staging).host);
        await board.panel.getByText(`${protocol} · `).waitFor();
        await board.tab("Resources").click();
        const before = await board.rows.count();
        await board.order();
        await board.tab("Resources").click();
        await board.rows.nth(before).waitFor();
      }));
  }

  it("suggests what a prompt's argument can be", () =>
    onPage(async (board) => {
      await board.pick("staging");
      await board.choose("Prompts", "explain_query");
      const audience = await board.field("audience");
      await audience.pressSequentially("an");
      const suggestion = board.panel.getByRole("option", { name: "an analyst" });
      await suggestion.waitFor();
      await audience.press("ArrowDown");
      await audience.press("Enter");
      assert.equal(await audience.inputValue(), "an analyst");
    }));

  it("fetches a prompt with arguments", () =>
    onPage(async (board) => {
      await board.pick("staging");
      await board.choose("Prompts", "explain_query");
      await board.fill({ sql: "select 1", audience: "the board" });
      await board.panel.getByRole("button", { name: "Get explain_query from staging" }).click();
      await board.panel.getByText(/Explain this query of staging to the board/).waitFor();
    }));
});

describe("the trace", { concurrency: 2 }, () => {
  it("has a row for each message, with direction, time and size", () =>
    onPage(async (board) => {
      await board.pick("staging");
      await board.call("staging", "echo", { message: "seen" });
      await board.shows(/staging: seen/);
      const rows = board.trace.getByRole("row").filter({ hasText: "tools/call" });
      assert.equal(await rows.count(), 2);
      const words = (await rows.allInnerTexts()).join("\n");
      assert.match(words, /\d\d:\d\d:\d\d\.\d{3}/);
      assert.match(words, /\d+(\.\d+)? (B|kB)/);
    }));
});

describe("for everyone", { concurrency: 2 }, () => {
  it("can be worked from the first page to a result with the keyboard alone", () =>
    onPage(async (board, page) => {
      const tabTo = async (name) => {
        for (let i = 0; i < 60; i++) {
          await page.keyboard.press("Tab");
          const label = await page.evaluate(() => {
            const { activeElement: focus } = document;
            return (
              focus.getAttribute("aria-label") ?? focus.labels?.[0]?.innerText ?? focus.innerText
            );
          });
          if (name.test(label ?? "")) return;
        }
        assert.fail(`Tab does not lead to ${name}`);
      };
      await tabTo(/^Connect to staging$/);
      await page.keyboard.press("Enter");
      await board.ready("staging");
      await tabTo(/^run_query/);
      await page.keyboard.press("End");
      await page.keyboard.press("Home");
      while (
        (await page.evaluate(() => document.activeElement.innerText)).split("\n")[0] !== "echo"
      ) {
        await page.keyboard.press("ArrowDown");
      }
      await page.keyboard.press("Enter");
      await tabTo(/^message/);
      await page.keyboard.type("by hand");
      await page.keyboard.press("Control+Enter");
      await board.shows(/staging: by hand/);
    }));

  // In the dark the page differs by its colours alone.
  for (const [colorScheme, rules] of [
    ["light", undefined],
    ["dark", ["color-contrast"]],
  ]) {
    it(`has no fault that axe finds, ${colorScheme}`, () =>
      onPage(
        async (board, page) => {
          const faultless = () => assertFaultless(page, rules);
          await faultless();
          await board.pick("staging");
          await faultless();
          await board.call("staging", "run_query", { limit: 5 });
          await board.outcome.getByRole("table").waitFor();
          await faultless();
          await page.screenshot({ path: `${SHOTS}/table-${colorScheme}.png` });
          await board.call("staging", "fail_on_purpose");
          await board.shows(/reported an error/);
          await faultless();
          await board.choose("Tools", "place_order");
          await faultless();
          await board.choose("Resources", "demo://about");
          await faultless();
          await board.choose("Prompts", "explain_query");
          await faultless();
          await board.tab("About").click();
          await faultless();
          await board.disconnect("staging");
          await board.panel.getByRole("heading", { name: /You disconnected/ }).waitFor();
          await faultless();
        },
        { colorScheme },
      ));
  }

  for (const width of [360, 820, 1024, 1600]) {
    it(`is never wider than a window of ${width} px`, () =>
      onPage(
        async (board, page) => {
          const fits = async (name) => {
            await page.screenshot({ path: `${SHOTS}/${name}-${width}.png` });
            assert.equal(await board.overflows(), false, `${name} is too wide`);
          };
          await fits("first");
          await board.pick("production");
          await fits("tools");
          await board.call("production", "run_query", { limit: 30 });
          await board.outcome.getByRole("table").waitFor();
          await fits("table");
          await board.call("production", "draw_chart");
          await board.outcome.getByRole("img").first().waitFor();
          await fits("picture");
          await board.choose("Tools", "place_order");
          await fits("form");
          await board.tab("Resources").click();
          await fits("resources");
          await board.tab("Prompts").click();
          await fits("prompts");
          await board.tab("About").click();
          await fits("about");
          await board.disconnect("production");
          await fits("ended");
        },
        { viewport: { width, height: 800 } },
      ));
  }
});

async function assertFaultless(page, rules) {
  // The page has no frames, so no second page is needed to gather their results.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  assert.deepEqual(found, []);
}
