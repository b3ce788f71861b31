import type { JsonObject, JsonValue } from "mcp-tether";
import { isObject } from "./json.ts";

/** Data that can be shown as a table: every row has a cell for every column. */
export interface Rows {
  columns: readonly string[];
  rows: readonly (readonly (JsonValue | undefined)[])[];
}

const MOST_COLUMNS = 60;

/** Finds the rows in a value: a list of objects, or an object that holds exactly one such list. */
export function findRows(value: JsonValue | undefined): Rows | undefined {
  if (Array.isArray(value)) return rowsOfObjects(value);
  if (!isObject(value)) return undefined;
  const table = rowsOfArrays(value);
  if (table !== undefined) return table;
  const found = Object.values(value).flatMap((member) => {
    const rows = Array.isArray(member) ? rowsOfObjects(member) : undefined;
    return rows === undefined ? [] : [rows];
  });
  return found.length === 1 ? found[0] : undefined;
}

function rowsOfObjects(list: readonly JsonValue[]): Rows | undefined {
  if (list.length === 0 || !list.every(isObject)) return undefined;
  const objects = list as readonly JsonObject[];
  const columns = [...new Set(objects.slice(0, 50).flatMap((row) => Object.keys(row)))];
  if (columns.length === 0 || columns.length > MOST_COLUMNS) return undefined;
  return { columns, rows: objects.map((row) => columns.map((column) => row[column])) };
}

/** The other usual shape: names of columns beside a list of lists. */
function rowsOfArrays(value: JsonObject): Rows | undefined {
  const { columns, rows } = value;
  if (!Array.isArray(columns) || !Array.isArray(rows) || rows.length === 0) return undefined;
  if (columns.length > MOST_COLUMNS || !rows.every((row) => Array.isArray(row))) return undefined;
  const names = columns.map((column) => {
    if (isObject(column) && typeof column["name"] === "string") return column["name"];
    return String(column);
  });
  return { columns: names, rows: rows as JsonValue[][] };
}
