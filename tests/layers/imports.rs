//! A layer imports only from layers below it.

use crate::Source;
use crate::lexer::{Token, tokens};

/// The layers from the base up, each with the modules at the crate's root that it is made of.
///
/// Modules of one rank are neighbours, which do not know each other, unless they
/// share a layer.
const LAYERS: &[(&str, u8, &[&str])] = &[
    ("base", 0, &["error", "ids", "json", "text", "time"]),
    ("wire", 1, &["wire"]),
    ("proto", 2, &["proto"]),
    ("auth", 2, &["auth"]),
    ("host", 3, &["host"]),
    ("web", 4, &["web"]),
    ("js", 5, &["js"]),
];

/// Finds the paths that lead up, sideways, or to no layer at all.
pub(crate) fn violations(source: &Source) -> Vec<String> {
    let home = module_path(&source.path);
    let Some(root) = home.first() else {
        return Vec::new(); // lib.rs is above all layers: it lists them
    };
    let Some(own) = layer(root) else {
        return vec![format!("the module {root} is of no layer")];
    };
    let tokens = tokens(&source.text);
    let mut paths = Paths { tokens: &tokens, found: Vec::new() };
    paths.collect(home);
    paths.found.iter().filter_map(|path| path.violation(own)).collect()
}

type Layer = (&'static str, u8);

fn layer(module: &str) -> Option<Layer> {
    let (name, rank, _) = LAYERS.iter().find(|(_, _, modules)| modules.contains(&module))?;
    Some((*name, *rank))
}

/// Gives the module that a file under `src` holds.
fn module_path(file: &str) -> Vec<String> {
    let stem = file.strip_suffix(".rs").unwrap_or(file);
    let mut path: Vec<_> = stem.split('/').map(str::to_owned).collect();
    if path.last().is_some_and(|last| last == "mod" || last == "lib") {
        path.pop();
    }
    path
}

/// A path into this crate, from the crate's root.
struct Reference {
    path: Vec<String>,
    line: usize,
}

impl Reference {
    fn violation(&self, (own, rank): Layer) -> Option<String> {
        let line = self.line;
        let Some(module) = self.path.first() else {
            return Some(format!("line {line}: names the crate's root as a whole"));
        };
        match layer(module) {
            None => Some(format!("line {line}: crate::{module} is of no layer")),
            Some((name, other)) if name != own && other >= rank => {
                let path = self.path.join("::");
                Some(format!("line {line}: {own} must not import {path}"))
            }
            Some(_) => None,
        }
    }
}

/// Collects the references in a file's tokens.
struct Paths<'a> {
    tokens: &'a [Token],
    found: Vec<Reference>,
}

impl Paths<'_> {
    /// Walks the tokens, minding the modules that are written inline.
    fn collect(&mut self, mut module: Vec<String>) {
        let mut open_modules = Vec::new();
        let mut depth = 0_usize;
        let mut at = 0;
        while let Some(token) = self.tokens.get(at) {
            match token.text.as_str() {
                "mod" if self.text(at + 2) == "{" => {
                    module.push(self.text(at + 1).to_owned());
                    open_modules.push(depth);
                    depth += 1;
                    at += 3;
                    continue;
                }
                "{" => depth += 1,
                "}" => {
                    depth = depth.saturating_sub(1);
                    if open_modules.last() == Some(&depth) {
                        open_modules.pop();
                        module.pop();
                    }
                }
                "crate" | "mcp_tether" if self.begins_path(at) => {
                    at = self.expand(at + 2, Vec::new());
                    continue;
                }
                "self" | "super" if self.begins_path(at) => {
                    at = self.expand(at, module.clone());
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// Tells whether a path begins here; `a::self` and `x.self` are not beginnings.
    fn begins_path(&self, at: usize) -> bool {
        let before = at.checked_sub(1).map_or("", |before| self.text(before));
        let is_absolute =
            before == "::" && self.tokens.get(at).is_some_and(|it| it.is("mcp_tether"));
        self.text(at + 1) == "::" && (before != "::" || is_absolute) && before != "."
    }

    /// Reads what follows a path's beginning, with all branches of its braces, and
    /// gives the place after it.
    fn expand(&mut self, mut at: usize, mut path: Vec<String>) -> usize {
        let line = self.tokens.get(at).map_or(0, |token| token.line);
        loop {
            match self.text(at) {
                "super" => {
                    path.pop();
                }
                "self" | "crate" => {}
                "{" => return self.expand_branches(at + 1, &path),
                name if name.starts_with(|c: char| c.is_alphabetic() || c == '_') => {
                    path.push(name.to_owned());
                }
                _ => break, // a glob, or generic arguments
            }
            at += 1;
            if self.text(at) != "::" {
                break;
            }
            at += 1;
        }
        self.found.push(Reference { path, line });
        at
    }

    fn expand_branches(&mut self, mut at: usize, path: &[String]) -> usize {
        while at < self.tokens.len() {
            match self.text(at) {
                "}" => return at + 1,
                "," | "*" => at += 1,
                "as" => at += 2,
                _ => at = self.expand(at, path.to_vec()).max(at + 1),
            }
        }
        at
    }

    fn text(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.text.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::violations;
    use crate::verdict;

    #[track_caller]
    fn assert_bad(path: &str, text: &str) {
        assert_eq!(verdict(violations, path, text).len(), 1, "{path}: {text}");
    }

    #[track_caller]
    fn assert_good(path: &str, text: &str) {
        assert_eq!(verdict(violations, path, text), [""; 0], "{path}: {text}");
    }

    #[test]
    fn imports_that_point_up_are_found() {
        assert_bad("wire/sse.rs", "use crate::proto::Connection;");
        assert_bad("error.rs", "use crate::wire::sse::Frame;");
        assert_bad(
            "proto/mod.rs",
            "use crate::{error::{self, Error}, js::session::{Session as S}};",
        );
        assert_bad("proto/mod.rs", "use crate::{error::{Error}, wire::*, web};");
        assert_bad("web/fetch.rs", "pub(crate) use crate::js::*;");
        assert_bad("host/pool.rs", "use {std::fmt, crate::web::clock};");
    }

    #[test]
    fn inline_paths_that_point_up_are_found() {
        assert_bad("wire/sse.rs", "fn f(it: &crate::proto::Connection) {}");
        assert_bad("wire/sse.rs", "fn f() { let x: Vec<crate::host::Pool<u8>> = g(); }");
        assert_bad("json.rs", "impl From<::mcp_tether::wire::A> for B {}");
        assert_bad("wire/m.rs", "macro_rules! m { () => { $crate::js::f() } }");
    }

    #[test]
    fn relative_paths_that_point_up_are_found() {
        assert_bad("wire/sse.rs", "use super::super::proto::Connection;");
        assert_bad("wire/mod.rs", "use super::proto;");
        assert_bad("wire/mod.rs", "use self::super::proto;");
        assert_bad("wire/sse/tests.rs", "use super::{super::super::js, EventStream};");
        assert_bad("wire/sse.rs", "mod tests { use super::super::super::proto; }");
        assert_bad("wire/sse.rs", "mod a { mod b {} } use super::super::proto;");
    }

    #[test]
    fn neighbours_do_not_know_each_other() {
        assert_bad("auth/grant.rs", "use crate::proto::Connection;");
        assert_bad("proto/mod.rs", "use crate::auth::Grant;");
    }

    #[test]
    fn what_is_of_no_layer_is_found() {
        assert_bad("wire/sse.rs", "use crate::Error;");
        assert_bad("wire/sse.rs", "use crate::*;");
        assert_bad("wire/mod.rs", "use super::*;");
        assert_bad("stray.rs", "");
        assert_bad("stray/mod.rs", "use crate::error::Error;");
    }

    #[test]
    fn imports_that_point_down_or_stay_are_fine() {
        assert_good("lib.rs", "use crate::js::Session; pub mod proto;");
        assert_good("wire/headers.rs", "use crate::json::Json; use super::sse::*; use self::a::b;");
        assert_good("error.rs", "use crate::{ids::CallId, time::Instant as Time};");
        assert_good("js/mod.rs", "use crate::{web::{driver, fetch::{self}}, proto};");
        assert_good("wire/sse.rs", "mod tests { use super::*; mod deep { use super::super::A; } }");
        assert_good("wire/sse.rs", "pub(crate) struct A; pub(in crate::wire) fn f(&self) {}");
        assert_good(
            "wire/sse.rs",
            "// crate::proto\n/// [`crate::js`]\nfn f() { g(\"crate::js\") }",
        );
        assert_good("wire/sse.rs", "fn f(self: Box<Self>) { std::proto::f(); Self::js() }");
    }
}
