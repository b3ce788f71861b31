import type { WidgetProps } from "@rjsf/utils";
import { describedBy, ownLabel } from "./describedBy.ts";

/** A text of any length; it grows with what is typed. */
export function TextInput(props: WidgetProps) {
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
