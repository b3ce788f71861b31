import * as tether from "./node_modules/mcp-tether/index.js";
import { callOnce } from "./use.js";

globalThis.callOnce = (url) => callOnce(tether, url);
globalThis.callOnceIn = (kind, url) => ask(PORTS[kind](), url);

const PORTS = {
  worker: () => new Worker("./worker.js", { type: "module" }),
  "shared worker": () => new SharedWorker("./worker.js", { type: "module" }).port,
  "service worker": serviceWorker,
};

async function serviceWorker() {
  await navigator.serviceWorker.register("./worker.js", { type: "module" });
  const { active } = await navigator.serviceWorker.ready;
  return active;
}

// Each kind of worker answers on a port of this one call's own.
async function ask(worker, url) {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => (port1.onmessage = resolve));
  (await worker).postMessage({ url, port: port2 }, [port2]);
  const { outcome, scope, error } = (await answer).data;
  if (error) throw new Error(error);
  return { ...outcome, scope };
}
