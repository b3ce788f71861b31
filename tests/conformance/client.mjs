// The suite's client command: hands the scenario to the browser that the runner
// keeps, and ends as the page's flow ended.
//   node client.mjs RUNNER_URL SERVER_URL
const [runner, url] = process.argv.slice(2);
const { env } = process;

const response = await fetch(runner, {
  method: "POST",
  body: JSON.stringify({
    scenario: env.MCP_CONFORMANCE_SCENARIO,
    url,
    context: JSON.parse(env.MCP_CONFORMANCE_CONTEXT ?? "{}"),
  }),
});
const { error, log } = await response.json();
for (const line of log) console.error(line);
if (error) console.error(error);
process.exit(error ? 1 : 0);
