//! The typings name every type: unknown data is `unknown`.

use crate::Source;

/// Finds `any` as a word outside comments and strings.
pub(crate) fn violations(source: &Source) -> Vec<String> {
    let code = without_comments_and_strings(&source.text);
    let lines = code.lines().zip(1..);
    lines
        .filter(|(line, _)| names_any(line))
        .map(|(_, number)| format!("line {number}: any"))
        .collect()
}

fn names_any(line: &str) -> bool {
    line.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').any(|word| word == "any")
}

/// Blanks out what is no code, keeping the lines.
fn without_comments_and_strings(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |at| at + 2),
            '"' | '\'' | '`' => string_length(rest, first),
            _ => {
                code.push(first);
                rest = &rest[first.len_utf8()..];
                continue;
            }
        };
        let (skipped, after) = rest.split_at(length);
        code.push(' ');
        code.extend(skipped.chars().filter(|c| *c == '\n'));
        rest = after;
    }
    code
}

fn string_length(rest: &str, quote: char) -> usize {
    let mut escaped = true; // the opening quote closes nothing
    for (at, c) in rest.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::violations;
    use crate::verdict;

    #[test]
    fn any_is_found_wherever_a_type_stands() {
        for text in [
            "export function f(it: any): void;",
            "export const a: Promise<any>;",
            "type A = any[];",
            "type A = Record<string, any>",
            "type A = { /* any */ b: any }",
            "type A = \"any\" | any",
        ] {
            assert_eq!(verdict(violations, "api.d.ts", text), ["line 1: any"], "{text}");
        }
        assert_eq!(verdict(violations, "a.d.ts", "/**\n * a\n */\ntype A = any;"), ["line 4: any"]);
    }

    #[test]
    fn other_words_comments_and_strings_are_fine() {
        let text = "// any\n/** any: any */\ntype Many = \"any\" | 'any' | `any`; let anything: unknown, $any;";
        assert_eq!(verdict(violations, "api.d.ts", text), [""; 0]);
    }
}
