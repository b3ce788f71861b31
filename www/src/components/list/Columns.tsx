import type { ReactNode } from "react";
import type { Tab } from "../../state/connection.ts";
import { tabContent } from "../panel/Tabs.tsx";
import "./Columns.css";

/** A list, and beside it what is chosen; each scrolls by itself where there is room. */
export function Columns({ tab, list, detail }: { tab: Tab; list: ReactNode; detail: ReactNode }) {
  return (
    <div className="panel-view columns" {...tabContent(tab)}>
      {list}
      <div className="columns-detail">{detail}</div>
    </div>
  );
}

/** What stands in the place of the detail while nothing is chosen. */
export function NothingChosen({ words }: { words: string }) {
  return <p className="columns-empty">{words}</p>;
}
