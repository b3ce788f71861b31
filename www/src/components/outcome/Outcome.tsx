import type { Tool } from "mcp-tether";
import type { Call } from "../../state/calls.ts";
import type { Connection } from "../../state/connection.ts";
import { Plug } from "../frame/Plug.tsx";
import { ErrorMessage } from "./ErrorMessage.tsx";
import { FootNote } from "./FootNote.tsx";
import { Result } from "./Result.tsx";
import { Running } from "./Running.tsx";
import { ToolError } from "./ToolError.tsx";
import "./Outcome.css";

interface OutcomeProps {
  call: Call;
  tool: Tool;
  connection: Connection;
}

/** What became of a call. */
export function Outcome({ call, tool, connection }: OutcomeProps) {
  return (
    <div className="outcome" data-testid="outcome" data-state={call.outcome.state}>
      <OutcomeBody call={call} tool={tool} connection={connection} />
    </div>
  );
}

function OutcomeBody({ call, tool, connection }: OutcomeProps) {
  const { outcome } = call;
  const name = connection.server.name;
  switch (outcome.state) {
    case "running":
      return (
        <Running call={call} serverName={name} onCancel={() => connection.calls.cancel(call.key)} />
      );
    case "cancelled":
      return (
        <>
          <h2 className="heading outcome-title">
            <Plug state="ready" number={connection.id} size="small" />
            You cancelled this call
          </h2>
          <p className="dim">{name} was told. It may have done part of it before.</p>
          <FootNote call={call} />
        </>
      );
    case "failed":
      return (
        <>
          <ErrorMessage error={outcome.error} serverName={name} />
          <FootNote call={call} />
        </>
      );
    case "answered":
      if (outcome.result.isError === true) {
        return (
          <>
            <ToolError result={outcome.result} connection={connection} />
            <FootNote call={call} />
          </>
        );
      }
      return <Result call={call} result={outcome.result} tool={tool} connection={connection} />;
  }
}
