// One script for all three kinds of worker.
import * as tether from "./node_modules/mcp-tether/index.js";
import { callOnce } from "./use.js";

async function answer({ data: { url, port } }) {
  try {
    port.postMessage({ outcome: await callOnce(tether, url), scope: self.constructor.name });
  } catch (error) {
    port.postMessage({ error: String(error?.stack ?? error) });
  }
}

addEventListener("message", answer);
addEventListener("connect", ({ ports: [port] }) => {
  port.onmessage = answer;
});
