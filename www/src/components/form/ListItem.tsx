import type { ArrayFieldItemTemplateProps } from "@rjsf/utils";
import { Icon } from "../frame/Icon.tsx";

/** One item of a list. */
export function ListItem({ children, buttonsProps, index }: ArrayFieldItemTemplateProps) {
  const { hasRemove, onRemoveItem } = buttonsProps;
  return (
    <div className="list-item">
      <div>{children}</div>
      {hasRemove && (
        <button
          className="icon-button"
          type="button"
          aria-label={`Remove item ${index + 1}`}
          onClick={onRemoveItem}
        >
          <Icon name="cross" size={12} />
        </button>
      )}
    </div>
  );
}
