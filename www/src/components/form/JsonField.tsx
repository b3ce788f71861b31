import type { FieldProps } from "@rjsf/utils";
import { useState } from "react";
import { parseJson, prettyJson } from "../../lib/json.ts";

/** A place for which the schema allows anything: it takes JSON. */
export function JsonField({ fieldPathId, formData, name, onChange }: FieldProps) {
  const [text, setText] = useState(() => (formData === undefined ? "" : prettyJson(formData)));
  const unreadable = text.trim() !== "" && parseJson(text) === undefined;
  const id = fieldPathId.$id;
  return (
    <>
      <textarea
        className="input mono"
        id={id}
        rows={1}
        spellCheck={false}
        aria-label={`${name}, as JSON`}
        placeholder="JSON"
        value={text}
        aria-invalid={unreadable || undefined}
        aria-describedby={unreadable ? `${id}/json` : undefined}
        onChange={(event) => {
          setText(event.target.value);
          const value = parseJson(event.target.value);
          if (value !== undefined) onChange(value, fieldPathId.path, undefined, id);
        }}
      />
      {unreadable && (
        <p className="field-wrong" id={`${id}/json`}>
          This is not JSON yet. A text needs quotes around it.
        </p>
      )}
    </>
  );
}
