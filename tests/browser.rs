//! The exported `Session` in a real browser, against servers that do as a script says.
//!
//! Run by `cargo xtask test chrome` and `firefox`; by hand under
//! `cargo xtask serve-tests -- cargo test --target wasm32-unknown-unknown --test browser`.
#![cfg(target_family = "wasm")]
#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

use wasm_bindgen_test::wasm_bindgen_test_configure;

wasm_bindgen_test_configure!(run_in_browser);

#[path = "browser/asking.rs"]
mod asking;
#[path = "browser/calls.rs"]
mod calls;
#[path = "browser/cors.rs"]
mod cors;
#[path = "browser/ending.rs"]
mod ending;
#[path = "browser/headers.rs"]
mod headers;
#[path = "browser/lifetime.rs"]
mod lifetime;
#[path = "browser/listeners.rs"]
mod listeners;
#[path = "browser/lists.rs"]
mod lists;
#[path = "browser/payloads.rs"]
mod payloads;
#[path = "browser/peers.rs"]
mod peers;
#[path = "browser/script.rs"]
mod script;
#[path = "browser/signals.rs"]
mod signals;
#[path = "browser/start.rs"]
mod start;
#[path = "browser/subscriptions.rs"]
mod subscriptions;
#[path = "browser/support.rs"]
mod support;
#[path = "browser/verdicts.rs"]
mod verdicts;
#[path = "browser/wishes.rs"]
mod wishes;
