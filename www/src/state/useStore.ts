import { useSyncExternalStore } from "react";
import type { Store } from "./store.ts";

/** Reads a store in a component, which renders again whenever the value is replaced. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}
