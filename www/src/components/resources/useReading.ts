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

/** Reads a resource, and again whenever `turn` changes. What comes after one has left is thrown away. */
export function useReading(connection: Connection, uri: string | undefined, turn: number): Reading {
  const [reading, setReading] = useState<Reading>({ state: "idle" });
  useEffect(() => {
    if (uri === undefined) return;
    let left = false;
    const startedAt = performance.now();
    setReading((before) => ({ ...before, state: "reading" }));
    connection.session.readResource({ uri }).then(
      (result) => {
        if (!left) setReading({ state: "read", result, took: performance.now() - startedAt });
      },
      (error: unknown) => {
        if (!left) setReading({ state: "failed", error });
      },
    );
    return () => {
      left = true;
    };
  }, [connection, uri, turn]);
  return reading;
}
