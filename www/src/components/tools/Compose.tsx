import type { JsonObject, Tool } from "mcp-tether";
import { lazy, Suspense, useRef, useState, type FormEvent } from "react";
import { initialArguments, inputSchemaOf, prune } from "../../lib/schema.ts";
import { checkArguments, type Breach } from "../../lib/validate.ts";
import type { Connection } from "../../state/connection.ts";
import { Breaches } from "../form/Breaches.tsx";
import { JsonEditor } from "../form/JsonEditor.tsx";
import { Segments } from "../frame/Segments.tsx";
import { ToolTags } from "./ToolTags.tsx";
import "./Compose.css";

/** The form library is most of the page's code; it comes when the first tool is shown. */
const SchemaForm = lazy(() =>
  import("../form/SchemaForm.tsx").then(({ SchemaForm }) => ({ default: SchemaForm })),
);

interface ComposeProps {
  tool: Tool;
  connection: Connection;
  running: boolean;
  onCall: (args: JsonObject) => void;
}

/** A tool's arguments, as a form and as JSON: two views of one value. */
export function Compose({ tool, connection, running, onCall }: ComposeProps) {
  const schema = inputSchemaOf(tool);
  const [value, setValue] = useState(
    () => connection.draftOf(tool.name) ?? initialArguments(schema),
  );
  const [view, setView] = useState<"form" | "json">("form");
  const [unreadable, setUnreadable] = useState<string>();
  const [breaches, setBreaches] = useState<readonly Breach[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const name = connection.server.name;

  const change = (next: JsonObject) => {
    setValue(next);
    setUnreadable(undefined);
    connection.keepDraft(tool.name, next);
    if (breaches.length > 0) setBreaches(checkArguments(schema, next));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (unreadable !== undefined) return;
    const found = checkArguments(schema, value);
    setBreaches(found);
    if (found.length === 0) return onCall(prune(value));
    requestAnimationFrame(() => {
      const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], .field-wrong');
      wrong?.scrollIntoView({ block: "center" });
      wrong?.focus();
    });
  };

  return (
    <form
      className="compose"
      ref={form}
      onSubmit={submit}
      noValidate
      aria-label={`Arguments of ${tool.name}`}
    >
      <header>
        <div className="compose-head">
          <h2 className="heading mono foreign">{tool.name}</h2>
          <Segments
            label="Arguments as"
            value={view}
            choices={[
              ["form", "Form"],
              ["json", "JSON"],
            ]}
            onChoose={setView}
          />
        </div>
        {tool.description !== undefined && (
          <p className="compose-about foreign">{tool.description}</p>
        )}
        <ToolTags tool={tool} />
      </header>
      {view === "form" ? (
        <Suspense fallback={<p className="dim">Preparing the form.</p>}>
          <SchemaForm
            schema={schema}
            value={value}
            breaches={breaches}
            onChange={change}
            onJson={() => setView("json")}
          />
        </Suspense>
      ) : (
        <JsonEditor value={value} onChange={change} onUnreadable={setUnreadable} />
      )}
      <div className="compose-buttons">
        <Breaches
          breaches={breaches}
          unreadable={unreadable}
          onSendAnyway={() => {
            setBreaches([]);
            onCall(prune(value));
          }}
        />
        <button
          className={running ? "button" : "button send"}
          type="submit"
          data-key="call"
          aria-keyshortcuts="Control+Enter"
        >
          {running ? `Call ${tool.name} again on ${name}` : `Call ${tool.name} on ${name}`}{" "}
          <kbd aria-hidden="true">Ctrl ↵</kbd>
        </button>
      </div>
    </form>
  );
}
