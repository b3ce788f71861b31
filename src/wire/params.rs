//! The params of an outgoing message, as JSON texts that are yet to be joined.

use super::json_rpc::{describe, quote, unquote};
use crate::error::Fault;
use crate::json::Json;

/// The members of an outgoing `params` object, each with its JSON text.
///
/// `_meta` is kept apart, since a request's envelope adds to it. Nothing here
/// holds on to the host's value: what it said when the call was made is what
/// goes out, in the body and in the headers alike.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Params {
    members: Vec<(String, String)>,
    meta: Vec<(String, String)>,
}

impl Params {
    /// Takes the members of a JSON object.
    ///
    /// # Errors
    ///
    /// [`Fault::InvalidArgument`] when `value` or its `_meta` is no object, or
    /// when a member has no JSON form.
    pub fn from_value<J: Json>(value: &J) -> Result<Self, Fault> {
        let mut params = Self::default();
        for (name, member) in entries("params", value)? {
            if name == "_meta" {
                params.add_meta(&member)?;
            } else {
                let text = text_of(&name, &member)?;
                params.members.push((name, text));
            }
        }
        Ok(params)
    }

    /// Adds the members of a JSON object to `_meta`.
    ///
    /// # Errors
    ///
    /// [`Fault::InvalidArgument`] as for [`from_value`](Self::from_value).
    pub fn add_meta<J: Json>(&mut self, meta: &J) -> Result<(), Fault> {
        for (name, member) in entries("_meta", meta)? {
            let text = text_of(&name, &member)?;
            self.set_meta(&name, text);
        }
        Ok(())
    }

    /// Sets a member to a JSON text, in place of an earlier one of that name.
    pub fn set(&mut self, name: &str, text: String) {
        put(&mut self.members, name, text);
    }

    /// Sets a member to a JSON text, or takes it away.
    pub fn put(&mut self, name: &str, text: Option<String>) {
        match text {
            Some(text) => self.set(name, text),
            None => self.members.retain(|(known, _)| known != name),
        }
    }

    /// Sets a member of `_meta` to a JSON text, in place of an earlier one.
    pub fn set_meta(&mut self, name: &str, text: String) {
        put(&mut self.meta, name, text);
    }

    /// Gives the JSON text of a member.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.members.iter().find(|(known, _)| known == name).map(|(_, text)| text.as_str())
    }

    /// Gives the text of a string member.
    #[must_use]
    pub fn string(&self, name: &str) -> Option<String> {
        unquote(self.text(name)?)
    }

    /// Gives a member as a value, parsed anew.
    #[must_use]
    pub fn value<J: Json>(&self, name: &str) -> Option<J> {
        J::parse(self.text(name)?).ok()
    }

    /// Gives the JSON text of the members without `_meta`.
    #[must_use]
    pub fn members_text(&self) -> String {
        let mut text = String::new();
        push_members(&mut text, &self.members);
        text
    }

    /// Gives the JSON text of the whole, `None` when there is nothing in it.
    #[must_use]
    pub fn to_text(&self) -> Option<String> {
        if self.members.is_empty() && self.meta.is_empty() {
            return None;
        }
        let mut text = String::from("{");
        push_members(&mut text, &self.members);
        if !self.meta.is_empty() {
            if !self.members.is_empty() {
                text.push(',');
            }
            text.push_str("\"_meta\":{");
            push_members(&mut text, &self.meta);
            text.push('}');
        }
        text.push('}');
        Some(text)
    }
}

fn entries<J: Json>(field: &str, value: &J) -> Result<Vec<(String, J)>, Fault> {
    let object = value.entries().filter(|_| value.is_object());
    object.ok_or_else(|| Fault::misuse(field, "an object", &describe(value)))
}

fn text_of<J: Json>(name: &str, value: &J) -> Result<String, Fault> {
    value.to_text().map_err(|why| Fault::misuse(name, "a value that JSON can hold", &why))
}

fn put(members: &mut Vec<(String, String)>, name: &str, text: String) {
    match members.iter_mut().find(|(known, _)| known == name) {
        Some((_, old)) => *old = text,
        None => members.push((name.to_owned(), text)),
    }
}

fn push_members(text: &mut String, members: &[(String, String)]) {
    for (index, (name, value)) in members.iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        text.push_str(&quote(name));
        text.push(':');
        text.push_str(value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn members_come_out_as_they_went_in() {
        let value = json!({"name": "echo", "arguments": {"a": [1, "é\u{0}"]}, "_meta": {"k": 1}});
        let params = Params::from_value(&value).unwrap();
        let back: Value = serde_json::from_str(&params.to_text().unwrap()).unwrap();
        assert_eq!(back, value);
        assert_eq!(params.string("name").as_deref(), Some("echo"));
        assert_eq!(params.string("arguments"), None);
    }

    #[test]
    fn a_later_value_takes_the_place_of_an_earlier_one() {
        let mut params = Params::from_value(&json!({"_meta": {"progressToken": 1}})).unwrap();
        params.set_meta("progressToken", "2".into());
        params.set("cursor", "\"\"".into());
        params.set("cursor", "\"x\"".into());
        let back: Value = serde_json::from_str(&params.to_text().unwrap()).unwrap();
        assert_eq!(back, json!({"cursor": "x", "_meta": {"progressToken": 2}}));
    }

    #[test]
    fn what_is_no_object_is_refused_by_its_name() {
        let fault = Params::from_value(&json!([1])).unwrap_err();
        assert_eq!(fault.to_string(), "params: expected an object, and got an array");
        let fault = Params::from_value(&json!({"_meta": "x"})).unwrap_err();
        assert_eq!(fault.to_string(), "_meta: expected an object, and got \"x\"");
    }

    #[test]
    fn nothing_gives_no_params_at_all() {
        assert_eq!(Params::default().to_text(), None);
        assert_eq!(Params::from_value(&json!({})).unwrap().to_text(), None);
    }
}
