// A host can hand our values to code that is written against the official SDK, and back.

import type * as Sdk from "@modelcontextprotocol/client";
import type * as Ours from "mcp-tether";

interface Pair<O, T> {
  readonly ours: O;
  readonly theirs: T;
}

/** What means the same on both sides. */
interface Same {
  JsonValue: Pair<Ours.JsonValue, Sdk.JSONValue>;
  JsonObject: Pair<Ours.JsonObject, Sdk.JSONObject>;
  RequestId: Pair<Ours.RequestId, Sdk.RequestId>;
  ProgressToken: Pair<Ours.ProgressToken, Sdk.ProgressToken>;
  Cursor: Pair<Ours.Cursor, Sdk.Cursor>;
  Role: Pair<Ours.Role, Sdk.Role>;
  MetaObject: Pair<Ours.MetaObject, Sdk.MetaObject>;
  RequestMetaObject: Pair<Ours.RequestMetaObject, Sdk.RequestMetaObject>;
  ResultMetaObject: Pair<Ours.ResultMetaObject, Sdk.ResultMetaObject>;
  RequestParams: Pair<Ours.RequestParams, Sdk.RequestParams>;
  NotificationParams: Pair<Ours.NotificationParams, Sdk.NotificationParams>;
  Result: Pair<Ours.Result, Sdk.Result>;
  EmptyResult: Pair<Ours.EmptyResult, Sdk.EmptyResult>;
  PaginatedRequestParams: Pair<Ours.PaginatedRequestParams, Sdk.PaginatedRequestParams>;
  PaginatedResult: Pair<Ours.PaginatedResult, Sdk.PaginatedResult>;
  Icon: Pair<Ours.Icon, Sdk.Icon>;
  BaseMetadata: Pair<Ours.BaseMetadata, Sdk.BaseMetadata>;
  Implementation: Pair<Ours.Implementation, Sdk.Implementation>;
  ClientCapabilities: Pair<Ours.ClientCapabilities, Sdk.ClientCapabilities>;
  ServerCapabilities: Pair<Ours.ServerCapabilities, Sdk.ServerCapabilities>;
  DiscoverResult: Pair<Ours.DiscoverResult, Sdk.DiscoverResult>;
  Annotations: Pair<Ours.Annotations, Sdk.Annotations>;
  TextContent: Pair<Ours.TextContent, Sdk.TextContent>;
  ImageContent: Pair<Ours.ImageContent, Sdk.ImageContent>;
  AudioContent: Pair<Ours.AudioContent, Sdk.AudioContent>;
  ResourceLink: Pair<Ours.ResourceLink, Sdk.ResourceLink>;
  EmbeddedResource: Pair<Ours.EmbeddedResource, Sdk.EmbeddedResource>;
  ContentBlock: Pair<Ours.ContentBlock, Sdk.ContentBlock>;
  ToolAnnotations: Pair<Ours.ToolAnnotations, Sdk.ToolAnnotations>;
  ToolExecution: Pair<Ours.ToolExecution, Sdk.ToolExecution>;
  Tool: Pair<Ours.Tool, Sdk.Tool>;
  ListToolsResult: Pair<Ours.ListToolsResult, Sdk.ListToolsResult>;
  CallToolRequestParams: Pair<Ours.CallToolRequestParams, Sdk.CallToolRequestParams>;
  CallToolResult: Pair<Ours.CallToolResult, Sdk.CallToolResult>;
  Resource: Pair<Ours.Resource, Sdk.Resource>;
  ResourceTemplate: Pair<Ours.ResourceTemplate, Sdk.ResourceTemplateType>;
  ResourceContents: Pair<Ours.ResourceContents, Sdk.ResourceContents>;
  TextResourceContents: Pair<Ours.TextResourceContents, Sdk.TextResourceContents>;
  BlobResourceContents: Pair<Ours.BlobResourceContents, Sdk.BlobResourceContents>;
  ListResourcesResult: Pair<Ours.ListResourcesResult, Sdk.ListResourcesResult>;
  ListResourceTemplatesResult: Pair<
    Ours.ListResourceTemplatesResult,
    Sdk.ListResourceTemplatesResult
  >;
  ResourceRequestParams: Pair<Ours.ResourceRequestParams, Sdk.ResourceRequestParams>;
  ReadResourceRequestParams: Pair<Ours.ReadResourceRequestParams, Sdk.ReadResourceRequestParams>;
  ReadResourceResult: Pair<Ours.ReadResourceResult, Sdk.ReadResourceResult>;
  SubscribeRequestParams: Pair<Ours.SubscribeRequestParams, Sdk.SubscribeRequestParams>;
  UnsubscribeRequestParams: Pair<Ours.UnsubscribeRequestParams, Sdk.UnsubscribeRequestParams>;
  ResourceUpdatedNotificationParams: Pair<
    Ours.ResourceUpdatedNotificationParams,
    Sdk.ResourceUpdatedNotificationParams
  >;
  PromptArgument: Pair<Ours.PromptArgument, Sdk.PromptArgument>;
  Prompt: Pair<Ours.Prompt, Sdk.Prompt>;
  PromptMessage: Pair<Ours.PromptMessage, Sdk.PromptMessage>;
  ListPromptsResult: Pair<Ours.ListPromptsResult, Sdk.ListPromptsResult>;
  GetPromptRequestParams: Pair<Ours.GetPromptRequestParams, Sdk.GetPromptRequestParams>;
  GetPromptResult: Pair<Ours.GetPromptResult, Sdk.GetPromptResult>;
  PromptReference: Pair<Ours.PromptReference, Sdk.PromptReference>;
  ResourceTemplateReference: Pair<Ours.ResourceTemplateReference, Sdk.ResourceTemplateReference>;
  CompleteRequestParams: Pair<Ours.CompleteRequestParams, Sdk.CompleteRequestParams>;
  CompleteResult: Pair<Ours.CompleteResult, Sdk.CompleteResult>;
  LoggingLevel: Pair<Ours.LoggingLevel, Sdk.LoggingLevel>;
  SetLevelRequestParams: Pair<Ours.SetLevelRequestParams, Sdk.SetLevelRequestParams>;
  LoggingMessageNotificationParams: Pair<
    Ours.LoggingMessageNotificationParams,
    Sdk.LoggingMessageNotificationParams
  >;
  Progress: Pair<Ours.Progress, Sdk.Progress>;
  Root: Pair<Ours.Root, Sdk.Root>;
  ListRootsResult: Pair<Ours.ListRootsResult, Sdk.ListRootsResult>;
  StringSchema: Pair<Ours.StringSchema, Sdk.StringSchema>;
  NumberSchema: Pair<Ours.NumberSchema, Sdk.NumberSchema>;
  BooleanSchema: Pair<Ours.BooleanSchema, Sdk.BooleanSchema>;
  UntitledSingleSelectEnumSchema: Pair<
    Ours.UntitledSingleSelectEnumSchema,
    Sdk.UntitledSingleSelectEnumSchema
  >;
  TitledSingleSelectEnumSchema: Pair<
    Ours.TitledSingleSelectEnumSchema,
    Sdk.TitledSingleSelectEnumSchema
  >;
  UntitledMultiSelectEnumSchema: Pair<
    Ours.UntitledMultiSelectEnumSchema,
    Sdk.UntitledMultiSelectEnumSchema
  >;
  TitledMultiSelectEnumSchema: Pair<
    Ours.TitledMultiSelectEnumSchema,
    Sdk.TitledMultiSelectEnumSchema
  >;
  LegacyTitledEnumSchema: Pair<Ours.LegacyTitledEnumSchema, Sdk.LegacyTitledEnumSchema>;
  SingleSelectEnumSchema: Pair<Ours.SingleSelectEnumSchema, Sdk.SingleSelectEnumSchema>;
  MultiSelectEnumSchema: Pair<Ours.MultiSelectEnumSchema, Sdk.MultiSelectEnumSchema>;
  EnumSchema: Pair<Ours.EnumSchema, Sdk.EnumSchema>;
  PrimitiveSchemaDefinition: Pair<Ours.PrimitiveSchemaDefinition, Sdk.PrimitiveSchemaDefinition>;
  ElicitRequestFormParams: Pair<Ours.ElicitRequestFormParams, Sdk.ElicitRequestFormParams>;
  ElicitResult: Pair<Ours.ElicitResult, Sdk.ElicitResult>;
  ToolUseContent: Pair<Ours.ToolUseContent, Sdk.ToolUseContent>;
  ToolResultContent: Pair<Ours.ToolResultContent, Sdk.ToolResultContent>;
  SamplingMessageContentBlock: Pair<
    Ours.SamplingMessageContentBlock,
    Sdk.SamplingMessageContentBlock
  >;
  SamplingMessage: Pair<Ours.SamplingMessage, Sdk.SamplingMessage>;
  ModelHint: Pair<Ours.ModelHint, Sdk.ModelHint>;
  ModelPreferences: Pair<Ours.ModelPreferences, Sdk.ModelPreferences>;
  ToolChoice: Pair<Ours.ToolChoice, Sdk.ToolChoice>;
  CreateMessageRequestParams: Pair<Ours.CreateMessageRequestParams, Sdk.CreateMessageRequestParams>;
  CreateMessageResult: Pair<Ours.CreateMessageResult, Sdk.CreateMessageResultWithTools>;
  TaskStatus: Pair<Ours.TaskStatus, Sdk.TaskStatus>;
  TaskMetadata: Pair<Ours.TaskMetadata, Sdk.TaskMetadata>;
  Task: Pair<Ours.Task, Sdk.Task>;
  CreateTaskResult: Pair<Ours.CreateTaskResult, Sdk.CreateTaskResult>;
  GetTaskResult: Pair<Ours.GetTaskResult, Sdk.GetTaskResult>;
  CancelTaskResult: Pair<Ours.CancelTaskResult, Sdk.CancelTaskResult>;
  ListTasksResult: Pair<Ours.ListTasksResult, Sdk.ListTasksResult>;
}

/**
 * What is wider here. Theirs wants `elicitationId`, which only 2025-11-25 has, and takes
 * no tools in a sampled answer, which 2026-07-28 allows.
 */
interface Wider {
  ElicitRequestURLParams: Pair<Ours.ElicitRequestURLParams, Sdk.ElicitRequestURLParams>;
  ElicitRequestParams: Pair<Ours.ElicitRequestParams, Sdk.ElicitRequestParams>;
  InputRequest: Pair<Ours.InputRequest, Sdk.InputRequest>;
  InputRequests: Pair<Ours.InputRequests, Sdk.InputRequests>;
  InputResponse: Pair<Ours.InputResponse, Sdk.InputResponse>;
  InputResponses: Pair<Ours.InputResponses, Sdk.InputResponses>;
  InputRequiredResult: Pair<Ours.InputRequiredResult, Sdk.InputRequiredResult>;
}

type Side<Pairs, S extends "ours" | "theirs"> = {
  [Name in keyof Pairs]: Pairs[Name] extends Readonly<Record<S, infer T>> ? T : never;
};

export const given = (ours: Side<Same, "ours">): Side<Same, "theirs"> => ours;
export const taken = (theirs: Side<Same, "theirs">): Side<Same, "ours"> => theirs;

export const takenWider = (theirs: Side<Wider, "theirs">): Side<Wider, "ours"> => theirs;
export const givenWider = (ours: Side<Wider, "ours">): Side<Wider, "theirs"> =>
  // @ts-expect-error the day this compiles, the two are the same
  ours;

// An untyped member would fit everything and prove nothing: there must be none to name here.
type Untyped<Sides> = {
  [Name in keyof Sides]: 0 extends 1 & Sides[Name] ? Name : never;
}[keyof Sides];

export const untyped: Record<Untyped<Side<Same & Wider, "theirs">>, never> = {};
