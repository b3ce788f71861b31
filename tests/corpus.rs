//! Golden files, and what fuzzing started from and found, replayed on a stable toolchain.

#![cfg(not(target_family = "wasm"))]

use std::fs;
use std::panic;
use std::path::{Path, PathBuf};

use mcp_tether::wire::sse::Frame;
use serde_json::{Value, json};

#[allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "checks panic")]
#[allow(dead_code, unreachable_pub, reason = "shared with the fuzz targets")]
#[path = "../fuzz/src/lib.rs"]
mod fuzz;

#[test]
fn every_seed_and_crasher_passes_its_check() {
    for (name, check) in fuzz::TARGETS {
        let seeds = files_in(&data().join("fuzz").join(name));
        assert!(!seeds.is_empty(), "the target {name} has no seeds");
        for path in seeds.into_iter().chain(files_in(&data().join("crashers").join(name))) {
            let input = fs::read(&path).unwrap();
            let outcome = panic::catch_unwind(|| check(&input));
            assert!(outcome.is_ok(), "{} fails the check of {name}", path.display());
        }
    }
}

#[test]
fn every_seed_and_crasher_belongs_to_a_target() {
    for folder in ["fuzz", "crashers"] {
        for entry in entries_of(&data().join(folder)) {
            let name = entry.file_name().unwrap().to_str().unwrap();
            let known = fuzz::TARGETS.iter().any(|(target, _)| *target == name);
            assert!(known, "{} is of no target", entry.display());
        }
    }
}

#[test]
fn every_recorded_stream_gives_its_frames_at_every_cut() {
    let bodies: Vec<_> = files_in(&data().join("sse"))
        .into_iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "sse"))
        .collect();
    assert!(!bodies.is_empty(), "no recorded streams");
    for path in bodies {
        let body = fs::read(&path).unwrap();
        let golden = fs::read_to_string(path.with_extension("json")).unwrap();
        let expected: Value = serde_json::from_str(&golden).unwrap();
        for cut in 0..=body.len() {
            let (first, second) = body.split_at(cut);
            let story = fuzz::sse::tell(fuzz::sse::ROOMY, [first, second]);
            assert_eq!(as_json(&story), expected, "{} cut at {cut}", path.display());
        }
    }
}

/// Writes what a decoder told in the form of the golden files.
fn as_json(story: &fuzz::sse::Story) -> Value {
    let frame = |frame: &Frame| match frame {
        Frame::Event { kind, data } => json!({ "kind": kind, "data": data }),
        Frame::TooLarge { limit } => json!({ "limit": limit }),
    };
    json!({
        "frames": story.frames.iter().map(frame).collect::<Vec<_>>(),
        "lastEventId": story.last_event_id,
        "retry": story.retry,
        "partial": story.has_partial,
    })
}

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

fn files_in(folder: &Path) -> Vec<PathBuf> {
    entries_of(folder).into_iter().filter(|path| path.is_file()).collect()
}

/// Lists a folder in a fixed order; one that is not there has no entries.
fn entries_of(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}
