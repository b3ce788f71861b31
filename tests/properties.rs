//! What holds for any input, tried on many.

#![cfg(not(target_family = "wasm"))]

#[allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "checks panic")]
#[allow(dead_code, unreachable_pub, reason = "shared with the fuzz targets")]
#[path = "../fuzz/src/lib.rs"]
mod fuzz;

#[path = "properties/cost.rs"]
mod cost;
#[path = "properties/operations.rs"]
mod operations;
#[path = "properties/transcripts.rs"]
mod transcripts;
#[path = "properties/wire.rs"]
mod wire;
