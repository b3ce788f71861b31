import start, { initSync as startSync, Session } from "./wasm/mcp_tether.js";

export { Session };

let loading;

export default function init(source) {
  loading ??= load(source).catch((error) => {
    loading = undefined;
    throw explained(error);
  });
  return loading;
}

export function initSync(source) {
  try {
    startSync({ module: source });
  } catch (error) {
    throw explained(error);
  }
}

export function isMcpError(value) {
  return (
    typeof value === "object" &&
    value !== null &&
    value.name === "McpError" &&
    typeof value.code === "string"
  );
}

async function load(source = new URL("./wasm/mcp_tether_bg.wasm", import.meta.url)) {
  await start({ module_or_path: fileBytes(source) ?? source });
}

// Node's fetch does not read files. Its file system is asked for at run time, so
// that a bundler for browsers has no import of it to resolve.
function fileBytes(source) {
  if (!(source instanceof URL) || source.protocol !== "file:") return undefined;
  return globalThis.process?.getBuiltinModule?.("node:fs/promises").readFile(source);
}

function explained(error) {
  if (!isBlockedByPolicy(error)) return error;
  return new Error(
    "the Content Security Policy of this page forbids WebAssembly; " +
      "add 'wasm-unsafe-eval' to its script-src directive",
    { cause: error },
  );
}

// Each engine has its own words: Chromium and Safari name the directive, Firefox says "CSP".
function isBlockedByPolicy(error) {
  const isRefusal = error instanceof WebAssembly.CompileError || error instanceof EvalError;
  return isRefusal && /unsafe-eval|Content Security Policy|\bCSP\b/.test(error.message);
}
