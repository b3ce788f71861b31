import type { RJSFSchema, ValidatorType } from "@rjsf/utils";
import { isValid } from "../../lib/validate.ts";

/**
 * What the form library asks of a validator: which of several choices a value fits. Errors are found when a call is
 * made (`checkArguments`) and handed in from outside. Needs no `eval`, unlike the library's usual one.
 */
export const validator: ValidatorType<unknown, RJSFSchema> = {
  isValid: (schema, value, root) => isValid(withDefinitions(schema, root), value),
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({ errors: [] }),
};

/** A part of a schema that can be checked by itself: the root's definitions come along. */
function withDefinitions(schema: RJSFSchema, root: RJSFSchema): RJSFSchema {
  if (schema === root || typeof schema !== "object") return schema;
  const { $defs, definitions } = root;
  return { ...($defs && { $defs }), ...(definitions && { definitions }), ...schema };
}
