import type { RegistryFieldsType, RegistryWidgetsType, TemplatesType } from "@rjsf/utils";
import { Choice } from "./Choice.tsx";
import { ExtraMember } from "./ExtraMember.tsx";
import { FieldFrame } from "./FieldFrame.tsx";
import { JsonField } from "./JsonField.tsx";
import { ListField } from "./ListField.tsx";
import { ListItem } from "./ListItem.tsx";
import { ObjectFields } from "./ObjectFields.tsx";
import { ExpandCycle, NoField, Nothing } from "./smallParts.tsx";
import { Checkbox } from "./widgets/Checkbox.tsx";
import { CheckboxSet } from "./widgets/CheckboxSet.tsx";
import { LineInput } from "./widgets/LineInput.tsx";
import { SelectInput } from "./widgets/SelectInput.tsx";
import { TextInput } from "./widgets/TextInput.tsx";

/** Our parts for the form library's registry. */
export const templates: Partial<TemplatesType> = {
  FieldTemplate: FieldFrame,
  ObjectFieldTemplate: ObjectFields,
  ArrayFieldTemplate: ListField,
  ArrayFieldItemTemplate: ListItem,
  MultiSchemaFieldTemplate: Choice,
  WrapIfAdditionalTemplate: ExtraMember,
  BaseInputTemplate: LineInput,
  CyclicSchemaExpandTemplate: ExpandCycle,
  UnsupportedFieldTemplate: NoField,
  DescriptionFieldTemplate: Nothing,
  FieldErrorTemplate: Nothing,
  FieldHelpTemplate: Nothing,
};

export const widgets: RegistryWidgetsType = {
  TextWidget: TextInput,
  TextareaWidget: TextInput,
  FileWidget: TextInput,
  PasswordWidget: LineInput,
  SelectWidget: SelectInput,
  RadioWidget: SelectInput,
  CheckboxWidget: Checkbox,
  CheckboxesWidget: CheckboxSet,
  DateTimeWidget: LineInput,
};

export const fields: RegistryFieldsType = { FallbackField: JsonField };
