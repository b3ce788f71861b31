//! What each fuzz target checks: a function of bytes that panics when a promise is broken.
//!
//! The functions know nothing of the fuzzer. `tests/corpus.rs` and
//! `tests/properties.rs` include this file too, so that what a fuzzer found is
//! replayed on a stable toolchain through the same code.
//!
//! A new target is a module with a `check`, a line in [`TARGETS`], a file in
//! `fuzz_targets`, a `[[bin]]`, and seeds in `tests/data/fuzz/<name>`.

pub mod challenge;
pub mod driver;
pub mod exchange;
pub mod headers;
pub mod message;
pub mod messages;
pub mod operations;
pub mod play;
pub mod server;
pub mod sse;

/// A check of one target.
pub type Check = fn(&[u8]);

/// Every target by its name.
pub const TARGETS: &[(&str, Check)] = &[
    ("challenge", challenge::check),
    ("exchange", exchange::check),
    ("headers", headers::check),
    ("message", message::check),
    ("operations", operations::check),
    ("sse", sse::check),
];
