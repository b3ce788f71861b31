import type { CyclicSchemaExpandProps } from "@rjsf/utils";

/** The frame of a field says these things itself. */
export function Nothing() {
  return null;
}

/** A schema that contains itself goes on only where the person wants it to. */
export function ExpandCycle({ fieldPathId, name, onExpand }: CyclicSchemaExpandProps) {
  return (
    <button className="button small" type="button" onClick={() => onExpand(fieldPathId.$id)}>
      Open {name} further
    </button>
  );
}

/** A part of a schema that the form library has no field for. */
export function NoField() {
  return (
    <p className="dim">This part of the schema has no form. It can be written in the JSON view.</p>
  );
}
