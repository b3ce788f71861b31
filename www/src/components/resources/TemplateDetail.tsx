import type { ResourceTemplate } from "mcp-tether";
import { useState, type FormEvent } from "react";
import { fillTemplate, templateNames } from "../../lib/uriTemplate.ts";
import type { Connection } from "../../state/connection.ts";
import { CompletedField } from "../prompts/CompletedField.tsx";
import { ReadingView } from "./ReadingView.tsx";
import { useReading } from "./useReading.ts";
import "./TemplateDetail.css";

/** A template: fill in its names, read what they lead to. */
export function TemplateDetail({
  template,
  connection,
}: {
  template: ResourceTemplate;
  connection: Connection;
}) {
  const { uriTemplate } = template;
  const [values, setValues] = useState<Record<string, string>>({});
  const [asked, setAsked] = useState<{ uri: string; turn: number }>();
  const reading = useReading(connection, asked?.uri, asked?.turn ?? 0);
  const uri = fillTemplate(uriTemplate, values);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked({ uri, turn: (asked?.turn ?? 0) + 1 });
  };
  return (
    <div className="resource-detail">
      <h2 className="heading mono foreign">{uriTemplate}</h2>
      {template.description !== undefined && (
        <p className="resource-detail-about foreign">{template.description}</p>
      )}
      <form className="template-form" onSubmit={submit} aria-label={`Names of ${uriTemplate}`}>
        {templateNames(uriTemplate).map(({ name, required }) => (
          <CompletedField
            key={name}
            name={name}
            required={required}
            value={values[name] ?? ""}
            reference={{ type: "ref/resource", uri: uriTemplate }}
            others={values}
            connection={connection}
            onChange={(value) => setValues({ ...values, [name]: value })}
          />
        ))}
        <button className="button send" type="submit" data-key="call">
          Read from {connection.server.name}
        </button>
      </form>
      <p className="fact-line">
        <code className="foreign">{uri}</code>
      </p>
      <ReadingView reading={reading} connection={connection} />
    </div>
  );
}
