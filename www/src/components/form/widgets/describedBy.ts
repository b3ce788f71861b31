import type { WidgetProps } from "@rjsf/utils";

/** What ties a control to its sentence of help and its errors. */
export function describedBy({
  id,
  schema,
  rawErrors = [],
}: Pick<WidgetProps, "id" | "schema" | "rawErrors">) {
  const ids = [schema.description ? `help:${id}` : "", rawErrors.length > 0 ? `wrong:${id}` : ""]
    .filter(Boolean)
    .join(" ");
  return {
    "aria-describedby": ids === "" ? undefined : ids,
    "aria-invalid": rawErrors.length > 0 || undefined,
  };
}

/** A name for a control that no label points to: an item of a list. */
export function ownLabel({ id, label }: Pick<WidgetProps, "id" | "label">): string | undefined {
  return /\/\d+$/.test(id) ? label : undefined;
}
