// Checks the package's types: `npm run types`, or `npm run types -- --update` to accept
// the declarations of the present build as the golden copy.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { declaredNames, parse, placesOfAny, publicText, reexportedNames } from "./generated.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const GENERATED = "pkg/wasm/mcp_tether.d.ts";
const INDEX = "pkg/index.d.ts";
const GOLDEN = "tests/types/golden/mcp_tether.d.ts";

process.chdir(ROOT);
if (!existsSync(GENERATED)) fail(`${GENERATED} is missing: run \`cargo xtask build\` first`);

const generated = parse(GENERATED, readFileSync(GENERATED, "utf8"));
const index = parse(INDEX, readFileSync(INDEX, "utf8"));

step("no any in the declarations", () => {
  return [...placesOfAny(generated), ...placesOfAny(index)].map((place) => `${place} says any`);
});

step("index.d.ts exports every public type", () => {
  const declared = declaredNames(generated);
  const exported = reexportedNames(index);
  return [
    ...[...declared].filter((name) => !exported.has(name)).map((name) => `${name} is not exported`),
    ...[...exported].filter((name) => !declared.has(name)).map((name) => `${name} is not declared`),
  ];
});

step("the declarations are those of the golden copy", () => {
  const text = publicText(generated);
  if (process.argv.includes("--update")) writeFileSync(GOLDEN, text);
  if (existsSync(GOLDEN) && readFileSync(GOLDEN, "utf8") === text) return [];
  run("git", ["--no-pager", "diff", "--no-index", GOLDEN, "-"], { input: text });
  return [`${GOLDEN} differs: look at it, then \`npm run types -- --update\``];
});

for (const project of ["tests/types", "tests/types/worker", "tests/types/sdk"]) {
  step(`tsc, ${project}`, () => run("node_modules/.bin/tsc", ["-p", project]));
}

step("typedoc", () => run("node_modules/.bin/typedoc", ["--options", "tests/types/typedoc.json"]));

/** Runs one check, which gives what is wrong. */
function step(name, check) {
  const faults = check();
  if (faults.length > 0) fail(`${name}\n  ${faults.join("\n  ")}`);
  console.log(`ok    ${name}`);
}

/** Runs a program with its output shown. */
function run(program, args, { input } = {}) {
  const stdin = input === undefined ? "ignore" : "pipe";
  const { status, error } = spawnSync(program, args, {
    input,
    stdio: [stdin, "inherit", "inherit"],
  });
  if (error !== undefined) return [`${program}: ${error.message}`];
  return status === 0 ? [] : [`${program} ended with status ${status}`];
}

function fail(message) {
  console.error(`fault ${message}`);
  process.exit(1);
}
