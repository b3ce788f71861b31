import { announce } from "./announce.ts";
import { formatDuration, speakDuration } from "../lib/format.ts";
import { Connection } from "./connection.ts";
import { changeServer, removeServer, servers, type Server } from "./servers.ts";
import { Store } from "./store.ts";

/** The latest connection of each server, living or ended, by the server's id. */
export const connections = new Store<ReadonlyMap<string, Connection>>(new Map());

/** Whether anything was connected since the page was opened. */
export const everConnected = new Store(false);

/** The server whose panel is shown; `null` is the first page. */
export const current = new Store<string | null>(null);

/** Shows a server's panel. Nothing is sent. */
export function switchTo(id: string): void {
  if (current.get() === id) return;
  current.set(id);
  const server = servers.get().find((each) => each.id === id);
  if (server === undefined) return;
  const connection = connections.get().get(id);
  const live = connection?.view.get().phase === "ready";
  announce(
    `Switched to ${server.name}, ${live ? `connection ${connection.id}` : "not connected"}.`,
  );
}

/** Shows the neighbour of the present server in the rail, wrapping at the ends. */
export function switchBy(step: 1 | -1): void {
  const list = servers.get();
  if (list.length === 0) return;
  const index = list.findIndex((server) => server.id === current.get());
  const start = index < 0 && step < 0 ? 0 : index;
  const next = list[(start + step + list.length) % list.length];
  if (next !== undefined) switchTo(next.id);
}

/** Connects to a server and shows its panel. */
export async function connect(server: Server): Promise<void> {
  await makeRoomFor(server);
  const connection = new Connection(server);
  connections.update((map) => new Map(map).set(server.id, connection));
  everConnected.set(true);
  current.set(server.id);
  await connection.settled;
  announceOutcome(connection);
}

/** One connection at a time: what lives ends before the next begins. The pool will replace this rule. */
async function makeRoomFor(server: Server): Promise<void> {
  const live = [...connections.get().values()].filter(isLive);
  await Promise.all(live.map((connection) => endQuietly(connection, server)));
}

async function endQuietly(connection: Connection, successor: Server): Promise<void> {
  await connection.disconnect();
  if (connection.server.id !== successor.id)
    announce(`${connection.server.name} was disconnected.`);
}

export function isLive(connection: Connection): boolean {
  const { phase } = connection.view.get();
  return phase === "connecting" || phase === "ready";
}

export async function disconnect(connection: Connection): Promise<void> {
  const { phase } = connection.view.get();
  await connection.disconnect();
  if (phase === "ready")
    announce(`${connection.server.name} disconnected. Connection ${connection.id} is over.`);
}

/** Takes a server off the board, with its connection. */
export async function forget(server: Server): Promise<void> {
  const connection = connections.get().get(server.id);
  if (current.get() === server.id) current.set(null);
  removeServer(server.id);
  connections.update((map) => {
    const rest = new Map(map);
    rest.delete(server.id);
    return rest;
  });
  await connection?.disconnect();
}

/** Changes how a server is reached; takes effect with its next connection. */
export function reconfigure(server: Server, change: Partial<Pick<Server, "protocol">>): Server {
  changeServer(server.id, change);
  return { ...server, ...change };
}

function announceOutcome(connection: Connection): void {
  const { phase, description, startedAt, readyAt } = connection.view.get();
  const { name } = connection.server;
  if (phase !== "ready" || description === undefined) return;
  const took = (readyAt ?? startedAt) - startedAt;
  announce(
    `Connected to ${name}, connection ${connection.id}, ${description.protocolVersion}, ${speakDuration(took)}.`,
  );
}

/** How long a connection took to come up, in words. */
export function connectTime(connection: Connection): string | undefined {
  const { startedAt, readyAt } = connection.view.get();
  return readyAt === undefined ? undefined : formatDuration(readyAt - startedAt);
}
