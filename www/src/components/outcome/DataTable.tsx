import type { JsonValue } from "mcp-tether";
import { useState } from "react";
import type { Rows } from "../../lib/rows.ts";
import { oneLine } from "../../lib/format.ts";
import "./DataTable.css";

/** Rows beyond this are shown when the person asks for them. */
const CUT = 200;

/** Rows as a table. Numbers stand at the right, as they came. */
export function DataTable({ data, label }: { data: Rows; label: string }) {
  const [whole, setWhole] = useState(false);
  const { columns, rows } = data;
  const shown = whole ? rows : rows.slice(0, CUT);
  const numeric = columns.map((_, column) =>
    rows.slice(0, CUT).every((row) => isNumeric(row[column])),
  );
  return (
    <div className="box from">
      <div className="data-table" tabIndex={0} role="region" aria-label={label}>
        <table>
          <thead>
            <tr>
              {columns.map((column, at) => (
                <th key={at} scope="col" className={numeric[at] ? "right foreign" : "foreign"}>
                  {oneLine(column, 60)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              <tr key={index}>
                {columns.map((_, at) => (
                  <Cell key={at} value={row[at]} right={numeric[at] === true} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < rows.length && (
        <p className="data-table-more">
          {shown.length} of {rows.length} rows{" "}
          <button className="button small" type="button" onClick={() => setWhole(true)}>
            Show all {rows.length}
          </button>
        </p>
      )}
    </div>
  );
}

function Cell({ value, right }: { value: JsonValue | undefined; right: boolean }) {
  if (value === undefined || value === null)
    return <td className="dim">{value === null ? "null" : ""}</td>;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const cut = oneLine(text, 160);
  return (
    <td
      className={right ? "right foreign" : "foreign"}
      title={cut === text ? undefined : text.slice(0, 2000)}
    >
      {cut}
    </td>
  );
}

function isNumeric(value: JsonValue | undefined): boolean {
  return typeof value === "number" || value === null || value === undefined;
}
