//! What holds for any input, tried on many.

#[allow(clippy::expect_used, dead_code, unreachable_pub, reason = "shared with the fuzz targets")]
#[path = "../fuzz/src/lib.rs"]
mod fuzz;

#[path = "properties/cost.rs"]
mod cost;
#[path = "properties/wire.rs"]
mod wire;
