//! A busy session is not garbage.

use wasm_bindgen::prelude::*;

use crate::web::global;

#[wasm_bindgen]
extern "C" {
    type WeakRef;

    #[wasm_bindgen(constructor)]
    fn new(target: &JsValue) -> WeakRef;

    #[wasm_bindgen(method)]
    fn deref(this: &WeakRef) -> Option<js_sys::Object>;
}

/// Holds a JavaScript handle weakly while idle and strongly while busy.
///
/// A handle that nobody references is collected, and collecting it frees the
/// session: a promise still awaited would reject out of nowhere. Browsers keep
/// a busy `WebSocket` alive for the same reason.
#[derive(Default)]
pub(super) struct KeepAlive {
    handle: Option<WeakRef>,
    pin: Option<JsValue>,
}

impl KeepAlive {
    /// Takes note of the handle, which is busy until told otherwise.
    pub(super) fn of(handle: &JsValue) -> Self {
        // Older engines have none; then a handle is kept until its session ends.
        let weak = global("WeakRef").is_function();
        Self { handle: weak.then(|| WeakRef::new(handle)), pin: Some(handle.clone()) }
    }

    /// Says whether work is pending.
    pub(super) fn set_busy(&mut self, busy: bool) {
        if self.handle.is_none() {
            return;
        }
        match (busy, &self.pin) {
            (true, None) => self.pin = self.handle(),
            (false, Some(_)) => self.pin = None,
            (true, Some(_)) | (false, None) => {}
        }
    }

    /// Lets go for good.
    pub(super) fn end(&mut self) {
        self.pin = None;
    }

    /// Gives the handle, unless it is gone.
    pub(super) fn handle(&self) -> Option<JsValue> {
        match &self.handle {
            Some(handle) => handle.deref().map(JsValue::from),
            None => self.pin.clone(),
        }
    }
}
