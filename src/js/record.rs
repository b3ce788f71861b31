//! Plain objects for the host.

use js_sys::Object;
use wasm_bindgen::prelude::*;

use crate::web::set_member;

/// Builds a plain object member by member.
pub(super) struct Record(JsValue);

impl Record {
    pub(super) fn new() -> Self {
        Self(Object::new().into())
    }

    /// Goes on with an object that there is.
    pub(super) fn of(object: JsValue) -> Self {
        Self(object)
    }

    pub(super) fn set(&self, name: &str, value: &JsValue) -> &Self {
        set_member(&self.0, name, value);
        self
    }

    pub(super) fn text(&self, name: &str, text: &str) -> &Self {
        self.set(name, &text.into())
    }

    /// Sets a number; what hosts count stays below 2^53.
    #[expect(clippy::cast_precision_loss, reason = "sizes, times and counters are small")]
    pub(super) fn number(&self, name: &str, number: u64) -> &Self {
        self.set(name, &JsValue::from_f64(number as f64))
    }

    /// Sets the member when there is something to set.
    pub(super) fn maybe(&self, name: &str, text: Option<&String>) -> &Self {
        match text {
            Some(text) => self.text(name, text),
            None => self,
        }
    }

    pub(super) fn done(self) -> JsValue {
        self.0
    }
}
