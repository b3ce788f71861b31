import { isMcpError, type StepTiming } from "mcp-tether";
import type { TraceMessage } from "./trace.ts";

/** One step of connecting, as far as it has come. */
export interface ConnectStep {
  name: string;
  state: "done" | "now" | "stopped";
  ms?: number;
  note: string;
}

const NAMES: Readonly<Record<StepTiming["step"], string>> = {
  discover: "server/discover",
  initialize: "initialize",
  initialized: "notifications/initialized",
  "http+sse": "HTTP+SSE",
};

/** Follows the steps of connecting by their messages, until the library's own account of them is there. */
export class ConnectSteps {
  #steps: readonly ConnectStep[] = [];

  /** The steps after one more message. */
  after(entry: TraceMessage): readonly ConnectStep[] {
    const last = this.#steps.at(-1);
    if (entry.direction === "out") {
      this.#steps = [...this.#steps, { name: entry.label, state: "now", note: entry.summary }];
    } else if (last?.name === entry.label) {
      const ms = entry.time - (entry.peerTime ?? entry.time);
      this.#steps = [
        ...this.#steps.slice(0, -1),
        { ...last, state: "done", ms, note: entry.summary },
      ];
    }
    return this.#steps;
  }

  /** The steps as the library timed them. */
  done(timings: readonly StepTiming[]): readonly ConnectStep[] {
    return timings.map(({ step, ms, outcome }) => ({
      name: NAMES[step],
      state: "done",
      ms,
      note: noteOf(outcome),
    }));
  }

  /** The steps of an attempt that failed: the last one is where it stopped. */
  stopped(failure: unknown): readonly ConnectStep[] {
    const step = isMcpError(failure) ? failure.step : undefined;
    const name = NAMES[step as StepTiming["step"]] ?? step ?? this.#steps.at(-1)?.name ?? "connect";
    const note = failure instanceof Error ? failure.message : String(failure);
    const before = this.#steps.filter((each) => each.name !== name);
    const ms = this.#steps.findLast((each) => each.name === name)?.ms;
    const stop: ConnectStep = { name, state: "stopped", note };
    return [
      ...before.map((each): ConnectStep => ({ ...each, state: "done" })),
      ms === undefined ? stop : { ...stop, ms },
    ];
  }
}

function noteOf(outcome: string): string {
  return outcome === "ok" ? "" : outcome;
}
