import { useId, useState, type KeyboardEvent } from "react";
import { Suggestions } from "./Suggestions.tsx";
import { useSuggestions, type Completion } from "./useSuggestions.ts";
import "./CompletedField.css";

interface CompletedFieldProps extends Completion {
  about?: string | undefined;
  required: boolean;
  onChange: (value: string) => void;
}

/** A field that the server helps to fill in, where it offers completion. */
export function CompletedField(props: CompletedFieldProps) {
  const { name, about, required, value, onChange } = props;
  const id = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const suggestions = useSuggestions(props, open).filter((suggestion) => suggestion !== value);
  const shown = open && suggestions.length > 0;

  const take = (suggestion: string) => {
    onChange(suggestion);
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") setOpen(false);
    if (!shown) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setActive((active + step + suggestions.length) % suggestions.length);
    }
    const suggestion = suggestions[active];
    if (event.key === "Enter" && !event.ctrlKey && suggestion !== undefined) {
      event.preventDefault();
      take(suggestion);
    }
  };

  return (
    <div className="field completed-field" onBlur={() => setOpen(false)}>
      <div className="field-name">
        <label htmlFor={id}>
          <b className="foreign">{name}</b>
          {required && <span className="field-type">required</span>}
        </label>
      </div>
      <input
        id={id}
        className="input"
        role="combobox"
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        aria-activedescendant={shown && active >= 0 ? `${id}-${active}` : undefined}
        aria-describedby={about === undefined ? undefined : `${id}-help`}
        autoComplete="off"
        spellCheck={false}
        required={required}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
          setOpen(true);
          setActive(-1);
        }}
        onKeyDown={onKeyDown}
      />
      <Suggestions
        id={id}
        from={props.connection.server.name}
        suggestions={shown ? suggestions : []}
        active={active}
        onTake={take}
      />
      {about !== undefined && (
        <p className="field-help foreign" id={`${id}-help`}>
          {about}
        </p>
      )}
    </div>
  );
}
