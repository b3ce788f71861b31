import { layer } from "../../state/layout.ts";
import { useStore } from "../../state/useStore.ts";
import { Finder } from "./Finder.tsx";
import { Keys } from "./Keys.tsx";

/** What lies over the page: one at a time, opened by the person only. */
export function Layers() {
  const open = useStore(layer);
  if (open === "finder") return <Finder />;
  if (open === "keys") return <Keys />;
  return null;
}
