//! Reading of scripts, field by field, with errors that a person can act on.
//!
//! Every reader knows the path of what it reads, so that an error names the
//! field, what was expected and what came. Unknown fields are errors: a typing
//! mistake in a script must not become a rule that matches everything.

use std::fmt;
use std::ops::RangeInclusive;

use serde_json::{Map, Value};

/// Why a script was refused: one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Invalid(pub(crate) String);

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// One value of a script and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Field<'a> {
    path: String,
    pub(crate) value: &'a Value,
}

impl<'a> Field<'a> {
    pub(crate) fn root(value: &'a Value) -> Self {
        Self { path: "script".into(), value }
    }

    /// Says that this field holds something else than `expected`.
    pub(crate) fn wrong(&self, expected: &str) -> Invalid {
        Invalid(format!("{}: expected {expected}, got {}", self.path, excerpt(self.value)))
    }

    pub(crate) fn object(&self, allowed: &'static [&'static str]) -> Result<Object<'a>, Invalid> {
        let map = self.value.as_object().ok_or_else(|| self.wrong("an object"))?;
        for key in map.keys() {
            if !allowed.contains(&key.as_str()) {
                let known = allowed.join(", ");
                return Err(Invalid(format!(
                    "{}: expected one of {known}, got {key:?}",
                    self.path
                )));
            }
        }
        Ok(Object { path: self.path.clone(), map })
    }

    /// The members of an object whose keys are free.
    pub(crate) fn members(&self) -> Result<Vec<(&'a str, Self)>, Invalid> {
        let map = self.value.as_object().ok_or_else(|| self.wrong("an object"))?;
        Ok(map
            .iter()
            .map(|(key, value)| (key.as_str(), Self { path: join(&self.path, key), value }))
            .collect())
    }

    pub(crate) fn list(&self) -> Result<Vec<Self>, Invalid> {
        let items = self.value.as_array().ok_or_else(|| self.wrong("a list"))?;
        Ok(items
            .iter()
            .enumerate()
            .map(|(index, value)| Self { path: format!("{}[{index}]", self.path), value })
            .collect())
    }

    pub(crate) fn text(&self) -> Result<&'a str, Invalid> {
        self.value.as_str().ok_or_else(|| self.wrong("a string"))
    }

    pub(crate) fn flag(&self) -> Result<bool, Invalid> {
        self.value.as_bool().ok_or_else(|| self.wrong("true or false"))
    }

    pub(crate) fn number(&self, range: RangeInclusive<u64>) -> Result<u64, Invalid> {
        self.value.as_u64().filter(|n| range.contains(n)).ok_or_else(|| {
            self.wrong(&format!("a whole number from {} to {}", range.start(), range.end()))
        })
    }

    /// A string or a list of strings.
    pub(crate) fn texts(&self) -> Result<Vec<String>, Invalid> {
        if let Some(text) = self.value.as_str() {
            return Ok(vec![text.to_owned()]);
        }
        let items = self.list().map_err(|_| self.wrong("a string or a list of strings"))?;
        items.iter().map(|item| item.text().map(str::to_owned)).collect()
    }
}

/// An object of a script, all of whose keys are known.
#[derive(Clone, Debug)]
pub(crate) struct Object<'a> {
    path: String,
    map: &'a Map<String, Value>,
}

impl<'a> Object<'a> {
    pub(crate) fn field(&self, key: &str) -> Option<Field<'a>> {
        let value = self.map.get(key)?;
        Some(Field { path: join(&self.path, key), value })
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        self.map.contains_key(key)
    }

    pub(crate) fn text(&self, key: &str) -> Result<Option<&'a str>, Invalid> {
        self.field(key).map(|field| field.text()).transpose()
    }

    pub(crate) fn flag(&self, key: &str) -> Result<Option<bool>, Invalid> {
        self.field(key).map(|field| field.flag()).transpose()
    }

    pub(crate) fn number(
        &self,
        key: &str,
        range: RangeInclusive<u64>,
    ) -> Result<Option<u64>, Invalid> {
        self.field(key).map(|field| field.number(range)).transpose()
    }

    /// The one key of `keys` that is present, if any.
    pub(crate) fn choice(&self, keys: &[&'static str]) -> Result<Option<&'static str>, Invalid> {
        let mut present = keys.iter().copied().filter(|key| self.has(key));
        match (present.next(), present.next()) {
            (Some(first), Some(second)) => Err(Invalid(format!(
                "{}: expected only one of {}, got {first} and {second}",
                self.path,
                keys.join(", ")
            ))),
            (first, _) => Ok(first),
        }
    }

    pub(crate) fn wrong(&self, expected: &str) -> Invalid {
        let keys: Vec<_> = self.map.keys().map(String::as_str).collect();
        Invalid(format!("{}: expected {expected}, got {{{}}}", self.path, keys.join(", ")))
    }
}

fn join(path: &str, key: &str) -> String {
    format!("{path}.{key}")
}

/// The value in at most 60 characters.
fn excerpt(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(60) {
        Some((cut, _)) => format!("{}…", text.get(..cut).unwrap_or_default()),
        None => text,
    }
}
