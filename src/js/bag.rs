//! Objects that a host passes, read field by field.
//!
//! Reading runs the host's getters, so it comes before any step. What cannot be
//! used is noted with the field's name, what was expected and what came; the
//! reading goes on, and the first note is the error in the end.

use std::cell::Cell;

use js_sys::{Array, Function, Reflect};
use wasm_bindgen::prelude::*;

use super::error::misuse;
use crate::error::Fault;
use crate::json::Json;
use crate::text::{concat, join};
use crate::web::{Payload, why};
use crate::wire::json_rpc::{quote, shorten};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = String)]
    fn spell(value: &JsValue) -> String;
}

/// The host's error for what it passed, ready to be thrown.
pub(super) type Refusal = JsValue;

/// What is wrong with the host's input: the first thing found.
#[derive(Default)]
pub(super) struct Complaints(Cell<Option<Refusal>>);

impl Complaints {
    /// Notes what was expected of a field and what came.
    pub(super) fn add(&self, field: &str, expected: &str, came: &str) {
        let first = self.0.take();
        self.0.set(Some(first.unwrap_or_else(|| misuse(Fault::misuse(field, expected, came)))));
    }

    /// Gives what was read, if nothing is wrong with it.
    pub(super) fn settle<T>(self, read: T) -> Result<T, Refusal> {
        match self.0.into_inner() {
            None => Ok(read),
            Some(refusal) => Err(refusal),
        }
    }
}

/// An object of the host and the name to call it by.
pub(super) struct Bag<'a> {
    value: JsValue,
    path: &'static str,
    complaints: &'a Complaints,
}

impl<'a> Bag<'a> {
    /// Takes an object; nothing at all counts as an empty one.
    pub(super) fn optional(value: JsValue, path: &'static str, complaints: &'a Complaints) -> Self {
        if !value.is_undefined() && !value.is_object() {
            complaints.add(path, "an object", &describe(&value));
        }
        Self { value, path, complaints }
    }

    /// Takes an object that has to be there.
    pub(super) fn required(value: JsValue, path: &'static str, complaints: &'a Complaints) -> Self {
        if !value.is_object() {
            complaints.add(path, "an object", &describe(&value));
        }
        Self { value, path, complaints }
    }

    /// Gives the object itself.
    pub(super) fn value(&self) -> &JsValue {
        &self.value
    }

    /// Notes what is wrong with a field.
    pub(super) fn complain(&self, name: &str, expected: &str, came: &str) {
        self.complaints.add(&concat(&[self.path, ".", name]), expected, came);
    }

    fn unusable<T>(&self, name: &str, expected: &str, came: &JsValue) -> Option<T> {
        if !came.is_undefined() {
            self.complain(name, expected, &describe(came));
        }
        None
    }

    /// Reads a field; `null` counts as left out.
    pub(super) fn get(&self, name: &str) -> JsValue {
        if !self.value.is_object() {
            return JsValue::UNDEFINED;
        }
        match Reflect::get(&self.value, &name.into()) {
            Ok(value) if value.is_null() => JsValue::UNDEFINED,
            Ok(value) => value,
            Err(error) => {
                let came = concat(&["a getter that threw: ", &why(&error)]);
                self.complain(name, "a field that can be read", &came);
                JsValue::UNDEFINED
            }
        }
    }

    pub(super) fn text(&self, name: &str) -> Option<String> {
        let value = self.get(name);
        value.as_string().or_else(|| self.unusable(name, "a string", &value))
    }

    /// Reads a string that has to be there and say something.
    pub(super) fn name(&self, name: &str) -> String {
        let value = self.get(name);
        let text = value.as_string().unwrap_or_default();
        if text.is_empty() {
            self.complain(name, "a string that is not empty", &describe(&value));
        }
        text
    }

    /// Reads a number that is finite and not negative; a fraction is rounded up.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates, and the sign is checked"
    )]
    pub(super) fn number(&self, name: &str) -> Option<u64> {
        let value = self.get(name);
        match value.as_f64().filter(|number| number.is_finite() && *number >= 0.0) {
            Some(number) => Some(number.ceil() as u64),
            None => self.unusable(name, "a finite number that is not negative", &value),
        }
    }

    pub(super) fn flag(&self, name: &str) -> Option<bool> {
        let value = self.get(name);
        value.as_bool().or_else(|| self.unusable(name, "true or false", &value))
    }

    pub(super) fn function(&self, name: &str) -> Option<Function> {
        let value = self.get(name).dyn_into::<Function>();
        value.map_or_else(|value| self.unusable(name, "a function", &value), Some)
    }

    /// Reads one of a few words; gives its place among them.
    pub(super) fn choice(&self, name: &str, words: &[&str]) -> Option<usize> {
        let value = self.get(name);
        place_of(&value, words).or_else(|| self.unusable(name, &one_of(words), &value))
    }

    /// Reads an object of any shape and gives its JSON text.
    pub(super) fn json(&self, name: &str) -> Option<String> {
        let value = self.get(name);
        if !value.is_object() || Array::is_array(&value) {
            return self.unusable(name, "an object", &value);
        }
        self.to_json(name, value)
    }

    /// Gives the JSON text of a field's value.
    pub(super) fn to_json(&self, name: &str, value: JsValue) -> Option<String> {
        match Payload::from(value).to_text() {
            Ok(text) => Some(text),
            Err(why) => {
                self.complain(name, "a value that JSON can hold", &why);
                None
            }
        }
    }
}

/// Finds a value among words.
pub(super) fn place_of(value: &JsValue, words: &[&str]) -> Option<usize> {
    let text = value.as_string()?;
    words.iter().position(|word| *word == text)
}

/// Says what was expected and what came.
pub(super) fn refuse(field: &str, expected: &str, came: &JsValue) -> Refusal {
    misuse(Fault::misuse(field, expected, &describe(came)))
}

/// Says what a value is, without running the host's code.
pub(super) fn describe(value: &JsValue) -> String {
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
    concat(&["one of \"", &join(words, "\", \""), "\""])
}
