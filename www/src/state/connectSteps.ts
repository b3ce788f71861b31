import { isMcpError, type StepTiming } from "mcp-tether";
import { attemptsOf, type Attempt } from "../lib/errors.ts";
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
    const attempts = attemptsOf(failure);
    if (attempts.length > 0) return this.#merged(attempts);
    const step = isMcpError(failure) ? failure.step : undefined;
    const note = failure instanceof Error ? failure.message : String(failure);
    return this.#merged([{ step: step ?? "connect", words: note }]);
  }

  /** What was seen passing, and what the library says came of it; one that it does not tell about went well. */
  #merged(attempts: readonly Attempt[]): readonly ConnectStep[] {
    const told = attempts.map(({ step, words }) => ({ name: nameOf(step), note: words }));
    const names = new Set([...this.#steps, ...told].map(({ name }) => name));
    return [...names].map((name, index): ConnectStep => {
      const note = told.find((each) => each.name === name)?.note ?? "";
      const ms = this.#steps.findLast((each) => each.name === name)?.ms;
      const step = { name, note, state: index === names.size - 1 ? "stopped" : "done" } as const;
      return ms === undefined ? step : { ...step, ms };
    });
  }
}

function nameOf(step: string): string {
  return NAMES[step as StepTiming["step"]] ?? step;
}

function noteOf(outcome: string): string {
  return outcome === "ok" ? "" : outcome;
}
