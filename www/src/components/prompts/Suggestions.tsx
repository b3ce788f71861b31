import "./Suggestions.css";

interface SuggestionsProps {
  /** The id of the field that they belong to. */
  id: string;
  from: string;
  suggestions: readonly string[];
  active: number;
  onTake: (suggestion: string) => void;
}

/** What a server suggests for a field. The focus stays in the field. */
export function Suggestions({ id, from, suggestions, active, onTake }: SuggestionsProps) {
  return (
    <ul
      className="suggestions"
      id={`${id}-list`}
      role="listbox"
      aria-label={`Suggestions from ${from}`}
      hidden={suggestions.length === 0}
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
            onTake(suggestion);
          }}
        >
          {suggestion}
        </li>
      ))}
    </ul>
  );
}
