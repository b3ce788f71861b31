/* tslint:disable */
/* eslint-disable */
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



/**
 * One connection to one server.
 *
 * A session starts to connect when it is made, and never lives again once it
 * has ended. To talk to the server anew, make another.
 */
export class Session {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Ends the session and tells the server, for which it waits no longer than
     * `timeouts.close`. May be called any number of times.
     *
     * Whatever is pending has been rejected with `CLOSED` when it returns.
     */
    close(): Promise<void>;
    /**
     * Asks for completions of an argument.
     */
    complete(params: CompleteRequestParams, options?: RequestOptions): Promise<CompleteResult>;
    /**
     * Reads one page of the server's prompts.
     */
    listPrompts(params?: PaginatedRequestParams, options?: RequestOptions): Promise<ListPromptsResult>;
    /**
     * Reads one page of the server's resource templates.
     */
    listResourceTemplates(params?: PaginatedRequestParams, options?: RequestOptions): Promise<ListResourceTemplatesResult>;
    /**
     * Reads one page of the server's resources.
     */
    listResources(params?: PaginatedRequestParams, options?: RequestOptions): Promise<ListResourcesResult>;
    /**
     * Reads one page of the server's tools.
     */
    listTools(params?: PaginatedRequestParams, options?: RequestOptions): Promise<ListToolsResult>;
    /**
     * Starts to connect to a server; calls made early wait until it is ready.
     *
     * Throws an `McpError` with the code `INVALID_ARGUMENT` when the spec or
     * the options cannot be used; its message names the field.
     */
    constructor(spec: ServerSpec, options: SessionOptions);
    /**
     * Sends a notification; resolves when the server has taken it.
     */
    notify(method: string, params?: JsonObject): Promise<void>;
    /**
     * Asks the server whether it is there.
     */
    ping(options?: RequestOptions): Promise<EmptyResult>;
    /**
     * Sets the least grave log message to hear of, in the way of the era.
     */
    setLoggingLevel(level: LoggingLevel): Promise<void>;
    /**
     * Resolves when the session has ended, and says why; it never rejects.
     */
    readonly closed: Promise<CloseInfo>;
    /**
     * A number that no other connection of this page has or will have.
     */
    readonly connectionId: ConnectionId;
    /**
     * Resolves when the connection is made; rejects when it could not be made.
     *
     * It counts as handled: a failure that nobody looks at is no unhandled
     * rejection.
     */
    readonly ready: Promise<ServerDescription>;
    /**
     * Holds what the host derives from this connection; empty after the end.
     */
    readonly scope: SessionScope;
    /**
     * The host's own key for the server.
     */
    readonly serverId: string;
    /**
     * The facts of the connection, once it is ready.
     */
    readonly server: ServerDescription | undefined;
    /**
     * Where the session stands; it only moves forward.
     */
    readonly state: SessionState;
}

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export type SyncInitInput = BufferSource | WebAssembly.Module;

/**
 * Instantiates the given `module`, which can either be bytes or
 * a precompiled `WebAssembly.Module`.
 *
 * @param {{ module: SyncInitInput }} module - Passing `SyncInitInput` directly is deprecated.
 *
 * @returns {InitOutput}
 */
export function initSync(module: { module: SyncInitInput } | SyncInitInput): InitOutput;

/**
 * If `module_or_path` is {RequestInfo} or {URL}, makes a request and
 * for everything else, calls `WebAssembly.instantiate` directly.
 *
 * @param {{ module_or_path: InitInput | Promise<InitInput> }} module_or_path - Passing `InitInput` directly is deprecated.
 *
 * @returns {Promise<InitOutput>}
 */
export default function __wbg_init (module_or_path?: { module_or_path: InitInput | Promise<InitInput> } | InitInput | Promise<InitInput>): Promise<InitOutput>;
