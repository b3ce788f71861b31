// What the declarations that wasm-bindgen wrote must and must not say.

import ts from "typescript";

/** The names that wasm-bindgen adds for loading, which `index.d.ts` replaces by its own. */
const OF_THE_LOADER = new Set(["InitInput", "InitOutput", "SyncInitInput", "initSync"]);

/** Parses a declaration file. */
export function parse(name, text) {
  return ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
}

/** Names each place that says `any`; the block of the module's raw exports may. */
export function placesOfAny(file) {
  const places = [];
  const visit = (node) => {
    if (isRawExports(node)) return;
    if (node.kind === ts.SyntaxKind.AnyKeyword) places.push(placeOf(file, node));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return places;
}

/** Names the declarations a file exports, those of the loader aside. */
export function declaredNames(file) {
  const names = file.statements.flatMap((statement) => {
    if (!isExported(statement) || isDefault(statement)) return [];
    return statement.name === undefined ? [] : [statement.name.text];
  });
  return new Set(names.filter((name) => !OF_THE_LOADER.has(name)));
}

/** Names what a file exports from elsewhere by `export { … } from`. */
export function reexportedNames(file) {
  const lists = file.statements
    .filter(ts.isExportDeclaration)
    .map((statement) => statement.exportClause)
    .filter((clause) => clause !== undefined && ts.isNamedExports(clause));
  return new Set(lists.flatMap((list) => list.elements.map((element) => element.name.text)));
}

/**
 * Gives the text without the module's raw exports: they are no part of the public
 * types, and their names change with the compiler.
 */
export function publicText(file) {
  const raw = file.statements.find(isRawExports);
  if (raw === undefined) return file.text;
  return file.text.slice(0, raw.getFullStart()) + file.text.slice(raw.end);
}

function isRawExports(node) {
  return ts.isInterfaceDeclaration(node) && node.name.text === "InitOutput";
}

function isExported(statement) {
  return hasModifier(statement, ts.SyntaxKind.ExportKeyword);
}

function isDefault(statement) {
  return hasModifier(statement, ts.SyntaxKind.DefaultKeyword);
}

function hasModifier(statement, kind) {
  if (!ts.canHaveModifiers(statement)) return false;
  return ts.getModifiers(statement)?.some((modifier) => modifier.kind === kind) ?? false;
}

function placeOf(file, node) {
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  return `${file.fileName}:${line + 1}`;
}
