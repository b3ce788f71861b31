import type { Prompt } from "mcp-tether";
import { useState, type FormEvent } from "react";
import type { Connection } from "../../state/connection.ts";
import { CompletedField } from "./CompletedField.tsx";
import { PromptAnswer } from "./PromptAnswer.tsx";
import { usePromptAnswer } from "./usePromptAnswer.ts";

/** One prompt: its arguments, and the messages that they make. */
export function PromptDetail({ prompt, connection }: { prompt: Prompt; connection: Connection }) {
  const [values, setValues] = useState<Record<string, string>>(
    () => (connection.draftOf(`prompt ${prompt.name}`) as Record<string, string> | undefined) ?? {},
  );
  const [answer, get] = usePromptAnswer(prompt, connection);
  const name = connection.server.name;

  const change = (argument: string, value: string) => {
    const next = { ...values, [argument]: value };
    setValues(next);
    connection.keepDraft(`prompt ${prompt.name}`, next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void get(values);
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
