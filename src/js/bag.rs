//! Objects that a host passes, read field by field.
//!
//! Reading runs the host's getters, so it comes before any step. Each error
//! names the field, what was expected and what came.

use js_sys::{Array, Function, Reflect};
use wasm_bindgen::prelude::*;

use super::error::misuse;
use crate::error::Fault;
use crate::json::Json;
use crate::web::{Payload, why};
use crate::wire::json_rpc::{quote, shorten};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = String)]
    fn spell(value: &JsValue) -> String;
}

/// The host's error for what it passed, ready to be thrown.
pub(super) type Refusal = JsValue;

/// An object of the host and the name to call it by.
pub(super) struct Bag {
    value: JsValue,
    path: String,
}

impl Bag {
    /// Takes an object; nothing at all counts as an empty one.
    pub(super) fn optional(value: JsValue, path: &str) -> Result<Self, Refusal> {
        if value.is_undefined() || value.is_null() || value.is_object() {
            return Ok(Self { value, path: path.to_owned() });
        }
        Err(refuse(path.to_owned(), "an object", &value))
    }

    /// Takes an object that has to be there.
    pub(super) fn required(value: JsValue, path: &str) -> Result<Self, Refusal> {
        if value.is_object() {
            return Ok(Self { value, path: path.to_owned() });
        }
        Err(refuse(path.to_owned(), "an object", &value))
    }

    /// Opens an object inside this one.
    pub(super) fn bag(&self, name: &str) -> Result<Self, Refusal> {
        Self::optional(self.get(name)?, &self.field(name))
    }

    /// Reads a field; `null` counts as left out.
    pub(super) fn get(&self, name: &str) -> Result<JsValue, Refusal> {
        if !self.value.is_object() {
            return Ok(JsValue::UNDEFINED);
        }
        match Reflect::get(&self.value, &name.into()) {
            Ok(value) if value.is_null() => Ok(JsValue::UNDEFINED),
            Ok(value) => Ok(value),
            Err(error) => {
                let came = ["a getter that threw: ", &why(&error)].concat();
                Err(refusal(self.field(name), "a field that can be read", came))
            }
        }
    }

    /// Refuses what stands in a field.
    pub(super) fn refuse(&self, name: &str, expected: &str, came: &JsValue) -> Refusal {
        refuse(self.field(name), expected, came)
    }

    /// Gives the full name of a field.
    pub(super) fn field(&self, name: &str) -> String {
        [&self.path, ".", name].concat()
    }

    /// Gives the object itself.
    pub(super) fn value(&self) -> &JsValue {
        &self.value
    }

    pub(super) fn text(&self, name: &str) -> Result<Option<String>, Refusal> {
        let value = self.get(name)?;
        if value.is_undefined() {
            return Ok(None);
        }
        match value.as_string() {
            Some(text) => Ok(Some(text)),
            None => Err(self.refuse(name, "a string", &value)),
        }
    }

    /// Reads a string that has to be there and say something.
    pub(super) fn name(&self, name: &str) -> Result<String, Refusal> {
        let value = self.get(name)?;
        let text = value.as_string().filter(|text| !text.is_empty());
        text.ok_or_else(|| self.refuse(name, "a string that is not empty", &value))
    }

    /// Reads a number that is finite and not negative; a fraction is rounded up.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates, and the sign is checked"
    )]
    pub(super) fn number(&self, name: &str) -> Result<Option<u64>, Refusal> {
        let value = self.get(name)?;
        if value.is_undefined() {
            return Ok(None);
        }
        match value.as_f64().filter(|number| number.is_finite() && *number >= 0.0) {
            Some(number) => Ok(Some(number.ceil() as u64)),
            None => Err(self.refuse(name, "a finite number that is not negative", &value)),
        }
    }

    pub(super) fn flag(&self, name: &str) -> Result<Option<bool>, Refusal> {
        let value = self.get(name)?;
        if value.is_undefined() {
            return Ok(None);
        }
        match value.as_bool() {
            Some(flag) => Ok(Some(flag)),
            None => Err(self.refuse(name, "true or false", &value)),
        }
    }

    pub(super) fn function(&self, name: &str) -> Result<Option<Function>, Refusal> {
        let value = self.get(name)?;
        if value.is_undefined() {
            return Ok(None);
        }
        match value.dyn_into::<Function>() {
            Ok(function) => Ok(Some(function)),
            Err(value) => Err(self.refuse(name, "a function", &value)),
        }
    }

    /// Reads one of a few words.
    pub(super) fn choice(&self, name: &str, words: &[&str]) -> Result<Option<String>, Refusal> {
        let value = self.get(name)?;
        if value.is_undefined() {
            return Ok(None);
        }
        match value.as_string().filter(|text| words.contains(&text.as_str())) {
            Some(text) => Ok(Some(text)),
            None => Err(self.refuse(name, &one_of(words), &value)),
        }
    }

    /// Reads an object of any shape and gives its JSON text.
    pub(super) fn json(&self, name: &str) -> Result<Option<String>, Refusal> {
        let value = self.get(name)?;
        if value.is_undefined() {
            return Ok(None);
        }
        if !value.is_object() || Array::is_array(&value) {
            return Err(self.refuse(name, "an object", &value));
        }
        self.to_json(name, value).map(Some)
    }

    /// Gives the JSON text of a field's value.
    pub(super) fn to_json(&self, name: &str, value: JsValue) -> Result<String, Refusal> {
        let text = Payload::from(value).to_text();
        text.map_err(|why| refusal(self.field(name), "a value that JSON can hold", why))
    }
}

/// Says what was expected of a field and what came.
pub(super) fn refuse(field: String, expected: &str, came: &JsValue) -> Refusal {
    refusal(field, expected, describe(came))
}

/// Says what was expected of a field and, in other words than its own, what came.
pub(super) fn refusal(field: String, expected: &str, came: String) -> Refusal {
    misuse(Fault::InvalidArgument { field, expected: expected.to_owned(), came })
}

fn describe(value: &JsValue) -> String {
    if let Some(text) = value.as_string() {
        return shorten(&quote(&text));
    }
    let kind = if value.is_undefined() {
        "nothing"
    } else if value.is_null() {
        "null"
    } else if value.is_function() {
        "a function"
    } else if value.is_symbol() {
        "a symbol"
    } else if Array::is_array(value) {
        "an array"
    } else if value.is_object() {
        "an object"
    } else {
        return shorten(&spell(value));
    };
    kind.to_owned()
}

fn one_of(words: &[&str]) -> String {
    let mut text = String::from("one of ");
    for (index, word) in words.iter().enumerate() {
        if index > 0 {
            text.push_str(", ");
        }
        text.push_str(&quote(word));
    }
    text
}
