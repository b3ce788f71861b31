import type { EnumOptionsType, WidgetProps } from "@rjsf/utils";
import { CheckboxSet } from "./CheckboxSet.tsx";
import { describedBy, ownLabel } from "./describedBy.ts";

const UNCHOSEN = "unchosen";

/** One of a few values, or several of them. */
export function SelectInput(props: WidgetProps) {
  return props.multiple === true ? <CheckboxSet {...props} /> : <OneOf {...props} />;
}

/** The option's place stands for its value, which may be anything. */
function OneOf(props: WidgetProps) {
  const { id, value, options, required, disabled, readonly, onChange, label } = props;
  const choices: EnumOptionsType[] = options.enumOptions ?? [];
  const index = choices.findIndex((choice) => sameJson(choice.value, value));
  const kind = /__(any|one)of_select$/.test(id);
  return (
    <select
      className="input"
      id={id}
      aria-label={kind ? `Kind of ${label}` : ownLabel(props)}
      required={required}
      disabled={disabled === true || readonly === true}
      value={index < 0 ? UNCHOSEN : String(index)}
      onChange={(event) => onChange(choices[Number(event.target.value)]?.value)}
      {...describedBy(props)}
    >
      {index < 0 && (
        <option value={UNCHOSEN} disabled>
          choose
        </option>
      )}
      {choices.map((choice, at) => (
        <option key={at} value={String(at)}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}

function sameJson(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === "object" && JSON.stringify(a) === JSON.stringify(b));
}
