import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { startBrowser } from "./browser.mjs";
import { play, scenariosOf } from "./judge.mjs";
import { bundleOfficialClient } from "./official/bundle.mjs";
import { flagsFor, GROUPS, LEGS } from "./suites.mjs";

/** These measure time, so load alone can fail them: each runs by itself, and has one more go. */
const TIMED = ["sse-retry"];

const { values: options } = parseArgs({
  options: {
    legs: { type: "string", default: Object.keys(LEGS).join(",") },
    groups: { type: "string" },
    only: { type: "string" },
    jobs: { type: "string", default: "2" },
    timeout: { type: "string", default: "30000" },
    out: { type: "string" },
    expected: { type: "string" },
    client: { type: "string", default: "pkg" },
  },
});

const runs = await select();
if (runs.length === 0) throw new Error("no scenario was selected");
const results = await playAll(runs);
if (options.out) {
  const rows = results.map(({ output, ...result }) => result);
  await writeFile(options.out, `${JSON.stringify(rows, undefined, 1)}\n`);
}
process.exitCode = await report(results);

/** Gives every scenario of every chosen leg that the options ask for. */
async function select() {
  const groups = options.groups?.split(",") ?? [options.only ? undefined : "supported"];
  const inGroup = (name) =>
    groups.some((group) => group === undefined || oneOf(GROUPS, group)(name));
  const only = new RegExp(options.only ?? "");
  const legs = options.legs.split(",").map((name) => ({ name, ...oneOf(LEGS, name) }));
  const perLeg = legs.map(async (leg) => {
    const scenarios = await scenariosOf(leg.suite);
    return scenarios
      .filter(({ name }) => inGroup(name) && only.test(name))
      .map(({ name, tags }) => ({ leg, scenario: name, flags: flagsFor(leg, tags) }))
      .filter(({ flags }) => flags !== undefined);
  });
  return (await Promise.all(perLeg)).flat();
}

function oneOf(table, name) {
  if (!Object.hasOwn(table, name)) {
    throw new Error(`"${name}" is none of ${Object.keys(table).join(", ")}`);
  }
  return table[name];
}

async function playAll(runs) {
  const bundle = options.client === "official" ? await bundleOfficialClient() : undefined;
  const client = bundle?.folder ?? options.client;
  const browser = await startBrowser(client);
  const results = [];
  const pool = (chosen, size) => {
    const waiting = [...chosen];
    const worker = async () => {
      for (let run = waiting.shift(); run; run = waiting.shift()) {
        const result = await playOne(run, browser.jobUrl);
        results.push(result);
        print(result);
      }
    };
    return Promise.all(Array.from({ length: size }, worker));
  };
  const timed = ({ scenario }) => TIMED.includes(scenario);
  await pool(
    runs.filter((run) => !timed(run)),
    Number(options.jobs),
  );
  await pool(runs.filter(timed), 1);
  await browser.close();
  await bundle?.remove();
  return results;
}

async function playOne({ leg, scenario, flags }, host) {
  const job = { suite: leg.suite, scenario, flags, host, timeout: options.timeout };
  let result = await play(job);
  if (TIMED.includes(scenario) && /timing/.test(result.why)) result = await play(job);
  return { leg: leg.name, scenario, ...result };
}

function print({ leg, scenario, verdict, why, success, failed, warned, ms, output }) {
  const counts = `${success} ok, ${failed} failed, ${warned} warned`;
  const mark = verdict === "pass" ? "ok  " : verdict.toUpperCase();
  console.log(`${mark} ${leg.padEnd(11)} ${scenario} (${counts}) ${ms} ms ${why}`.trimEnd());
  if (verdict === "pass") return;
  const lines = output.split("\n").filter((line) => /page |Error|error/.test(line));
  for (const line of lines.slice(0, 12)) console.log(`       ${line.trim().slice(0, 300)}`);
}

/** Prints the sums and gives the exit code: 0 when just what was expected failed. */
async function report(results) {
  const expected = options.expected ? await readExpected(options.expected) : new Set();
  const key = ({ leg, scenario }) => `${leg} ${scenario}`;
  const failed = results.filter(({ verdict }) => verdict !== "pass");
  const surprising = failed.filter((result) => !expected.has(key(result)));
  const healed = results.filter((r) => r.verdict === "pass" && expected.has(key(r)));
  for (const result of surprising) console.log(`failed: ${key(result)}`);
  for (const result of healed) console.log(`passes now, take it off the list: ${key(result)}`);
  console.log(`${results.length - failed.length} passed, ${failed.length} failed`);
  return surprising.length + healed.length > 0 ? 1 : 0;
}

async function readExpected(file) {
  const lines = (await readFile(file, "utf8")).split("\n");
  return new Set(lines.map((line) => line.replace(/#.*/, "").trim()).filter(Boolean));
}
