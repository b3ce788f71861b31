/*
 * MCP's own shapes, under the names the specification gives them.
 *
 * One interface covers all five revisions: a member that some revision lacks is
 * optional, and its comment says since or until when it exists. `Spec:` names the
 * section of https://modelcontextprotocol.io/specification that defines a shape.
 * Objects come from `JSON.parse` as the server sent them, so members that are not
 * listed here are kept; names, descriptions and hints are the server's own claims.
 */

/** Any value that JSON can hold. */
export type JsonValue = string | number | boolean | null | JsonObject | JsonValue[];

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** A revision of the protocol that this library speaks, by its date. Spec: Versioning. */
export type ProtocolVersion =
  "2024-11-05" | "2025-03-26" | "2025-06-18" | "2025-11-25" | "2026-07-28";

/** Identifies a JSON-RPC request; a string and a number never match each other. Spec: Base protocol, Requests. */
export type RequestId = string | number;

/** Ties progress notifications to the request that asked for them. Spec: Progress. */
export type ProgressToken = string | number;

/** Marks a place in a paged list; opaque, and the empty string is a valid one. Spec: Pagination. */
export type Cursor = string;

/** Says whose voice a message is in. */
export type Role = "user" | "assistant";

/** Free-form metadata; keys with a reserved prefix belong to MCP. Spec: Base protocol, `_meta`. */
export interface MetaObject {
  readonly [key: string]: unknown;
}

/** Metadata of a request. Spec: Base protocol, `_meta`. */
export interface RequestMetaObject extends MetaObject {
  readonly progressToken?: ProgressToken;
}

/** Metadata of a result. Spec: Base protocol, `_meta`. */
export interface ResultMetaObject extends MetaObject {
  /** The answering server, since 2026-07-28. */
  readonly "io.modelcontextprotocol/serverInfo"?: Implementation;
}

/** The members that the parameters of every request may have. */
export interface RequestParams {
  readonly _meta?: RequestMetaObject;
}

/** The members that the parameters of every notification may have. */
export interface NotificationParams {
  readonly _meta?: MetaObject;
}

/** The members that every result may have. Spec: Base protocol, Results. */
export interface Result {
  /** Since 2026-07-28: `"complete"`, `"input_required"`, or a word of an extension; absent means `"complete"`. */
  readonly resultType?: string;
  readonly _meta?: ResultMetaObject;
  readonly [key: string]: unknown;
}

/** A result without content of its own. */
export type EmptyResult = Result;

/** Says who may be given a cached result: anyone, or only the same authorization context. */
export type CacheScope = "public" | "private";

/** How long and for whom a result stays good, since 2026-07-28. Spec: Caching. */
export interface CacheableResult extends Result {
  /** Milliseconds from reception; 0 means stale at once. */
  readonly ttlMs?: number;
  readonly cacheScope?: CacheScope;
}

/** Asks for one page of a list. Spec: Pagination. */
export interface PaginatedRequestParams extends RequestParams {
  /** The `nextCursor` of the page before; absent for the first page. */
  readonly cursor?: Cursor;
}

/** One page of a list. Spec: Pagination. */
export interface PaginatedResult extends Result {
  /** Where the next page starts; absent on the last page. */
  readonly nextCursor?: Cursor;
}

// Identity and capabilities

/** A picture that stands for something, since 2025-11-25. Spec: Icons. */
export interface Icon {
  /** An `https:` or `data:` URL; other schemes are to be refused. */
  readonly src: string;
  readonly mimeType?: string;
  /** Sizes in pixels such as `"48x48"`, or `"any"` for a scalable picture. */
  readonly sizes?: string[];
  /** The background it is drawn for. */
  readonly theme?: "light" | "dark";
}

/** A program's name and a text for people. */
export interface BaseMetadata {
  /** The identifier, for programs. */
  readonly name: string;
  /** The text to display, since 2025-06-18; `name` stands in for it. */
  readonly title?: string;
}

/** Names a client or a server program; self-reported, so for display only. Spec: Lifecycle; Versioning. */
export interface Implementation extends BaseMetadata {
  readonly version: string;
  /** Since 2025-11-25. */
  readonly description?: string;
  /** Since 2025-11-25. */
  readonly websiteUrl?: string;
  /** Since 2025-11-25. */
  readonly icons?: Icon[];
}

/** What a client offers; a member that is there is supported. Spec: Lifecycle, Capability negotiation. */
export interface ClientCapabilities {
  readonly experimental?: { readonly [name: string]: JsonObject };
  /** Deprecated by 2026-07-28; `listChanged` ends with 2025-11-25. */
  readonly roots?: { readonly listChanged?: boolean };
  /** Deprecated by 2026-07-28; `context` and `tools` since 2025-11-25. */
  readonly sampling?: { readonly context?: JsonObject; readonly tools?: JsonObject };
  /** Since 2025-06-18; modes since 2025-11-25, and an empty object means `form` alone. */
  readonly elicitation?: { readonly form?: JsonObject; readonly url?: JsonObject };
  /** Only 2025-11-25. */
  readonly tasks?: {
    readonly list?: JsonObject;
    readonly cancel?: JsonObject;
    readonly requests?: {
      readonly sampling?: { readonly createMessage?: JsonObject };
      readonly elicitation?: { readonly create?: JsonObject };
    };
  };
  /** Settings by extension id, since 2026-07-28. */
  readonly extensions?: { readonly [id: string]: JsonObject };
}

/** What a server offers; a member that is there is supported. Spec: Lifecycle, Capability negotiation; Discovery. */
export interface ServerCapabilities {
  readonly experimental?: { readonly [name: string]: JsonObject };
  /** Deprecated by 2026-07-28. */
  readonly logging?: JsonObject;
  /** Since 2025-03-26; before it the method existed without a capability. */
  readonly completions?: JsonObject;
  readonly prompts?: { readonly listChanged?: boolean };
  readonly resources?: { readonly subscribe?: boolean; readonly listChanged?: boolean };
  readonly tools?: { readonly listChanged?: boolean };
  /** Only 2025-11-25. */
  readonly tasks?: {
    readonly list?: JsonObject;
    readonly cancel?: JsonObject;
    readonly requests?: { readonly tools?: { readonly call?: JsonObject } };
  };
  /** Settings by extension id, since 2026-07-28. */
  readonly extensions?: { readonly [id: string]: JsonObject };
}

/** What a server says of itself when asked by `server/discover`, since 2026-07-28. Spec: Discovery. */
export interface DiscoverResult extends CacheableResult {
  readonly supportedVersions: string[];
  readonly capabilities: ServerCapabilities;
  /** Advice for a model's system prompt. */
  readonly instructions?: string;
}

// Content

/** Hints about who content is for; untrusted. Spec: Resources, Annotations. */
export interface Annotations {
  readonly audience?: Role[];
  /** From 0, least important, to 1. */
  readonly priority?: number;
  /** A moment as ISO 8601 text, since 2025-06-18. */
  readonly lastModified?: string;
}

/** Plain text. Spec: Tools, Text content. */
export interface TextContent {
  readonly type: "text";
  readonly text: string;
  readonly annotations?: Annotations;
  readonly _meta?: MetaObject;
}

/** A picture. Spec: Tools, Image content. */
export interface ImageContent {
  readonly type: "image";
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
  readonly annotations?: Annotations;
  readonly _meta?: MetaObject;
}

/** A sound, since 2025-03-26. Spec: Tools, Audio content. */
export interface AudioContent {
  readonly type: "audio";
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
  readonly annotations?: Annotations;
  readonly _meta?: MetaObject;
}

/** A resource that can be read, since 2025-06-18; it need not stand in any list. Spec: Tools, Resource links. */
export interface ResourceLink extends Resource {
  readonly type: "resource_link";
}

/** A resource with its contents. Spec: Tools, Embedded resources. */
export interface EmbeddedResource {
  readonly type: "resource";
  readonly resource: TextResourceContents | BlobResourceContents;
  readonly annotations?: Annotations;
  readonly _meta?: MetaObject;
}

/**
 * One piece of a tool's result or a prompt's message, told apart by `type`.
 *
 * A server may send a `type` that is not listed; show a placeholder for it.
 */
export type ContentBlock =
  TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource;

// Tools

/** A JSON Schema as the server wrote it; 2020-12 unless `$schema` names another. Spec: JSON Schema usage. */
export interface ToolSchema {
  readonly $schema?: string;
  readonly [keyword: string]: unknown;
}

/** The schema of a tool's arguments, which are always one object. */
export interface ToolInputSchema extends ToolSchema {
  readonly type: "object";
  readonly properties?: JsonObject;
  readonly required?: string[];
}

/** How a tool says it behaves, since 2025-03-26; hints, never a promise. Spec: Tools, Annotations. */
export interface ToolAnnotations {
  readonly title?: string;
  /** It changes nothing; taken as false when absent. */
  readonly readOnlyHint?: boolean;
  /** It may destroy something; taken as true when absent. */
  readonly destructiveHint?: boolean;
  /** Calling it again with the same arguments adds nothing; taken as false when absent. */
  readonly idempotentHint?: boolean;
  /** It reaches beyond the server; taken as true when absent. */
  readonly openWorldHint?: boolean;
}

/** How a tool works with tasks, only 2025-11-25. Spec: Tasks. */
export interface ToolExecution {
  /** `"forbidden"` when absent. */
  readonly taskSupport?: "forbidden" | "optional" | "required";
}

/** A tool that can be called. Spec: Tools. */
export interface Tool extends BaseMetadata {
  readonly description?: string;
  /** Since 2025-11-25. */
  readonly icons?: Icon[];
  readonly inputSchema: ToolInputSchema;
  /** The schema of `structuredContent`, since 2025-06-18; describes an object before 2026-07-28. */
  readonly outputSchema?: ToolSchema;
  readonly annotations?: ToolAnnotations;
  /** Only 2025-11-25. */
  readonly execution?: ToolExecution;
  readonly _meta?: MetaObject;
}

/** One page of tools. Spec: Tools, Listing tools. */
export interface ListToolsResult extends PaginatedResult, CacheableResult {
  readonly tools: Tool[];
}

/** Which tool to call and with what. Spec: Tools, Calling tools. */
export interface CallToolRequestParams extends InputResponseRequestParams {
  readonly name: string;
  /** Sent as `JSON.stringify` writes it. */
  readonly arguments?: { readonly [name: string]: unknown };
  /** Asks for a task, only 2025-11-25. */
  readonly task?: TaskMetadata;
}

/**
 * What a tool gave back. Spec: Tools, Calling tools.
 *
 * With `isError` the tool itself failed and `content` says why, in words that a model may read.
 */
export interface CallToolResult extends Result {
  readonly resultType?: "complete";
  readonly content: ContentBlock[];
  /** A value that fits the tool's `outputSchema`, since 2025-06-18; an object before 2026-07-28, then any JSON value. */
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

// Resources

/** Something that can be read by its URI. Spec: Resources. */
export interface Resource extends BaseMetadata {
  readonly uri: string;
  readonly description?: string;
  /** Since 2025-11-25. */
  readonly icons?: Icon[];
  readonly mimeType?: string;
  /** Bytes of the raw content. */
  readonly size?: number;
  readonly annotations?: Annotations;
  readonly _meta?: MetaObject;
}

/** A family of resources. Spec: Resources, Resource templates. */
export interface ResourceTemplate extends BaseMetadata {
  /** A URI template of RFC 6570. */
  readonly uriTemplate: string;
  readonly description?: string;
  /** Since 2025-11-25. */
  readonly icons?: Icon[];
  /** The type of all resources of the family, when they share one. */
  readonly mimeType?: string;
  readonly annotations?: Annotations;
  readonly _meta?: MetaObject;
}

/** The members that text and binary contents share. */
export interface ResourceContents {
  readonly uri: string;
  readonly mimeType?: string;
  readonly _meta?: MetaObject;
}

/** Contents as text. Spec: Resources, Resource contents. */
export interface TextResourceContents extends ResourceContents {
  readonly text: string;
}

/** Contents as bytes. Spec: Resources, Resource contents. */
export interface BlobResourceContents extends ResourceContents {
  /** Base64. */
  readonly blob: string;
}

/** One page of resources. Spec: Resources, Listing resources. */
export interface ListResourcesResult extends PaginatedResult, CacheableResult {
  readonly resources: Resource[];
}

/** One page of resource templates. Spec: Resources, Resource templates. */
export interface ListResourceTemplatesResult extends PaginatedResult, CacheableResult {
  readonly resourceTemplates: ResourceTemplate[];
}

/** Which resource a request is about. */
export interface ResourceRequestParams extends RequestParams {
  readonly uri: string;
}

/** Which resource to read. Spec: Resources, Reading resources. */
export interface ReadResourceRequestParams
  extends ResourceRequestParams, InputResponseRequestParams {}

/** What was read; one URI may give several contents under URIs of their own. Spec: Resources, Reading resources. */
export interface ReadResourceResult extends CacheableResult {
  readonly resultType?: "complete";
  readonly contents: (TextResourceContents | BlobResourceContents)[];
}

/** Which resource to watch, until 2025-11-25. Spec: Resources, Subscriptions. */
export interface SubscribeRequestParams extends ResourceRequestParams {}

/** Which resource to watch no longer, until 2025-11-25. Spec: Resources, Subscriptions. */
export interface UnsubscribeRequestParams extends ResourceRequestParams {}

/** Which resource changed; it may be a part of the one that is watched. Spec: Resources, Subscriptions. */
export interface ResourceUpdatedNotificationParams extends NotificationParams {
  readonly uri: string;
}

// Prompts and completion

/** A value that a prompt wants. Spec: Prompts. */
export interface PromptArgument extends BaseMetadata {
  readonly description?: string;
  readonly required?: boolean;
}

/** A prompt that can be filled in. Spec: Prompts. */
export interface Prompt extends BaseMetadata {
  readonly description?: string;
  /** Since 2025-11-25. */
  readonly icons?: Icon[];
  readonly arguments?: PromptArgument[];
  readonly _meta?: MetaObject;
}

/** One message of a prompt. Spec: Prompts, Prompt messages. */
export interface PromptMessage {
  readonly role: Role;
  readonly content: ContentBlock;
}

/** One page of prompts. Spec: Prompts, Listing prompts. */
export interface ListPromptsResult extends PaginatedResult, CacheableResult {
  readonly prompts: Prompt[];
}

/** Which prompt to fill in, and with what. Spec: Prompts, Getting a prompt. */
export interface GetPromptRequestParams extends InputResponseRequestParams {
  readonly name: string;
  readonly arguments?: { readonly [name: string]: string };
}

/** A prompt filled in. Spec: Prompts, Getting a prompt. */
export interface GetPromptResult extends Result {
  readonly resultType?: "complete";
  readonly description?: string;
  readonly messages: PromptMessage[];
}

/** Refers to a prompt. Spec: Completion. */
export interface PromptReference extends BaseMetadata {
  readonly type: "ref/prompt";
}

/** Refers to a resource or a family of resources. Spec: Completion. */
export interface ResourceTemplateReference {
  readonly type: "ref/resource";
  /** A URI, or a URI template of RFC 6570. */
  readonly uri: string;
}

/** Which argument to complete, and how far it is written. Spec: Completion. */
export interface CompleteRequestParams extends RequestParams {
  readonly ref: PromptReference | ResourceTemplateReference;
  readonly argument: { readonly name: string; readonly value: string };
  /** Arguments that are already settled, since 2025-06-18. */
  readonly context?: { readonly arguments?: { readonly [name: string]: string } };
}

/** Values that would complete the argument. Spec: Completion. */
export interface CompleteResult extends Result {
  readonly completion: {
    /** At most 100, the best first. */
    readonly values: string[];
    /** How many there are in all. */
    readonly total?: number;
    readonly hasMore?: boolean;
  };
}

// Logging and progress

/** How grave a log message is, in the words of RFC 5424. Spec: Logging. */
export type LoggingLevel =
  "debug" | "info" | "notice" | "warning" | "error" | "critical" | "alert" | "emergency";

/** The least grave level to send, until 2025-11-25. Spec: Logging. */
export interface SetLevelRequestParams extends RequestParams {
  readonly level: LoggingLevel;
}

/** A log message of the server; untrusted text. Spec: Logging. */
export interface LoggingMessageNotificationParams extends NotificationParams {
  readonly level: LoggingLevel;
  readonly logger?: string;
  readonly data: unknown;
}

/** How far a request has come. Spec: Progress. */
export interface Progress {
  /** Grows with each report; in the server's own unit. */
  readonly progress: number;
  /** What `progress` will be at the end, when it is known. */
  readonly total?: number;
  /** A text for people, since 2025-03-26. */
  readonly message?: string;
}

// Roots

/** A place that a server may work in; deprecated by 2026-07-28. Spec: Roots. */
export interface Root {
  /** A `file:` URL. */
  readonly uri: string;
  readonly name?: string;
  readonly _meta?: MetaObject;
}

/** The places a host lets a server work in; deprecated by 2026-07-28. Spec: Roots. */
export interface ListRootsResult extends Result {
  readonly roots: Root[];
}

// Elicitation

/** Asks a person for text, since 2025-06-18. Spec: Elicitation, Requested schema. */
export interface StringSchema {
  readonly type: "string";
  readonly title?: string;
  readonly description?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: "email" | "uri" | "date" | "date-time";
  readonly default?: string;
}

/** Asks a person for a number, since 2025-06-18. Spec: Elicitation, Requested schema. */
export interface NumberSchema {
  readonly type: "number" | "integer";
  readonly title?: string;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
}

/** Asks a person for yes or no, since 2025-06-18. Spec: Elicitation, Requested schema. */
export interface BooleanSchema {
  readonly type: "boolean";
  readonly title?: string;
  readonly description?: string;
  readonly default?: boolean;
}

/** Asks for one of several values, since 2025-11-25. Spec: Elicitation, Requested schema. */
export interface UntitledSingleSelectEnumSchema {
  readonly type: "string";
  readonly title?: string;
  readonly description?: string;
  readonly enum: string[];
  readonly default?: string;
}

/** Asks for one of several values that have titles, since 2025-11-25. Spec: Elicitation, Requested schema. */
export interface TitledSingleSelectEnumSchema {
  readonly type: "string";
  readonly title?: string;
  readonly description?: string;
  readonly oneOf: { readonly const: string; readonly title: string }[];
  readonly default?: string;
}

/** Asks for some of several values, since 2025-11-25. Spec: Elicitation, Requested schema. */
export interface UntitledMultiSelectEnumSchema {
  readonly type: "array";
  readonly title?: string;
  readonly description?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items: { readonly type: "string"; readonly enum: string[] };
  readonly default?: string[];
}

/** Asks for some of several values that have titles, since 2025-11-25. Spec: Elicitation, Requested schema. */
export interface TitledMultiSelectEnumSchema {
  readonly type: "array";
  readonly title?: string;
  readonly description?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items: { readonly anyOf: { readonly const: string; readonly title: string }[] };
  readonly default?: string[];
}

/** Asks for one of several values in the way of 2025-06-18, titles beside them. Spec: Elicitation, Requested schema. */
export interface LegacyTitledEnumSchema {
  readonly type: "string";
  readonly title?: string;
  readonly description?: string;
  readonly enum: string[];
  readonly enumNames?: string[];
  readonly default?: string;
}

/** Asks for one value. */
export type SingleSelectEnumSchema = UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema;

/** Asks for some values. */
export type MultiSelectEnumSchema = UntitledMultiSelectEnumSchema | TitledMultiSelectEnumSchema;

/** Asks for a choice among values. */
export type EnumSchema = SingleSelectEnumSchema | MultiSelectEnumSchema | LegacyTitledEnumSchema;

/** Describes one field of a form. Spec: Elicitation, Requested schema. */
export type PrimitiveSchemaDefinition = EnumSchema | BooleanSchema | StringSchema | NumberSchema;

/** Asks a person to fill in a form. Spec: Elicitation, Form mode. */
export interface ElicitRequestFormParams extends RequestParams {
  /** Absent means `"form"`. */
  readonly mode?: "form";
  readonly message: string;
  readonly requestedSchema: {
    readonly $schema?: string;
    readonly type: "object";
    readonly properties: { readonly [name: string]: PrimitiveSchemaDefinition };
    readonly required?: string[];
  };
  /** Only 2025-11-25. */
  readonly task?: TaskMetadata;
}

/** Asks a person to open a page, since 2025-11-25; never opened without consent. Spec: Elicitation, URL mode. */
export interface ElicitRequestURLParams extends RequestParams {
  readonly mode: "url";
  readonly message: string;
  readonly url: string;
  /** Only 2025-11-25, and required there. */
  readonly elicitationId?: string;
  /** Only 2025-11-25. */
  readonly task?: TaskMetadata;
}

/** What a server asks a person. Spec: Elicitation. */
export type ElicitRequestParams = ElicitRequestFormParams | ElicitRequestURLParams;

/** The same: a handler receives the parameters of `elicitation/create`. */
export type ElicitRequest = ElicitRequestParams;

/** What a person answered. Spec: Elicitation, Response actions. */
export interface ElicitResult extends Result {
  /** `"decline"` is a no; `"cancel"` is a dialog dismissed without an answer. */
  readonly action: "accept" | "decline" | "cancel";
  /** The filled form, with `"accept"` in form mode; lists of text since 2025-11-25. */
  readonly content?: { readonly [name: string]: string | number | boolean | string[] };
}

// Sampling

/** A model's wish to use a tool, since 2025-11-25. Spec: Sampling, Tools. */
export interface ToolUseContent {
  readonly type: "tool_use";
  readonly id: string;
  readonly name: string;
  readonly input: { readonly [name: string]: unknown };
  readonly _meta?: MetaObject;
}

/** What the tool gave to the model, since 2025-11-25. Spec: Sampling, Tools. */
export interface ToolResultContent {
  readonly type: "tool_result";
  /** The `id` of the wish that it answers. */
  readonly toolUseId: string;
  readonly content: ContentBlock[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly _meta?: MetaObject;
}

/** One piece of a message in sampling, told apart by `type`. Spec: Sampling. */
export type SamplingMessageContentBlock =
  TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent;

/** One message in sampling; several pieces since 2025-11-25. Spec: Sampling. */
export interface SamplingMessage {
  readonly role: Role;
  readonly content: SamplingMessageContentBlock | SamplingMessageContentBlock[];
  readonly _meta?: MetaObject;
}

/** A part of a model's name that would suit. Spec: Sampling, Model preferences. */
export interface ModelHint {
  readonly name?: string;
}

/** What matters in choosing a model, each from 0 to 1; advice only. Spec: Sampling, Model preferences. */
export interface ModelPreferences {
  /** In order of preference. */
  readonly hints?: ModelHint[];
  readonly costPriority?: number;
  readonly speedPriority?: number;
  readonly intelligencePriority?: number;
}

/** Whether the model may, must or must not use tools, since 2025-11-25. Spec: Sampling, Tools. */
export interface ToolChoice {
  /** `"auto"` when absent. */
  readonly mode?: "auto" | "required" | "none";
}

/** Asks the host's model for a message; deprecated by 2026-07-28. Spec: Sampling. */
export interface CreateMessageRequestParams extends RequestParams {
  readonly messages: SamplingMessage[];
  /** Never to be exceeded. */
  readonly maxTokens: number;
  readonly modelPreferences?: ModelPreferences;
  readonly systemPrompt?: string;
  readonly includeContext?: "none" | "thisServer" | "allServers";
  readonly temperature?: number;
  readonly stopSequences?: string[];
  /** For the model's provider. */
  readonly metadata?: JsonObject;
  /** Tools of this request alone, since 2025-11-25. */
  readonly tools?: Tool[];
  /** Since 2025-11-25. */
  readonly toolChoice?: ToolChoice;
  /** Only 2025-11-25. */
  readonly task?: TaskMetadata;
}

/** The same: a handler receives the parameters of `sampling/createMessage`. */
export type CreateMessageRequest = CreateMessageRequestParams;

/** What the host's model said; deprecated by 2026-07-28. Spec: Sampling. */
export interface CreateMessageResult extends Result {
  readonly role: Role;
  readonly content: SamplingMessageContentBlock | SamplingMessageContentBlock[];
  readonly model: string;
  /** `"endTurn"`, `"stopSequence"`, `"maxTokens"`, `"toolUse"`, or a word of the provider. */
  readonly stopReason?: string;
}

// Requests for input within a result, since 2026-07-28

/** One thing that a server needs before it can go on. Spec: Multi round-trip requests. */
export type InputRequest =
  | { readonly method: "elicitation/create"; readonly params: ElicitRequestParams }
  | { readonly method: "sampling/createMessage"; readonly params: CreateMessageRequestParams }
  | { readonly method: "roots/list"; readonly params?: RequestParams };

/** What a server needs, by keys of its choice. Spec: Multi round-trip requests. */
export interface InputRequests {
  readonly [key: string]: InputRequest;
}

/** The answer to one `InputRequest`. Spec: Multi round-trip requests. */
export type InputResponse = ElicitResult | CreateMessageResult | ListRootsResult;

/** The answers, under the keys of the questions. Spec: Multi round-trip requests. */
export interface InputResponses {
  readonly [key: string]: InputResponse;
}

/** The members that a request has when it is sent again with answers. Spec: Multi round-trip requests. */
export interface InputResponseRequestParams extends RequestParams {
  readonly inputResponses?: InputResponses;
  /** As the result that asked had it; absent when it had none. */
  readonly requestState?: string;
}

/** A result that asks instead of answering; one of its two members is there. Spec: Multi round-trip requests. */
export interface InputRequiredResult extends Result {
  readonly resultType: "input_required";
  readonly inputRequests?: InputRequests;
  /** Opaque; goes back unchanged with the answers. */
  readonly requestState?: string;
}

// Tasks of 2025-11-25, a part of the core protocol there

/** Where a task stands; the last three are final. Spec: Tasks. */
export type TaskStatus = "working" | "input_required" | "completed" | "failed" | "cancelled";

/** Asks that a request be run as a task. Spec: Tasks, 2025-11-25. */
export interface TaskMetadata {
  /** How long to keep it, in milliseconds. */
  readonly ttl?: number;
}

/** Work that outlives its request. Spec: Tasks, 2025-11-25. */
export interface Task {
  readonly taskId: string;
  readonly status: TaskStatus;
  readonly statusMessage?: string;
  /** A moment as ISO 8601 text. */
  readonly createdAt: string;
  /** A moment as ISO 8601 text. */
  readonly lastUpdatedAt: string;
  /** Milliseconds from its creation for which it is kept; null means without end. */
  readonly ttl: number | null;
  /** Milliseconds to wait between two looks. */
  readonly pollInterval?: number;
}

/** A task in place of a result. Spec: Tasks, 2025-11-25. */
export interface CreateTaskResult extends Result {
  readonly task: Task;
}

/** Which task a request is about, in either design. */
export interface TaskRequestParams extends RequestParams {
  readonly taskId: string;
}

/** A task as it stands. Spec: Tasks, 2025-11-25. */
export interface GetTaskResult extends Result, Task {}

/** A task after the wish to cancel it. Spec: Tasks, 2025-11-25. */
export interface CancelTaskResult extends Result, Task {}

/** One page of tasks. Spec: Tasks, 2025-11-25. */
export interface ListTasksResult extends PaginatedResult {
  readonly tasks: Task[];
}

// Tasks of the extension `io.modelcontextprotocol/tasks`, since 2026-07-28

/** Work that outlives its request. Spec: Extensions, Tasks. */
export interface ExtensionTask {
  readonly taskId: string;
  readonly status: TaskStatus;
  readonly statusMessage?: string;
  /** A moment as ISO 8601 text, by the server's clock. */
  readonly createdAt: string;
  /** A moment as ISO 8601 text, by the server's clock. */
  readonly lastUpdatedAt: string;
  /** Milliseconds from its creation for which it is kept; null means without end. */
  readonly ttlMs: number | null;
  /** Milliseconds to wait between two looks. */
  readonly pollIntervalMs?: number;
}

/** A task in place of the result of `tools/call`. Spec: Extensions, Tasks. */
export interface CreateExtensionTaskResult extends Result, ExtensionTask {
  readonly resultType: "task";
}

/** A task with what its status brings along. Spec: Extensions, Tasks. */
export type DetailedExtensionTask = Result &
  ExtensionTask &
  (
    | { readonly status: "working" | "cancelled" }
    | { readonly status: "input_required"; readonly inputRequests: InputRequests }
    | { readonly status: "completed"; readonly result: JsonObject }
    | { readonly status: "failed"; readonly error: RpcError }
  );

/** Answers to what a task asked. Spec: Extensions, Tasks. */
export interface UpdateTaskRequestParams extends TaskRequestParams {
  readonly inputResponses: InputResponses;
}

/** The error of a JSON-RPC response. Spec: Base protocol, Responses. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: JsonValue;
}
