import { readStored, writeStored } from "../lib/stored.ts";
import { Store } from "./store.ts";

/** Which layer lies over the page. */
export const layer = new Store<"none" | "finder" | "keys">("none");

/** Whether the trace fills the place of the panel. */
export const traceEnlarged = new Store(false);

/** Whether the narrow layout shows the whole list of servers. */
export const railOpen = new Store(false);

/** Height of the docked trace, in px. */
export const traceHeight = new Store(storedHeight());

/** Whether keys without Ctrl or Alt do something outside of fields. */
export const singleKeys = new Store(readStored("singleKeys") !== false);

export type Theme = "light" | "dark" | "system";
export const theme = new Store<Theme>(storedTheme());

export const TRACE_MIN = 96;
export const TRACE_MAX = 640;

export function setTraceHeight(height: number): void {
  const bounded = Math.round(Math.min(TRACE_MAX, Math.max(TRACE_MIN, height)));
  traceHeight.set(bounded);
  writeStored("traceHeight", bounded);
}

export function setSingleKeys(on: boolean): void {
  singleKeys.set(on);
  writeStored("singleKeys", on);
}

export function setTheme(choice: Theme): void {
  theme.set(choice);
  if (choice === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = choice;
  localStorage.setItem("tether.theme", choice);
}

function storedTheme(): Theme {
  const kept = document.documentElement.dataset["theme"];
  return kept === "light" || kept === "dark" ? kept : "system";
}

function storedHeight(): number {
  const kept = readStored("traceHeight");
  return typeof kept === "number" ? Math.min(TRACE_MAX, Math.max(TRACE_MIN, kept)) : 232;
}
