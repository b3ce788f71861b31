//! Members of objects, by name.

use js_sys::Reflect;
use wasm_bindgen::prelude::*;

use super::strings::js_string;

/// Reads a member; `undefined` when there is none that can be read.
pub(crate) fn member(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &js_string(name)).unwrap_or_default()
}

/// Sets a member of an object of one's own.
pub(crate) fn set_member(object: &JsValue, name: &str, value: &JsValue) {
    let _ = Reflect::set(object, &js_string(name), value);
}
