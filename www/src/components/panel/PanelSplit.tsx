import type { ReactNode } from "react";
import "./PanelSplit.css";

/** A panel's page in two columns: what there is to do, and beside it what is known. */
export function PanelSplit({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <div className="panel-view">
      <div className="panel-split">
        <div>{main}</div>
        <div>{side}</div>
      </div>
    </div>
  );
}
