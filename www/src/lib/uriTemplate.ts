const EXPRESSION = /\{([+#./;?&]?)([^}]*)\}/g;

/** A name that a URI template asks for; those of a query may stay empty. */
export interface TemplateName {
  name: string;
  required: boolean;
}

/** The names that a URI template (RFC 6570) asks for, each once, in order. */
export function templateNames(template: string): readonly TemplateName[] {
  const names = new Map<string, TemplateName>();
  for (const [, operator = "", list = ""] of template.matchAll(EXPRESSION)) {
    const required = operator !== "?" && operator !== "&";
    for (const name of list.split(",").map(bareName)) {
      if (name !== "" && !names.has(name)) names.set(name, { name, required });
    }
  }
  return [...names.values()];
}

/** Fills a URI template; what has no value is left out. Values are texts, so modifiers of lists have nothing to do. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(EXPRESSION, (_, operator: string, list: string) => {
    const given = list.split(",").flatMap((spec) => {
      const value = values[bareName(spec)];
      return value === undefined || value === ""
        ? []
        : [[bareName(spec), prefixed(spec, value)] as const];
    });
    return given.length === 0 ? "" : expand(operator, given);
  });
}

function expand(
  operator: string,
  given: readonly (readonly [name: string, value: string])[],
): string {
  const open = operator === "+" || operator === "#";
  const encoded = given.map(
    ([name, value]) => [name, open ? encodeURI(value) : encodeURIComponent(value)] as const,
  );
  if (operator === "?" || operator === "&" || operator === ";") {
    const pairs = encoded.map(([name, value]) => `${name}=${value}`);
    return operator + pairs.join(operator === "?" ? "&" : operator);
  }
  const separator = operator === "." || operator === "/" ? operator : ",";
  return (
    (open && operator === "+" ? "" : operator) + encoded.map(([, value]) => value).join(separator)
  );
}

function bareName(spec: string): string {
  return spec.trim().replace(/(\*|:\d+)$/, "");
}

function prefixed(spec: string, value: string): string {
  const length = /:(\d+)$/.exec(spec.trim())?.[1];
  return length === undefined ? value : value.slice(0, Number(length));
}
