//! Each test that `requirements.md` names is there, and each is named once.
#![cfg(not(target_family = "wasm"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Gives what stands between backticks in the last column, `file::name` each.
fn named(table: &str) -> Vec<(&str, &str)> {
    let rows = table.lines().filter(|line| line.starts_with("| ") && line.ends_with("` |"));
    rows.filter_map(|line| line.rsplit('`').nth(1)?.split_once("::")).collect()
}

/// Tells whether a test of that name is in that file of `tests/`.
fn is_there(file: &str, name: &str) -> bool {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(file).with_extension("rs");
    let source = fs::read_to_string(path).unwrap_or_default();
    source.contains(&format!("fn {name}("))
}

#[test]
fn every_requirement_names_a_test_that_is_there() {
    let table = include_str!("requirements.md");
    let gone: Vec<_> =
        named(table).into_iter().filter(|(file, name)| !is_there(file, name)).collect();
    assert_eq!(gone, [], "these tests are named in requirements.md and are not there");
}

#[test]
fn no_test_stands_for_two_requirements() {
    let table = include_str!("requirements.md");
    let all = named(table);
    let rows = table.lines().filter(|line| line.starts_with("| ") && !line.contains("| source |"));
    assert_eq!(all.len(), rows.count(), "a row without a test");
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
}

#[test]
fn a_test_that_is_gone_is_found() {
    assert_eq!(named("| a | b | `protocol/none::such` |"), [("protocol/none", "such")]);
    assert!(!is_there("protocol/none", "such"));
    assert!(!is_there("requirements", "such"));
}
