import type { KeyboardEvent } from "react";

/** Keys that move in a list that is one tab stop; the items carry `data-roving`. */
export function moveInList(event: KeyboardEvent<HTMLElement>): void {
  move(event, { ArrowDown: 1, ArrowUp: -1 });
}

/** Keys that move in a row of tabs or calls. */
export function moveInRow(event: KeyboardEvent<HTMLElement>): void {
  move(event, { ArrowRight: 1, ArrowLeft: -1 });
}

function move(event: KeyboardEvent<HTMLElement>, steps: Readonly<Record<string, number>>): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-roving]")].filter(
    (item) => item.checkVisibility(),
  );
  const here = items.indexOf(document.activeElement as HTMLElement);
  const step = steps[event.key];
  const target =
    step === undefined
      ? edge(event.key, items)
      : items[Math.min(items.length - 1, Math.max(0, here + step))];
  if (target === undefined) return;
  event.preventDefault();
  target.focus();
}

function edge(key: string, items: readonly HTMLElement[]): HTMLElement | undefined {
  if (key === "Home") return items[0];
  if (key === "End") return items.at(-1);
  return undefined;
}

/** Where the one tab stop of a list is: at what is chosen, else at the first item. */
export function tabStop(chosen: number, index: number): 0 | -1 {
  return index === Math.max(0, chosen) ? 0 : -1;
}
