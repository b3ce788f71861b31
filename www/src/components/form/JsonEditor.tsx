import type { JsonObject } from "mcp-tether";
import { useId, useState } from "react";
import { isObject, parseJson, prettyJson } from "../../lib/json.ts";
import { prune } from "../../lib/schema.ts";

interface JsonEditorProps {
  value: JsonObject;
  onChange: (value: JsonObject) => void;
  /** Says why the text cannot be the value; the value then stays as it was. */
  onUnreadable: (why: string) => void;
}

/** The same value as text. */
export function JsonEditor({ value, onChange, onUnreadable }: JsonEditorProps) {
  const id = useId();
  const [text, setText] = useState(() => prettyJson(prune(value)));
  const [wrong, setWrong] = useState(false);
  const edit = (next: string) => {
    setText(next);
    const parsed = parseJson(next);
    setWrong(!isObject(parsed));
    if (isObject(parsed)) onChange(parsed);
    else
      onUnreadable(
        parsed === undefined
          ? "The arguments are not JSON yet."
          : "The arguments have to be an object: { … }.",
      );
  };
  return (
    <div className="field">
      <label className="visually-hidden" htmlFor={id}>
        Arguments as JSON
      </label>
      <textarea
        id={id}
        className="input mono"
        rows={Math.min(24, Math.max(8, text.split("\n").length))}
        spellCheck={false}
        value={text}
        aria-invalid={wrong || undefined}
        onChange={(event) => edit(event.target.value)}
      />
    </div>
  );
}
