import { useEffect } from "react";
import { switchBy } from "../state/board.ts";
import { layer, singleKeys, traceEnlarged } from "../state/layout.ts";

/** Controls that a key reaches carry this name in `data-key`. */
export type KeyTarget = "call" | "cancel" | "filter";

const REGIONS = [".rail [data-region-start]", "#panel", ".trace [data-region-start]"] as const;

/** The keys that work everywhere on the page. `Esc` belongs to the layers and never ends a call. */
export function useShortcuts(): void {
  useEffect(() => {
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented) return;
  const action = actionFor(event);
  if (action === undefined) return;
  event.preventDefault();
  action();
}

function actionFor(event: KeyboardEvent): (() => void) | undefined {
  if (layer.get() !== "none") return undefined;
  if (event.key === "F6") return () => focusRegion(event.shiftKey ? -1 : 1);
  if (event.altKey && event.key === "ArrowUp") return () => switchBy(-1);
  if (event.altKey && event.key === "ArrowDown") return () => switchBy(1);
  if (event.ctrlKey || event.metaKey) return withControl(event.key);
  if (event.altKey || !singleKeys.get() || isTyping(event.target)) return undefined;
  return single(event.key);
}

function withControl(key: string): (() => void) | undefined {
  if (key === "k" || key === "K") return () => layer.set("finder");
  if (key === "Enter") return () => press("call");
  if (key === ".") return () => press("cancel");
  return undefined;
}

function single(key: string): (() => void) | undefined {
  if (key === "?") return () => layer.set("keys");
  if (key === "t" || key === "T") return () => traceEnlarged.update((enlarged) => !enlarged);
  if (key === "/") return focusFilter;
  return undefined;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]")
  );
}

function press(target: KeyTarget): void {
  document.querySelector<HTMLButtonElement>(`[data-key="${target}"]`)?.click();
}

function focusFilter(): void {
  const region = document.activeElement?.closest(".trace") ?? document.getElementById("panel");
  region?.querySelector<HTMLElement>('[data-key="filter"]')?.focus();
}

function focusRegion(step: 1 | -1): void {
  const regions = REGIONS.map((selector) => document.querySelector<HTMLElement>(selector));
  const here = regions.findIndex(
    (start) => regionOf(start)?.contains(document.activeElement) ?? false,
  );
  for (let turn = 1; turn <= regions.length; turn += 1) {
    const index = (here + step * turn + regions.length * 2) % regions.length;
    const start = regions[index];
    if (start === null || start === undefined || start.checkVisibility() === false) continue;
    start.focus();
    return;
  }
}

function regionOf(start: HTMLElement | null): Element | null {
  return start?.closest(".rail, #panel, .trace") ?? null;
}
