// Runs one scenario of the official suite and says what came of it. Stricter
// than the suite's own summary, which ignores the client's exit code and ticks
// scenarios in which nothing happened.
import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { EVIDENCE } from "./suites.mjs";

const CLIENT = fileURLToPath(new URL("client.mjs", import.meta.url));

/** Lists a suite's client scenarios as `{ name, tags }`. */
export async function scenariosOf(suite) {
  const { output } = await runSuite(suite, ["list", "--client"]);
  const lines = output.matchAll(/^ {2}- (\S+) \[(.*)\]$/gm);
  return Array.from(lines, ([, name, tags]) => ({ name, tags: tags.split(",") }));
}

/**
 * Plays a scenario. Resolves with `{ verdict, why, success, failed, warned, ms,
 * output }`; `verdict` is pass, fail, warn or void (nothing was exercised).
 */
export async function play({ suite, scenario, flags, host, timeout }) {
  const results = await mkdtemp(path.join(tmpdir(), "mcp-conformance-"));
  const begun = performance.now();
  try {
    const command = `${process.execPath} ${CLIENT} ${host}`;
    const args = ["client", "--command", command, "--scenario", scenario];
    const more = ["--timeout", String(timeout), "-o", results, ...flags];
    const { code, output } = await runSuite(suite, [...args, ...more]);
    const checks = await readChecks(results);
    const ms = Math.round(performance.now() - begun);
    return { ...judge(scenario, checks, code, output), ms, output };
  } finally {
    await rm(results, { recursive: true, force: true });
  }
}

function judge(scenario, checks, code, output) {
  const having = (status) => checks.filter((check) => check.status === status);
  const [failed, warned] = [having("FAILURE"), having("WARNING")];
  const success = having("SUCCESS").length;
  const counts = { success, failed: failed.length, warned: warned.length };
  const ids = (list) => [...new Set(list.map((check) => check.id))].join(" ");
  if (failed.length > 0) return { verdict: "fail", why: ids(failed), ...counts };
  if (warned.length > 0) return { verdict: "warn", why: ids(warned), ...counts };
  if (output.includes("CLIENT TIMED OUT")) return { verdict: "fail", why: "timed out", ...counts };
  if (code !== 0) return { verdict: "fail", why: "the client ended with an error", ...counts };
  const evident = EVIDENCE[scenario]?.(checks) ?? true;
  if (success === 0 || !evident) {
    return { verdict: "void", why: "nothing was exercised", ...counts };
  }
  return { verdict: "pass", why: "", ...counts };
}

async function readChecks(folder) {
  const files = await readdir(folder, { recursive: true });
  const file = files.find((name) => path.basename(name) === "checks.json");
  return file ? JSON.parse(await readFile(path.join(folder, file), "utf8")) : [];
}

function runSuite(suite, args) {
  const main = fileURLToPath(import.meta.resolve(`${suite}/dist/index.js`));
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [main, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}
