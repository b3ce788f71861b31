import { countOf, formatDuration } from "../../lib/format.ts";
import type { Connection } from "../../state/connection.ts";
import { Plug } from "../frame/Plug.tsx";
import { ErrorMessage } from "../outcome/ErrorMessage.tsx";
import { PromptMessages } from "./PromptMessages.tsx";
import type { Answer } from "./usePromptAnswer.ts";

interface PromptAnswerProps {
  answer: Answer | undefined;
  connection: Connection;
}

/** What a prompt came to. */
export function PromptAnswer({ answer, connection }: PromptAnswerProps) {
  const name = connection.server.name;
  if (answer === undefined)
    return <p className="columns-empty">Not asked for yet. Its messages appear here.</p>;
  if (answer.state === "asking") return <p className="columns-empty">Asking {name}.</p>;
  if (answer.state === "failed") {
    return (
      <div className="outcome">
        <ErrorMessage error={answer.error} serverName={name} />
      </div>
    );
  }
  const { messages, description } = answer.result;
  return (
    <div className="outcome" data-testid="prompt-messages">
      <h2 className="heading outcome-title">
        <Plug state="ready" number={connection.id} size="small" />
        {countOf(messages.length, "message")} from {name}
      </h2>
      {description !== undefined && <p className="dim foreign">{description}</p>}
      <PromptMessages messages={messages} connection={connection} />
      <p className="fact-line">
        <span className="num">{formatDuration(answer.took)}</span>
        <span>on connection {connection.id}</span>
      </p>
    </div>
  );
}
