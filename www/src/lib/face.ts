import type { CallToolResult, ContentBlock, JsonValue } from "mcp-tether";
import { countOf } from "./format.ts";
import { parseDocument } from "./json.ts";
import { findRows, type Rows } from "./rows.ts";

/** The ways in which a result can be looked at. */
export type FaceView = "table" | "json" | "content" | "raw";

/** A result as a person meets it: what it is called, and in which ways it can be shown. */
export interface Face {
  /** In the strip: "8 rows", "text", "picture". */
  words: string;
  /** In the heading, before "from staging": "8 rows", "Text", "A picture". */
  title: string;
  contentLabel: string;
  rows?: Rows;
  json?: JsonValue;
  views: readonly FaceView[];
}

const NAMES: Readonly<
  Record<ContentBlock["type"], readonly [words: string, title: string, label: string]>
> = {
  text: ["text", "Text", "Text"],
  image: ["picture", "A picture", "Picture"],
  audio: ["sound", "A sound", "Sound"],
  resource_link: ["link", "A link to a resource", "Link"],
  resource: ["resource", "A resource", "Resource"],
};

/** Finds out what a result is. */
export function faceOf(result: CallToolResult): Face {
  const content = Array.isArray(result.content) ? result.content : [];
  const structured = result.structuredContent as JsonValue | undefined;
  const json = structured ?? documentIn(content);
  const rows = findRows(json);
  const [words, title, contentLabel] = namesOf(content, structured);
  const shown: Face = {
    words: rows === undefined ? words : countOf(rows.rows.length, "row"),
    title: rows === undefined ? title : countOf(rows.rows.length, "row"),
    contentLabel,
    views: viewsOf(content, rows, json, structured !== undefined),
  };
  return {
    ...shown,
    ...(rows === undefined ? {} : { rows }),
    ...(json === undefined ? {} : { json }),
  };
}

function namesOf(
  content: readonly ContentBlock[],
  structured: JsonValue | undefined,
): readonly [string, string, string] {
  const kinds = new Set(content.map((block) => block.type));
  const [kind] = kinds;
  if (structured !== undefined && (kinds.size === 0 || (kinds.size === 1 && kind === "text")))
    return ["data", "Data", "Text"];
  if (kind === undefined) return ["nothing", "Nothing", "Content"];
  if (kinds.size === 1 && (content.length === 1 || kind === "text"))
    return NAMES[kind] ?? ["content", "Content", "Content"];
  const parts = countOf(content.length, "part");
  return [parts, parts, "Content"];
}

function viewsOf(
  content: readonly ContentBlock[],
  rows: Rows | undefined,
  json: JsonValue | undefined,
  structured: boolean,
): FaceView[] {
  const hasMedia = content.some((block) => block.type !== "text");
  const data: FaceView[] = [
    ...(rows === undefined ? [] : ["table" as const]),
    ...(json === undefined ? [] : ["json" as const]),
  ];
  const prose: FaceView[] = content.length > 0 || !structured ? ["content"] : [];
  const first = hasMedia ? [...prose, ...data] : [...data, ...prose];
  return [...first, "raw"];
}

/** A lone text that is a JSON document is as good as structured content. */
function documentIn(content: readonly ContentBlock[]): JsonValue | undefined {
  const [only] = content;
  if (content.length !== 1 || only?.type !== "text") return undefined;
  return parseDocument(only.text);
}
