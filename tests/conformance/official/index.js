// The official client behind the part of our API that the flows use: with it a
// scenario can be tried on another client, to see whose fault a failure is.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

export default async function init() {}

export class Session {
  #client;
  #transport;

  constructor({ url, roots }, { clientInfo, handlers }) {
    const capabilities = {
      ...(roots && { roots: {} }),
      ...(handlers?.elicitation && { elicitation: {} }),
      ...(handlers?.sampling && { sampling: {} }),
    };
    const client = new Client(clientInfo, { capabilities, versionNegotiation: { mode: "auto" } });
    if (handlers?.elicitation) {
      client.setRequestHandler("elicitation/create", ({ params }) => handlers.elicitation(params));
    }
    this.#client = client;
    this.#transport = new StreamableHTTPClientTransport(new URL(url));
    this.ready = client.connect(this.#transport);
  }

  listTools = () => this.#client.listTools();
  callTool = (params) => this.#client.callTool(params);
  listResources = () => this.#client.listResources();
  readResource = (params) => this.#client.readResource(params);
  listPrompts = () => this.#client.listPrompts();
  getPrompt = (params) => this.#client.getPrompt(params);
  close = () => this.#client.close();
}
