//! Placeholders: `{{id}}` and its like, filled in from the request being answered.
//!
//! Where a placeholder is the whole of a JSON string, it becomes the JSON value
//! it stands for, so ids keep their type. In a text that is written as it is,
//! values that come from JSON are written as JSON. Everywhere else (inside a
//! longer JSON string, in headers and names) they are plain text.

use serde_json::{Map, Value};

use super::field::{Field, Invalid};
use crate::http::Request;
use crate::json_rpc::Message;
use crate::space::Space;

const MAX_FILLER: usize = 64 << 20;
const KNOWN: &str = "id, id:N, progressToken, param:PATH, header:NAME, query:NAME, i, base, url, second, \
                     origin, path, unique, filler:N";

/// A text with placeholders that are known to be good.
#[derive(Clone, Debug)]
pub(crate) struct Text(String);

/// What is written: with placeholders, or bytes as they are.
#[derive(Clone, Debug)]
pub(crate) enum Payload {
    Text(Text),
    Json(Value),
    Bytes(Vec<u8>),
}

/// How a placeholder's value is put into a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Written as it is into a body: values from JSON come as JSON.
    Body,
    /// Part of a header, a name or a JSON string: plain text.
    Word,
}

/// What placeholders are filled in from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope<'a> {
    pub(crate) space: &'a Space,
    pub(crate) request: &'a Request,
    pub(crate) path: &'a str,
    pub(crate) message: &'a Message,
    /// The innermost `repeat`'s counter.
    pub(crate) i: u64,
}

impl Text {
    pub(crate) fn parse(field: &Field<'_>) -> Result<Self, Invalid> {
        let text = field.text()?;
        check(text, field)?;
        Ok(Self(text.to_owned()))
    }

    /// A text of our own, without placeholders.
    pub(crate) fn literal(text: &str) -> Self {
        Self(text.to_owned())
    }

    pub(crate) fn render(&self, place: Place, scope: &Scope<'_>) -> String {
        render(&self.0, place, scope)
    }
}

impl Payload {
    pub(crate) fn json(value: Value, field: &Field<'_>) -> Result<Self, Invalid> {
        check_json(&value, field)?;
        Ok(Self::Json(value))
    }

    /// A string as text, anything else as JSON.
    pub(crate) fn parse(field: &Field<'_>) -> Result<Self, Invalid> {
        match field.value {
            Value::String(_) => Ok(Self::Text(Text::parse(field)?)),
            value => Self::json(value.clone(), field),
        }
    }

    pub(crate) fn render(&self, scope: &Scope<'_>) -> Vec<u8> {
        match self {
            Self::Text(text) => text.render(Place::Body, scope).into_bytes(),
            Self::Json(value) => render_json(value, scope).to_string().into_bytes(),
            Self::Bytes(bytes) => bytes.clone(),
        }
    }
}

impl Scope<'_> {
    /// The value of a placeholder, and whether it comes from JSON.
    fn value(&self, name: &str) -> (Value, bool) {
        let (kind, rest) = name.split_once(':').unwrap_or((name, ""));
        let text = |text: &str| (Value::from(text), false);
        let json = |value: Option<&Value>| (value.cloned().unwrap_or_default(), true);
        match kind {
            "id" if rest.is_empty() => json(self.message.id()),
            "id" => (self.space.id_of(rest.parse().unwrap_or(usize::MAX)), true),
            "progressToken" => json(self.message.progress_token()),
            "param" => json(self.message.param(rest)),
            "header" => text(self.request.header(&rest.to_ascii_lowercase()).unwrap_or_default()),
            "query" => text(&self.request.query_value(rest).unwrap_or_default()),
            "i" => (Value::from(self.i), true),
            "base" => text(&self.space.links.base),
            "url" => text(&self.space.links.url()),
            "second" => text(&self.space.links.second),
            "origin" => text(&self.space.links.origin),
            "path" => text(self.path),
            "unique" => text(&self.space.unique()),
            "filler" => text(&filler(rest.parse().unwrap_or(0))),
            _ => (Value::Null, true),
        }
    }
}

fn render(text: &str, place: Place, scope: &Scope<'_>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, name, after)) = next_placeholder(rest) {
        out.push_str(before);
        match scope.value(name) {
            (Value::String(text), from_json) if !from_json || place == Place::Word => {
                out.push_str(&text);
            }
            (value, _) => out.push_str(&value.to_string()),
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

fn render_json(value: &Value, scope: &Scope<'_>) -> Value {
    match value {
        Value::String(text) => match next_placeholder(text) {
            None => value.clone(),
            Some(("", name, "")) => scope.value(name).0,
            Some(_) => Value::String(render(text, Place::Word, scope)),
        },
        Value::Array(items) => items.iter().map(|item| render_json(item, scope)).collect(),
        Value::Object(map) => Value::Object(
            map.iter()
                .map(|(key, value)| (key.clone(), render_json(value, scope)))
                .collect::<Map<_, _>>(),
        ),
        other => other.clone(),
    }
}

/// Splits a text around its first placeholder: before, name, after.
fn next_placeholder(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once("{{")?;
    let (name, after) = rest.split_once("}}")?;
    Some((before, name, after))
}

fn check(text: &str, field: &Field<'_>) -> Result<(), Invalid> {
    let mut rest = text;
    while let Some((_, name, after)) = next_placeholder(rest) {
        if !is_known(name) {
            return Err(field.wrong(&format!("a placeholder out of {KNOWN}, not {{{{{name}}}}}")));
        }
        rest = after;
    }
    Ok(())
}

fn check_json(value: &Value, field: &Field<'_>) -> Result<(), Invalid> {
    match value {
        Value::String(text) => check(text, field),
        Value::Array(items) => items.iter().try_for_each(|item| check_json(item, field)),
        Value::Object(map) => map.values().try_for_each(|item| check_json(item, field)),
        _ => Ok(()),
    }
}

fn is_known(name: &str) -> bool {
    match name.split_once(':') {
        None => matches!(
            name,
            "id" | "progressToken" | "i" | "base" | "url" | "second" | "origin" | "path" | "unique"
        ),
        Some(("id", index)) => index.parse::<usize>().is_ok(),
        Some(("filler", bytes)) => bytes.parse::<usize>().is_ok_and(|n| n <= MAX_FILLER),
        Some(("header" | "param" | "query", rest)) => !rest.is_empty(),
        Some(_) => false,
    }
}

/// `bytes` letters, in an order that shows a lost or doubled piece.
fn filler(bytes: usize) -> String {
    const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";
    let mut text = LETTERS.repeat(bytes.div_ceil(LETTERS.len()));
    text.truncate(bytes);
    text
}
