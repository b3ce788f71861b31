import type { JsonObject, Tool } from "mcp-tether";
import { useState } from "react";
import { initialArguments, inputSchemaOf, prune } from "../../lib/schema.ts";
import { checkArguments, type Breach } from "../../lib/validate.ts";
import type { Connection } from "../../state/connection.ts";

/** The arguments of a tool as they are being written; the draft lives as long as the connection. */
export function useArguments(tool: Tool, connection: Connection) {
  const schema = inputSchemaOf(tool);
  const [value, setValue] = useState(
    () => connection.draftOf(tool.name) ?? initialArguments(schema),
  );
  const [unreadable, setUnreadable] = useState<string>();
  const [breaches, setBreaches] = useState<readonly Breach[]>([]);

  const change = (next: JsonObject) => {
    setValue(next);
    setUnreadable(undefined);
    connection.keepDraft(tool.name, next);
    // What was found wrong is looked at again while one corrects it.
    if (breaches.length > 0) setBreaches(checkArguments(schema, next));
  };
  /** The arguments when they fit the schema; else `breaches` says why not. */
  const check = (): JsonObject | undefined => {
    if (unreadable !== undefined) return undefined;
    const found = checkArguments(schema, value);
    setBreaches(found);
    return found.length === 0 ? prune(value) : undefined;
  };
  /** The arguments whatever the schema says. */
  const asItIs = (): JsonObject => {
    setBreaches([]);
    return prune(value);
  };
  return { schema, value, unreadable, breaches, change, setUnreadable, check, asItIs };
}
