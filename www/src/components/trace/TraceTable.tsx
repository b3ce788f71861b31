import { useVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useMemo, useRef, useState, type RefObject } from "react";
import { moveInList } from "../../lib/roving.ts";
import type { TraceEntry } from "../../state/trace.ts";
import { spanOf } from "./lane.ts";
import { bodyIdOf, TraceRow } from "./TraceRow.tsx";
import "./TraceTable.css";

const ROW = 27;
const AT_END = 8;

/** The messages. Keeps to the end while one is at the end, and stays where one has scrolled to. */
export function TraceTable({ entries }: { entries: readonly TraceEntry[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    getItemKey: (index) => entries[index]?.serial ?? index,
    overscan: 12,
  });
  const total = rows.getTotalSize();
  const end = useEnd(scroller, entries, total);
  const [opened, toggle] = useOpened(end);
  const items = rows.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = total - (items.at(-1)?.end ?? 0);
  const span = spanOf(entries);

  return (
    <div
      className="trace-scroll"
      ref={scroller}
      onScroll={end.look}
      onKeyDown={moveInList}
      tabIndex={0}
      role="region"
      aria-label="Messages"
      data-region-start
    >
      <table className="trace-table" aria-rowcount={entries.length + 1}>
        <TraceHead />
        <Space height={before} />
        {items.map((item) => {
          const entry = entries[item.index];
          if (entry === undefined) return null;
          return (
            <tbody key={item.key} data-index={item.index} ref={rows.measureElement}>
              <TraceRow
                entry={entry}
                index={item.index}
                span={span}
                open={opened.has(entry.serial)}
                onToggle={toggle}
              />
            </tbody>
          );
        })}
        <Space height={after} />
      </table>
      {entries.length === 0 && <p className="trace-none">No message matches.</p>}
    </div>
  );
}

function TraceHead() {
  return (
    <thead>
      <tr>
        <th className="trace-plug" scope="col">
          <span className="visually-hidden">Connection</span>
        </th>
        <th className="trace-direction" scope="col">
          <span className="visually-hidden">Direction</span>
        </th>
        <th scope="col">Message</th>
        <th className="trace-id" scope="col">
          Id
        </th>
        <th className="trace-time" scope="col">
          At
        </th>
        <th className="trace-took" scope="col">
          Took
        </th>
        <th className="trace-size" scope="col">
          Size
        </th>
      </tr>
    </thead>
  );
}

/** Stands for the rows that are out of sight. */
function Space({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tbody aria-hidden="true">
      <tr>
        <td className="trace-space" style={{ height }} colSpan={7} />
      </tr>
    </tbody>
  );
}

/** Whether one is at the end of the messages, where new ones are followed. */
interface End {
  /** Looks where one is now. */
  look: () => void;
  leave: () => void;
}

function useEnd(
  scroller: RefObject<HTMLDivElement | null>,
  entries: readonly TraceEntry[],
  height: number,
): End {
  const here = useRef(true);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element !== null && here.current) element.scrollTop = element.scrollHeight;
  }, [scroller, entries, height]);
  return useMemo(
    () => ({
      look: () => {
        const element = scroller.current;
        if (element === null) return;
        here.current = element.scrollHeight - element.scrollTop - element.clientHeight < AT_END;
      },
      leave: () => {
        here.current = false;
      },
    }),
    [scroller],
  );
}

/** Which messages are opened. One that is opened is brought into sight, and new ones do not push it away. */
function useOpened(end: End): readonly [ReadonlySet<number>, (serial: number) => void] {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const toggle = (serial: number) => {
    const opening = !opened.has(serial);
    if (opening) end.leave();
    const next = new Set(opened);
    if (!next.delete(serial)) next.add(serial);
    setOpened(next);
    requestAnimationFrame(() => {
      if (opening) document.getElementById(bodyIdOf(serial))?.scrollIntoView({ block: "nearest" });
      else end.look();
    });
  };
  return [opened, toggle];
}
