// Measures this library beside a bare `fetch` and the official SDK, in one Chromium.
//
//   node benches/run.mjs [--rounds 9] [--only list] [--json target/bench/results.json]
//
// In each round every client does every case, in turn and in changing order, against one
// server on loopback and across origins. The ratio of a client is taken to the bare one of
// the same round: the same requests by hand, `fetch` and `JSON.parse` and nothing else. For
// loading it is taken to fetching the client's own files. CPU is that of the page's main
// thread. It needs `pkg/wasm`, from `cargo xtask build`.

import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { launch, measure, openPage } from "./browser.mjs";
import { CASES, CLIENTS, ERAS, LOAD } from "./cases.mjs";
import { summarize, table } from "./report.mjs";
import { startServer } from "./server.mjs";
import { bundle, serveSite, sizesOf } from "./site.mjs";

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "9" },
    only: { type: "string" },
    json: { type: "string", default: "target/bench/results.json" },
  },
});
process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const cases = CASES.filter(({ work }) => options.only === undefined || options.only === work);
const withLoading = options.only === undefined || options.only === LOAD.work;

if (!existsSync("pkg/wasm/mcp_tether_bg.wasm")) {
  console.error("pkg/wasm is missing: run `cargo xtask build` first");
  process.exit(1);
}

const files = await bundle();
const site = await serveSite();
const server = await startServer();
const browser = await launch();
try {
  const samples = await measureAll(Number(options.rounds));
  await report(samples);
} finally {
  await browser.close();
  await site.stop();
  await server.stop();
}

async function measureAll(rounds) {
  const samples = [];
  const pages = new Map();
  for (const client of CLIENTS) pages.set(client, await openClient(client));
  for (let round = 0; round < rounds; round += 1) {
    process.stderr.write(`round ${round + 1} of ${rounds}\n`);
    const order = rotated(CLIENTS, round);
    if (withLoading) samples.push(...(await loadAll(round, order)));
    for (const era of ERAS) samples.push(...(await workAll(round, order, pages, era)));
  }
  // The first round warms the engine's compilers and the preflight cache up.
  return rounds > 1 ? samples.filter(({ round }) => round > 0) : samples;
}

async function workAll(round, order, pages, era) {
  const samples = [];
  for (const { work, times } of cases) {
    for (const client of order) {
      const run = ([work, url, era, times]) => globalThis.run(work, url, era, times);
      const argument = [work, `${server.origin}/${era}`, era, times];
      const figures = await measure(pages.get(client), times, run, argument);
      samples.push({ round, work, era, client, ...figures });
    }
  }
  return samples;
}

async function loadAll(round, order) {
  const samples = [];
  for (const client of order) {
    const fetched = await loadOnce((paths) => globalThis.fetchAll(paths), files[client]);
    const loaded = await loadOnce(([path]) => globalThis.load(path), files[client]);
    samples.push({ round, work: LOAD.work, era: null, client, ...loaded, measure: fetched });
  }
  return samples;
}

async function loadOnce(run, paths) {
  const opened = await openPage(browser, site.origin);
  await opened.page.evaluate(defineLoading);
  const figures = await measure(opened, 1, run, paths);
  await opened.close();
  return figures;
}

/** Runs in the page. */
function defineLoading() {
  const timed = async (work) => {
    const begin = performance.now();
    await work();
    return performance.now() - begin;
  };
  globalThis.load = (path) => timed(() => import(path));
  globalThis.fetchAll = (paths) =>
    timed(async () => {
      for (const path of paths) await (await fetch(path)).arrayBuffer();
    });
}

async function openClient(client) {
  const opened = await openPage(browser, site.origin);
  await opened.page.evaluate((path) => import(path), files[client][0]);
  return opened;
}

async function report(samples) {
  const sizes = {};
  for (const client of CLIENTS) sizes[client] = await sizesOf(files[client]);
  const summary = summarize(samples);
  const machine = { browser: browser.version(), cpu: cpus()[0].model, cores: cpus().length };
  await writeFile(options.json, JSON.stringify({ machine, sizes, summary, samples }, null, 2));
  console.log(`Chromium ${machine.browser}, ${machine.cores} × ${machine.cpu}\n`);
  console.log(table(summary, sizes));
}

function rotated(list, by) {
  const start = by % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}
