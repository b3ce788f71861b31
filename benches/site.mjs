// The site that the clients' pages come from: one bundle for each, built by esbuild.

import { createServer } from "node:http";
import { copyFile, mkdir, readFile, rm } from "node:fs/promises";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { CLIENTS } from "./cases.mjs";

const OUT = new URL("../target/bench/site/", import.meta.url);
const WASM = new URL("../pkg/wasm/mcp_tether_bg.wasm", import.meta.url);
const TYPES = { js: "text/javascript", wasm: "application/wasm" };

/** Bundles the clients; gives each one's files, as paths of the site. */
export async function bundle() {
  await rm(OUT, { recursive: true, force: true });
  await mkdir(new URL("wasm/", OUT), { recursive: true });
  await build({
    entryPoints: CLIENTS.map((name) => new URL(`clients/${name}.js`, import.meta.url).pathname),
    outdir: OUT.pathname,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    logLevel: "warning",
    // `Session.free` takes the place of the one that every generated class gets.
    logOverride: { "duplicate-class-member": "silent" },
  });
  // esbuild leaves `new URL("./wasm/…", import.meta.url)` alone: the file goes beside.
  await copyFile(WASM, new URL("wasm/mcp_tether_bg.wasm", OUT));
  return Object.fromEntries(CLIENTS.map((name) => [name, filesOf(name)]));
}

/** Gives the bytes of files of the site: as they are, and compressed. */
export async function sizesOf(paths) {
  const files = await Promise.all(paths.map((path) => readFile(fileOf(path))));
  const sum = (size) => files.reduce((total, file) => total + size(file).length, 0);
  return { raw: sum((file) => file), gzip: sum(gzipSync), brotli: sum(brotliCompressSync) };
}

/** Serves the site on an origin of its own, so that each call crosses origins as it does in life. */
export async function serveSite() {
  const server = createServer(respond);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

async function respond(request, response) {
  const path = new URL(request.url, "http://site").pathname;
  if (path === "/") {
    response.writeHead(200, { "content-type": "text/html" });
    return response.end("<!doctype html><title>bench</title>");
  }
  const type = TYPES[path.split(".").at(-1)];
  const file = type === undefined ? undefined : await readFile(fileOf(path)).catch(() => undefined);
  if (file === undefined) return response.writeHead(404).end();
  response.writeHead(200, { "content-type": type, "cache-control": "no-store" }).end(file);
}

function fileOf(path) {
  return new URL(`.${path}`, OUT);
}

function filesOf(name) {
  return name === "tether" ? ["/tether.js", "/wasm/mcp_tether_bg.wasm"] : [`/${name}.js`];
}
