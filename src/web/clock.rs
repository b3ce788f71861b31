//! The one clock: milliseconds that never go back while the page lives.

use js_sys::Date;
use wasm_bindgen::prelude::*;

use crate::time::Instant;

#[wasm_bindgen]
extern "C" {
    type Performance;

    #[wasm_bindgen(thread_local_v2, js_name = performance)]
    static PERFORMANCE: Option<Performance>;

    #[wasm_bindgen(method)]
    fn now(this: &Performance) -> f64;
}

/// Reads the clock of `performance.now()`, or the wall clock where there is none.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "milliseconds of a page's life, or of the epoch, fit; a fraction is dropped on purpose"
)]
pub(crate) fn now() -> Instant {
    let millis = PERFORMANCE.with(|clock| clock.as_ref().map_or_else(Date::now, Performance::now));
    Instant::from_millis(millis as u64)
}
