import type { ConnectionId, JsonValue, RequestId, TraceEvent } from "mcp-tether";
import { perFrame } from "../lib/perFrame.ts";
import { Store } from "./store.ts";
import { concernOf, methodOf, summarize } from "./traceWords.ts";

/** Whose message it is. */
export interface TraceOrigin {
  connection: ConnectionId;
  serverId: string;
  serverName: string;
  place: number;
}

/** One message as the trace shows it. */
export interface TraceMessage extends Omit<TraceEvent, "time"> {
  type: "message";
  serial: number;
  origin: TraceOrigin;
  /** Milliseconds since the Unix epoch. */
  time: number;
  /** What it is, in the protocol's word: a response bears its request's method. */
  label: string;
  summary: string;
  /** The request that it is, answers, or reports on. */
  concerns?: RequestId;
  /** For an answer: when its request left. For a request: when its answer came. */
  peerTime?: number;
}

/** What happened to a connection between two messages. */
export interface TraceMark {
  type: "mark";
  serial: number;
  time: number;
  origin: TraceOrigin;
  text: string;
}

export type TraceEntry = TraceMessage | TraceMark;

/** More than this and the oldest leave; their number is told. */
const CAPACITY = 10_000;

class Trace {
  readonly entries = new Store<readonly TraceEntry[]>([]);
  /** How many entries left because the trace was full. */
  dropped = 0;
  readonly #ended = new Set<ConnectionId>();
  #list: TraceEntry[] = [];
  #serial = 0;
  /** Requests that wait for their answer, by connection, direction and id. */
  readonly #open = new Map<string, TraceMessage>();
  readonly #publish = perFrame(() => this.entries.set([...this.#list]));

  /** Records a message that a session reported. */
  record(origin: TraceOrigin, event: TraceEvent): TraceMessage {
    const request =
      event.kind === "request" ? undefined : this.#requestOf(origin.connection, event);
    const entry: TraceMessage = {
      ...event,
      origin,
      type: "message",
      time: performance.timeOrigin + event.time,
      serial: this.#serial++,
      label: methodOf(event, request),
      summary: summarize(event, request),
    };
    const concerns = concernOf(event);
    if (concerns !== undefined) entry.concerns = concerns;
    if (request !== undefined) entry.peerTime = request.time;
    this.#follow(entry, request);
    this.#push(entry);
    return entry;
  }

  mark(origin: TraceOrigin, text: string): void {
    this.#push({ origin, type: "mark", serial: this.#serial++, time: Date.now(), text });
  }

  /** A request was given up here: no answer of it is waited for any more. */
  giveUp(connection: ConnectionId, id: RequestId): void {
    const key = keyOf(connection, "out", id);
    const request = this.#open.get(key);
    if (request === undefined) return;
    this.#open.delete(key);
    this.#answered(request, Date.now());
    this.#publish();
  }

  /** No answer of this connection can come any more: none of its requests is shown as open. */
  settle(connection: ConnectionId, time: number): void {
    this.#ended.add(connection);
    for (const [key, request] of this.#open) {
      if (request.origin.connection !== connection) continue;
      this.#open.delete(key);
      this.#answered(request, time);
    }
    this.#publish();
  }

  hasEnded(connection: ConnectionId): boolean {
    return this.#ended.has(connection);
  }

  clear(): void {
    this.#list = [];
    this.dropped = 0;
    this.#publish();
  }

  #requestOf(connection: ConnectionId, event: TraceEvent): TraceMessage | undefined {
    if (event.kind === "request" || event.kind === "notification") return undefined;
    const asked = event.direction === "in" ? "out" : "in";
    if (event.id !== undefined) return this.#open.get(keyOf(connection, asked, event.id));
    // An error without an id answers what the same exchange carried.
    return [...this.#open.values()].find(
      (request) => request.origin.connection === connection && request.exchange === event.exchange,
    );
  }

  #follow(entry: TraceMessage, request: TraceMessage | undefined): void {
    const { connection } = entry.origin;
    if (entry.kind === "request" && entry.id !== undefined) {
      this.#open.set(keyOf(connection, entry.direction, entry.id), entry);
    }
    if (request?.id === undefined) return;
    this.#open.delete(keyOf(connection, request.direction, request.id));
    this.#answered(request, entry.time);
  }

  #answered(request: TraceMessage, time: number): void {
    const index = this.#list.findLastIndex((entry) => entry.serial === request.serial);
    if (index >= 0) this.#list[index] = { ...request, peerTime: time };
  }

  #push(entry: TraceEntry): void {
    this.#list.push(entry);
    const excess = this.#list.length - CAPACITY;
    if (excess > 0) {
      this.#list.splice(0, excess);
      this.dropped += excess;
    }
    this.#publish();
  }
}

function keyOf(connection: ConnectionId, direction: "out" | "in", id: RequestId): string {
  return `${connection} ${direction} ${typeof id} ${id}`;
}

export const trace = new Trace();

/** The messages as JSON lines, as the core reported them: secrets were left out there. */
export function exportLines(entries: readonly TraceEntry[]): string {
  return entries.map((entry) => `${JSON.stringify(lineOf(entry))}\n`).join("");
}

function lineOf(entry: TraceEntry): Record<string, JsonValue | undefined> {
  const { connection, serverId } = entry.origin;
  const time = new Date(entry.time).toISOString();
  if (entry.type === "mark") return { time, connection, server: serverId, mark: entry.text };
  const { direction, kind, label, id, bytes, exchange, stream, message } = entry;
  return {
    time,
    connection,
    server: serverId,
    direction,
    kind,
    method: label,
    id,
    bytes,
    exchange,
    stream,
    message,
  };
}
