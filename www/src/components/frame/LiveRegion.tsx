import { announcement } from "../../state/announce.ts";
import { useStore } from "../../state/useStore.ts";

/** The one place that speaks politely. Two equal sentences differ by a space that is not read, so both are heard. */
export function LiveRegion() {
  const { text, serial } = useStore(announcement);
  return (
    <p className="visually-hidden" role="status" aria-live="polite">
      {serial % 2 === 0 ? text : `${text}\u00a0`}
    </p>
  );
}
