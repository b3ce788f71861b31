import type { PromptMessage } from "mcp-tether";
import type { Connection } from "../../state/connection.ts";
import { Block } from "../outcome/Content.tsx";
import "./PromptMessages.css";

/** Messages as a model would get them. */
export function PromptMessages({
  messages,
  connection,
}: {
  messages: readonly PromptMessage[];
  connection: Connection;
}) {
  return (
    <ol className="box from">
      {messages.map((message, index) => (
        <li key={index} className="prompt-message">
          <span>{message.role}</span>
          <div>
            <Block block={message.content} connection={connection} />
          </div>
        </li>
      ))}
    </ol>
  );
}
