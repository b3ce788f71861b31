import type {
  CallToolResult,
  ConnectionId,
  JsonObject,
  Progress,
  RequestId,
  Session,
  TraceEvent,
} from "mcp-tether";
import { isObject, textAt } from "../lib/json.ts";
import { perFrame } from "../lib/perFrame.ts";
import { Store } from "./store.ts";
import { trace, type TraceOrigin } from "./trace.ts";

/** One call of a tool on one connection, from the click to the answer. Times as `performance.now()` gives them. */
export interface Call {
  key: number;
  tool: string;
  arguments: JsonObject;
  connection: ConnectionId;
  /** The request's id on the wire, as soon as it was sent. */
  id?: RequestId;
  startedAt: number;
  endedAt?: number;
  outcome: Outcome;
  progress?: Progress;
  reports: readonly Report[];
  /** Size of the answer on the wire. */
  bytes?: number;
}

/** A line that the server sent along with its progress. */
export interface Report {
  at: number;
  text: string;
}

export type Outcome =
  | { state: "running" }
  | { state: "answered"; result: CallToolResult }
  | { state: "failed"; error: unknown }
  | { state: "cancelled" };

/** A running operation says something by itself within this time, or the call is given up. */
export const SILENCE_MS = 60_000;

const MOST_REPORTS = 50;
let lastKey = 0;

/** The calls of one connection. Lives as long as the connection's view, no longer. */
export class CallLog {
  readonly calls = new Store<readonly Call[]>([]);
  readonly #session: Session;
  readonly #origin: TraceOrigin;
  readonly #running = new Map<number, { call: Call; controller: AbortController }>();
  readonly #publish = perFrame(() => this.#replaceAll());

  constructor(session: Session, origin: TraceOrigin) {
    this.#session = session;
    this.#origin = origin;
  }

  /** Calls a tool; the outcome appears in `calls`. Resolves with the finished call. */
  async start(tool: string, args: JsonObject): Promise<Call> {
    const controller = new AbortController();
    const call: Call = {
      key: ++lastKey,
      tool,
      arguments: args,
      connection: this.#session.connectionId,
      startedAt: performance.now(),
      outcome: { state: "running" },
      reports: [],
    };
    this.#running.set(call.key, { call, controller });
    this.calls.update((calls) => [...calls, call]);
    const outcome = await this.#run(call, controller.signal);
    return this.#finish(call.key, outcome);
  }

  cancel(key: number): void {
    const running = this.#running.get(key);
    if (running === undefined) return;
    running.controller.abort();
    if (running.call.id !== undefined)
      trace.mark(this.#origin, `You cancelled call ${running.call.id}`);
  }

  /** Learns a call's id and the size of its answer from the messages themselves. */
  observe(event: TraceEvent): void {
    if (event.id === undefined) return;
    if (event.direction === "out" && event.method === "tools/call" && isObject(event.message)) {
      const tool = textAt(event.message["params"], "name");
      const sent = [...this.#running.values()].find(
        ({ call }) => call.id === undefined && call.tool === tool,
      );
      if (sent !== undefined) this.#change(sent.call.key, { id: event.id });
      return;
    }
    if (event.direction !== "in" || event.kind === "request") return;
    const { id, bytes } = event;
    const answered = this.calls.get().find((call) => call.id === id) ?? this.#runningWith(id);
    if (answered !== undefined) this.#change(answered.key, { bytes });
  }

  async #run(call: Call, signal: AbortSignal): Promise<Outcome> {
    try {
      const result = await this.#session.callTool(
        { name: call.tool, arguments: call.arguments },
        {
          signal,
          timeout: SILENCE_MS,
          resetTimeoutOnProgress: true,
          onProgress: (progress) => this.#progressed(call.key, progress),
        },
      );
      return { state: "answered", result };
    } catch (error) {
      return signal.aborted ? { state: "cancelled" } : { state: "failed", error };
    }
  }

  #runningWith(id: RequestId): Call | undefined {
    return [...this.#running.values()].find(({ call }) => call.id === id)?.call;
  }

  #progressed(key: number, progress: Progress): void {
    const running = this.#running.get(key);
    if (running === undefined) return;
    const { call } = running;
    const text = progress.message;
    const report = text === undefined ? [] : [{ at: performance.now() - call.startedAt, text }];
    running.call = {
      ...call,
      progress,
      reports: [...report, ...call.reports].slice(0, MOST_REPORTS),
    };
    this.#publish();
  }

  #change(key: number, change: Partial<Call>): void {
    const running = this.#running.get(key);
    if (running !== undefined) running.call = { ...running.call, ...change };
    this.calls.update((calls) =>
      calls.map((call) => (call.key === key ? { ...call, ...change } : call)),
    );
  }

  #finish(key: number, outcome: Outcome): Call {
    const running = this.#running.get(key);
    if (running === undefined) throw new Error("A call can end only once");
    const call: Call = { ...running.call, outcome, endedAt: performance.now() };
    this.#running.delete(key);
    if (call.id !== undefined && outcome.state !== "answered")
      trace.giveUp(call.connection, call.id);
    this.calls.update((calls) => calls.map((each) => (each.key === key ? call : each)));
    return call;
  }

  #replaceAll(): void {
    this.calls.update((calls) => calls.map((call) => this.#running.get(call.key)?.call ?? call));
  }
}
