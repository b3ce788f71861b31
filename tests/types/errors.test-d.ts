// Errors: what a host can branch on.

import type { McpError, McpErrorCode } from "mcp-tether";
import { expectType } from "./expect.js";

declare const error: McpError;

expectType<"McpError">()(error.name);
expectType<boolean>()(error.retrySafe);
expectType<number | undefined>()(error.rpc?.code);
expectType<number | undefined>()(error.http?.status);
export const plain: Error = error;

// @ts-expect-error there is no such code
if (error.code === "TIMEOUT") throw error;
// @ts-expect-error an error is read only
error.code = "CLOSED";

/** Compiles only while the list of codes is closed and complete. */
export const words: Record<McpErrorCode, string> = {
  CLOSED: "",
  SESSION_EXPIRED: "",
  TIMED_OUT: "",
  CANCELLED_BY_SERVER: "",
  RPC_ERROR: "",
  HTTP_ERROR: "",
  NETWORK: "",
  CORS: "",
  STREAM_ENDED: "",
  EMPTY_RESPONSE: "",
  INVALID_MESSAGE: "",
  INVALID_OUTPUT: "",
  LIMIT_EXCEEDED: "",
  UNSUPPORTED_VERSION: "",
  NOT_SUPPORTED: "",
  AUTHORIZATION_REQUIRED: "",
  AUTHORIZATION_FAILED: "",
  STALE_CONNECTION: "",
  CONSENT_REQUIRED: "",
  INPUT_REQUIRED: "",
  INVALID_ARGUMENT: "",
  STORAGE: "",
};
