import { formatDuration } from "../../lib/format.ts";
import type { ConnectStep } from "../../state/connectSteps.ts";
import { Icon } from "../frame/Icon.tsx";
import "./Steps.css";

const SPOKEN: Readonly<Record<ConnectStep["state"], string>> = {
  done: "done",
  now: "now",
  stopped: "stopped here",
};

/** The steps of connecting, each with its time and what came of it. */
export function Steps({ steps }: { steps: readonly ConnectStep[] }) {
  return (
    <ol className="steps" aria-label="Steps of connecting">
      {steps.map((step, index) => (
        <li key={index} data-state={step.state}>
          <span className="steps-dot" aria-hidden="true">
            {step.state === "done" && <Icon name="check" size={12} />}
            {step.state === "stopped" && <Icon name="cross" size={12} />}
            {step.state === "now" && index + 1}
          </span>
          <b>
            {step.name}
            <span className="visually-hidden">, {SPOKEN[step.state]}</span>
          </b>
          <span className="steps-time">{step.ms === undefined ? "" : formatDuration(step.ms)}</span>
          {step.note !== "" && <p className="foreign">{step.note}</p>}
        </li>
      ))}
    </ol>
  );
}
