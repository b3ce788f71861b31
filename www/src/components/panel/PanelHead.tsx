import type { ReactNode } from "react";
import type { Server } from "../../state/servers.ts";
import { Plug, type PlugState } from "../frame/Plug.tsx";
import "./PanelHead.css";

interface PanelHeadProps {
  server: Server;
  plug: PlugState;
  number?: number | undefined;
  /** Badges, and what can be done with the connection as a whole. */
  children?: ReactNode;
}

/** Says what one is plugged into: the cord runs from the panel's thread to the plug. */
export function PanelHead({ server, plug, number, children }: PanelHeadProps) {
  const cut = plug === "ended" || plug === "failed" || plug === "free";
  return (
    <header className={cut ? "panel-head cut" : "panel-head"}>
      <Plug state={plug} number={number} size="large" />
      <div className="panel-head-name">
        <h1 className="foreign">{server.name}</h1>
        <p className="foreign">{server.url}</p>
      </div>
      <div className="panel-head-facts">{children}</div>
    </header>
  );
}
