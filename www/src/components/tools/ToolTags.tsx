import type { Tool } from "mcp-tether";
import "./ToolTags.css";

/** What a tool declares about itself; the server's word, not checked. */
export function ToolTags({ tool }: { tool: Tool }) {
  const words = declared(tool);
  if (words.length === 0) return null;
  return (
    <ul className="tags tool-tags" aria-label="What the tool declares about itself">
      {words.map(([text, strong]) => (
        <li key={text} className={strong ? "tag strong" : "tag"}>
          {text}
        </li>
      ))}
    </ul>
  );
}

function declared({
  annotations = {},
  execution,
}: Tool): (readonly [text: string, strong: boolean])[] {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
  const writes = readOnlyHint === false;
  return [
    ...(readOnlyHint === true ? [["read-only", false] as const] : []),
    ...(writes && destructiveHint === true ? [["deletes data", true] as const] : []),
    ...(writes && destructiveHint !== true ? [["writes", false] as const] : []),
    ...(writes && idempotentHint === true ? [["safe to repeat", false] as const] : []),
    ...(openWorldHint === true ? [["reaches other systems", false] as const] : []),
    ...(execution?.taskSupport === "required" ? [["runs as a task", false] as const] : []),
  ];
}
