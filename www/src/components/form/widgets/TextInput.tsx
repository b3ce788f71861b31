import type { WidgetProps } from "@rjsf/utils";
import { mainType } from "../../../lib/schema.ts";
import { LineInput } from "./LineInput.tsx";
import { describedBy, ownLabel } from "./describedBy.ts";

/** What has no widget of its own: a number takes a line, everything else a text of any length. */
export function TextInput(props: WidgetProps) {
  const type = mainType(props.schema);
  return type === "number" || type === "integer" ? (
    <LineInput {...props} />
  ) : (
    <GrowingText {...props} />
  );
}

function GrowingText(props: WidgetProps) {
  const { id, value, required, disabled, readonly, onChange } = props;
  const text = typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
  return (
    <textarea
      className="input"
      id={id}
      rows={Math.min(8, text.split("\n").length)}
      spellCheck={false}
      aria-label={ownLabel(props)}
      required={required}
      disabled={disabled}
      readOnly={readonly}
      value={text}
      onChange={(event) => onChange(event.target.value)}
      {...describedBy(props)}
    />
  );
}
