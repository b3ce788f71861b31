import { isMcpError, Session } from "mcp-tether";
import type {
  CloseInfo,
  ConnectionId,
  JsonObject,
  McpError,
  Prompt,
  Resource,
  ResourceTemplate,
  ServerDescription,
  Tool,
} from "mcp-tether";
import { CallLog, type Call } from "./calls.ts";
import { ConnectSteps, type ConnectStep } from "./connectSteps.ts";
import { NOT_OFFERED, type Listing } from "./listing.ts";
import { specOf, type Server } from "./servers.ts";
import { Store } from "./store.ts";
import { trace, type TraceOrigin } from "./trace.ts";

export type Tab = "tools" | "resources" | "prompts" | "about";

/** What the panel knows of one connection. */
export interface ConnectionView {
  phase: "connecting" | "ready" | "failed" | "ended";
  startedAt: number;
  readyAt?: number;
  endedAt?: number;
  steps: readonly ConnectStep[];
  description?: ServerDescription;
  push?: "up" | "down" | "unsupported";
  failure?: unknown;
  end?: CloseInfo;
  /** Calls that were sent and not answered when the connection ended. */
  unanswered: readonly Call[];
  tools: Listing<Tool>;
  resources: Listing<Resource>;
  templates: Listing<ResourceTemplate>;
  prompts: Listing<Prompt>;
  tab: Tab;
  /** What is open in each list, by name or address. */
  chosen: Readonly<Partial<Record<Tab, string>>>;
  warnings: readonly string[];
}

const CLIENT = { name: "tether-switchboard", title: "tether switchboard", version: "0.1.0" };
const CONNECT_MS = 30_000;

/**
 * One connection as the page holds it: the session, and everything that was derived from it. It is made once, ends once,
 * and is never pointed at anything else; connecting again makes another with another number.
 */
export class Connection {
  readonly id: ConnectionId;
  readonly server: Server;
  readonly session: Session;
  readonly calls: CallLog;
  readonly view: Store<ConnectionView>;
  /** Settles when it is known whether the connection came up. */
  readonly settled: Promise<void>;
  readonly #steps = new ConnectSteps();
  #stopped = false;

  constructor(server: Server) {
    this.server = server;
    this.session = new Session(specOf(server), {
      clientInfo: CLIENT,
      timeouts: { connect: CONNECT_MS },
      // The page checks results itself, so that it can show data that breaks its schema.
      validateOutput: "off",
    });
    this.id = this.session.connectionId;
    this.calls = new CallLog(this.session, this.origin);
    this.view = new Store(firstView());
    this.#listen();
    this.settled = this.#follow();
  }

  get origin(): TraceOrigin {
    const { id, name, place } = this.server;
    return { connection: this.id, serverId: id, serverName: name, place };
  }

  /** Ends the connection because the person wants it; the server is told. */
  async disconnect(): Promise<void> {
    this.#stopped = true;
    await this.session.close();
  }

  /** Ends the attempt to connect at once. */
  stop(): void {
    this.#stopped = true;
    void this.session.close();
  }

  /** Whether it ended because somebody on this page wanted it to. */
  get stopped(): boolean {
    return this.#stopped;
  }

  show(tab: Tab): void {
    this.#change({ tab });
  }

  choose(tab: Tab, key: string): void {
    this.view.update((view) => ({ ...view, tab, chosen: { ...view.chosen, [tab]: key } }));
  }

  /** The arguments as they were last typed for a tool or a prompt; kept in the session's scope, so they end with it. */
  draftOf(key: string): JsonObject | undefined {
    return this.session.scope.get(`draft ${key}`) as JsonObject | undefined;
  }

  keepDraft(key: string, draft: JsonObject): void {
    if (this.view.get().phase === "ready") this.session.scope.set(`draft ${key}`, draft);
  }

  async loadTools(): Promise<void> {
    await this.#load("tools", () => this.session.tools());
  }

  async loadResources(): Promise<void> {
    await Promise.all([
      this.#load("resources", () => this.session.resources()),
      this.#load("templates", () => this.session.resourceTemplates()),
    ]);
  }

  async loadPrompts(): Promise<void> {
    await this.#load("prompts", () => this.session.prompts());
  }

  #listen(): void {
    const { session } = this;
    session.on("trace", (event) => {
      const entry = trace.record(this.origin, event);
      this.calls.observe(event);
      if (this.view.get().phase === "connecting") this.#change({ steps: this.#steps.after(entry) });
    });
    session.on("stream", ({ state }) => this.#change({ push: state }));
    session.on("toolschanged", () => void this.loadTools());
    session.on("resourceschanged", () => void this.loadResources());
    session.on("promptschanged", () => void this.loadPrompts());
    session.on("warning", ({ message }) => {
      this.view.update((view) => ({ ...view, warnings: [message, ...view.warnings].slice(0, 20) }));
    });
  }

  async #follow(): Promise<void> {
    void this.session.closed.then((end) => this.#ended(end));
    try {
      const description = await this.session.ready;
      const steps = this.#steps.done(description.timings);
      this.#change({ phase: "ready", readyAt: performance.now(), description, steps });
      trace.mark(this.origin, `Connected to ${this.server.name}, ${description.protocolVersion}`);
      this.#loadAll(description);
    } catch (failure) {
      this.#change({
        phase: "failed",
        failure,
        endedAt: Date.now(),
        steps: this.#steps.stopped(failure),
      });
    }
  }

  #loadAll({ capabilities }: ServerDescription): void {
    if (capabilities.tools !== undefined) void this.loadTools();
    if (capabilities.resources !== undefined) void this.loadResources();
    if (capabilities.prompts !== undefined) void this.loadPrompts();
  }

  async #load<K extends "tools" | "resources" | "templates" | "prompts">(
    key: K,
    list: () => AsyncIterable<ConnectionView[K]["items"][number]>,
  ): Promise<void> {
    this.view.update((view) => ({ ...view, [key]: { ...view[key], state: "loading" } }));
    try {
      const items = await Array.fromAsync(list());
      this.#change({ [key]: { state: "ready", items, loadedAt: Date.now() } });
    } catch (error) {
      this.view.update((view) => ({ ...view, [key]: { ...view[key], state: "failed", error } }));
    }
  }

  #ended(end: CloseInfo): void {
    const now = Date.now();
    trace.settle(this.id, now);
    trace.mark(this.origin, `Connection ${this.id} with ${this.server.name} ended`);
    if (this.view.get().phase !== "ready") return;
    const unanswered = this.calls.calls.get().filter(({ outcome }) => wasCutOff(outcome));
    this.#change({ phase: "ended", end, endedAt: now, unanswered });
  }

  #change(change: Partial<ConnectionView>): void {
    this.view.update((view) => ({ ...view, ...change }));
  }
}

function wasCutOff(outcome: Call["outcome"]): boolean {
  if (outcome.state === "running") return true;
  return outcome.state === "failed" && isMcpError(outcome.error) && ENDINGS.has(outcome.error.code);
}

const ENDINGS: ReadonlySet<McpError["code"]> = new Set<McpError["code"]>([
  "CLOSED",
  "SESSION_EXPIRED",
]);

function firstView(): ConnectionView {
  return {
    phase: "connecting",
    startedAt: performance.now(),
    steps: [],
    unanswered: [],
    tools: NOT_OFFERED,
    resources: NOT_OFFERED,
    templates: NOT_OFFERED,
    prompts: NOT_OFFERED,
    tab: "tools",
    chosen: {},
    warnings: [],
  };
}
