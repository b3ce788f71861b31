import type { JsonValue, RequestId, TraceEvent } from "mcp-tether";
import { countOf, oneLine } from "../lib/format.ts";
import { isObject, textAt } from "../lib/json.ts";
import { findRows } from "../lib/rows.ts";

type Request = Pick<TraceEvent, "method" | "message">;

/** The method that a message belongs to: its own, or that of the request it answers. */
export function methodOf(event: TraceEvent, request: Request | undefined): string {
  return event.method ?? textAt(event.message, "method") ?? request?.method ?? event.kind;
}

/** The request that a message is, answers, or reports on. */
export function concernOf({ id, message }: TraceEvent): RequestId | undefined {
  if (id !== undefined) return id;
  const params = isObject(message) ? message["params"] : undefined;
  if (!isObject(params)) return undefined;
  const other = params["progressToken"] ?? params["requestId"];
  return typeof other === "string" || typeof other === "number" ? other : undefined;
}

/** What a message is about, in a few words. */
export function summarize(event: TraceEvent, request: Request | undefined): string {
  const message = event.message;
  if (!isObject(message)) return "";
  if (event.kind === "request" || event.kind === "notification") return ofParams(message["params"]);
  if (isObject(message["error"]))
    return oneLine(`error, ${textAt(message["error"], "message") ?? "no message"}`);
  return ofResult(methodOf(event, request), message["result"], request);
}

function ofParams(params: JsonValue | undefined): string {
  if (!isObject(params)) return "";
  const { progress, total } = params;
  if (typeof progress === "number")
    return total === undefined ? `${progress}` : `${progress} of ${String(total)}`;
  return oneLine(
    textAt(params, "name") ?? textAt(params, "uri") ?? textAt(params, "reason") ?? ofLog(params),
  );
}

function ofLog(params: JsonValue): string {
  const level = textAt(params, "level");
  if (level === undefined || !isObject(params)) return "";
  return `${level}: ${JSON.stringify(params["data"] ?? null)}`;
}

const LISTS: Readonly<Record<string, readonly [member: string, noun: string]>> = {
  "tools/list": ["tools", "tool"],
  "prompts/list": ["prompts", "prompt"],
  "resources/list": ["resources", "resource"],
  "resources/templates/list": ["resourceTemplates", "template"],
  "resources/read": ["contents", "part"],
  "prompts/get": ["messages", "message"],
};

function ofResult(
  method: string,
  result: JsonValue | undefined,
  request: Request | undefined,
): string {
  if (!isObject(result)) return "result";
  const version = textAt(result, "protocolVersion");
  if (version !== undefined) return `result, speaks ${version}`;
  const versions = result["supportedVersions"];
  if (Array.isArray(versions)) return oneLine(`result, speaks ${versions.join(", ")}`);
  const list = LISTS[method];
  const items = list === undefined ? undefined : result[list[0]];
  if (list !== undefined && Array.isArray(items))
    return `result, ${countOf(items.length, list[1])}`;
  if (method === "tools/call") return ofCall(result, request);
  return "result";
}

function ofCall(result: JsonValue, request: Request | undefined): string {
  if (!isObject(result)) return "result";
  const params = isObject(request?.message) ? request.message["params"] : undefined;
  const tool = textAt(params, "name") ?? "result";
  if (result["isError"] === true) return `${tool}, the tool reported an error`;
  const rows = findRows(result["structuredContent"]);
  return rows === undefined ? tool : `${tool}, ${countOf(rows.rows.length, "row")}`;
}
