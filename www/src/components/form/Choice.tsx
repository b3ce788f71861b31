import type { MultiSchemaFieldTemplateProps } from "@rjsf/utils";
import { isValidElement } from "react";
import { InsideChoice } from "./insideChoice.ts";
import "./Choice.css";

/** One of several shapes: which one, and its fields. */
export function Choice({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) {
  return (
    <div className="choice">
      {selector}
      <InsideChoice value={idOf(optionSchemaField)}>{optionSchemaField}</InsideChoice>
    </div>
  );
}

function idOf(field: unknown): string | undefined {
  if (!isValidElement<{ fieldPathId?: { $id: string } }>(field)) return undefined;
  return field.props.fieldPathId?.$id;
}
