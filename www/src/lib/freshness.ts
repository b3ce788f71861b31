import type { Listing } from "../state/listing.ts";
import { formatClock } from "./format.ts";

/** How long a list is good, in words. */
export function freshness(
  { state, loadedAt }: Listing<unknown>,
  announcesChanges: boolean | undefined,
): string {
  if (state === "failed") return "could not be loaded";
  if (loadedAt === undefined) return "";
  return announcesChanges === true
    ? "until it says changed"
    : `loaded ${formatClock(loadedAt).slice(0, 5)}`;
}
