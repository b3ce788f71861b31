import { useState } from "react";
import { formatBytes } from "../../lib/format.ts";
import "./PlainText.css";

const CUT = 16_000;

/** A server's text, as text: never markup, never links. */
export function PlainText({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  const shown = whole ? text : text.slice(0, CUT);
  return (
    <>
      <p className="plain-text foreign">
        {shown === "" ? <span className="dim">an empty text</span> : shown}
      </p>
      {shown.length < text.length && (
        <p className="data-table-more">
          {formatBytes(shown.length)} of {formatBytes(text.length)}{" "}
          <button className="button small" type="button" onClick={() => setWhole(true)}>
            Show all
          </button>
        </p>
      )}
    </>
  );
}
