//! The two functions of a promise.

use js_sys::{Function, Promise};
use wasm_bindgen::prelude::*;

/// Settles a promise, once: settling takes it.
pub(super) struct Deferred {
    functions: Option<(Function, Function)>,
}

impl Deferred {
    /// Makes a promise and what settles it.
    pub(super) fn new() -> (Promise, Self) {
        let mut functions = None;
        let promise = Promise::new(&mut |resolve, reject| functions = Some((resolve, reject)));
        (promise, Self { functions })
    }

    pub(super) fn settle(self, outcome: Result<JsValue, JsValue>) {
        let Some((resolve, reject)) = self.functions else { return };
        let (function, value) = match outcome {
            Ok(value) => (resolve, value),
            Err(error) => (reject, error),
        };
        let _ = function.call1(&JsValue::UNDEFINED, &value);
    }
}
