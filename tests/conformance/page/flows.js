// What a host does in each scenario, with nothing but the public API.

const clientInfo = { name: "mcp-tether-conformance", version: "1.0.0" };

/** Runs the scenario's flow. Resolves when it ended as it should. */
export async function runScenario(Session, { scenario, url, context }) {
  const flow = FLOWS[scenario];
  if (!flow) throw new Error(`there is no flow for the scenario ${scenario}`);
  const { handlers, roots, run } = typeof flow === "function" ? { run: flow } : flow;
  const session = new Session({ id: "under-test", url, roots }, { clientInfo, handlers });
  await session.ready;
  try {
    await run(session, context);
  } finally {
    await session.close();
  }
}

const FLOWS = {
  // A server that declared no tools is asked for none: to be ready is all there is.
  initialize: ready,
  tools_call: async (session) => {
    await listTools(session);
    const result = await call(session, "add_numbers", { a: 5, b: 3 });
    if (!/\b8\b/.test(firstText(result))) throw new Error(`5 + 3 gave ${firstText(result)}`);
  },
  "request-metadata": {
    // Never asked here; a handler is what declares a capability.
    handlers: { elicitation: decline, sampling: decline },
    roots: [],
    run: ready,
  },
  "http-standard-headers": useEverything,
  "json-schema-ref-no-deref": listTools,
  "json-schema-2020-12-preservation": async (session) => {
    const tools = await listTools(session);
    const { inputSchema } = tools.find((tool) => tool.name === "json_schema_2020_12_tool");
    await call(session, "json_schema_echo", { schema: inputSchema });
  },
  "sse-retry": async (session) => {
    await listTools(session);
    const result = await call(session, "test_reconnection");
    if (!/completed/.test(firstText(result))) throw new Error("the resumed result did not arrive");
  },
  "http-custom-headers": async (session, { toolCalls = [] }) => {
    await listTools(session);
    for (const { name, arguments: args } of toolCalls) await call(session, name, args);
  },
  "http-invalid-tool-headers": async (session) => {
    for (const { name } of await listTools(session)) {
      await call(session, name, { region: "us-west1" });
    }
  },
  "sep-2322-client-request-state": {
    handlers: { elicitation: () => ({ action: "accept", content: { confirmed: true } }) },
    run: requestState,
  },
  "elicitation-sep1034-client-defaults": {
    handlers: {
      // The library fills in the defaults.
      elicitation: () => ({ action: "accept", content: {} }),
    },
    run: async (session) => {
      await listTools(session);
      await call(session, "test_client_elicitation_defaults");
    },
  },
};

async function ready(session) {
  await session.ready;
}

function decline() {
  throw new Error("this host does not answer");
}

async function useEverything(session) {
  for (const { name } of await listTools(session)) await call(session, name);
  const { resources } = await session.listResources();
  for (const { uri } of resources) await session.readResource({ uri });
  const { prompts } = await session.listPrompts();
  for (const { name } of prompts) await session.getPrompt({ name, arguments: {} });
}

async function requestState(session) {
  await listTools(session);
  // The unrelated call runs beside the one that takes several rounds.
  await Promise.all([call(session, "test_mrtr_echo_state"), call(session, "test_mrtr_unrelated")]);
  await call(session, "test_mrtr_no_state");
  await call(session, "test_mrtr_no_result_type");
}

async function listTools(session) {
  const { tools } = await session.listTools();
  return tools;
}

const call = (session, name, args = {}) => session.callTool({ name, arguments: args });

const firstText = (result) => result.content?.[0]?.text ?? "";
