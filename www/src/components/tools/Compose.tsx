import type { JsonObject, Tool } from "mcp-tether";
import { lazy, Suspense, useRef, useState, type FormEvent } from "react";
import type { Connection } from "../../state/connection.ts";
import { Breaches } from "../form/Breaches.tsx";
import { JsonEditor } from "../form/JsonEditor.tsx";
import { Segments } from "../frame/Segments.tsx";
import { ToolTags } from "./ToolTags.tsx";
import { useArguments } from "./useArguments.ts";
import "./Compose.css";

/** The form library is most of the page's code; it comes when the first tool is shown. */
const SchemaForm = lazy(() =>
  import("../form/SchemaForm.tsx").then(({ SchemaForm }) => ({ default: SchemaForm })),
);

type View = "form" | "json";

const VIEWS = [
  ["form", "Form"],
  ["json", "JSON"],
] as const;

interface ComposeProps {
  tool: Tool;
  connection: Connection;
  running: boolean;
  onCall: (args: JsonObject) => void;
}

/** A tool's arguments, as a form and as JSON: two views of one value. */
export function Compose({ tool, connection, running, onCall }: ComposeProps) {
  const args = useArguments(tool, connection);
  const [view, setView] = useState<View>("form");
  const form = useRef<HTMLFormElement>(null);
  const name = connection.server.name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const fit = args.check();
    if (fit !== undefined) onCall(fit);
    else requestAnimationFrame(() => showFirstWrong(form.current));
  };

  return (
    <form
      className="compose"
      ref={form}
      onSubmit={submit}
      noValidate
      aria-label={`Arguments of ${tool.name}`}
    >
      <ComposeHeader tool={tool} view={view} onView={setView} />
      {view === "form" ? (
        <Suspense fallback={<p className="dim">Preparing the form.</p>}>
          <SchemaForm
            schema={args.schema}
            value={args.value}
            breaches={args.breaches}
            onChange={args.change}
            onJson={() => setView("json")}
          />
        </Suspense>
      ) : (
        <JsonEditor value={args.value} onChange={args.change} onUnreadable={args.setUnreadable} />
      )}
      <div className="compose-buttons">
        <Breaches
          breaches={args.breaches}
          unreadable={args.unreadable}
          onSendAnyway={() => onCall(args.asItIs())}
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

interface ComposeHeaderProps {
  tool: Tool;
  view: View;
  onView: (view: View) => void;
}

function ComposeHeader({ tool, view, onView }: ComposeHeaderProps) {
  return (
    <header>
      <div className="compose-head">
        <h2 className="heading mono foreign">{tool.name}</h2>
        <Segments label="Arguments as" value={view} choices={VIEWS} onChoose={onView} />
      </div>
      {tool.description !== undefined && (
        <p className="compose-about foreign">{tool.description}</p>
      )}
      <ToolTags tool={tool} />
    </header>
  );
}

function showFirstWrong(form: HTMLFormElement | null): void {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"], .field-wrong');
  wrong?.scrollIntoView({ block: "center" });
  wrong?.focus();
}
