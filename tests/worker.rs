//! The same session in a dedicated worker, where there is no window and no document.
#![cfg(target_family = "wasm")]
#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

use wasm_bindgen_test::wasm_bindgen_test_configure;

wasm_bindgen_test_configure!(run_in_dedicated_worker);

#[path = "browser/asking.rs"]
mod asking;
#[path = "browser/calls.rs"]
mod calls;
#[path = "browser/ending.rs"]
mod ending;
#[path = "browser/listeners.rs"]
mod listeners;
#[path = "browser/script.rs"]
mod script;
#[path = "browser/signals.rs"]
mod signals;
#[path = "browser/subscriptions.rs"]
mod subscriptions;
#[path = "browser/support.rs"]
mod support;
