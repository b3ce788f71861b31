//! A payload as the engine's own parser made it.

use std::fmt;

use js_sys::{Array, JsString, Object, Reflect};
use wasm_bindgen::prelude::*;

use super::fetch::why;
use super::strings::js_string;
use crate::json::Json;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = JSON, catch)]
    fn parse(text: &JsString) -> Result<JsValue, JsValue>;

    /// Gives `undefined` for what JSON leaves out.
    #[wasm_bindgen(js_namespace = JSON, js_name = stringify, catch)]
    fn stringify(value: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_namespace = Object, js_name = hasOwn)]
    fn has_own(object: &JsValue, name: &JsString) -> bool;
}

/// A JavaScript value that is, or is to become, JSON.
#[derive(Clone)]
pub(crate) struct Payload(JsValue);

impl Payload {
    /// Parses a text that is in the engine's hands already.
    pub(crate) fn parse_js(text: &JsString) -> Result<Self, String> {
        parse(text).map(Self).map_err(|error| why(&error))
    }

    /// Gives the value to the host.
    pub(crate) fn into_js(self) -> JsValue {
        self.0
    }
}

impl From<JsValue> for Payload {
    fn from(value: JsValue) -> Self {
        Self(value)
    }
}

impl fmt::Debug for Payload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Payload")
    }
}

impl Json for Payload {
    fn parse(text: &str) -> Result<Self, String> {
        Self::parse_js(&text.into())
    }

    fn null() -> Self {
        Self(JsValue::NULL)
    }

    fn to_text(&self) -> Result<String, String> {
        let text = stringify(&self.0).map_err(|error| why(&error))?;
        text.as_string().ok_or_else(|| "a value without a JSON form".to_owned())
    }

    fn get(&self, name: &str) -> Option<Self> {
        if !self.0.is_object() {
            return None;
        }
        let name = js_string(name);
        if !has_own(&self.0, &name) {
            return None;
        }
        Reflect::get(&self.0, &name).ok().map(Self)
    }

    fn as_str(&self) -> Option<String> {
        self.0.as_string()
    }

    fn as_f64(&self) -> Option<f64> {
        self.0.as_f64()
    }

    fn as_bool(&self) -> Option<bool> {
        self.0.as_bool()
    }

    fn is_null(&self) -> bool {
        self.0.is_null()
    }

    fn is_object(&self) -> bool {
        self.0.is_object() && !Array::is_array(&self.0)
    }

    fn is_array(&self) -> bool {
        Array::is_array(&self.0)
    }

    fn items(&self) -> Option<Vec<Self>> {
        let mut items = Vec::new();
        for item in self.0.dyn_ref::<Array>()?.iter() {
            items.push(Self(item));
        }
        Some(items)
    }

    /// Gives the members that `JSON.stringify` would write.
    fn entries(&self) -> Option<Vec<(String, Self)>> {
        if !self.0.is_object() {
            return None;
        }
        let mut entries = Vec::new();
        for name in Object::keys(self.0.unchecked_ref::<Object>()).iter() {
            let value = Reflect::get(&self.0, &name).unwrap_or_default();
            let left_out = value.is_undefined() || value.is_function() || value.is_symbol();
            if let Some(name) = name.as_string().filter(|_| !left_out) {
                entries.push((name, Self(value)));
            }
        }
        Some(entries)
    }

    fn with_items(&self, name: &str, items: Vec<Self>) -> Self {
        // Unlike an assignment, this keeps a member `__proto__` a member.
        let entries = Object::entries(self.0.unchecked_ref::<Object>());
        let Ok(copy) = Object::from_entries(&entries) else { return self.clone() };
        let array = Array::new();
        for item in items {
            array.push(&item.0);
        }
        let _ = Reflect::set(&copy, &name.into(), &array);
        Self(copy.into())
    }
}
