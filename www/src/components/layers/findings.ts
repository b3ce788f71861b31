import type { ConnectionId } from "mcp-tether";
import { standingOf } from "../../lib/standing.ts";
import type { Connection, Tab } from "../../state/connection.ts";
import type { Server } from "../../state/servers.ts";
import type { PlugState } from "../frame/Plug.tsx";

/** Something that the finder leads to. */
export interface Finding {
  key: string;
  kind: "server" | "thing";
  server: Server;
  plug: PlugState;
  number: ConnectionId | undefined;
  name: string;
  words: string;
  open: () => void;
}

/** Every server, and every tool, resource and prompt of what is connected. */
export function findings(
  servers: readonly Server[],
  connections: ReadonlyMap<string, Connection>,
): readonly Finding[] {
  const entries = servers.map((server) => ({ server, connection: connections.get(server.id) }));
  return [
    ...entries.map((entry) => serverFinding(entry.server, entry.connection)),
    ...entries.flatMap(({ connection }) => things(connection)),
  ];
}

function serverFinding(server: Server, connection: Connection | undefined): Finding {
  const { plug, words } = standingOf(connection, connection?.view.get());
  const number = plug === "free" || plug === "failed" ? undefined : connection?.id;
  return {
    key: `server ${server.id}`,
    kind: "server",
    server,
    plug,
    number,
    name: server.name,
    words,
    open: () => {},
  };
}

function things(connection: Connection | undefined): Finding[] {
  const view = connection?.view.get();
  if (connection === undefined || view?.phase !== "ready") return [];
  const { server, id } = connection;
  const thing = (tab: Tab, key: string, noun: string): Finding => ({
    key: `${tab} ${key}`,
    kind: "thing",
    server,
    plug: "ready",
    number: id,
    name: key,
    words: `${noun} of ${server.name}`,
    open: () => connection.choose(tab, key),
  });
  return [
    ...view.tools.items.map((tool) => thing("tools", tool.name, "tool")),
    ...view.resources.items.map((resource) => thing("resources", resource.uri, "resource")),
    ...view.templates.items.map((template) => thing("resources", template.uriTemplate, "template")),
    ...view.prompts.items.map((prompt) => thing("prompts", prompt.name, "prompt")),
  ];
}

/** The findings that a text fits: all of its words, or a connection's number. */
export function matching(all: readonly Finding[], text: string): readonly Finding[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return all;
  return all.filter((finding) => {
    if (words.length === 1 && words[0] === String(finding.number)) return true;
    const haystack = `${finding.name} ${finding.words} ${finding.server.name}`.toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
}
