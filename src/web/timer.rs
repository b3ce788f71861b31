//! One delay that ends with its owner.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(action: &JsValue, millis: f64) -> JsValue;

    #[wasm_bindgen(js_name = clearTimeout)]
    fn clear_timeout(timeout: &JsValue);
}

/// The longest delay that `setTimeout` keeps; a longer one would fire at once.
const LONGEST: u64 = i32::MAX as u64;

/// Runs an action once after a delay, unless it is dropped first.
pub(crate) struct Timer {
    timeout: JsValue,
    _action: Closure<dyn Fn(JsValue)>,
}

impl Timer {
    /// Starts a timer; a delay beyond what the browser can wait is cut to that,
    /// so `action` has to look at the clock. Its argument says nothing.
    #[expect(clippy::cast_precision_loss, reason = "it has 31 bits at most")]
    pub(crate) fn after(millis: u64, action: Box<dyn Fn(JsValue)>) -> Self {
        let action = Closure::wrap(action);
        let timeout = set_timeout(action.as_ref(), millis.min(LONGEST) as f64);
        Self { timeout, _action: action }
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        clear_timeout(&self.timeout);
    }
}
