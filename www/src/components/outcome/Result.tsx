import type { CallToolResult, Tool } from "mcp-tether";
import { useMemo, useState } from "react";
import { faceOf, type Face, type FaceView } from "../../lib/face.ts";
import { prettyJson } from "../../lib/json.ts";
import { checkOutput, pointer, type Breach } from "../../lib/validate.ts";
import type { Call } from "../../state/calls.ts";
import type { Connection } from "../../state/connection.ts";
import { CopyButton } from "../frame/CopyButton.tsx";
import { Icon } from "../frame/Icon.tsx";
import { Plug } from "../frame/Plug.tsx";
import { Segments } from "../frame/Segments.tsx";
import { Content } from "./Content.tsx";
import { DataTable } from "./DataTable.tsx";
import { FootNote } from "./FootNote.tsx";
import { JsonText } from "./JsonText.tsx";

interface ResultProps {
  call: Call;
  result: CallToolResult;
  tool: Tool;
  connection: Connection;
}

/** What a tool gave, in the ways in which it can be looked at. */
export function Result({ call, result, tool, connection }: ResultProps) {
  const face = useMemo(() => faceOf(result), [result]);
  const breaches = useMemo(() => checkOutput(tool, result), [tool, result]);
  const [view, setView] = useState<FaceView>(face.views[0] ?? "raw");
  const choices = face.views.map((each) => [each, wordsOf(each, face)] as const);
  return (
    <>
      <div className="outcome-head">
        <h2 className="heading outcome-title">
          <Plug state="ready" number={connection.id} size="small" />
          {face.title} from {connection.server.name}
        </h2>
        <Segments label="Show as" value={view} choices={choices} onChoose={setView} />
        <CopyButton
          what="The result"
          label="Copy the result"
          text={() => textOf(view, face, result)}
        />
      </div>
      <Shown view={view} face={face} result={result} connection={connection} />
      <FootNote call={call}>
        {tool.outputSchema !== undefined && breaches.length === 0 && (
          <span>
            <Icon name="check" size={13} /> matches the tool's output schema
          </span>
        )}
      </FootNote>
      {breaches.length > 0 && (
        <SchemaBreach breaches={breaches} serverName={connection.server.name} />
      )}
    </>
  );
}

interface ShownProps {
  view: FaceView;
  face: Face;
  result: CallToolResult;
  connection: Connection;
}

function Shown({ view, face, result, connection }: ShownProps) {
  if (view === "table" && face.rows !== undefined)
    return <DataTable data={face.rows} label="Result as a table" />;
  if (view === "content") return <Content blocks={result.content} connection={connection} />;
  const text = prettyJson(view === "json" ? face.json : result);
  return (
    <div className="box from">
      <JsonText
        text={text}
        label={view === "json" ? "Result as JSON" : "The whole answer as JSON"}
      />
    </div>
  );
}

/** The data stays visible: it is what came. */
function SchemaBreach({
  breaches,
  serverName,
}: {
  breaches: readonly Breach[];
  serverName: string;
}) {
  return (
    <div className="message wrong" role="alert">
      <h3 className="heading">This result does not match the tool's own output schema</h3>
      <ul>
        {breaches.slice(0, 5).map(({ path, words }, index) => (
          <li key={index}>
            At <code className="foreign">{pointer(path)}</code>: {words}
          </li>
        ))}
      </ul>
      <p>
        The data is shown as it came; a program would have got <code>INVALID_OUTPUT</code>. Tell
        whoever runs {serverName}.
      </p>
    </div>
  );
}

function wordsOf(view: FaceView, face: Face): string {
  if (view === "content") return face.contentLabel;
  return { table: "Table", json: "JSON", raw: "Raw" }[view];
}

function textOf(view: FaceView, face: Face, result: CallToolResult): string {
  if (view === "content") {
    return result.content
      .map((block) => (block.type === "text" ? block.text : prettyJson(block)))
      .join("\n");
  }
  return prettyJson(view === "raw" ? result : face.json);
}
