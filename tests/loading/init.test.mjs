// The package's loader in Node, in one process: the tests follow each other, since a
// module is loaded once.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import init, { initSync, isMcpError, Session } from "mcp-tether";

const WASM = new URL("../../pkg/wasm/mcp_tether_bg.wasm", import.meta.url);
const SPEC = { id: "a", url: "http://127.0.0.1:9/mcp" };
const OPTIONS = { clientInfo: { name: "test", version: "0.0.0" } };

test("importing the package loads nothing", () => {
  assert.throws(() => new Session(SPEC, OPTIONS), TypeError);
});

test("a failed attempt is forgotten, and all who waited for it hear of it", async () => {
  const broken = new Response(new Uint8Array([0, 1, 2, 3]), {
    headers: { "content-type": "application/wasm" },
  });
  const first = init(broken);
  assert.equal(init(), first, "a call in the meantime shares the attempt");
  await assert.rejects(first, WebAssembly.CompileError);
});

test("a policy that forbids WebAssembly is named, with what to add", async () => {
  const blocked = new WebAssembly.CompileError(
    "WebAssembly.instantiate(): Refused to compile because 'unsafe-eval' is not an allowed source",
  );
  await assert.rejects(init(Promise.reject(blocked)), (error) => {
    assert.match(error.message, /'wasm-unsafe-eval'.*script-src/);
    assert.equal(error.cause, blocked);
    return true;
  });
});

test("without a source the file beside the module is read, once", async () => {
  const first = init();
  assert.equal(init(), first);
  assert.equal(await first, undefined);
  assert.equal(init(), first, "later calls share the promise too");
});

test("bytes and a compiled module load at once", async () => {
  const bytes = await readFile(WASM);
  for (const source of ["bytes", "new WebAssembly.Module(bytes)"]) {
    const script = `
      import { readFileSync } from "node:fs";
      import { initSync, Session } from "mcp-tether";
      const bytes = readFileSync(new URL(${JSON.stringify(WASM.href)}));
      initSync(${source});
      console.log(typeof Session);`;
    const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
      cwd: new URL(".", import.meta.url),
      encoding: "utf8",
    });
    assert.equal(stdout, "function\n", stderr);
  }
  assert.equal(initSync(bytes), undefined, "and loading again does no harm");
});

test("only the library's own errors are taken for such", () => {
  const own = Object.assign(new Error("x"), { name: "McpError", code: "CLOSED" });
  assert.equal(isMcpError(own), true);
  for (const other of [new Error("x"), new DOMException("x", "AbortError"), null, undefined, "x"]) {
    assert.equal(isMcpError(other), false);
  }
});
