// A session: its facts, its calls, its end.

import type {
  CallToolResult,
  CloseInfo,
  CompleteResult,
  ContentBlock,
  EmptyResult,
  GetPromptResult,
  InputRequests,
  ListPromptsResult,
  ListResourcesResult,
  ListResourceTemplatesResult,
  ListToolsResult,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplate,
  ServerDescription,
  Session,
  SessionState,
  Subscription,
  Tool,
} from "mcp-tether";
import { expectType } from "./expect.js";

declare const session: Session;

expectType<number>()(session.connectionId);
expectType<string>()(session.serverId);
expectType<SessionState>()(session.state);
expectType<Promise<ServerDescription>>()(session.ready);
expectType<Promise<CloseInfo>>()(session.closed);
expectType<ServerDescription | undefined>()(session.server);
expectType<unknown>()(session.scope.get("key"));
expectType<boolean>()(session.scope.set("key", 1).has("key"));
// @ts-expect-error nobody sets the state from outside
session.state = "ready";
// @ts-expect-error the facts may not be there yet
session.server.era;
// @ts-expect-error a session does not connect again
session.connect();

const description = await session.ready;
expectType<"modern" | "legacy">()(description.era);
expectType<boolean | undefined>()(description.capabilities.resources?.subscribe);
expectType<number | undefined>()(description.timings[0]?.ms);
// @ts-expect-error facts are read only
description.timings.push({ step: "discover", ms: 1, outcome: "ok" });

expectType<Promise<ListToolsResult>>()(session.listTools());
expectType<Promise<ListToolsResult>>()(session.listTools({ cursor: "" }, { timeout: 1_000 }));
expectType<Promise<ListPromptsResult>>()(session.listPrompts());
expectType<Promise<ListResourcesResult>>()(session.listResources());
expectType<Promise<ListResourceTemplatesResult>>()(session.listResourceTemplates());

for await (const tool of session.tools()) expectType<Tool>()(tool);
for await (const prompt of session.prompts()) expectType<Prompt>()(prompt);
for await (const resource of session.resources()) expectType<Resource>()(resource);
for await (const template of session.resourceTemplates()) expectType<ResourceTemplate>()(template);

expectType<Promise<CallToolResult>>()(session.callTool({ name: "run_query" }));
expectType<Promise<CallToolResult>>()(
  session.callTool(
    { name: "run_query", arguments: { sql: "select 1", since: new Date() } },
    { onProgress: ({ progress, total }) => expectType<number>()(total ?? progress) },
  ),
);
// @ts-expect-error a tool has a name
session.callTool({ arguments: {} });
// @ts-expect-error parameters are one object, as in the specification
session.callTool("run_query", { sql: "select 1" });
// @ts-expect-error a signal, not its controller
session.callTool({ name: "run_query" }, { signal: new AbortController() });

expectType<Promise<ReadResourceResult>>()(session.readResource({ uri: "file:///a" }));
expectType<Promise<GetPromptResult>>()(
  session.getPrompt({ name: "letter", arguments: { tone: "formal" } }),
);
// @ts-expect-error the arguments of a prompt are texts
session.getPrompt({ name: "letter", arguments: { pages: 2 } });
expectType<Promise<CompleteResult>>()(
  session.complete({
    ref: { type: "ref/prompt", name: "letter" },
    argument: { name: "tone", value: "fo" },
    context: { arguments: { language: "de" } },
  }),
);
// @ts-expect-error there is no such reference
session.complete({ ref: { type: "ref/tool", name: "x" }, argument: { name: "a", value: "b" } });

const outcome = await session.callTool({ name: "order" }, { inputResponses: "return" });
if (outcome.resultType === "input_required") {
  expectType<InputRequests | undefined>()(outcome.inputRequests);
  session.callTool({ name: "order", inputResponses: { qty: { action: "decline" } } });
} else {
  expectType<CallToolResult>()(outcome);
}
expectType<Promise<CallToolResult>>()(
  session.callTool({ name: "order" }, { inputResponses: "ask" }),
);

const watched = await session.subscribe("file:///a", ({ uri }) => expectType<string>()(uri));
expectType<Subscription>()(watched);
expectType<Promise<void>>()(watched.unsubscribe());
export async function watching(): Promise<void> {
  await using other = await session.subscribe("file:///a", () => {}, { timeout: 1_000 });
  expectType<string>()(other.uri);
}
// @ts-expect-error a subscription has a listener
session.subscribe("file:///a");
session.readResource({ uri: "file:///a" }, { fresh: true });

expectType<Promise<EmptyResult>>()(session.ping());
expectType<Promise<void>>()(session.notify("notifications/x", { a: 1 }));

expectType<Promise<void>>()(session.close());
expectType<void>()(session.free());
export async function scoped(make: () => Session): Promise<void> {
  using atOnce = make();
  await using politely = make();
  await Promise.all([atOnce.ready, politely.ready]);
}

export function textOf(block: ContentBlock): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "image":
    case "audio":
      return `${block.mimeType}, ${block.data.length} characters`;
    case "resource_link":
      return block.uri;
    case "resource":
      return "text" in block.resource ? block.resource.text : block.resource.blob;
  }
}
