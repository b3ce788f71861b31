import type { PromptReference, ResourceTemplateReference } from "mcp-tether";
import { useEffect, useId, useState, type KeyboardEvent } from "react";
import type { Connection } from "../../state/connection.ts";
import "./CompletedField.css";

interface CompletedFieldProps {
  name: string;
  about?: string | undefined;
  required: boolean;
  value: string;
  reference: PromptReference | ResourceTemplateReference;
  /** What is filled in beside it; servers may complete by it. */
  others: Readonly<Record<string, string>>;
  connection: Connection;
  onChange: (value: string) => void;
}

const MOST_SHOWN = 20;

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
      <ul
        className="completed-field-list"
        id={`${id}-list`}
        role="listbox"
        aria-label={`Suggestions from ${props.connection.server.name}`}
        hidden={!shown}
      >
        {suggestions.map((suggestion, index) => (
          <li
            key={suggestion}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className="foreign"
            onMouseDown={(event) => {
              event.preventDefault();
              take(suggestion);
            }}
          >
            {suggestion}
          </li>
        ))}
      </ul>
      {about !== undefined && (
        <p className="field-help foreign" id={`${id}-help`}>
          {about}
        </p>
      )}
    </div>
  );
}

/** Asks the server a moment after the typing stops; what came for an older text is thrown away. */
function useSuggestions(
  { connection, reference, name, value, others }: CompletedFieldProps,
  open: boolean,
): readonly string[] {
  const [values, setValues] = useState<readonly string[]>([]);
  const offered = connection.view.get().description?.capabilities.completions !== undefined;
  const context = JSON.stringify(others);
  useEffect(() => {
    if (!offered || !open) return;
    let stale = false;
    const timer = setTimeout(() => {
      const rest = Object.fromEntries(
        Object.entries(JSON.parse(context) as Record<string, string>).filter(
          ([key]) => key !== name,
        ),
      );
      connection.session
        .complete({ ref: reference, argument: { name, value }, context: { arguments: rest } })
        .then(({ completion }) => {
          if (!stale) setValues(completion.values.slice(0, MOST_SHOWN));
        })
        // A server that cannot complete leaves the field as it is; the trace shows what it said.
        .catch(() => setValues([]));
    }, 150);
    return () => {
      clearTimeout(timer);
      stale = true;
    };
    // The reference is made anew each time and says the same.
  }, [connection, offered, open, name, value, context]);
  return values;
}
