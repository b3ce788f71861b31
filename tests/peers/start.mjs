// Starts the servers that tests and scripts talk to, each on a free port.
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";

const DEMO_SERVER = fileURLToPath(new URL("demo-server.mjs", import.meta.url));
const EVERYTHING = fileURLToPath(
  import.meta.resolve("@modelcontextprotocol/server-everything/dist/index.js"),
);
const START_MS = 20_000;

/** Starts a demo server. Resolves with `{ url, stop }` once it listens. */
export function startServer(name, env = {}) {
  return start(
    [DEMO_SERVER],
    { NAME: name, PORT: "0", ...env },
    (output) => output.match(/listening (http:\S+)/)?.[1],
  );
}

/** Starts the official server-everything (2025-11-25, with sessions). */
export async function startEverything() {
  const port = await freePort();
  return start([EVERYTHING, "streamableHttp"], { PORT: String(port) }, (output) =>
    /listening on port/i.test(output) ? `http://127.0.0.1:${port}/mcp` : undefined,
  );
}

/**
 * Gives the three servers as `{ staging, production, everything, stop }`, by
 * address: those that the environment names, and the rest newly started.
 */
export async function threeServers(env = process.env) {
  const started = [];
  const url = async (given, begin) => {
    if (given) return given;
    const server = await begin();
    started.push(server);
    return server.url;
  };
  const [staging, production, everything] = await Promise.all([
    url(env.TETHER_STAGING, () => startServer("staging")),
    url(env.TETHER_PRODUCTION, () => startServer("production")),
    url(env.TETHER_EVERYTHING, startEverything),
  ]);
  const stop = () => Promise.all(started.map((server) => server.stop()));
  return { staging, production, everything, stop };
}

/** Finds a TCP port of the loopback interface that nobody listens on. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

function start(args, env, addressIn) {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const stop = () => {
    child.kill("SIGTERM");
    return exited;
  };
  return new Promise((resolve, reject) => {
    let output = "";
    const fail = (why) => reject(new Error(`${args[0]} ${why}:\n${output}`));
    const timer = setTimeout(() => {
      void stop();
      fail(`did not listen within ${START_MS} ms`);
    }, START_MS);
    const read = (chunk) => {
      output += chunk;
      const url = addressIn(output);
      if (!url) return;
      clearTimeout(timer);
      resolve({ url, stop });
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", (code) => {
      clearTimeout(timer);
      fail(`ended with code ${code}`);
    });
  });
}
