import { useId } from "react";
import { Icon } from "../frame/Icon.tsx";
import "./Filter.css";

interface FilterProps {
  label: string;
  value: string;
  placeholder?: string;
  onChange: (value: string) => void;
}

/** A field that narrows a list; `/` leads to it, `Esc` empties it. */
export function Filter({ label, value, placeholder = label, onChange }: FilterProps) {
  const id = useId();
  return (
    <div className="filter">
      <Icon name="search" />
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="input"
        data-key="filter"
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onChange("");
        }}
      />
      <kbd aria-hidden="true">/</kbd>
    </div>
  );
}
