import { useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from "react";
import { current } from "../../state/board.ts";
import { traceEnlarged, traceHeight } from "../../state/layout.ts";
import { trace, type TraceEntry } from "../../state/trace.ts";
import { useStore } from "../../state/useStore.ts";
import { filterEntries, NO_FILTER, type TraceFilter } from "./filterEntries.ts";
import { ResizeHandle } from "./ResizeHandle.tsx";
import { TraceBar } from "./TraceBar.tsx";
import { TracePeek } from "./TracePeek.tsx";
import { TraceTable } from "./TraceTable.tsx";
import "./Trace.css";

/** Every message of every connection, oldest first. */
export function Trace() {
  const recorded = useStore(trace.entries);
  const enlarged = useStore(traceEnlarged);
  const height = useStore(traceHeight);
  const onFirstPage = useStore(current) === null;
  const [filter, setFilter] = useState<TraceFilter>(NO_FILTER);
  const [frozen, setFrozen] = useState<readonly TraceEntry[]>();

  useFocusAlong(enlarged);

  // Pausing stops the view, not the record.
  const entries = frozen ?? recorded;
  const applied = useDeferredValue(filter);
  const shown = useMemo(() => filterEntries(entries, applied), [entries, applied]);
  const folded = !enlarged && (onFirstPage || recorded.length === 0);

  return (
    <section
      className="trace"
      role={enlarged ? "main" : undefined}
      aria-label="Trace"
      data-folded={folded || undefined}
      data-enlarged={enlarged || undefined}
      style={folded || enlarged ? undefined : { height }}
    >
      {!folded && !enlarged && <ResizeHandle />}
      <TracePeek entries={recorded} enlarged={enlarged} />
      <TraceBar
        recorded={recorded}
        shown={shown}
        filter={filter}
        paused={frozen !== undefined}
        onFilter={setFilter}
        onPause={(paused) => setFrozen(paused ? recorded : undefined)}
      />
      {!folded && recorded.length > 0 && <TraceTable entries={shown} />}
    </section>
  );
}

/** Enlarging hides the panel: the focus goes along, and comes back with it. */
function useFocusAlong(enlarged: boolean): void {
  const left = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (!enlarged) {
      left.current?.focus();
      left.current = null;
      return;
    }
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || focused.closest("#panel") === null) return;
    left.current = focused;
    document.querySelector<HTMLElement>(".trace-scroll")?.focus();
  }, [enlarged]);
}
