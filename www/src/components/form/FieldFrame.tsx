import type { FieldTemplateProps } from "@rjsf/utils";
import { use, useEffect, useRef, useState, type ReactNode } from "react";
import { mainType, typeWords, valueWhenSet, type Schema } from "../../lib/schema.ts";
import { Icon } from "../frame/Icon.tsx";
import { InsideChoice } from "./insideChoice.ts";
import { ExtraMember } from "./ExtraMember.tsx";
import "./FieldFrame.css";

/** A field with its name, what it takes, and what is wrong with it. What is optional is not sent until one sets it. */
export function FieldFrame(props: FieldTemplateProps) {
  const inside = use(InsideChoice);
  const { fieldPathId, hidden, children } = props;
  if (hidden === true) return null;
  if (fieldPathId.path.length === 0 || inside === props.id) return <>{children}</>;
  return (
    <ExtraMember {...props}>
      <NamedField {...props} />
    </ExtraMember>
  );
}

function NamedField(props: FieldTemplateProps) {
  const { id, schema, required, formData, fieldPathId, onChange, registry, rawErrors, children } =
    props;
  const frame = useRef<HTMLDivElement>(null);
  const turned = useRef(false);
  const isItem = typeof fieldPathId.path.at(-1) === "number";
  const optional = required !== true && !isItem;
  const sent = formData !== undefined;
  const boolean =
    mainType(schema as Schema) === "boolean" && !("anyOf" in schema) && !("oneOf" in schema);

  // Setting and unsetting replaces the control that had the focus: the focus goes to its successor.
  useEffect(() => {
    if (!turned.current) return;
    turned.current = false;
    frame.current?.querySelector<HTMLElement>("input, textarea, select, button")?.focus();
  }, [sent]);
  const turn = (value: unknown) => {
    turned.current = true;
    onChange(value, fieldPathId.path, undefined, id);
  };

  const errors = <FieldErrors id={id} errors={rawErrors} />;
  const removal =
    optional && sent ? <Unset name={nameOf(props)} onUnset={() => turn(undefined)} /> : <></>;
  if (boolean) {
    return (
      <div className="field" ref={frame}>
        <div className="field-line">
          {children}
          {removal}
        </div>
        {errors}
      </div>
    );
  }
  return (
    <div className="field" ref={frame}>
      {!isItem && <FieldName {...props}>{removal}</FieldName>}
      {optional && !sent ? (
        <div className="field-unset">
          <span>not sent{presetWords(schema)}</span>
          <button
            className="button small quiet"
            type="button"
            aria-label={`Set ${nameOf(props)}`}
            onClick={() => turn(valueWhenSet(schema as Schema, registry.rootSchema as Schema))}
          >
            Set
          </button>
        </div>
      ) : (
        children
      )}
      <Description id={id} text={schema.description} />
      {errors}
    </div>
  );
}

function FieldName({ id, schema, required, children, ...props }: FieldTemplateProps) {
  const name = nameOf(props);
  const notes = [typeWords(schema as Schema), required === true ? "required" : ""]
    .filter(Boolean)
    .join(", ");
  const words = (
    <>
      <b className="foreign">{name}</b>
      {notes !== "" && <span className="field-type">{notes}</span>}
    </>
  );
  const oneControl = props.registry.schemaUtils.isSelect(schema) || hasOneControl(schema as Schema);
  const single = oneControl && (required === true || props.formData !== undefined);
  return (
    <div className="field-name">
      {single ? <label htmlFor={id}>{words}</label> : <span id={`name:${id}`}>{words}</span>}
      {children}
    </div>
  );
}

function Unset({ name, onUnset }: { name: string; onUnset: () => void }) {
  return (
    <button
      className="field-remove"
      type="button"
      aria-label={`Do not send ${name}`}
      title="Do not send"
      onClick={onUnset}
    >
      <Icon name="cross" size={12} />
    </button>
  );
}

/** Long descriptions are cut; the rest is one click away. */
function Description({ id, text }: { id: string; text: string | undefined }) {
  const [whole, setWhole] = useState(false);
  if (text === undefined || text === "") return null;
  const long = text.length > 160;
  const shown: ReactNode = long && !whole ? `${text.slice(0, 140)}… ` : text;
  return (
    <p className="field-help foreign" id={`help:${id}`}>
      {shown}
      {long && !whole && (
        <button className="field-more" type="button" onClick={() => setWhole(true)}>
          more
        </button>
      )}
    </p>
  );
}

function FieldErrors({ id, errors = [] }: { id: string; errors: string[] | undefined }) {
  if (errors.length === 0) return null;
  return (
    <p className="field-wrong" id={`wrong:${id}`}>
      <Icon name="warn" size={14} />
      <span>{errors.join(" ")}</span>
    </p>
  );
}

function nameOf({ fieldPathId, label }: Pick<FieldTemplateProps, "fieldPathId" | "label">): string {
  const last = fieldPathId.path.at(-1);
  return typeof last === "string" && last !== "" ? last : label;
}

function presetWords({ default: preset }: { default?: unknown }): string {
  return preset === undefined ? "" : `, the server takes ${JSON.stringify(preset)}`;
}

function hasOneControl(schema: Schema): boolean {
  if ("anyOf" in schema || "oneOf" in schema) return false;
  const type = mainType(schema);
  return type !== "object" && type !== "array";
}
