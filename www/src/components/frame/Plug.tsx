import { Icon } from "./Icon.tsx";
import "./Plug.css";

/** The states that a plug can have; each differs in shape. */
export type PlugState = "ready" | "connecting" | "ended" | "failed" | "free";

interface PlugProps {
  state: PlugState;
  /** The connection's number; a free or failed place has none. */
  number?: number | undefined;
  size?: "small" | "large";
}

/** One connection: a square with its number. Always stands beside words that say the same. */
export function Plug({ state, number, size }: PlugProps) {
  const numbered = number !== undefined && state !== "failed" && state !== "free";
  return (
    <span
      className={size === undefined ? "plug" : `plug ${size}`}
      data-state={state}
      aria-hidden="true"
    >
      {numbered && <b>{number}</b>}
      {state === "failed" && <Icon name="cross" size={size === "large" ? 16 : 12} />}
    </span>
  );
}
