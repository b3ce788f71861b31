import type { PromptReference, ResourceTemplateReference } from "mcp-tether";
import { useEffect, useState } from "react";
import type { Connection } from "../../state/connection.ts";

/** An argument that a server may help to fill in. */
export interface Completion {
  name: string;
  value: string;
  reference: PromptReference | ResourceTemplateReference;
  /** What is filled in beside it; servers may complete by it. */
  others: Readonly<Record<string, string>>;
  connection: Connection;
}

const MOST_SHOWN = 20;

/** Asks the server a moment after the typing stops; what came for an older text is thrown away. */
export function useSuggestions(
  { connection, reference, name, value, others }: Completion,
  open: boolean,
): readonly string[] {
  const [values, setValues] = useState<readonly string[]>([]);
  const offered = connection.view.get().description?.capabilities.completions !== undefined;
  const context = JSON.stringify(others);
  useEffect(() => {
    if (!offered || !open) return;
    let stale = false;
    const timer = setTimeout(() => {
      const rest = Object.fromEntries(
        Object.entries(JSON.parse(context) as Record<string, string>).filter(
          ([key]) => key !== name,
        ),
      );
      connection.session
        .complete({ ref: reference, argument: { name, value }, context: { arguments: rest } })
        .then(({ completion }) => {
          if (!stale) setValues(completion.values.slice(0, MOST_SHOWN));
        })
        // A server that cannot complete leaves the field as it is; the trace shows what it said.
        .catch(() => setValues([]));
    }, 150);
    return () => {
      clearTimeout(timer);
      stale = true;
    };
    // The reference is made anew each time and says the same.
  }, [connection, offered, open, name, value, context]);
  return values;
}
