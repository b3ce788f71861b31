import { Validator, type OutputUnit, type Schema } from "@cfworker/json-schema";
import type { CallToolResult, JsonObject, Tool, ToolSchema } from "mcp-tether";
import { prune } from "./schema.ts";

/** Where a value breaks its schema, and how, in words. */
export interface Breach {
  path: readonly (string | number)[];
  words: string;
}

/** Checks a form's value, without its fields that are not sent. A schema that cannot be read lets everything pass. */
export function checkArguments(schema: ToolSchema, value: JsonObject): readonly Breach[] {
  return check(schema, prune(value));
}

/** Checks what a tool gave against what it says it gives. */
export function checkOutput(tool: Tool, result: CallToolResult): readonly Breach[] {
  if (tool.outputSchema === undefined || result.isError === true) return [];
  if (result.structuredContent === undefined)
    return [
      { path: [], words: "The tool declares an output schema and sent no structured content." },
    ];
  return check(tool.outputSchema, result.structuredContent);
}

const fits = new WeakMap<CallToolResult, boolean>();

/** Whether a result keeps to its tool's output schema; looked at once a result. */
export function fitsSchema(tool: Tool, result: CallToolResult): boolean {
  const known = fits.get(result);
  if (known !== undefined) return known;
  const verdict = checkOutput(tool, result).length === 0;
  fits.set(result, verdict);
  return verdict;
}

/** Whether a value fits a schema; a schema that cannot be read fits everything. */
export function isValid(schema: unknown, value: unknown): boolean {
  return check(schema, value).length === 0;
}

function check(schema: unknown, value: unknown): readonly Breach[] {
  try {
    const { valid, errors } = new Validator(schema as Schema, "2020-12", false).validate(value);
    return valid ? [] : breachesOf(errors);
  } catch {
    return [];
  }
}

/** Keywords that only repeat what the errors below them say. */
const FRAMES = new Set([
  "properties",
  "items",
  "prefixItems",
  "additionalProperties",
  "$ref",
  "$dynamicRef",
  "allOf",
  "if",
  "then",
  "else",
  "dependentSchemas",
]);

function breachesOf(errors: readonly OutputUnit[]): readonly Breach[] {
  const told = nearestOnly(errors).filter((error) => !FRAMES.has(error.keyword));
  const breaches = (told.length > 0 ? told : errors).map(breachOf);
  return breaches.filter(
    (breach, index) => breaches.findIndex((other) => sameBreach(breach, other)) === index,
  );
}

function sameBreach(a: Breach, b: Breach): boolean {
  return a.words === b.words && JSON.stringify(a.path) === JSON.stringify(b.path);
}

/** Of a choice that nothing fits, only the alternative that was most likely meant is told about. */
function nearestOnly(errors: readonly OutputUnit[]): readonly OutputUnit[] {
  const choice = errors.find(({ keyword }) => keyword === "anyOf" || keyword === "oneOf");
  if (choice === undefined) return errors;
  const within = `${choice.keywordLocation}/`;
  const inner = errors.filter((error) => error.keywordLocation.startsWith(within));
  const outer = errors.filter((error) => error !== choice && !inner.includes(error));
  const alternatives = Map.groupBy(
    inner,
    (error) => error.keywordLocation.slice(within.length).split("/")[0],
  );
  const [nearest] = [...alternatives.values()].toSorted((a, b) => unlikeness(a) - unlikeness(b));
  const meant =
    nearest === undefined || unlikeness(nearest) >= OTHER_KIND
      ? [{ ...choice, keyword: "choice" }]
      : nearest;
  return nearestOnly([...outer, ...meant]);
}

const OTHER_KIND = 1000;

/** A wrong constant, or a wrong type of the whole, says that another alternative was meant. */
function unlikeness(errors: readonly OutputUnit[]): number {
  const depth = Math.min(...errors.map(({ instanceLocation }) => instanceLocation.length));
  const other = errors.some(
    ({ keyword, instanceLocation }) =>
      keyword === "const" ||
      keyword === "enum" ||
      (keyword === "type" && instanceLocation.length === depth),
  );
  return errors.length + (other ? OTHER_KIND : 0);
}

function breachOf(error: OutputUnit): Breach {
  const path = pathOf(error.instanceLocation);
  const missing = error.keyword === "required" ? /"(.*)"/.exec(error.error)?.[1] : undefined;
  if (missing !== undefined) return { path: [...path, missing], words: "This is needed." };
  return { path, words: wordsOf(error) };
}

function wordsOf({ keyword, error }: OutputUnit): string {
  const numbers = error.match(/-?\d+(\.\d+)?/g) ?? [];
  const limit = numbers.at(-1) ?? "";
  switch (keyword) {
    case "type":
      return typeWords(error);
    case "minLength":
      return `At least ${limit} characters are needed.`;
    case "maxLength":
      return `No more than ${limit} characters fit.`;
    case "minimum":
      return `${limit} is the least.`;
    case "maximum":
      return `${limit} is the most.`;
    case "minItems":
      return `At least ${limit} are needed.`;
    case "maxItems":
      return `No more than ${limit} fit.`;
    case "choice":
      return "This fits none of the shapes that are allowed here.";
    case "enum":
    case "const":
      return "This is none of the values that are allowed here.";
    case "format":
      return `This does not have the form of a ${/format "(.+)"\.$/.exec(error)?.[1] ?? "value of this kind"}.`;
    case "pattern":
      return "This does not have the form that the schema asks for.";
    case "false":
      return "This is not allowed here.";
    default:
      return error;
  }
}

function typeWords(error: string): string {
  const [came, wanted] = [...error.matchAll(/"([^"]+)"/g)].map((match) => match[1]);
  return wanted === undefined ? error : `The schema says ${wanted}, and this is ${came}.`;
}

function pathOf(location: string): (string | number)[] {
  return location
    .split("/")
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** A path as a JSON pointer, for people who look it up. */
export function pointer(path: Breach["path"]): string {
  return path.map((part) => `/${String(part)}`).join("") || "/";
}
