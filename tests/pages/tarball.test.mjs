// Packs pkg/, installs the tarball into an empty project and uses it there in
// every place the package is meant for.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import { build, preview } from "vite";
import { startServer } from "../peers/start.mjs";
import { CHROMIUM } from "./chromium.mjs";
import { filesOf, listen } from "./serve.mjs";

const run = promisify(execFile);
const PKG = fileURLToPath(new URL("../../pkg", import.meta.url));
const PROJECT = fileURLToPath(new URL("project", import.meta.url));

const FILES = [
  "LICENSE",
  "README.md",
  "index.d.ts",
  "index.js",
  "package.json",
  "wasm/mcp_tether.d.ts",
  "wasm/mcp_tether.js",
  "wasm/mcp_tether_bg.wasm",
  "wasm/mcp_tether_bg.wasm.d.ts",
];

const EXPECTED = {
  era: "modern",
  protocolVersion: "2026-07-28",
  text: "staging: hello",
  state: "closed",
};

let folder;
let packed;
let server;
let browser;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "mcp-tether-tarball-"));
  packed = await pack();
  await cp(PROJECT, folder, { recursive: true });
  await writeFile(path.join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  await npm(folder, "install", "--offline", "--no-audit", "--no-fund", packed.filename);
  [server, browser] = await Promise.all([serverUrl(), chromium.launch(CHROMIUM)]);
});

after(async () => {
  await browser?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe("the tarball", () => {
  it("holds exactly the files of the package", () => {
    assert.deepEqual(packed.files.map((file) => file.path).sort(), FILES);
  });

  it("works in Node, which ends by itself afterwards", async () => {
    const script = path.join(folder, "node.mjs");
    const { stdout } = await run(process.execPath, [script, server.url], { timeout: 20_000 });
    assert.deepEqual(JSON.parse(stdout), EXPECTED);
  });

  it("works on a page with an import map and no bundler", () =>
    onPage("/import-map.html", {}, async (page, problems) => {
      assert.deepEqual(await callOnce(page), EXPECTED);
      assert.deepEqual(problems, []);
    }));

  for (const [kind, scope] of [
    ["worker", "DedicatedWorkerGlobalScope"],
    ["shared worker", "SharedWorkerGlobalScope"],
    ["service worker", "ServiceWorkerGlobalScope"],
  ]) {
    it(`works in a ${kind}`, () =>
      onPage("/direct.html", {}, async (page, problems) => {
        const outcome = await page.evaluate(
          ([kind, url]) => globalThis.callOnceIn(kind, url),
          [kind, server.url],
        );
        assert.deepEqual(outcome, { ...EXPECTED, scope });
        assert.deepEqual(problems, []);
      }));
  }

  it("works after a Vite build", async () => {
    await build({ configFile: false, root: folder, logLevel: "warn" });
    const site = await preview({
      configFile: false,
      root: folder,
      logLevel: "warn",
      preview: { port: 0, host: "127.0.0.1" },
    });
    try {
      await visit(site.resolvedUrls.local[0], async (page, problems) => {
        assert.deepEqual(await callOnce(page), EXPECTED);
        assert.deepEqual(problems, []);
      });
    } finally {
      await site.close();
    }
  });

  it("works when the server does not know what .wasm is", () =>
    onPage("/direct.html", { types: { ".wasm": "application/octet-stream" } }, async (page) => {
      assert.deepEqual(await callOnce(page), EXPECTED);
    }));
});

describe("the tarball under a Content Security Policy", () => {
  const policy = (scripts) => ({
    headersFor: () => ({
      "content-security-policy": `default-src 'none'; script-src ${scripts}; connect-src *; img-src data:`,
    }),
  });

  it("needs no more than 'wasm-unsafe-eval'", () =>
    onPage("/direct.html", policy("'self' 'wasm-unsafe-eval'"), async (page, problems) => {
      assert.deepEqual(await callOnce(page), EXPECTED);
      assert.deepEqual(await violations(page), []);
      assert.deepEqual(problems, []);
    }));

  it("names the missing directive where WebAssembly is forbidden", () =>
    onPage("/direct.html", policy("'self'"), async (page) => {
      await assert.rejects(
        callOnce(page),
        /Content Security Policy.*'wasm-unsafe-eval'.*script-src/,
      );
      assert.deepEqual(await violations(page), ["script-src"]);
    }));
});

const callOnce = (page) => page.evaluate((url) => globalThis.callOnce(url), server.url);
const violations = (page) => page.evaluate(() => globalThis.violations);

/** Serves the project with `options` and visits a path of it. */
async function onPage(address, options, body) {
  const site = await listen(filesOf(folder, options));
  try {
    await visit(site.url + address, body);
  } finally {
    site.close();
  }
}

/** Opens a page and runs `body(page, problems)`; `problems` collects errors as they are printed. */
async function visit(address, body) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const problems = [];
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(message.text());
    });
    await page.addInitScript(() => {
      globalThis.violations = [];
      addEventListener("securitypolicyviolation", (event) => {
        globalThis.violations.push(event.effectiveDirective);
      });
    });
    await page.goto(address);
    await page.waitForFunction(() => "callOnce" in globalThis);
    await body(page, problems);
  } finally {
    await context.close();
  }
}

async function pack() {
  const { stdout } = await npm(PKG, "pack", "--json", "--pack-destination", folder);
  const [{ filename, files }] = JSON.parse(stdout);
  return { filename: path.join(folder, filename), files };
}

const npm = (cwd, ...args) => run("npm", args, { cwd });

async function serverUrl() {
  const given = process.env.TETHER_STAGING;
  return given ? { url: given, stop() {} } : startServer("staging");
}
