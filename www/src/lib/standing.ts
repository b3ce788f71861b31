import type { PlugState } from "../components/frame/Plug.tsx";
import type { Connection, ConnectionView } from "../state/connection.ts";
import { shortWord } from "./errors.ts";

/** How a server stands, as shape and as words. */
export interface Standing {
  plug: PlugState;
  words: string;
  wrong?: boolean;
}

/** Words how a server's latest connection stands. */
export function standingOf(
  connection: Connection | undefined,
  view: ConnectionView | undefined,
): Standing {
  if (connection === undefined || view === undefined)
    return { plug: "free", words: "not connected" };
  switch (view.phase) {
    case "connecting":
      return { plug: "connecting", words: `connecting, step ${Math.max(1, view.steps.length)}` };
    case "ready":
      return { plug: "ready", words: "ready" };
    case "failed":
      if (connection.stopped) return { plug: "free", words: "not connected" };
      return { plug: "failed", words: shortWord(view.failure), wrong: true };
    case "ended":
      return { plug: "ended", words: endWords(connection, view) };
  }
}

function endWords(connection: Connection, { end }: ConnectionView): string {
  if (connection.stopped) return "ended: you disconnected";
  if (end?.reason === "SESSION_EXPIRED") return "ended: the session expired";
  return "ended";
}
