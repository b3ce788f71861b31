//! The few looks that the core takes into a payload.
//!
//! A message's payload is parsed once, by the engine's own parser, and is never
//! rebuilt value by value. The core reads the envelope through [`Json`] and
//! hands everything else on untouched.

use serde_json::Value;

/// A parsed JSON value, opaque but for the looks below.
///
/// In the browser it wraps what `JSON.parse` gave; natively, in tests and in
/// fuzzing it is [`serde_json::Value`]. Every method is total: a look that does
/// not fit the value's type gives `None` (or `false`), never a panic.
pub trait Json: Clone + std::fmt::Debug {
    /// Parses a JSON text; the error is the parser's own sentence.
    ///
    /// # Errors
    ///
    /// When `text` is not one JSON value.
    fn parse(text: &str) -> Result<Self, String>;

    /// Gives the value `null`.
    fn null() -> Self;

    /// Gives the JSON text of the value.
    ///
    /// # Errors
    ///
    /// When the value, which a host made, has no JSON form; the error says why.
    fn to_text(&self) -> Result<String, String>;

    /// Gives an object's own member, `None` when it has none of that name.
    fn get(&self, name: &str) -> Option<Self>;

    /// Gives a string's text.
    fn as_str(&self) -> Option<String>;

    /// Gives a number as a double, as `JSON.parse` would.
    fn as_f64(&self) -> Option<f64>;

    /// Gives a boolean.
    fn as_bool(&self) -> Option<bool>;

    /// Tells whether the value is `null`.
    fn is_null(&self) -> bool;

    /// Tells whether the value is an object (an array is none).
    fn is_object(&self) -> bool;

    /// Tells whether the value is an array.
    fn is_array(&self) -> bool;

    /// Gives an array's items.
    fn items(&self) -> Option<Vec<Self>>;

    /// Gives an object's own members in their order.
    fn entries(&self) -> Option<Vec<(String, Self)>>;

    /// Gives a deep copy, which nobody else can change.
    fn copy(&self) -> Self {
        let copied = self.to_text().and_then(|text| Self::parse(&text));
        copied.unwrap_or_else(|_| self.clone())
    }

    /// Gives a copy of an object in which an array stands as the member of that name.
    fn with_items(&self, name: &str, items: Vec<Self>) -> Self;

    /// Gives a number that is a whole, safe integer (within ±(2^53 − 1)).
    #[expect(clippy::cast_possible_truncation, reason = "the range is checked first")]
    fn as_i64(&self) -> Option<i64> {
        const MAX_SAFE: f64 = 9_007_199_254_740_991.0;
        self.as_f64().filter(|n| n.fract() == 0.0 && n.abs() <= MAX_SAFE).map(|n| n as i64)
    }

    /// Gives a number that is a whole, safe integer and not negative.
    fn as_u64(&self) -> Option<u64> {
        self.as_i64().and_then(|n| u64::try_from(n).ok())
    }

    /// Gives the strings of an object's array member; what else is in it is left out.
    fn strings_at(&self, name: &str) -> Vec<String> {
        let mut strings = Vec::new();
        for item in self.get(name).and_then(|list| list.items()).unwrap_or_default() {
            strings.extend(item.as_str());
        }
        strings
    }

    /// Gives the text of an object's string member.
    fn str_at(&self, name: &str) -> Option<String> {
        self.get(name)?.as_str()
    }
}

impl Json for Value {
    fn parse(text: &str) -> Result<Self, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    fn null() -> Self {
        Self::Null
    }

    fn copy(&self) -> Self {
        self.clone()
    }

    fn to_text(&self) -> Result<String, String> {
        Ok(self.to_string())
    }

    fn get(&self, name: &str) -> Option<Self> {
        self.as_object()?.get(name).cloned()
    }

    fn as_str(&self) -> Option<String> {
        self.as_str().map(str::to_owned)
    }

    fn as_f64(&self) -> Option<f64> {
        self.as_f64()
    }

    fn as_bool(&self) -> Option<bool> {
        self.as_bool()
    }

    fn is_null(&self) -> bool {
        self.is_null()
    }

    fn is_object(&self) -> bool {
        self.is_object()
    }

    fn is_array(&self) -> bool {
        self.is_array()
    }

    fn items(&self) -> Option<Vec<Self>> {
        self.as_array().cloned()
    }

    fn with_items(&self, name: &str, items: Vec<Self>) -> Self {
        let mut object = self.as_object().cloned().unwrap_or_default();
        object.insert(name.to_owned(), Self::Array(items));
        Self::Object(object)
    }

    fn entries(&self) -> Option<Vec<(String, Self)>> {
        Some(self.as_object()?.iter().map(|(name, value)| (name.clone(), value.clone())).collect())
    }
}
