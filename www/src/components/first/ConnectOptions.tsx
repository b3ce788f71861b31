import { useId, type ReactNode } from "react";
import { PROTOCOLS, type ProtocolChoice, type Secret } from "../../state/servers.ts";
import "./ConnectOptions.css";

/** How a server is to be reached, as it is typed. */
export interface Options {
  name: string;
  protocol: ProtocolChoice;
  proof: "none" | "bearer" | "header";
  header: string;
  secret: string;
  /** A secret from before is in memory, and goes on unless another is typed. */
  kept: boolean;
}

export const noOptions: Options = {
  name: "",
  protocol: "auto",
  proof: "none",
  header: "",
  secret: "",
  kept: false,
};

const PROTOCOL_WORDS: Readonly<Record<ProtocolChoice, string>> = {
  auto: "Automatic",
  "2026-07-28": "2026-07-28 · modern",
  "2025-11-25": "2025-11-25 · legacy",
};

/** What the typed options prove to the server; nothing when they are incomplete. */
export function secretFrom({ proof, header, secret }: Options): Secret | undefined {
  if (proof === "none" || secret === "") return undefined;
  if (proof === "bearer") return { kind: "bearer", token: secret };
  return header.trim() === "" ? undefined : { kind: "header", name: header.trim(), value: secret };
}

interface ConnectOptionsProps {
  options: Options;
  onChange: (options: Options) => void;
  withName?: boolean;
  /** Shown from the start, since something in it is needed. */
  open?: boolean;
}

/** Pins the protocol, and takes a token or a header. */
export function ConnectOptions({
  options,
  onChange,
  withName = false,
  open = false,
}: ConnectOptionsProps) {
  const id = useId();
  const set = (change: Partial<Options>) => onChange({ ...options, ...change });
  return (
    <details className="connect-options" open={open}>
      <summary>Pin a version, add a header or a token</summary>
      <div className="connect-options-fields">
        {withName && (
          <Labelled id={`${id}-name`} label="Name">
            <input
              id={`${id}-name`}
              className="input"
              placeholder="the address, if empty"
              value={options.name}
              onChange={(e) => set({ name: e.target.value })}
            />
          </Labelled>
        )}
        <Labelled id={`${id}-protocol`} label="Protocol">
          <select
            id={`${id}-protocol`}
            className="input"
            value={options.protocol}
            onChange={(e) => set({ protocol: e.target.value as ProtocolChoice })}
          >
            {PROTOCOLS.map((choice) => (
              <option key={choice} value={choice}>
                {PROTOCOL_WORDS[choice]}
              </option>
            ))}
          </select>
        </Labelled>
        <Proof id={id} options={options} onSet={set} />
      </div>
      {options.proof !== "none" && (
        <p className="dim">
          Kept in this page's memory only, sent to this server only, and left out of the trace.
        </p>
      )}
    </details>
  );
}

interface ProofProps {
  id: string;
  options: Options;
  onSet: (change: Partial<Options>) => void;
}

/** A token, or a header of one's own. */
function Proof({ id, options, onSet }: ProofProps) {
  return (
    <>
      <Labelled id={`${id}-proof`} label="Token or header">
        <select
          id={`${id}-proof`}
          className="input"
          value={options.proof}
          onChange={(e) => onSet({ proof: e.target.value as Options["proof"] })}
        >
          <option value="none">None</option>
          <option value="bearer">Bearer token</option>
          <option value="header">Header of my own</option>
        </select>
      </Labelled>
      {options.proof === "header" && (
        <Labelled id={`${id}-header`} label="Name of the header">
          <input
            id={`${id}-header`}
            className="input mono"
            placeholder="X-Api-Key"
            spellCheck={false}
            value={options.header}
            onChange={(e) => onSet({ header: e.target.value })}
          />
        </Labelled>
      )}
      {options.proof !== "none" && (
        <Labelled id={`${id}-secret`} label={options.proof === "bearer" ? "Token" : "Value"}>
          <input
            id={`${id}-secret`}
            className="input mono"
            type="password"
            placeholder={options.kept ? "as before" : undefined}
            autoComplete="off"
            value={options.secret}
            onChange={(e) => onSet({ secret: e.target.value })}
          />
        </Labelled>
      )}
    </>
  );
}

function Labelled({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className="connect-options-field">
      <label htmlFor={id}>{label}</label>
      {children}
    </div>
  );
}
