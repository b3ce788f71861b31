// One headless Chromium for a whole run, and the small web server that gives it
// the page under test and takes jobs from the suite's client command.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { CHROMIUM } from "../pages/chromium.mjs";
import { filesOf, listen } from "../pages/serve.mjs";
import { startCorsProxy } from "./cors-proxy.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PAGE = fileURLToPath(new URL("page", import.meta.url));

/**
 * Starts the browser. Resolves with `{ jobUrl, close }`; a job posted to
 * `jobUrl` is run by a fresh page and answered with `{ error?, log }`. The page
 * finds the client under test, the files of the folder `client`, at /client/.
 */
export async function startBrowser(client) {
  const [browser, proxy] = await Promise.all([chromium.launch(CHROMIUM), startCorsProxy()]);
  const page = filesOf(PAGE);
  const underTest = filesOf(path.resolve(ROOT, client));
  const web = await listen((request, response) => {
    if (request.method === "POST") return answerJob(request, response, browser, proxy.url);
    if (!request.url.startsWith("/client/")) return page(request, response);
    request.url = request.url.slice("/client".length);
    return underTest(request, response);
  });
  const close = async () => {
    await browser.close();
    proxy.close();
    web.close();
  };
  return { jobUrl: `${web.url}/`, close };
}

async function answerJob(request, response, browser, proxy) {
  const job = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString());
  // Closing the context closes its sockets too, which the suite's servers wait for.
  const context = await browser.newContext({ proxy: { server: proxy } });
  response.once("close", () => context.close());
  const outcome = await runJob(context, `http://${request.headers.host}/`, job);
  await context.close();
  response.end(JSON.stringify(outcome));
}

async function runJob(context, address, job) {
  const log = [];
  const page = await context.newPage();
  page.on("console", (message) => log.push(`[page ${message.type()}] ${message.text()}`));
  page.on("pageerror", (error) => log.push(`[page error] ${error}`));
  try {
    await page.goto(address);
    await page.waitForFunction(() => "runScenario" in globalThis, undefined, { timeout: 10_000 });
    await page.evaluate((job) => globalThis.runScenario(job), job);
    return { log };
  } catch (error) {
    return { log, error: String(error?.stack ?? error) };
  }
}
