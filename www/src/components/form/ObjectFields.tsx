import type { ObjectFieldTemplateProps } from "@rjsf/utils";
import { canExpand } from "@rjsf/utils";
import "./ObjectFields.css";

/** The members of an object, each a field of its own. */
export function ObjectFields(props: ObjectFieldTemplateProps) {
  const { properties, fieldPathId, title, schema, uiSchema, formData, onAddProperty } = props;
  const root = fieldPathId.path.length === 0;
  const rows = (
    <>
      {properties.map(({ name, content }) => (
        <div key={name} className="object-member">
          {content}
        </div>
      ))}
      {canExpand(schema, uiSchema, formData) && (
        <button className="button small object-add" type="button" onClick={onAddProperty}>
          Add a member
        </button>
      )}
    </>
  );
  if (!root) {
    return (
      <div className="object-fields" role="group" aria-label={title}>
        {rows}
      </div>
    );
  }
  const empty = properties.length === 0 && Object.keys(formData ?? {}).length === 0;
  return (
    <div className="object-root">
      {empty && <p className="dim">This tool takes no arguments.</p>}
      {rows}
    </div>
  );
}
