import { countOf } from "../../lib/format.ts";
import { saveFile } from "../../lib/links.ts";
import { announce } from "../../state/announce.ts";
import { current } from "../../state/board.ts";
import { traceEnlarged } from "../../state/layout.ts";
import { exportLines, trace, type TraceEntry } from "../../state/trace.ts";
import { useStore } from "../../state/useStore.ts";
import { Icon } from "../frame/Icon.tsx";
import { Segments } from "../frame/Segments.tsx";
import { Filter } from "../list/Filter.tsx";
import { ConnectionFilter } from "./ConnectionFilter.tsx";
import { isFiltering, type TraceFilter } from "./filterEntries.ts";
import "./TraceBar.css";

interface TraceBarProps {
  recorded: readonly TraceEntry[];
  shown: readonly TraceEntry[];
  filter: TraceFilter;
  paused: boolean;
  onFilter: (filter: TraceFilter) => void;
  onPause: (paused: boolean) => void;
}

const DIRECTIONS = [
  ["all", "All"],
  ["out", "Sent"],
  ["in", "Received"],
] as const;

export function TraceBar({ recorded, shown, filter, paused, onFilter, onPause }: TraceBarProps) {
  // Enlarged, the trace stands in the place of the panel.
  const Heading = useStore(traceEnlarged) ? "h1" : "h2";
  if (recorded.length === 0) {
    return (
      <div className="trace-bar">
        <Heading>Trace</Heading>
        <span className="trace-bar-empty" tabIndex={-1} data-region-start>
          Every message in and out will be listed here, with its connection.
        </span>
      </div>
    );
  }
  return (
    <div className="trace-bar">
      <Heading>Trace</Heading>
      <span className="count">{countWords(recorded, shown, filter)}</span>
      <Filter
        label="Filter the trace"
        placeholder="method, id, text"
        value={filter.text}
        onChange={(text) => onFilter({ ...filter, text })}
      />
      <Segments
        label="Direction"
        value={filter.direction}
        choices={DIRECTIONS}
        onChoose={(direction) => onFilter({ ...filter, direction })}
      />
      <ConnectionFilter
        entries={recorded}
        hidden={filter.hidden}
        onChange={(hidden) => onFilter({ ...filter, hidden })}
      />
      <span className="grow" />
      <Actions shown={shown} paused={paused} onPause={onPause} />
    </div>
  );
}

function Actions({ shown, paused, onPause }: Pick<TraceBarProps, "shown" | "paused" | "onPause">) {
  const enlarged = useStore(traceEnlarged);
  const onFirstPage = useStore(current) === null;
  const save = () => {
    const name = `tether-trace-${new Date().toISOString().replace(/[:.]/g, "-")}.jsonl`;
    saveFile(name, [exportLines(shown)], "application/jsonl");
    announce(`Exported ${countOf(shown.length, "line")}. Secrets were left out.`);
  };
  return (
    <span className="trace-bar-actions">
      <button
        className="icon-button"
        type="button"
        aria-pressed={paused}
        aria-label={paused ? "Go on showing new messages" : "Pause the view"}
        title={paused ? "Go on" : "Pause"}
        onClick={() => onPause(!paused)}
      >
        <Icon name={paused ? "play" : "pause"} />
      </button>
      <button
        className="icon-button"
        type="button"
        aria-label="Clear the trace"
        title="Clear"
        onClick={() => trace.clear()}
      >
        <Icon name="clear" />
      </button>
      <button className="button small quiet" type="button" onClick={save}>
        <Icon name="download" />
        Export
      </button>
      <button
        className="button small quiet trace-bar-enlarge"
        type="button"
        aria-pressed={enlarged}
        aria-keyshortcuts="T"
        onClick={() => traceEnlarged.set(!enlarged)}
      >
        {enlarged ? "Back to the panel" : onFirstPage ? "Show" : "Enlarge"}
      </button>
    </span>
  );
}

function countWords(
  recorded: readonly TraceEntry[],
  shown: readonly TraceEntry[],
  filter: TraceFilter,
): string {
  const messages = (entries: readonly TraceEntry[]) =>
    entries.filter((entry) => entry.type === "message").length;
  const all = messages(recorded);
  const words = isFiltering(filter) ? `${messages(shown)} of ${all}` : countOf(all, "message");
  return trace.dropped > 0 ? `${words}, ${trace.dropped} older ones left out` : words;
}
