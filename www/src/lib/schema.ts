import type { JsonObject, JsonValue } from "mcp-tether";
import { isObject } from "./json.ts";

/** A JSON Schema as far as the form looks into it. */
export type Schema = Readonly<Record<string, unknown>>;

const MOST_DEPTH = 24;

/** The schema of a tool's arguments; what is none counts as one that asks for nothing. */
export function inputSchemaOf({ inputSchema }: { inputSchema: unknown }): Schema {
  return isObject(inputSchema) ? inputSchema : { type: "object" };
}

/** The arguments that a form starts with: what is required and has a default; everything else is not sent. */
export function initialArguments(schema: Schema): JsonObject {
  const initial = initialValue(schema, schema);
  return isObject(initial) ? initial : {};
}

/** The value with which a field starts once it is sent. */
export function initialValue(schema: Schema, root: Schema, depth = 0): JsonValue | undefined {
  if (depth > MOST_DEPTH) return undefined;
  const { default: preset, const: only, $ref } = schema;
  if (preset !== undefined) return structuredClone(preset) as JsonValue;
  if (only !== undefined) return structuredClone(only) as JsonValue;
  if (typeof $ref === "string") return initialValue(resolve($ref, root), root, depth + 1);
  const choice = firstChoice(schema);
  if (choice !== undefined) return initialValue(choice, root, depth + 1);
  switch (mainType(schema)) {
    case "object":
      return initialObject(schema, root, depth);
    case "array":
      return [];
    case "boolean":
      return false;
    case "null":
      return null;
    default:
      return undefined;
  }
}

function initialObject(schema: Schema, root: Schema, depth: number): JsonObject {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const entries = Object.entries(properties).flatMap(([name, property]) => {
    if (!required.includes(name) || !isObject(property)) return [];
    const value = initialValue(property, root, depth + 1);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

/** The value that "Set" gives an optional field: its default, or what an empty control stands for. */
export function valueWhenSet(schema: Schema, root: Schema): JsonValue {
  const initial = initialValue(schema, root);
  if (initial !== undefined) return initial;
  const { enum: choices, minimum } = schema;
  if (Array.isArray(choices) && choices.length > 0) return choices[0] as JsonValue;
  const type = mainType(schema);
  if (type === "number" || type === "integer") return typeof minimum === "number" ? minimum : 0;
  return "";
}

function resolve(ref: string, root: Schema): Schema {
  if (!ref.startsWith("#/")) return {};
  const parts = ref
    .slice(2)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const found = parts.reduce<unknown>((at, part) => (isObject(at) ? at[part] : undefined), root);
  return isObject(found) ? found : {};
}

function firstChoice({ anyOf, oneOf }: Schema): Schema | undefined {
  const choices = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : [];
  return choices.find((choice): choice is JsonObject => isObject(choice));
}

/** A schema's type; of several, the first that is not null. */
export function mainType({ type, properties, enum: choices }: Schema): string | undefined {
  if (typeof type === "string") return type;
  if (Array.isArray(type))
    return (
      type.find((each): each is string => typeof each === "string" && each !== "null") ?? "null"
    );
  if (isObject(properties)) return "object";
  return Array.isArray(choices) && choices.every((choice) => typeof choice === "string")
    ? "string"
    : undefined;
}

/** Gives every item of every list a value: the form library adds items without one, and a list has no gaps. */
export function fillItems(value: JsonValue, schema: Schema, root: Schema): JsonValue {
  const { $ref, properties } = schema;
  if (typeof $ref === "string") return fillItems(value, resolve($ref, root), root);
  if (Array.isArray(value)) {
    return value.map((each, index) => {
      const item = itemSchema(schema, index);
      return fillItems(each === undefined ? valueWhenSet(item, root) : each, item, root);
    });
  }
  if (!isObject(value) || !isObject(properties)) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const property = properties[name];
    return [name, isObject(property) ? fillItems(member, property, root) : member] as const;
  });
  return Object.fromEntries(members);
}

function itemSchema({ prefixItems, items }: Schema, index: number): Schema {
  const own: unknown = Array.isArray(prefixItems) ? prefixItems[index] : undefined;
  const item = own ?? items;
  return isObject(item) ? item : {};
}

/** Takes out what is not sent: members that are `undefined`. */
export function prune<T extends JsonValue>(value: T): T {
  return pruned(value) as T;
}

function pruned(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item) => (item === undefined ? null : pruned(item)));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) =>
      member === undefined ? [] : [[key, pruned(member)] as const],
    ),
  );
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: "text",
  number: "number",
  integer: "whole number",
  boolean: "yes or no",
  array: "list",
  object: "object",
  null: "nothing",
};

/** What a field takes, in a few words: "text", "1 to 1000", "list of texts". */
export function typeWords(schema: Schema): string {
  const { format, items, minimum, maximum, minLength, maxLength } = schema;
  const type = mainType(schema);
  if (type === "array")
    return isObject(items) ? `list of ${plural(typeWords(items) || "value")}` : "list";
  if (type === "number" || type === "integer")
    return rangeWords(minimum, maximum) ?? TYPE_WORDS[type] ?? "";
  if (type === "string" && typeof format === "string") return format.replaceAll("-", " ");
  if (type === "string" && (minLength !== undefined || maxLength !== undefined))
    return lengthWords(minLength, maxLength);
  if (Array.isArray(schema["enum"])) return "";
  return type === undefined ? "" : (TYPE_WORDS[type] ?? type);
}

function plural(words: string): string {
  if (words === "yes or no" || words === "nothing") return words;
  if (words.startsWith("list of")) return words.replace("list of", "lists of");
  if (words.includes("characters")) return "texts";
  return /\d/.test(words) ? `numbers, ${words}` : `${words}s`;
}

/** Bounds that only say how large a number can be at all are no news. */
function rangeWords(minimum: unknown, maximum: unknown): string | undefined {
  const least = bound(minimum);
  const most = bound(maximum);
  if (least !== undefined && most !== undefined) return `${least} to ${most}`;
  if (least !== undefined) return `at least ${least}`;
  return most === undefined ? undefined : `at most ${most}`;
}

function bound(value: unknown): number | undefined {
  return typeof value === "number" && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined;
}

function lengthWords(least: unknown, most: unknown): string {
  if (most === undefined && (least === 0 || least === 1)) return "text";
  if (typeof least === "number" && typeof most === "number")
    return `${least} to ${most} characters`;
  return typeof most === "number"
    ? `up to ${most} characters`
    : `at least ${String(least)} characters`;
}

/**
 * The schema that the form is made from. It means the same, in the words of the form library, which is older: untitled
 * choices are named by what they take, places that allow anything say so, tuples are lists of items.
 */
export function formSchema(schema: Schema): Schema {
  return prepared(schema, 0);
}

function prepared(schema: Schema, depth: number): Schema {
  if (depth > MOST_DEPTH) return schema;
  const next = { ...schema };
  for (const key of ["properties", "$defs", "definitions", "patternProperties"]) {
    if (isObject(schema[key]))
      next[key] = mapValues(schema[key], (each) => preparedPlace(each, depth));
  }
  if (schema["items"] !== undefined && !Array.isArray(schema["items"]))
    next["items"] = preparedPlace(schema["items"], depth);
  if (Array.isArray(schema["prefixItems"])) {
    next["items"] = schema["prefixItems"].map((each) => preparedPlace(each, depth));
    next["additionalItems"] = preparedPlace(schema["items"] ?? true, depth);
  }
  for (const key of ["anyOf", "oneOf", "allOf"]) {
    const list = schema[key];
    if (Array.isArray(list)) next[key] = list.map((each) => named(preparedPlace(each, depth), key));
  }
  next["type"] ??= typeOfConstants(schema);
  if (next["type"] === undefined) delete next["type"];
  return next;
}

/** The type of a choice among constants, which usually goes without saying. */
function typeOfConstants({ anyOf, oneOf }: Schema): string | undefined {
  const choices = Array.isArray(oneOf) ? oneOf : Array.isArray(anyOf) ? anyOf : [];
  const types = new Set(
    choices.map((choice) => (isObject(choice) ? typeof choice["const"] : "undefined")),
  );
  const [type] = types;
  return types.size === 1 && (type === "string" || type === "number") ? type : undefined;
}

function preparedPlace(place: unknown, depth: number): unknown {
  if (place === true) return { $comment: "anything" };
  if (!isObject(place)) return place;
  return Object.keys(place).length === 0 ? { $comment: "anything" } : prepared(place, depth + 1);
}

function named(choice: unknown, keyword: string): unknown {
  if (
    keyword === "allOf" ||
    !isObject(choice) ||
    choice["title"] !== undefined ||
    choice["const"] !== undefined
  )
    return choice;
  const ref = typeof choice["$ref"] === "string" ? choice["$ref"].split("/").at(-1) : undefined;
  return { ...choice, title: ref ?? (typeWords(choice) || "anything") };
}

function mapValues(
  object: JsonObject,
  change: (value: unknown) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}
