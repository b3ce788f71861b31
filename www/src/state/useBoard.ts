import { connections, current } from "./board.ts";
import type { Connection, ConnectionView } from "./connection.ts";
import { servers, type Server } from "./servers.ts";
import { Store } from "./store.ts";
import { useStore } from "./useStore.ts";

const NO_VIEW = new Store<ConnectionView | undefined>(undefined);
const NO_CALLS = new Store<readonly []>([]);

/** The server whose panel is shown. */
export function useCurrentServer(): Server | undefined {
  const id = useStore(current);
  return useStore(servers).find((server) => server.id === id);
}

/** The latest connection of a server. */
export function useConnectionOf(serverId: string): Connection | undefined {
  return useStore(connections).get(serverId);
}

/** The view of a connection that may not be there. */
export function useView(connection: Connection | undefined): ConnectionView | undefined {
  return useStore<ConnectionView | undefined>(
    (connection?.view ?? NO_VIEW) as Store<ConnectionView | undefined>,
  );
}

/** How many calls of a connection are on their way. */
export function useInFlight(connection: Connection | undefined): number {
  const calls = useStore(connection?.calls.calls ?? NO_CALLS);
  return calls.filter((call) => call.outcome.state === "running").length;
}
