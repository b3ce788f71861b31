import type { ServerSpec } from "mcp-tether";
import { isObject, textAt } from "../lib/json.ts";
import { readStored, writeStored } from "../lib/stored.ts";
import { Store } from "./store.ts";

export type ProtocolChoice = "auto" | "2026-07-28" | "2025-11-25";

export const PROTOCOLS: readonly ProtocolChoice[] = ["auto", "2026-07-28", "2025-11-25"];

/** A server as the page keeps it. What is secret is not part of it. */
export interface Server {
  /** The page's own key; never the address, never what the server calls itself. */
  id: string;
  name: string;
  url: string;
  about?: string;
  origin: "demo" | "own";
  protocol: ProtocolChoice;
  /** Its place on the board, 0 to 7, which gives it its hue. */
  place: number;
}

/** What proves to a server who the person is; lives in this page's memory only. */
export type Secret =
  { kind: "bearer"; token: string } | { kind: "header"; name: string; value: string };

const KEY = "servers";
const PLACES = 8;

export const servers = new Store<readonly Server[]>([]);
const secrets = new Map<string, Secret>();

/** Fills the board: the demo servers that this page is served with, and those the person added earlier. */
export async function loadServers(): Promise<void> {
  const demos = await fetchDemos();
  const taken = new Set(demos.map((server) => server.id));
  servers.set([...demos, ...readOwn().filter((server) => !taken.has(server.id))]);
}

async function fetchDemos(): Promise<Server[]> {
  try {
    const response = await fetch(new URL("servers.json", document.baseURI));
    if (!response.ok) return [];
    const list: unknown = await response.json();
    return Array.isArray(list) ? list.flatMap(readDemo) : [];
  } catch {
    return [];
  }
}

function readDemo(entry: unknown, index: number): Server[] {
  const [id, name, url] = ["id", "name", "url"].map((key) => textAt(entry, key));
  if (id === undefined || url === undefined) return [];
  const about = textAt(entry, "about");
  const server: Server = {
    id,
    name: name ?? id,
    url,
    origin: "demo",
    protocol: "auto",
    place: index % PLACES,
  };
  return [about === undefined ? server : { ...server, about }];
}

function readOwn(): Server[] {
  const list = readStored(KEY);
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry) => {
    const [id, name, url] = ["id", "name", "url"].map((key) => textAt(entry, key));
    if (!isObject(entry) || id === undefined || name === undefined || url === undefined) return [];
    const protocol = PROTOCOLS.find((choice) => choice === entry["protocol"]) ?? "auto";
    const place = typeof entry["place"] === "number" ? entry["place"] % PLACES : 0;
    return [{ id, name, url, origin: "own", protocol, place } satisfies Server];
  });
}

function keepOwn(): void {
  writeStored(
    KEY,
    servers.get().filter((server) => server.origin === "own"),
  );
}

/** Adds a server of the person's own at the first free place of the board. */
export function addServer(wish: { name: string; url: string; protocol: ProtocolChoice }): Server {
  const used = new Set(servers.get().map((server) => server.place));
  const free = Array.from({ length: PLACES }, (_, place) => place).find(
    (place) => !used.has(place),
  );
  const place = free ?? servers.get().length % PLACES;
  const server: Server = {
    ...wish,
    name: untaken(wish.name),
    id: crypto.randomUUID(),
    origin: "own",
    place,
  };
  servers.update((list) => [...list, server]);
  keepOwn();
  return server;
}

/** The name, or the name with the first number that makes it one of its own. */
function untaken(name: string): string {
  const taken = new Set(servers.get().map((server) => server.name));
  let candidate = name;
  for (let count = 2; taken.has(candidate); count += 1) candidate = `${name} ${count}`;
  return candidate;
}

export function changeServer(
  id: string,
  change: Partial<Pick<Server, "name" | "url" | "protocol">>,
): void {
  servers.update((list) =>
    list.map((server) => (server.id === id ? { ...server, ...change } : server)),
  );
  keepOwn();
}

export function removeServer(id: string): void {
  secrets.delete(id);
  servers.update((list) => list.filter((server) => server.id !== id));
  keepOwn();
}

export function setSecret(id: string, secret: Secret | undefined): void {
  if (secret === undefined) secrets.delete(id);
  else secrets.set(id, secret);
}

export function secretOf(id: string): Secret | undefined {
  return secrets.get(id);
}

/** The spec from which a session to this server is made. */
export function specOf(server: Server): ServerSpec {
  const spec: ServerSpec = { id: server.id, url: server.url, protocol: server.protocol };
  const secret = secrets.get(server.id);
  if (secret === undefined) return spec;
  if (secret.kind === "bearer") return { ...spec, auth: { token: secret.token } };
  return { ...spec, headers: { [secret.name]: secret.value } };
}

/** A name for a server that was given none: its host. */
export function nameFromUrl(url: string): string {
  return URL.parse(url)?.host ?? url;
}
