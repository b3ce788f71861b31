//! What JavaScript can call takes `&self` and returns at once.
//!
//! An export that holds `&mut self`, `self`, or a borrow across an await makes
//! `free()` and every later call throw.

use crate::Source;
use crate::lexer::{Token, tokens};

/// Finds exported functions that wait or that borrow more than they may.
pub(crate) fn violations(source: &Source) -> Vec<String> {
    let tokens = tokens(&source.text);
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let rest = tokens.get(at..).unwrap_or_default();
        if token.is("#") && names_wasm_bindgen(rest) {
            let item = skip_attributes(rest);
            match item.iter().find(|token| !is_modifier(token)).map(|token| token.text.as_str()) {
                Some("impl") => found.extend(exported_methods(item).flat_map(faults)),
                Some("fn") => found.extend(faults(item)),
                _ => {} // a type, or a block of imports
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Tells whether an attribute begins here that exports.
fn names_wasm_bindgen(tokens: &[Token]) -> bool {
    attribute(tokens).iter().any(|token| token.is("wasm_bindgen"))
}

/// Gives the attribute that begins here, `#` and brackets with it.
fn attribute(tokens: &[Token]) -> &[Token] {
    if !tokens.get(1).is_some_and(|token| token.is("[")) {
        return &[];
    }
    let mut depth = 0_usize;
    let length = tokens.iter().position(|token| {
        match token.text.as_str() {
            "[" => depth += 1,
            "]" => depth -= 1,
            _ => return false,
        }
        depth == 0
    });
    tokens.get(..=length.unwrap_or(0)).unwrap_or_default()
}

fn skip_attributes(mut tokens: &[Token]) -> &[Token] {
    while tokens.first().is_some_and(|token| token.is("#")) {
        let length = attribute(tokens).len().max(1);
        tokens = tokens.get(length..).unwrap_or_default();
    }
    tokens
}

/// Tells whether a token may stand between a function's start and its `fn`.
fn is_modifier(token: &Token) -> bool {
    ["pub", "async", "const", "unsafe"].contains(&token.text.as_str())
}

/// Gives the public functions of a block, each from its `pub` to the block's end.
fn exported_methods(block: &[Token]) -> impl Iterator<Item = &[Token]> {
    let mut depth = 0_usize;
    let mut ended = false;
    block.iter().enumerate().filter_map(move |(at, token)| {
        match token.text.as_str() {
            "{" => depth += 1,
            "}" => {
                depth = depth.saturating_sub(1);
                ended |= depth == 0;
            }
            "pub" if depth == 1 && !ended => {
                let method = block.get(at..)?;
                let is_function = method.iter().find(|it| !is_modifier(it))?.is("fn");
                return is_function.then_some(method);
            }
            _ => {}
        }
        None
    })
}

/// Gives what is wrong with a function, given from its first modifier on.
fn faults(function: &[Token]) -> Vec<String> {
    let Some(keyword) = function.iter().position(|token| token.is("fn")) else {
        return Vec::new();
    };
    let (modifiers, rest) = function.split_at(keyword);
    let [_, name, rest @ ..] = rest else {
        return Vec::new();
    };
    let place = format!("line {}: the export {}", name.line, name.text);
    let mut found = Vec::new();
    if modifiers.iter().any(|token| token.is("async")) {
        found.push(format!("{place} is async"));
    }
    let opened = rest.iter().skip_while(|token| !token.is("(")).skip(1);
    let receiver: Vec<_> =
        opened.take_while(|token| ![",", ")", ":"].contains(&token.text.as_str())).collect();
    if receiver.last().is_some_and(|token| token.is("self")) {
        if receiver.iter().any(|token| token.is("mut")) {
            found.push(format!("{place} takes &mut self or mut self"));
        } else if receiver.len() == 1 {
            found.push(format!("{place} takes self"));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::violations;
    use crate::verdict;

    #[track_caller]
    fn assert_bad(text: &str) {
        assert_eq!(verdict(violations, "js/session.rs", text).len(), 1, "{text}");
    }

    #[test]
    fn exports_that_wait_are_found() {
        assert_bad("#[wasm_bindgen] pub async fn init() {}");
        assert_bad(
            "#[wasm_bindgen(js_name = \"a]b\")]\n/// Docs.\n#[must_use] pub async fn f() {}",
        );
        assert_bad("#[wasm_bindgen] impl Session { pub async fn f(&self) {} pub fn g(&self) {} }");
        assert_bad(
            "#[wasm_bindgen(js_class = Session)] impl S { #[wasm_bindgen(getter)] pub async fn f() {} }",
        );
    }

    #[test]
    fn exports_that_borrow_more_than_they_may_are_found() {
        for receiver in ["&mut self", "self", "mut self", "&'a mut self, x: u8", "self: Box<Self>"]
        {
            assert_bad(&format!(
                "#[wasm_bindgen] impl Session {{ fn a(self) {{}} pub fn f({receiver}) {{}} }}"
            ));
            assert_bad(&format!(
                "#[cfg_attr(test, wasm_bindgen)] impl A {{ pub fn f<T>({receiver}) {{}} }}"
            ));
        }
    }

    #[test]
    fn what_is_not_exported_may_do_as_it_likes() {
        for text in [
            "impl Session { pub async fn f(&mut self) {} pub fn g(self) {} }",
            "#[wasm_bindgen] impl A { pub fn f(&self) {} } impl A { pub fn g(self) {} }",
            "#[wasm_bindgen] impl A { pub(crate) async fn f(self) {} async fn g(&mut self) {} }",
            "#[wasm_bindgen] impl A { pub fn new(options: Options) -> A { async { self } } }",
            "#[wasm_bindgen] extern \"C\" { pub async fn f(this: &A) -> B; }",
            "#[wasm_bindgen] pub struct A { pub a: u8 } impl A { pub fn f(mut self) {} }",
            "#[wasm_bindgen] impl A { pub const B: u8 = 1; pub fn f(&self, b: &mut B) {} }",
        ] {
            assert_eq!(verdict(violations, "js/session.rs", text), [""; 0], "{text}");
        }
    }
}
