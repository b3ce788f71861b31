// Loading: what `init` takes, what it gives, and what the package exports.

import init, { initSync, isMcpError, Session } from "mcp-tether";
import type { McpErrorCode } from "mcp-tether";
import { expectType } from "./expect.js";

expectType<Promise<void>>()(init());
init(new URL("https://a.example/tether.wasm"));
init("/tether.wasm");
init(fetch("/tether.wasm"));
init(await fetch("/tether.wasm"));
init(new Uint8Array(8));
init(await WebAssembly.compileStreaming(fetch("/tether.wasm")));

expectType<void>()(initSync(new ArrayBuffer(8)));

export function codeOf(error: unknown): McpErrorCode | undefined {
  // @ts-expect-error nothing is known of a caught value
  error.code;
  return isMcpError(error) ? error.code : undefined;
}

// @ts-expect-error what wasm-bindgen adds for itself is not public
export type Raw = import("mcp-tether").InitOutput;

export const kept: typeof Session = Session;
