import { explain } from "../../lib/errors.ts";
import { CopyButton } from "../frame/CopyButton.tsx";
import { Facts } from "./Facts.tsx";
import "./Message.css";

/** An error in words: what happened, why, what to do, whether it may have acted. Told at once. */
export function ErrorMessage({ error, serverName }: { error: unknown; serverName: string }) {
  const { heading, why, remedy, quote, acted, facts } = explain(error, serverName);
  return (
    <div className="message wrong" role="alert">
      <h3 className="heading">{heading}</h3>
      <p className="foreign">{why}</p>
      {quote !== undefined && <blockquote className="quote foreign">{quote}</blockquote>}
      <p>{remedy}</p>
      {acted !== undefined && <p>{acted}</p>}
      <details>
        <summary>For a report</summary>
        <div className="message-facts">
          <Facts facts={facts} />
          <CopyButton
            what="The facts"
            label="Copy the facts"
            text={() => facts.map(([name, value]) => `${name}: ${value}\n`).join("")}
          />
        </div>
      </details>
    </div>
  );
}
