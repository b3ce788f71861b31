import { useEffect, useRef } from "react";
import { formatMinutes } from "../../lib/format.ts";
import { useNow } from "../../lib/useNow.ts";
import { announce } from "../../state/announce.ts";
import { SILENCE_MS, type Call } from "../../state/calls.ts";
import { Plug } from "../frame/Plug.tsx";
import "./Running.css";

interface RunningProps {
  call: Call;
  serverName: string;
  onCancel: () => void;
}

/** A call under way: how far it is, if the server says so, and the way to end it. */
export function Running({ call, serverName, onCancel }: RunningProps) {
  const elapsed = useNow(1000) - call.startedAt;
  useSpokenProgress(call, serverName);
  const { progress, reports } = call;
  const share =
    progress?.total === undefined || progress.total <= 0
      ? undefined
      : progress.progress / progress.total;
  return (
    <>
      <div className="outcome-head">
        <h2 className="heading outcome-title">
          <Plug state="ready" number={call.connection} size="small" />
          Running on {serverName}
        </h2>
        <button
          className="button small"
          type="button"
          data-key="cancel"
          aria-keyshortcuts="Control+."
          onClick={onCancel}
        >
          Cancel call <kbd aria-hidden="true">Ctrl .</kbd>
        </button>
      </div>
      <div className="box from running">
        <div className="running-line">
          <span className="running-count">{countWords(call)}</span>
          <span className="num">{timeWords(elapsed, share)}</span>
        </div>
        {share !== undefined && (
          <progress
            className="running-bar"
            max={1}
            value={Math.min(1, share)}
            aria-label={`${call.tool} on ${serverName}`}
          />
        )}
        {reports.length > 0 && (
          <ol className="running-log" aria-label="What the server said meanwhile, newest first">
            {reports.slice(0, 8).map((report, index) => (
              <li key={reports.length - index}>
                <time>{formatMinutes(report.at)}</time>
                <span className="foreign">{report.text}</span>
              </li>
            ))}
          </ol>
        )}
      </div>
      <p className="dim">
        You can look at other tools meanwhile: the answer will wait here. Stops by itself after{" "}
        {SILENCE_MS / 1000} s without a sign of life.
      </p>
    </>
  );
}

function countWords({ progress }: Call): string {
  if (progress === undefined) return "no report yet";
  return progress.total === undefined
    ? String(progress.progress)
    : `${progress.progress} of ${progress.total}`;
}

function timeWords(elapsed: number, share: number | undefined): string {
  const gone = `${formatMinutes(elapsed)} gone`;
  if (share === undefined || share < 0.05 || share >= 1) return gone;
  return `${gone}, about ${formatMinutes((elapsed / share) * (1 - share))} left`;
}

/** Says how far a call is at a quarter, half and three quarters, and otherwise at most every ten seconds. */
function useSpokenProgress(call: Call, serverName: string): void {
  const said = useRef({ quarter: 0, at: performance.now() });
  const { progress } = call;
  useEffect(() => {
    if (progress === undefined) return;
    const quarter =
      progress.total === undefined ? 0 : Math.floor((progress.progress / progress.total) * 4);
    const due = quarter > said.current.quarter && quarter < 4;
    if (!due && performance.now() - said.current.at < 10_000) return;
    said.current = { quarter, at: performance.now() };
    announce(`${call.tool} on ${serverName}: ${countWords(call)}.`);
  }, [progress, call, serverName]);
}
