import type { GetPromptResult, Prompt } from "mcp-tether";
import { useState, type FormEvent } from "react";
import { formatDuration, countOf, speakDuration } from "../../lib/format.ts";
import { announce } from "../../state/announce.ts";
import type { Connection } from "../../state/connection.ts";
import { CompletedField } from "./CompletedField.tsx";
import { PromptMessages } from "./PromptMessages.tsx";
import { ErrorMessage } from "../outcome/ErrorMessage.tsx";
import { Plug } from "../frame/Plug.tsx";

type Answer =
  | { state: "asking" }
  | { state: "got"; result: GetPromptResult; took: number }
  | { state: "failed"; error: unknown };

/** One prompt: its arguments, and the messages that they make. */
export function PromptDetail({ prompt, connection }: { prompt: Prompt; connection: Connection }) {
  const [values, setValues] = useState<Record<string, string>>(
    () => (connection.draftOf(`prompt ${prompt.name}`) as Record<string, string> | undefined) ?? {},
  );
  const [answer, setAnswer] = useState<Answer>();
  const name = connection.server.name;

  const change = (argument: string, value: string) => {
    const next = { ...values, [argument]: value };
    setValues(next);
    connection.keepDraft(`prompt ${prompt.name}`, next);
  };
  const get = async () => {
    const startedAt = performance.now();
    setAnswer({ state: "asking" });
    try {
      const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
      const result = await connection.session.getPrompt({ name: prompt.name, arguments: given });
      const took = performance.now() - startedAt;
      setAnswer({ state: "got", result, took });
      announce(
        `${prompt.name} on ${name}: ${countOf(result.messages.length, "message")}, ${speakDuration(took)}.`,
      );
    } catch (error) {
      setAnswer({ state: "failed", error });
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void get();
  };

  return (
    <div className="tool-detail">
      <form className="compose" onSubmit={submit} aria-label={`Arguments of ${prompt.name}`}>
        <header>
          <h2 className="heading mono foreign">{prompt.name}</h2>
          {prompt.description !== undefined && (
            <p className="compose-about foreign">{prompt.description}</p>
          )}
        </header>
        {(prompt.arguments ?? []).map((argument) => (
          <CompletedField
            key={argument.name}
            name={argument.name}
            about={argument.description}
            required={argument.required === true}
            value={values[argument.name] ?? ""}
            reference={{ type: "ref/prompt", name: prompt.name }}
            others={values}
            connection={connection}
            onChange={(value) => change(argument.name, value)}
          />
        ))}
        <div className="compose-buttons">
          <button
            className="button send"
            type="submit"
            data-key="call"
            aria-keyshortcuts="Control+Enter"
          >
            Get {prompt.name} from {name} <kbd aria-hidden="true">Ctrl ↵</kbd>
          </button>
        </div>
      </form>
      <section className="tool-outcome" aria-label={`Messages of ${prompt.name}`}>
        <PromptAnswer answer={answer} connection={connection} />
      </section>
    </div>
  );
}

function PromptAnswer({
  answer,
  connection,
}: {
  answer: Answer | undefined;
  connection: Connection;
}) {
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
