// A query language just large enough to play with:
//   select COLUMNS|*|count(*) from TABLE [where C OP V [and …]] [order by C [desc]] [limit N]

/** A query that a person has to correct; the message says how. */
export class QueryError extends Error {}

const COMPARE = {
  "=": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  "<": (a, b) => a < b,
  ">": (a, b) => a > b,
  "<=": (a, b) => a <= b,
  ">=": (a, b) => a >= b,
  like: (a, b) => String(a).toLowerCase().includes(String(b).replaceAll("%", "").toLowerCase()),
};

/** Reads the text into `{ columns, table, where, orderBy, descending, limit }`. */
export function parseQuery(text) {
  const words = tokens(text);
  expect(words, "select");
  const columns = readColumns(words);
  expect(words, "from");
  const query = { columns, table: name(words, "a table"), where: [], descending: false };
  if (accept(words, "where")) {
    do query.where.push(readCondition(words));
    while (accept(words, "and"));
  }
  if (accept(words, "order")) {
    expect(words, "by");
    query.orderBy = name(words, "a column");
    query.descending = accept(words, "desc");
    if (!query.descending) accept(words, "asc");
  }
  if (accept(words, "limit")) query.limit = value(words);
  accept(words, ";");
  if (words.length > 0) throw new QueryError(`Expected the end of the query, found "${words[0]}".`);
  return query;
}

/** Runs a parsed query on `tables` and gives `{ columns, rows, scanned, matched }`. */
export function runQuery(query, tables, limit) {
  const table = tables[query.table];
  if (!table) {
    throw new QueryError(
      `There is no table "${query.table}"; there are ${Object.keys(tables).join(", ")}.`,
    );
  }
  const known = Object.keys(table[0] ?? {});
  const named = [...query.where.map((c) => c.column), ...(query.orderBy ? [query.orderBy] : [])];
  const wanted = query.columns === "count" ? [] : (query.columns ?? known);
  for (const column of [...named, ...wanted]) {
    if (known.length > 0 && !known.includes(column)) {
      throw new QueryError(`${query.table} has no column "${column}"; it has ${known.join(", ")}.`);
    }
  }
  const matches = table.filter((row) =>
    query.where.every((c) => COMPARE[c.operator](row[c.column], c.value)),
  );
  if (query.columns === "count") {
    return {
      columns: ["count"],
      rows: [{ count: matches.length }],
      scanned: table.length,
      matched: 1,
    };
  }
  const rows = ordered(matches, query)
    .slice(0, Math.min(limit, query.limit ?? Infinity))
    .map((row) => Object.fromEntries(wanted.map((column) => [column, row[column]])));
  return { columns: wanted, rows, scanned: table.length, matched: matches.length };
}

function ordered(rows, { orderBy, descending }) {
  if (!orderBy) return rows;
  const sign = descending ? -1 : 1;
  return rows.toSorted(
    (a, b) => sign * (a[orderBy] < b[orderBy] ? -1 : a[orderBy] > b[orderBy] ? 1 : 0),
  );
}

function tokens(text) {
  const found = text.match(/'[^']*'|[<>!]=|[<>=,*();]|[\w.-]+|\S/g);
  if (!found) throw new QueryError('The query is empty; try "select * from orders".');
  return found;
}

function accept(words, word) {
  if (words[0]?.toLowerCase() !== word) return false;
  words.shift();
  return true;
}

function expect(words, word) {
  if (!accept(words, word)) {
    throw new QueryError(`Expected "${word}", found ${words[0] ? `"${words[0]}"` : "the end"}.`);
  }
}

function name(words, what) {
  const word = words.shift();
  if (!/^[a-z_]\w*$/i.test(word ?? "")) {
    throw new QueryError(`Expected ${what}, found ${word ? `"${word}"` : "the end"}.`);
  }
  return word;
}

function readColumns(words) {
  if (accept(words, "*")) return undefined;
  if (words[0]?.toLowerCase() === "count" && words[1] === "(") {
    words.splice(0, 2);
    expect(words, "*");
    expect(words, ")");
    return "count";
  }
  const columns = [];
  do columns.push(name(words, "a column"));
  while (accept(words, ","));
  return columns;
}

function readCondition(words) {
  const column = name(words, "a column");
  const operator = words.shift()?.toLowerCase();
  if (!Object.hasOwn(COMPARE, operator ?? "")) {
    throw new QueryError(`Expected one of ${Object.keys(COMPARE).join(" ")} after "${column}".`);
  }
  return { column, operator, value: value(words) };
}

function value(words) {
  const word = words.shift();
  if (word?.startsWith("'") && word.length > 1) return word.slice(1, -1);
  if (word === "true" || word === "false") return word === "true";
  const number = Number(word);
  if (word === undefined || Number.isNaN(number)) {
    throw new QueryError(`Expected a number or a 'text', found ${word ? `"${word}"` : "the end"}.`);
  }
  return number;
}
