import type { WidgetProps } from "@rjsf/utils";
import { describedBy } from "./describedBy.ts";
import "./Checkbox.css";

/** Yes or no; as long as nobody touched an optional one, it is not sent. */
export function Checkbox(props: WidgetProps) {
  const { id, value, name, schema, required, disabled, readonly, onChange } = props;
  const notes = value === undefined ? "not sent" : String(value);
  return (
    <div className="check">
      <input
        type="checkbox"
        id={id}
        checked={value === true}
        disabled={disabled === true || readonly === true}
        onChange={(event) => onChange(event.target.checked)}
        {...describedBy(props)}
      />
      <div>
        <label htmlFor={id}>
          <b className="checkbox-name foreign">{name}</b>{" "}
          <span className="field-type">{required === true ? `${notes}, required` : notes}</span>
        </label>
        {schema.description !== undefined && (
          <p className="field-help foreign" id={`help:${id}`}>
            {schema.description}
          </p>
        )}
      </div>
    </div>
  );
}
