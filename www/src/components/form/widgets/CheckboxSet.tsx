import type { WidgetProps } from "@rjsf/utils";
import "./CheckboxSet.css";

/** Several of a few values. */
export function CheckboxSet({ id, value, options, disabled, label, onChange }: WidgetProps) {
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  const choices = options.enumOptions ?? [];
  const toggle = (choice: unknown, on: boolean) => {
    const next = choices
      .map((each) => each.value as unknown)
      .filter((each) => (each === choice ? on : chosen.includes(each)));
    onChange(next);
  };
  return (
    <div className="checkbox-set" id={id} role="group" aria-label={label}>
      {choices.map((choice, index) => (
        <label key={index} className="check">
          <input
            type="checkbox"
            checked={chosen.includes(choice.value)}
            disabled={disabled}
            onChange={(event) => toggle(choice.value, event.target.checked)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </div>
  );
}
