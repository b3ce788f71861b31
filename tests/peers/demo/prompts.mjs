// The prompts of a demo server.
import { completable } from "@modelcontextprotocol/server";
import * as z from "zod";
import { REGIONS } from "./shop.mjs";

const AUDIENCES = ["a new colleague", "an analyst", "the board", "the support team"];

const startingWith = (list) => (value) =>
  list.filter((entry) => entry.toLowerCase().startsWith((value ?? "").toLowerCase()));

const ask = (words) => ({ messages: [{ role: "user", content: { type: "text", text: words } }] });

/** Registers every prompt on a server instance. */
export function registerPrompts(server, shop) {
  server.registerPrompt(
    "explain_query",
    {
      title: "Explain a query",
      description: "Asks a model to explain a query to someone.",
      argsSchema: z.object({
        sql: z.string().describe("The query"),
        audience: completable(z.string().describe("Who listens"), startingWith(AUDIENCES)),
        region: completable(z.string().optional(), startingWith(REGIONS)),
      }),
    },
    ({ sql, audience, region }) => {
      const where = region ? ` Look at the region ${region} only.` : "";
      return ask(
        `Explain this query of ${shop.name} to ${audience}:\n\n${sql}\n${where}`.trimEnd(),
      );
    },
  );
  server.registerPrompt(
    "daily_summary",
    { title: "Daily summary", description: "Asks a model to sum up the orders table." },
    async () => ({
      messages: [
        ...ask(`Sum up the orders of ${shop.name} in five lines.`).messages,
        {
          role: "user",
          content: {
            type: "resource_link",
            uri: "demo://tables/orders",
            name: "Table orders",
            mimeType: "text/csv",
          },
        },
      ],
    }),
  );
}
