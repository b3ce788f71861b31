/*
 * The library's own shapes: what a host describes, what a session tells, what goes wrong.
 *
 * `Session` at the end is merged with the class of that name: it adds the signatures
 * that need generics, overloads or well-known symbols. The class leaves those methods
 * out of its own declaration (`skip_typescript`), since its overloads would come first.
 */

// What a host describes

/** Which transport to use; `"auto"` takes Streamable HTTP and falls back to HTTP+SSE. */
export type TransportChoice = "auto" | Transport;

/** A way of carrying messages over HTTP. */
export type Transport = "streamable-http" | "http+sse";

/**
 * A generation of the protocol: `"modern"` declares everything with each request
 * (2026-07-28), `"legacy"` begins with a handshake (2024-11-05 to 2025-11-25).
 */
export type Era = "modern" | "legacy";

/** Which protocol to speak; `"auto"` asks the server, a version is taken or refused. */
export type ProtocolChoice = "auto" | Era | ProtocolVersion;

/** Describes one server. */
export interface ServerSpec {
  /** The host's own key for this server; never its URL, never what it calls itself. */
  readonly id: string;
  readonly url: string | URL;
  /** Defaults to `"auto"`. */
  readonly transport?: TransportChoice;
  /** Defaults to `"auto"`. */
  readonly protocol?: ProtocolChoice;
  /** Sent with every request to this server's origin, and never elsewhere. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly auth?: BearerToken;
  /**
   * Whether arguments that a tool marks with `x-mcp-header` are mirrored in `Mcp-Param-*`
   * headers (2026-07-28). `"on"`, the default, is what the protocol wants; `"off"` is for a
   * server whose CORS policy does not allow these headers.
   */
  readonly parameterHeaders?: "on" | "off";
  /** Told to this server alone, when it asks. */
  readonly roots?: readonly Root[];
  /** Whom this connection acts for; what is cached for one principal is never shown to another. */
  readonly principal?: string;
}

/** A token that the host obtains by itself; sent to the server's origin alone. */
export interface BearerToken {
  /** The token, or a function that is called whenever one is needed. */
  readonly token: string | (() => string | Promise<string>);
}

/** How a session behaves. */
export interface SessionOptions {
  /** The host, as servers are told of it. */
  readonly clientInfo: Implementation;
  readonly handlers?: Handlers;
  /** Settings by extension id, declared to the server. */
  readonly extensions?: Readonly<Record<string, JsonObject>>;
  readonly timeouts?: Timeouts;
  readonly limits?: Partial<Limits>;
  /** Aborting it does what `free()` does. */
  readonly signal?: AbortSignal;
  /**
   * Whether the server may send news by itself. `"auto"`, the default: a legacy
   * session opens the GET stream once ready, a modern one listens while somebody
   * wants to hear; `"off"`: neither.
   */
  readonly push?: "auto" | "off";
  /** Whether `structuredContent` is checked against the tool's `outputSchema`; defaults to `"on"`. */
  readonly validateOutput?: "off" | "on";
  /**
   * Where the era of a URL is remembered beyond the page; by default the page remembers.
   *
   * It is asked before the first request, for a second at most, when the spec's `protocol`
   * is `"auto"`. Its failures are warnings (`STORAGE`).
   */
  readonly verdicts?: EraStore;
  /** The least grave log message to ask for; none by default. */
  readonly logLevel?: LoggingLevel;
  /** Used in place of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

/** What a host does when a server asks; a capability is declared exactly when its handler is there. */
export interface Handlers {
  readonly elicitation?: ElicitationHandler;
  readonly sampling?: SamplingHandler;
}

/**
 * Asks a person on behalf of a server, by a form or by a page to open.
 *
 * What it throws becomes the era's refusal; so does an answer of another shape, of which
 * a `warning` tells. Defaults of the form fill what an accepted answer leaves out; a
 * member that is `undefined` stays out. The time it takes does not count against the
 * time-out of the request behind it.
 */
export type ElicitationHandler = (
  request: ElicitRequest,
  context: AskContext,
) => ElicitResult | Promise<ElicitResult>;

/** Asks a model on behalf of a server. What it throws becomes the era's refusal. */
export type SamplingHandler = (
  request: CreateMessageRequest,
  context: AskContext,
) => CreateMessageResult | Promise<CreateMessageResult>;

/** Which server asks, and over which connection. */
export interface AskContext {
  readonly serverId: string;
  readonly connectionId: ConnectionId;
  readonly server: ServerDescription;
  /** The method of the host's request that led to the question, when there is one. */
  readonly method?: string;
  /** Aborted when the answer is wanted no more: the server withdrew, or the connection ended. */
  readonly signal: AbortSignal;
}

/** How long to wait, in milliseconds. */
export interface Timeouts {
  /** For the connection to be ready; defaults to 30 000. */
  readonly connect?: number;
  /** For a request's answer, or for its next progress; defaults to 60 000. */
  readonly request?: number;
  /** For a request's answer whatever its progress; no bound by default. */
  readonly total?: number;
  /** For the farewell of `close()`; defaults to 2 000. */
  readonly close?: number;
}

/** What a server may make this side hold; beyond it, the call or the session ends with `LIMIT_EXCEEDED`. */
export interface Limits {
  /** Bytes of one message, in a body or in an event; defaults to 16 MiB. */
  readonly messageBytes: number;
  /** Bytes of an error's body that are read; defaults to 64 KiB. */
  readonly errorBodyBytes: number;
  /** Pages of one list that `tools()` and its like read; defaults to 1 000. */
  readonly pages: number;
  /** Rounds of questions before a call is answered; defaults to 10. */
  readonly rounds: number;
  /** Requests of the host in flight at once, more wait their turn; defaults to 64. */
  readonly concurrentRequests: number;
  /** Requests of the host that wait, for `ready` or for their turn; defaults to 4 096. */
  readonly waitingRequests: number;
  /** Requests of the server whose answers are due; defaults to 64. */
  readonly inboundRequests: number;
}

/** What is known of a URL before it is asked. */
export interface EraVerdict {
  readonly era: Era;
  readonly protocolVersion: ProtocolVersion;
  /** Milliseconds since the Unix epoch; a later look asks the server again. */
  readonly expiresAt?: number;
}

/** Remembers which era a URL speaks; the values are structured-cloneable. */
export interface EraStore {
  /** Gives what was remembered, or `undefined`. */
  get(url: string): Promise<EraVerdict | undefined>;
  /** Remembers; replaces what was there. */
  set(url: string, verdict: EraVerdict): Promise<void>;
  /** Forgets; does no harm when there is nothing to forget. */
  delete(url: string): Promise<void>;
}

// What a session tells

/** A number that no other connection of this page has or will have. */
export type ConnectionId = number;

/** Where a session stands; it only moves forward, and `"closed"` is the end. */
export type SessionState = "connecting" | "authorizing" | "ready" | "closed";

/** The facts of a connection that is ready. */
export interface ServerDescription {
  readonly protocolVersion: ProtocolVersion;
  readonly era: Era;
  readonly transport: Transport;
  readonly capabilities: ServerCapabilities;
  /** What the server calls itself; absent when it did not say (2026-07-28 lets it). */
  readonly info?: Implementation;
  /** Advice for a model's system prompt. */
  readonly instructions?: string;
  /** The steps that led here, in order, those that failed included. */
  readonly timings: readonly StepTiming[];
}

/** A step of connecting. */
export type ConnectStep = "discover" | "initialize" | "initialized" | "http+sse";

/** How long one step of connecting took. */
export interface StepTiming {
  readonly step: ConnectStep;
  /** Milliseconds. */
  readonly ms: number;
  /** `"ok"`, or what made the step fail, for people. */
  readonly outcome: string;
}

/**
 * Why a session ended.
 *
 * - `LOCAL`: `close()` was called.
 * - `FREED`: `free()` was called, or a `using` block ended.
 * - `ABORTED`: the signal of the options was aborted.
 * - `COLLECTED`: nobody held the idle session any more.
 * - `CONNECT_FAILED`: the connection could not be made.
 * - `SESSION_EXPIRED`: the server forgot the session, or its only stream was lost.
 * - `PROTOCOL_ERROR`: the server broke the protocol in a way that leaves nothing to trust.
 * - `PAGE_HIDDEN`: the page was left and will not come back.
 */
export type CloseReason =
  | "LOCAL"
  | "FREED"
  | "ABORTED"
  | "COLLECTED"
  | "CONNECT_FAILED"
  | "SESSION_EXPIRED"
  | "PROTOCOL_ERROR"
  | "PAGE_HIDDEN";

/** How a session ended. */
export interface CloseInfo {
  readonly reason: CloseReason;
  /** Present when the end was a fault. */
  readonly error?: McpError;
}

/**
 * A map for what a host derives from a connection.
 *
 * It lives as long as the connection: after the end it is empty, and `set` throws `CLOSED`.
 */
export interface SessionScope {
  /** Gives the value, or `undefined`. */
  get(key: unknown): unknown;
  /** Keeps the value until the connection ends. */
  set(key: unknown, value: unknown): SessionScope;
  /** Tells whether there is a value. */
  has(key: unknown): boolean;
  /** Drops the value; tells whether there was one. */
  delete(key: unknown): boolean;
  /** Gives the keys, in the order in which they were set. */
  keys(): IterableIterator<unknown>;
}

// Errors

/**
 * What went wrong, for programs.
 *
 * - `CLOSED`: the session ended; `reason` says why.
 * - `SESSION_EXPIRED`: the server no longer knows the session; make a new one.
 * - `TIMED_OUT`: no answer, and no progress, in time.
 * - `CANCELLED_BY_SERVER`: the server gave the request up.
 * - `RPC_ERROR`: the server answered with an error; `rpc` holds it.
 * - `HTTP_ERROR`: the server answered with a status that says no; `http` holds it.
 * - `NETWORK`: the server could not be reached, or the browser may not say why.
 * - `CORS`: the server's CORS policy hides its answer from this page; `missing` says what to send.
 * - `STREAM_ENDED`: the answer's stream ended before the answer.
 * - `EMPTY_RESPONSE`: the server accepted the request and answered nothing.
 * - `INVALID_MESSAGE`: the answer is no message of the protocol.
 * - `INVALID_OUTPUT`: a tool's structured content does not fit its schema.
 * - `LIMIT_EXCEEDED`: one of the `Limits` was reached.
 * - `UNSUPPORTED_VERSION`: the two sides share no protocol version.
 * - `NOT_SUPPORTED`: the server, or the protocol version, does not have the feature.
 * - `AUTHORIZATION_REQUIRED`: the server wants a sign-in.
 * - `AUTHORIZATION_FAILED`: a sign-in was tried and refused.
 * - `STALE_CONNECTION`: the thing belongs to a connection that is not the live one.
 * - `CONSENT_REQUIRED`: the host asked for consent before calls, and there is none.
 * - `INPUT_REQUIRED`: the server asks for input that nobody here can give.
 * - `INVALID_ARGUMENT`: the caller passed something unusable; the message names it.
 * - `STORAGE`: a store of the host failed.
 */
export type McpErrorCode =
  | "CLOSED"
  | "SESSION_EXPIRED"
  | "TIMED_OUT"
  | "CANCELLED_BY_SERVER"
  | "RPC_ERROR"
  | "HTTP_ERROR"
  | "NETWORK"
  | "CORS"
  | "STREAM_ENDED"
  | "EMPTY_RESPONSE"
  | "INVALID_MESSAGE"
  | "INVALID_OUTPUT"
  | "LIMIT_EXCEEDED"
  | "UNSUPPORTED_VERSION"
  | "NOT_SUPPORTED"
  | "AUTHORIZATION_REQUIRED"
  | "AUTHORIZATION_FAILED"
  | "STALE_CONNECTION"
  | "CONSENT_REQUIRED"
  | "INPUT_REQUIRED"
  | "INVALID_ARGUMENT"
  | "STORAGE";

/**
 * The error of every rejection that the library makes; `isMcpError` narrows to it.
 *
 * Its message says what was expected, what came and what to do; it never holds a
 * token or a header's value. A call that the host's own signal aborted rejects
 * with that signal's reason instead, as `fetch` does.
 */
export interface McpError extends Error {
  readonly name: "McpError";
  readonly code: McpErrorCode;
  readonly connectionId?: ConnectionId;
  readonly serverId?: string;
  /** The method of the request that failed. */
  readonly method?: string;
  /** Sending the request again is harmless: it cannot have acted on the server. */
  readonly retrySafe: boolean;
  /** With `RPC_ERROR`: what the server said. */
  readonly rpc?: RpcError;
  /** With `HTTP_ERROR`: what the server said. */
  readonly http?: { readonly status: number; readonly statusText: string; readonly body?: string };
  /** The step of connecting or authorizing that failed. */
  readonly step?: string;
  /** The URL it failed at. */
  readonly url?: string;
  /**
   * With `CORS`: the header that is hidden (`mcp-session-id`), or that the server has to
   * send (`access-control-allow-origin`, `access-control-allow-headers: NAME, NAME`).
   */
  readonly missing?: string;
  /** With `CLOSED`: why the session ended. */
  readonly reason?: CloseReason;
  /** What was thrown beneath. */
  readonly cause?: unknown;
}

// Requests

/** How one request behaves. */
export interface RequestOptions {
  /** Aborting it cancels the request on the server too, in the way of its era. */
  readonly signal?: AbortSignal;
  /** Milliseconds to wait for the answer; defaults to the session's `timeouts.request`. */
  readonly timeout?: number;
  /** Milliseconds to wait whatever the progress; defaults to the session's `timeouts.total`. */
  readonly total?: number;
  /** Whether each progress report starts `timeout` anew; defaults to true. */
  readonly resetTimeoutOnProgress?: boolean;
  /** Called for each progress report; its presence asks the server for them. */
  readonly onProgress?: ProgressListener;
  /** The least grave log message to ask for with this request (2026-07-28). */
  readonly logLevel?: LoggingLevel;
  /** Whether the server's questions go to the handlers (`"ask"`, the default) or back to the caller. */
  readonly inputResponses?: "ask" | "return";
  /**
   * Whether to ask the server whatever is known. By default, lists and contents come from
   * the connection's cache while they are good: as long as the server said, or until it
   * tells of a change.
   */
  readonly fresh?: boolean;
  /** Members to add to the request's `_meta`. */
  readonly meta?: JsonObject;
}

/** The options of a call whose questions come back to the caller, in place of its result. */
export interface ReturnInputOptions extends RequestOptions {
  readonly inputResponses: "return";
}

/** Hears how far a request has come. */
export type ProgressListener = (progress: Progress) => void;

/** The requests that `request` knows by name: the parameters each takes, the result each gives. */
export interface RequestMap {
  readonly ping: RequestEntry<RequestParams | undefined, EmptyResult>;
  readonly "server/discover": RequestEntry<RequestParams | undefined, DiscoverResult>;
  readonly "tools/list": RequestEntry<PaginatedRequestParams | undefined, ListToolsResult>;
  readonly "tools/call": RequestEntry<CallToolRequestParams, CallToolResult>;
  readonly "prompts/list": RequestEntry<PaginatedRequestParams | undefined, ListPromptsResult>;
  readonly "prompts/get": RequestEntry<GetPromptRequestParams, GetPromptResult>;
  readonly "resources/list": RequestEntry<PaginatedRequestParams | undefined, ListResourcesResult>;
  readonly "resources/templates/list": RequestEntry<
    PaginatedRequestParams | undefined,
    ListResourceTemplatesResult
  >;
  readonly "resources/read": RequestEntry<ReadResourceRequestParams, ReadResourceResult>;
  readonly "resources/subscribe": RequestEntry<SubscribeRequestParams, EmptyResult>;
  readonly "resources/unsubscribe": RequestEntry<UnsubscribeRequestParams, EmptyResult>;
  readonly "completion/complete": RequestEntry<CompleteRequestParams, CompleteResult>;
  readonly "logging/setLevel": RequestEntry<SetLevelRequestParams, EmptyResult>;
  readonly "tasks/get": RequestEntry<TaskRequestParams, GetTaskResult | DetailedExtensionTask>;
  readonly "tasks/result": RequestEntry<TaskRequestParams, Result>;
  readonly "tasks/list": RequestEntry<PaginatedRequestParams | undefined, ListTasksResult>;
  readonly "tasks/cancel": RequestEntry<TaskRequestParams, CancelTaskResult | EmptyResult>;
  readonly "tasks/update": RequestEntry<UpdateTaskRequestParams, EmptyResult>;
}

/** One line of `RequestMap`. */
export interface RequestEntry<P, R> {
  readonly params: P;
  readonly result: R;
}

/** What follows the method in `request`: the parameters, unless the method needs none, and the options. */
export type RequestArguments<M extends keyof RequestMap> = undefined extends RequestMap[M]["params"]
  ? [params?: RequestMap[M]["params"], options?: RequestOptions]
  : [params: RequestMap[M]["params"], options?: RequestOptions];

// Events

/** The events of a session, by type. */
export interface SessionEventMap {
  /** The server's tools changed. */
  readonly toolschanged: NotificationParams;
  /** The server's prompts changed. */
  readonly promptschanged: NotificationParams;
  /** The server's resources changed. */
  readonly resourceschanged: NotificationParams;
  /** A watched resource changed; read it again. */
  readonly resourceupdated: ResourceUpdatedNotificationParams;
  /** The server logged something. */
  readonly log: LoggingMessageNotificationParams;
  /** The session moved on. */
  readonly state: StateEvent;
  /** The channel for the server's news came up, went down, or is not to be had. */
  readonly stream: StreamEvent;
  /** The server broke a rule, and the session survived it. */
  readonly warning: WarningEvent;
  /** The server wants a person to sign in. */
  readonly authorization: AuthorizationEvent;
  /** A message went out or came in. */
  readonly trace: TraceEvent;
  /** The session ended; the last event there is. */
  readonly close: CloseInfo;
}

/** Says where the session stands now. */
export interface StateEvent {
  readonly state: SessionState;
}

/** Says how the channel for the server's news is. */
export interface StreamEvent {
  readonly state: "up" | "down" | "unsupported";
}

/** Says what a server did wrong, as an error that nothing was rejected with. */
export interface WarningEvent extends McpError {
  /** Numbers the HTTP request it came with, within the session. */
  readonly exchange?: number;
}

/** Says where a person can sign in; the library never opens a window by itself. */
export interface AuthorizationEvent {
  /** The page to visit. */
  readonly url: string;
  /** Ties the answer to this question. */
  readonly state: string;
  /** Opens the page; to be called in a click's handler. */
  open(): void;
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number;
}

/** One message that passed, secrets left out. */
export interface TraceEvent {
  readonly direction: "out" | "in";
  /** Whole milliseconds on the clock of `performance.now()`. */
  readonly time: number;
  /** The message's size as it passed. */
  readonly bytes: number;
  /** Numbers the HTTP request that carried it, within the session. */
  readonly exchange: number;
  /** `"error"` is a response that says so; `"invalid"` is no message of the protocol. */
  readonly kind: "request" | "response" | "notification" | "error" | "invalid";
  readonly method?: string;
  readonly id?: RequestId;
  readonly message: JsonValue;
  /** What carried it: a POST and its answer, the GET stream (legacy), a listen stream (modern). */
  readonly stream: "post" | "get" | "listen";
}

/** A resource that is watched. */
export interface Subscription {
  readonly uri: string;
  /**
   * Stops the listener at once, and tells the server when nobody else watches the resource.
   *
   * Any number of times; after the session's end it resolves, since nothing is left to do.
   */
  unsubscribe(): Promise<void>;
  /** Does what `unsubscribe()` does; `await using` calls it. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Hears that a resource changed, with its URI. */
export type ResourceListener = (event: ResourceUpdatedNotificationParams) => void;

/** Removes the listener it was given for; more than once does no harm. */
export type RemoveListener = () => void;

// Signatures that are merged into the class

export interface Session {
  /**
   * Ends everything at once; any number of times, from anywhere.
   *
   * When it returns, every promise of this session has been rejected with `CLOSED`,
   * every request is aborted, and nothing of this connection can reach anyone. The
   * server is told in passing. Later calls reject with `CLOSED`. `using` calls it.
   */
  free(): void;

  /**
   * Reads every tool, page by page.
   *
   * A page is fetched when it is needed, and `limits.pages` bounds their number; a
   * cursor that comes twice ends the list with `INVALID_MESSAGE`.
   */
  tools(options?: RequestOptions): AsyncIterable<Tool>;

  /** Reads every prompt, page by page, as `tools` does. */
  prompts(options?: RequestOptions): AsyncIterable<Prompt>;

  /** Reads every resource, page by page, as `tools` does. */
  resources(options?: RequestOptions): AsyncIterable<Resource>;

  /** Reads every resource template, page by page, as `tools` does. */
  resourceTemplates(options?: RequestOptions): AsyncIterable<ResourceTemplate>;

  /**
   * Calls a tool, and gives what the server asks instead when it asks.
   *
   * To answer, call again with `inputResponses`, and with `requestState` when there was one.
   */
  callTool(
    params: CallToolRequestParams,
    options: ReturnInputOptions,
  ): Promise<CallToolResult | InputRequiredResult>;

  /**
   * Calls a tool.
   *
   * A tool that failed gives a result with `isError`. Rejects with an `McpError`, or with
   * the reason of the signal in the options.
   */
  callTool(params: CallToolRequestParams, options?: RequestOptions): Promise<CallToolResult>;

  /** Reads a resource, and gives what the server asks instead when it asks, as `callTool` does. */
  readResource(
    params: ReadResourceRequestParams,
    options: ReturnInputOptions,
  ): Promise<ReadResourceResult | InputRequiredResult>;

  /** Reads a resource; a URI may give several contents. */
  readResource(
    params: ReadResourceRequestParams,
    options?: RequestOptions,
  ): Promise<ReadResourceResult>;

  /** Fills in a prompt, and gives what the server asks instead when it asks, as `callTool` does. */
  getPrompt(
    params: GetPromptRequestParams,
    options: ReturnInputOptions,
  ): Promise<GetPromptResult | InputRequiredResult>;

  /** Fills in a prompt. */
  getPrompt(params: GetPromptRequestParams, options?: RequestOptions): Promise<GetPromptResult>;

  /**
   * Watches a resource, in the way of the era; resolves once the server agreed.
   *
   * The listener also hears of resources below the URI. A resource may be watched any
   * number of times. Rejects with `NOT_SUPPORTED` where the server tells of no changes.
   */
  subscribe(
    uri: string,
    listener: ResourceListener,
    options?: RequestOptions,
  ): Promise<Subscription>;

  /**
   * Sends a request that the protocol names, and gives its result as the server sent it.
   *
   * Rejects with an `McpError`, or with the reason of the signal in the options.
   */
  request<M extends keyof RequestMap>(
    method: M,
    ...rest: RequestArguments<M>
  ): Promise<RequestMap[M]["result"]>;

  /** Sends a request of any other name, of an extension for one. */
  request<M extends string>(
    method: M extends keyof RequestMap ? never : M,
    params?: JsonObject,
    options?: RequestOptions,
  ): Promise<JsonValue>;

  /**
   * Hears events of one type; gives the function that stops it.
   *
   * The listener runs in a microtask of its own and may call anything, `free()`
   * included. What it throws goes to `reportError`.
   */
  on<T extends keyof SessionEventMap>(
    type: T,
    listener: (event: SessionEventMap[T]) => void,
  ): RemoveListener;

  /** Does what `close()` does; `await using` calls it. */
  [Symbol.asyncDispose](): Promise<void>;
}
