// A demo server that people and tests talk to: a small shop on the official
// server package, in both eras of the protocol, open to pages on this machine.
//   NAME=staging PORT=4101 [SEED=text] node tests/peers/demo-server.mjs
import { createServer } from "node:http";
import {
  localhostHostValidation,
  localhostOriginValidation,
  toNodeHandler,
} from "@modelcontextprotocol/node";
import { answerCors } from "./demo/cors.mjs";
import { serveBothEras } from "./demo/eras.mjs";
import { Shop } from "./demo/shop.mjs";

const { NAME = "staging", PORT = "0", SEED } = process.env;

const eras = serveBothEras(new Shop(NAME, SEED));
const answer = toNodeHandler(eras, {
  onerror: (error) => console.error(`${NAME}: ${error.stack}`),
});
const trustsHost = localhostHostValidation();
const trustsOrigin = localhostOriginValidation();

const server = createServer((request, response) => {
  if (!trustsHost(request, response) || !trustsOrigin(request, response)) return;
  if (answerCors(request, response)) return;
  if (new URL(request.url, "http://localhost").pathname !== "/mcp") {
    response.writeHead(404).end("The server is at /mcp\n");
    return;
  }
  void answer(request, response);
});

server.on("error", (error) => {
  console.error(`${NAME} cannot listen on port ${PORT}: ${error.message}`);
  process.exit(1);
});
server.listen(Number(PORT), "127.0.0.1", () => {
  console.log(`${NAME} listening http://127.0.0.1:${server.address().port}/mcp`);
});

for (const signal of ["SIGTERM", "SIGINT"]) {
  process.once(signal, async () => {
    server.close();
    await eras.close();
    server.closeAllConnections();
  });
}
