import { Store } from "./store.ts";

/** What the page's one live region says. The number tells apart two equal sentences. */
export const announcement = new Store({ text: "", serial: 0 });

/** Says a sentence politely to whoever listens to the page. */
export function announce(text: string): void {
  announcement.update(({ serial }) => ({ text, serial: serial + 1 }));
}
