// The package's own index also names its test helpers, which need a validator that is not here.
import Form from "@rjsf/core/lib/components/Form.js";
import type { ErrorSchema, RJSFSchema, UiSchema } from "@rjsf/utils";
import type { JsonObject } from "mcp-tether";
import { useMemo } from "react";
import { fillItems, formSchema, type Schema } from "../../lib/schema.ts";
import type { Breach } from "../../lib/validate.ts";
import { FormBoundary } from "./FormBoundary.tsx";
import { fields, templates, widgets } from "./theme.ts";
import { validator } from "./validator.ts";
import "./SchemaForm.css";

interface SchemaFormProps {
  schema: Schema;
  value: JsonObject;
  breaches: readonly Breach[];
  onChange: (value: JsonObject) => void;
  /** Leads to the other view, where a form cannot be made. */
  onJson: () => void;
}

const UI_SCHEMA: UiSchema = { "ui:submitButtonOptions": { norender: true } };

/** Defaults are filled in by the page (`initialArguments`), so that what is optional stays unsent. */
const DEFAULTS = {
  emptyObjectFields: "skipDefaults",
  constAsDefaults: "never",
  requiredBooleanDefault: "skip",
} as const;

/** A form made from a JSON Schema. */
export function SchemaForm({ schema, value, breaches, onChange, onJson }: SchemaFormProps) {
  const prepared = useMemo(() => formSchema(schema) as RJSFSchema, [schema]);
  const errors = useMemo(() => errorSchema(breaches), [breaches]);
  return (
    <FormBoundary onJson={onJson}>
      <Form
        className="schema-form"
        tagName="div"
        idPrefix="argument"
        idSeparator="/"
        schema={prepared}
        uiSchema={UI_SCHEMA}
        validator={validator as never}
        formData={value}
        extraErrors={errors}
        showErrorList={false}
        noHtml5Validate
        experimental_defaultFormStateBehavior={DEFAULTS}
        templates={templates}
        widgets={widgets}
        fields={fields}
        onChange={({ formData }) =>
          onChange(fillItems(formData ?? {}, schema, schema) as JsonObject)
        }
      />
    </FormBoundary>
  );
}

/** Breaches as the form library wants them: a tree by member. */
function errorSchema(breaches: readonly Breach[]): ErrorSchema {
  const tree: ErrorNode = {};
  for (const { path, words } of breaches) {
    let node = tree;
    for (const part of path) node = (node[part] ??= {}) as ErrorNode;
    node.__errors = [...(node.__errors ?? []), words];
  }
  return tree as ErrorSchema;
}

interface ErrorNode {
  __errors?: string[];
  [part: string | number]: ErrorNode | string[] | undefined;
}
