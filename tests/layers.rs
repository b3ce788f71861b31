//! The structure that the architecture promises, checked on the sources themselves.
//!
//! Each check is a function from one source to the violations in it, tried on bad
//! samples beside it, so that a check which sees nothing is noticed.

#![cfg(not(target_family = "wasm"))]
#![allow(clippy::indexing_slicing, clippy::unwrap_used, reason = "a check that fails may panic")]

use std::fs;
use std::path::Path;

#[path = "layers/exports.rs"]
mod exports;
#[path = "layers/globals.rs"]
mod globals;
#[path = "layers/imports.rs"]
mod imports;
#[path = "layers/length.rs"]
mod length;
#[path = "layers/lexer.rs"]
mod lexer;
#[path = "layers/typings.rs"]
mod typings;

/// A file as the checks see it; its path is relative to the folder that was read.
struct Source {
    path: String,
    text: String,
}

#[test]
fn imports_point_down_the_layers() {
    assert_clean(&rust_sources(), imports::violations);
}

#[test]
fn no_state_and_no_clock_outside_objects() {
    assert_clean(&rust_sources(), globals::violations);
}

#[test]
fn exports_take_shared_references_and_never_wait() {
    assert_clean(&rust_sources(), exports::violations);
}

#[test]
fn files_are_short() {
    assert_clean(&rust_sources(), length::violations);
}

#[test]
fn typings_say_what_they_mean() {
    assert_clean(&sources("src", ".d.ts", &[]), typings::violations);
    assert_clean(&sources("pkg", ".d.ts", &["wasm", "node_modules"]), typings::violations);
}

fn rust_sources() -> Vec<Source> {
    let sources = sources("src", ".rs", &[]);
    assert!(sources.len() > 5, "the sources were not found");
    sources
}

/// Asserts that a check finds nothing, and lists all that it found otherwise.
#[track_caller]
fn assert_clean(sources: &[Source], violations: fn(&Source) -> Vec<String>) {
    let found: Vec<_> = sources
        .iter()
        .flat_map(|source| {
            violations(source).into_iter().map(|violation| format!("{}: {violation}", source.path))
        })
        .collect();
    assert!(found.is_empty(), "{} violations:\n{}", found.len(), found.join("\n"));
}

/// Reads the files below a folder of the crate, but for some folders in it.
fn sources(folder: &str, suffix: &str, skipped: &[&str]) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut folders = vec![root.clone()];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
            if path.is_dir() && !skipped.contains(&name.as_str()) {
                folders.push(path);
            } else if name.ends_with(suffix) && path.is_file() {
                sources.push(Source { text: fs::read_to_string(&path).unwrap(), path: name });
            }
        }
    }
    sources
}

/// A check's verdict on one sample, for the tests of the checks.
#[cfg(test)]
fn verdict(violations: fn(&Source) -> Vec<String>, path: &str, text: &str) -> Vec<String> {
    violations(&Source { path: path.to_owned(), text: text.to_owned() })
}
