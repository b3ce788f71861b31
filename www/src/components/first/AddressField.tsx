import { useId, useState, type FormEvent, type ReactNode } from "react";
import { webAddress } from "../../lib/links.ts";
import "./AddressField.css";

interface AddressFieldProps {
  label: string;
  action: string;
  /** Gets a whole http or https address. */
  onSubmit: (url: string) => void;
  children: ReactNode;
}

/** A form that asks for a server's address. */
export function AddressField({ label, action, onSubmit, children }: AddressFieldProps) {
  const id = useId();
  const [url, setUrl] = useState("");
  const [wrong, setWrong] = useState(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const address = webAddress(url.trim());
    setWrong(address === undefined);
    if (address !== undefined) onSubmit(address.href);
  };

  return (
    <form className="address-field" onSubmit={submit} noValidate>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className="address-field-line">
        <input
          id={id}
          className="input mono"
          placeholder="https://example.com/mcp"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          value={url}
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? `${id}-wrong` : undefined}
          onChange={(event) => {
            setUrl(event.target.value);
            setWrong(false);
          }}
        />
        <button className="button ink" type="submit">
          {action}
        </button>
      </div>
      {wrong && (
        <p id={`${id}-wrong`} className="wrong-word" role="alert">
          A whole address is needed, with https:// or http:// in front.
        </p>
      )}
      {children}
    </form>
  );
}
