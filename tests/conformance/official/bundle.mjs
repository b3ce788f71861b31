// Bundles the official client for the browser, only when a run asks for it.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Resolves with `{ folder, remove }`, where `folder` holds index.js. */
export async function bundleOfficialClient() {
  const { build } = await import("vite");
  const folder = await mkdtemp(path.join(tmpdir(), "official-client-"));
  await build({
    configFile: false,
    logLevel: "warn",
    build: {
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      lib: {
        entry: fileURLToPath(new URL("index.js", import.meta.url)),
        formats: ["es"],
        fileName: () => "index.js",
      },
    },
  });
  return { folder, remove: () => rm(folder, { recursive: true }) };
}
