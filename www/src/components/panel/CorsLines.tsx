import type { Server } from "../../state/servers.ts";
import { CopyButton } from "../frame/CopyButton.tsx";
import "./CorsLines.css";

const EXPOSED = "Mcp-Session-Id, WWW-Authenticate";
const ALLOWED =
  "Content-Type, Authorization, MCP-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name, Last-Event-ID";

/** The response headers that a page of this address needs from a server; the missing one is marked. */
export function CorsLines({ missing, server }: { missing: string | undefined; server: Server }) {
  const lines = [
    ["Access-Control-Allow-Origin", location.origin],
    ["Access-Control-Allow-Methods", "GET, POST, DELETE, OPTIONS"],
    ["Access-Control-Allow-Headers", ALLOWED],
    ["Access-Control-Expose-Headers", EXPOSED],
  ] as const;
  const marked = (name: string, value: string) => {
    if (missing === undefined) return false;
    const wanted = missing.toLowerCase();
    return (
      name.toLowerCase() === wanted ||
      (name.endsWith("Expose-Headers") && value.toLowerCase().includes(wanted))
    );
  };
  return (
    <section className="cors-lines" aria-label={`Headers that ${server.name} must send`}>
      <header>
        <b>Headers</b>
        <CopyButton
          what="Four header lines"
          label="Copy the header lines"
          text={() => lines.map(([name, value]) => `${name}: ${value}\n`).join("")}
        />
      </header>
      <pre tabIndex={0}>
        {lines.map(([name, value]) => {
          const Line = marked(name, value) ? "mark" : "span";
          return <Line key={name}>{`${name}: ${value}`}</Line>;
        })}
      </pre>
      <details>
        <summary>Why does it work outside the browser?</summary>
        <p>
          Browsers hide answers of other sites, and most of their headers, unless the site lists
          them (CORS). Programs outside a browser do not have this rule, so a server can pass every
          other test and still fail here.
        </p>
      </details>
    </section>
  );
}
