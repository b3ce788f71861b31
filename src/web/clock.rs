//! The one clock: milliseconds that never go back while the page lives.

use wasm_bindgen::prelude::*;

use crate::time::Instant;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;
}

/// Reads the clock of `performance.now()`.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "milliseconds of a page's life fit; the fraction is dropped on purpose"
)]
pub(crate) fn now() -> Instant {
    Instant::from_millis(performance_now() as u64)
}

/// Gives the time of day: milliseconds since the Unix epoch, for what outlives the page.
pub(crate) fn time_of_day() -> f64 {
    js_sys::Date::now()
}
