import type { KeyboardEvent, PointerEvent } from "react";
import { setTraceHeight, TRACE_MAX, TRACE_MIN, traceHeight } from "../../state/layout.ts";
import { useStore } from "../../state/useStore.ts";
import "./ResizeHandle.css";

const STEP = 24;

/** The upper edge of the docked trace: drag it, or move it with the arrow keys. */
export function ResizeHandle() {
  const height = useStore(traceHeight);
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId))
      setTraceHeight(innerHeight - event.clientY);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    setTraceHeight(height + (event.key === "ArrowUp" ? STEP : -STEP));
  };
  return (
    <div
      className="resize-handle"
      role="separator"
      tabIndex={0}
      aria-orientation="horizontal"
      aria-label="Height of the trace"
      aria-valuemin={TRACE_MIN}
      aria-valuemax={TRACE_MAX}
      aria-valuenow={height}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    />
  );
}
