import { useMemo, useState } from "react";
import { formatBytes } from "../../lib/format.ts";
import "./JsonText.css";

const CUT_LINES = 300;
const CUT_CHARACTERS = 24_000;
/** A longer text is shown without colours: marking its keys would take longer than reading it. */
const PLAIN_FROM = 200_000;
const KEY = /^(\s*)("(?:[^"\\]|\\.)*")(?=: )/;

/** JSON as text, its keys set off; a long one is cut until the person asks for all of it. */
export function JsonText({ text, label }: { text: string; label: string }) {
  const [whole, setWhole] = useState(false);
  const shown = useMemo(() => (whole ? text : cut(text)), [text, whole]);
  return (
    <>
      <pre className="json-text foreign" tabIndex={0} role="region" aria-label={label}>
        {shown.length > PLAIN_FROM ? shown : <Marked text={shown} />}
      </pre>
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

function Marked({ text }: { text: string }) {
  return text.split("\n").map((line, index) => {
    const found = KEY.exec(line);
    if (found === null) return `${line}\n`;
    const [, indent = "", key = ""] = found;
    return (
      <span key={index}>
        {indent}
        <span className="json-text-key">{key}</span>
        {`${line.slice(indent.length + key.length)}\n`}
      </span>
    );
  });
}

function cut(text: string): string {
  const short = text.slice(0, CUT_CHARACTERS);
  const lines = short.split("\n");
  return lines.length > CUT_LINES ? lines.slice(0, CUT_LINES).join("\n") : short;
}
