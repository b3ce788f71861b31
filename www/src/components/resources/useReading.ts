import type { ReadResourceResult } from "mcp-tether";
import { useEffect, useState } from "react";
import type { Connection } from "../../state/connection.ts";

/** A resource as far as it has been read. */
export interface Reading {
  state: "idle" | "reading" | "read" | "failed";
  result?: ReadResourceResult;
  error?: unknown;
  /** Milliseconds that the last reading took. */
  took?: number;
}

/** Reads a resource, and again whenever `turn` changes; leaving gives the reading up. */
export function useReading(connection: Connection, uri: string | undefined, turn: number): Reading {
  const [reading, setReading] = useState<Reading>({ state: "idle" });
  useEffect(() => {
    if (uri === undefined) return;
    const controller = new AbortController();
    const startedAt = performance.now();
    setReading((before) => ({ ...before, state: "reading" }));
    connection.session.readResource({ uri }, { signal: controller.signal }).then(
      (result) => setReading({ state: "read", result, took: performance.now() - startedAt }),
      (error: unknown) => {
        if (!controller.signal.aborted) setReading({ state: "failed", error });
      },
    );
    return () => controller.abort();
  }, [connection, uri, turn]);
  return reading;
}
