import type { ArrayFieldTemplateProps } from "@rjsf/utils";
import { typeWords, type Schema } from "../../lib/schema.ts";
import "./ListField.css";

/** A list: its items, and a button for one more. */
export function ListField({ items, canAdd, onAddClick, title, schema }: ArrayFieldTemplateProps) {
  return (
    <div className="list-field" role="group" aria-label={title}>
      {items.length === 0 && <p className="dim">empty {typeWords(schema as Schema)}</p>}
      {items}
      {canAdd === true && (
        <button
          className="button small list-field-add"
          type="button"
          aria-label={`Add to ${title}`}
          onClick={onAddClick}
        >
          Add
        </button>
      )}
    </div>
  );
}
