// Makes one call to each demo server through a page that is already served.
//   TETHER_PAGE=http://127.0.0.1:PORT/ node tests/pages/demo-check.mjs
import assert from "node:assert/strict";
import { chromium } from "playwright-core";
import { CHROMIUM } from "./chromium.mjs";
import { Switchboard, watchProblems } from "./switchboard.mjs";

const SERVERS = ["staging", "production", "everything"];

const url = process.env.TETHER_PAGE;
if (!url) {
  console.error("TETHER_PAGE has to name the address of the page.");
  process.exit(1);
}

const browser = await chromium.launch(CHROMIUM);
try {
  for (const name of SERVERS) await check(name);
} finally {
  await browser.close();
}

async function check(name) {
  const page = await browser.newPage();
  // A server of 2025 refuses the first question, and the browser prints that.
  const problems = watchProblems(page, name === "everything" ? ["http://"] : []);
  const board = new Switchboard(page, url);
  await board.open();
  await board.pick(name);
  await board.call(name, "echo", { message: `hello ${name}` });
  await board.shows(new RegExp(`hello ${name}`));
  assert.deepEqual(problems, []);
  console.log(`${name}: echo answered`);
  await page.close();
}
