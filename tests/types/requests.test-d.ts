// `request`: typed for the methods that the protocol names, open for all others.

import type {
  CallToolResult,
  EmptyResult,
  JsonValue,
  ListToolsResult,
  ReadResourceResult,
  Session,
} from "mcp-tether";
import { expectType } from "./expect.js";

declare const session: Session;

expectType<Promise<ListToolsResult>>()(session.request("tools/list"));
expectType<Promise<ListToolsResult>>()(session.request("tools/list", { cursor: "2" }));
expectType<Promise<ListToolsResult>>()(session.request("tools/list", undefined, { timeout: 1 }));
expectType<Promise<CallToolResult>>()(session.request("tools/call", { name: "run_query" }));
expectType<Promise<ReadResourceResult>>()(session.request("resources/read", { uri: "a:b" }));
expectType<Promise<EmptyResult>>()(session.request("ping"));

// @ts-expect-error a call names its tool
session.request("tools/call");
// @ts-expect-error and by the right member
session.request("tools/call", { tool: "run_query" });
// @ts-expect-error a cursor is a text
session.request("tools/list", { cursor: 2 });

declare const method: string;
expectType<Promise<JsonValue>>()(session.request("com.example/ask", { deep: [{ down: null }] }));
expectType<Promise<JsonValue>>()(session.request(method));
// @ts-expect-error parameters are an object
session.request("com.example/ask", ["a"]);
// @ts-expect-error and hold what JSON can hold
session.request("com.example/ask", { at: new Date() });
