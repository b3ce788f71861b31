// What a host describes: the spec of a server and the options of a session.

import { Session } from "mcp-tether";
import type {
  ElicitationHandler,
  EraStore,
  EraVerdict,
  SamplingHandler,
  ServerSpec,
  SessionOptions,
} from "mcp-tether";
import { expectType } from "./expect.js";

const options = { clientInfo: { name: "host", version: "1.0.0" } } as const;
const spec = { id: "staging", url: "https://staging.example/mcp" } as const;

expectType<Session>()(new Session(spec, options));
new Session({ ...spec, url: new URL(spec.url), protocol: "2025-11-25" }, options);
new Session({ ...spec, parameterHeaders: "off", transport: "http+sse" }, options);
new Session({ ...spec, auth: { token: async () => "secret" } }, options);
new Session({ ...spec, roots: [{ uri: "file:///work", name: "work" }] as const }, options);

// @ts-expect-error options are needed: a server is told who calls
new Session(spec);
// @ts-expect-error so is the host's name
new Session(spec, {});
// @ts-expect-error a server has an id of the host's choice
new Session({ url: spec.url }, options);
// @ts-expect-error there is no such revision
new Session({ ...spec, protocol: "2025-12-01" }, options);
// @ts-expect-error nor such a transport
new Session({ ...spec, transport: "websocket" }, options);
// @ts-expect-error a misspelt field is not ignored
new Session({ ...spec, header: {} }, options);
// @ts-expect-error a member is left out rather than set to undefined
new Session({ ...spec, headers: undefined }, options);
// @ts-expect-error times are numbers of milliseconds
new Session(spec, { ...options, timeouts: { request: "60s" } });
// @ts-expect-error there is no such limit
new Session(spec, { ...options, limits: { megabytes: 1 } });

export function change(mine: ServerSpec, wishes: SessionOptions): void {
  // @ts-expect-error a spec is read only
  mine.id = "other";
  // @ts-expect-error so are options
  wishes.push = "off";
}

const elicitation: ElicitationHandler = (request, context) => {
  expectType<AbortSignal>()(context.signal);
  if (request.mode === "url") {
    expectType<string>()(request.url);
    return { action: "decline" };
  }
  expectType<"object">()(request.requestedSchema.type);
  return { action: "accept", content: { name: "Ada", tags: ["a"], age: 36 } };
};

// @ts-expect-error a form's answers are flat
const nested: ElicitationHandler = () => ({ action: "accept", content: { name: { a: 1 } } });
// @ts-expect-error there is no such answer
const unsure: ElicitationHandler = () => ({ action: "later" });

const sampling: SamplingHandler = async (request) => ({
  role: "assistant",
  model: "local",
  content: { type: "text", text: `${request.messages.length} of ${request.maxTokens}` },
});

const verdicts = new Map<string, EraVerdict>();
const store: EraStore = {
  get: async (url) => verdicts.get(url),
  set: async (url, verdict) => void verdicts.set(url, verdict),
  delete: async (url) => void verdicts.delete(url),
};

export const full: SessionOptions = {
  ...options,
  handlers: { elicitation, sampling },
  extensions: { "io.modelcontextprotocol/tasks": {} },
  timeouts: { connect: 1_000, request: 2_000, total: 3_000, close: 500 },
  limits: { messageBytes: 1_000_000, pages: 10 },
  signal: AbortSignal.timeout(1_000),
  push: "off",
  validateOutput: "off",
  verdicts: store,
  logLevel: "warning",
  fetch: (input, init) => fetch(input, init),
};

export const refused = [nested, unsure];
