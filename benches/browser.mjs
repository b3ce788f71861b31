// Drives one headless Chromium: a page for each client, wall time and CPU time of what it does.

import { chromium } from "playwright-core";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** Starts the browser. */
export function launch() {
  return chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
}

/** Opens an empty page of the site, in a context of its own: no cache is shared. */
export async function openPage(browser, origin) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${origin}/`);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Performance.enable");
  return { page, devtools, close: () => context.close() };
}

/**
 * Runs a function in the page, which does its work `times` times and gives the
 * milliseconds of one; adds the CPU milliseconds of one.
 */
export async function measure({ page, devtools }, times, run, argument) {
  await devtools.send("HeapProfiler.collectGarbage");
  const before = await cpuOf(devtools);
  const wall = await page.evaluate(run, argument);
  const after = await cpuOf(devtools);
  return {
    wall,
    cpu: (after.thread - before.thread) / times,
    process: (after.process - before.process) / times,
  };
}

/** CPU milliseconds so far: of the page's main thread, and of its whole process. */
async function cpuOf(devtools) {
  const { metrics } = await devtools.send("Performance.getMetrics");
  const milliseconds = (name) => 1000 * metrics.find((metric) => metric.name === name).value;
  return { thread: milliseconds("ThreadTime"), process: milliseconds("ProcessTime") };
}
