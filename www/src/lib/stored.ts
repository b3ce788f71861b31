import { parseJson } from "./json.ts";
import type { JsonValue } from "mcp-tether";

const PREFIX = "tether.";

/** Reads what an earlier visit kept; storage that is forbidden or broken counts as empty. */
export function readStored(key: string): JsonValue | undefined {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? undefined : parseJson(text);
  } catch {
    return undefined;
  }
}

/** Keeps a value for the next visit, where the browser lets it. */
export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Private windows and full disks: the page works on, it only forgets.
  }
}
