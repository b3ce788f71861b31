// One headless Chromium for a whole run, and the small web server that gives it
// the page under test and takes jobs from the suite's client command.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { CHROMIUM } from "../pages/chromium.mjs";
import { startCorsProxy } from "./cors-proxy.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".wasm": "application/wasm",
};

/**
 * Starts the browser. Resolves with `{ jobUrl, close }`; a job posted to
 * `jobUrl` is run by a fresh page and answered with `{ error?, log }`.
 * `mounts` maps the first part of a path to a folder.
 */
export async function startBrowser(mounts) {
  const [browser, proxy] = await Promise.all([chromium.launch(CHROMIUM), startCorsProxy()]);
  const web = createServer((request, response) => {
    if (request.method === "POST") void answerJob(request, response, browser, proxy.url);
    else void serveFile(request.url, response, mounts);
  });
  await new Promise((resolve) => web.listen(0, "127.0.0.1", resolve));
  const close = async () => {
    await browser.close();
    proxy.close();
    web.close();
    web.closeAllConnections();
  };
  return { jobUrl: `http://127.0.0.1:${web.address().port}/`, close };
}

async function answerJob(request, response, browser, proxy) {
  const job = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString());
  // Closing the context closes its sockets too, which the suite's servers wait for.
  const context = await browser.newContext({ proxy: { server: proxy } });
  response.once("close", () => context.close());
  const outcome = await runJob(context, `http://${request.headers.host}/page/`, job);
  await context.close();
  response.end(JSON.stringify(outcome));
}

async function runJob(context, address, job) {
  const log = [];
  const page = await context.newPage();
  page.on("console", (message) => log.push(`[page ${message.type()}] ${message.text()}`));
  page.on("pageerror", (error) => log.push(`[page error] ${error}`));
  try {
    await page.goto(`${address}index.html`);
    await page.waitForFunction(() => "runScenario" in globalThis, undefined, { timeout: 10_000 });
    await page.evaluate((job) => globalThis.runScenario(job), job);
    return { log };
  } catch (error) {
    return { log, error: String(error?.stack ?? error) };
  }
}

async function serveFile(url, response, mounts) {
  const [, mount, ...rest] = path.posix
    .normalize(new URL(url, "http://localhost").pathname)
    .split("/");
  const folder = mounts[mount];
  try {
    if (!folder) throw new Error(`nothing is mounted at /${mount}`);
    const file = path.join(path.resolve(ROOT, folder), ...rest);
    const bytes = await readFile(file);
    response.writeHead(200, { "content-type": TYPES[path.extname(file)] ?? "text/plain" });
    response.end(bytes);
  } catch {
    response.writeHead(404).end();
  }
}
