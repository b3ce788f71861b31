import type { CallToolResult } from "mcp-tether";
import { prettyJson } from "../../lib/json.ts";
import type { Connection } from "../../state/connection.ts";
import { CopyButton } from "../frame/CopyButton.tsx";
import { Content } from "./Content.tsx";
import { JsonText } from "./JsonText.tsx";
import "./Message.css";
import "./ToolError.css";

/** The tool ran, and says itself that it failed: its words, quoted. */
export function ToolError({
  result,
  connection,
}: {
  result: CallToolResult;
  connection: Connection;
}) {
  const texts = result.content.flatMap((block) => (block.type === "text" ? [block.text] : []));
  const others = result.content.filter((block) => block.type !== "text");
  return (
    <>
      <div className="message wrong" role="alert">
        <h3 className="heading">The tool ran and reported an error</h3>
        <blockquote className="quote foreign">
          {texts.join("\n") || "It gave no reason."}
        </blockquote>
        <p>Correct what it names and call again.</p>
      </div>
      {others.length > 0 && <Content blocks={others} connection={connection} />}
      <details>
        <summary>What came over the wire</summary>
        <div className="box from tool-error-raw">
          <JsonText text={prettyJson(result)} label="Answer as JSON" />
        </div>
        <CopyButton what="The answer" label="Copy the answer" text={() => prettyJson(result)} />
      </details>
    </>
  );
}
