import { ADDITIONAL_PROPERTY_FLAG, type WrapIfAdditionalTemplateProps } from "@rjsf/utils";
import { Icon } from "../frame/Icon.tsx";
import "./ExtraMember.css";

/** A member that the schema does not name: the person names it. */
export function ExtraMember(props: WrapIfAdditionalTemplateProps) {
  const { id, label, schema, children, onKeyRenameBlur, onRemoveProperty } = props;
  if (!(ADDITIONAL_PROPERTY_FLAG in schema)) return <>{children}</>;
  return (
    <div className="extra-member">
      <input
        className="input mono"
        id={`${id}/key`}
        aria-label="Name of the member"
        defaultValue={label}
        spellCheck={false}
        onBlur={onKeyRenameBlur}
      />
      <button
        className="icon-button"
        type="button"
        aria-label={`Remove ${label}`}
        onClick={onRemoveProperty}
      >
        <Icon name="cross" size={12} />
      </button>
      <div>{children}</div>
    </div>
  );
}
