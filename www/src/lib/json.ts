import type { JsonObject, JsonValue } from "mcp-tether";

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Parses a text that may be JSON; anything else gives `undefined`. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Parses a text that looks like a JSON object or array: a bare word or number stays a text. */
export function parseDocument(text: string): JsonValue | undefined {
  const first = text.trimStart()[0];
  if (first !== "{" && first !== "[") return undefined;
  return parseJson(text);
}

export function prettyJson(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? "undefined";
}

/** Reads a member that should be a text. */
export function textAt(value: unknown, key: string): string | undefined {
  if (!isObject(value)) return undefined;
  const member = value[key];
  return typeof member === "string" ? member : undefined;
}
