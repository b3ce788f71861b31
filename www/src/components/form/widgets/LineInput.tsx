import { getInputProps, type BaseInputTemplateProps } from "@rjsf/utils";
import { describedBy, ownLabel } from "./describedBy.ts";

/** A line of its own kind: a number, a date, an address. */
export function LineInput(props: BaseInputTemplateProps) {
  const { id, value, type, schema, options, required, disabled, readonly, onChange } = props;
  const { type: kind } = getInputProps(schema, type, options, false);
  const number = kind === "number";
  const native = kind === "date" || kind === "time" || kind === "password" || kind === "email";
  return (
    <input
      className={number ? "input num" : "input"}
      id={id}
      type={native ? kind : "text"}
      inputMode={number ? (schema.type === "integer" ? "numeric" : "decimal") : undefined}
      placeholder={schema.format === "date-time" ? "2026-01-31T12:00:00Z" : undefined}
      autoComplete="off"
      spellCheck={false}
      aria-label={ownLabel(props)}
      required={required}
      disabled={disabled}
      readOnly={readonly}
      value={value === undefined || value === null ? "" : String(value)}
      onChange={(event) => onChange(event.target.value)}
      {...describedBy(props)}
    />
  );
}
