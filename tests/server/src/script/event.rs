//! Server-sent events, written field by field.

use serde_json::{Map, Value, json};

use super::field::{Field, Invalid, Object};
use super::template::{Payload, Place, Scope, Text};

/// Fields that make a step an event.
pub(crate) const EVENT_KEYS: &[&str] =
    &["data", "result", "error", "progress", "notify", "comment", "event", "id", "retry"];
const EVENT_FIELDS: &[&str] = &[
    "data", "result", "error", "progress", "notify", "params", "comment", "event", "id", "retry",
    "eol",
];
const DATA_KEYS: &[&str] = &["data", "result", "error", "progress", "notify"];

/// One event; only the fields given are written, comment first and data last.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    comment: Option<Text>,
    event: Option<Text>,
    id: Option<Text>,
    retry: Option<String>,
    data: Option<Payload>,
    /// Ends each line; the reply's own where the event says nothing.
    eol: Option<String>,
}

impl Event {
    pub(crate) fn parse(object: &Object<'_>) -> Result<Self, Invalid> {
        let text = |key| object.field(key).map(|field| Text::parse(&field)).transpose();
        Ok(Self {
            comment: text("comment")?,
            event: text("event")?,
            id: text("id")?,
            retry: object.field("retry").map(|field| retry(&field)).transpose()?,
            data: data(object)?,
            eol: object.field("eol").map(|field| eol(&field)).transpose()?,
        })
    }

    /// Reads an event that stands alone, not among steps.
    pub(crate) fn parse_alone(field: &Field<'_>) -> Result<Self, Invalid> {
        Self::parse(&field.object(EVENT_FIELDS)?)
    }

    pub(crate) fn render(&self, default_eol: &str, scope: &Scope<'_>) -> Vec<u8> {
        let eol = self.eol.as_deref().unwrap_or(default_eol);
        let mut out = Vec::new();
        let mut line = |name: &str, value: &[u8]| {
            out.extend_from_slice(name.as_bytes());
            out.extend_from_slice(value);
            out.extend_from_slice(eol.as_bytes());
        };
        let word = |text: &Text| text.render(Place::Word, scope);
        if let Some(comment) = &self.comment {
            line(": ", word(comment).as_bytes());
        }
        if let Some(event) = &self.event {
            line("event: ", word(event).as_bytes());
        }
        if let Some(id) = &self.id {
            line("id: ", word(id).as_bytes());
        }
        if let Some(retry) = &self.retry {
            line("retry: ", retry.as_bytes());
        }
        if let Some(data) = &self.data {
            for part in data.render(scope).split(|byte| *byte == b'\n') {
                line("data: ", part);
            }
        }
        out.extend_from_slice(eol.as_bytes());
        out
    }
}

/// The `data` of an event: as given, or one of the JSON-RPC short forms.
fn data(object: &Object<'_>) -> Result<Option<Payload>, Invalid> {
    let Some(key) = object.choice(DATA_KEYS)? else { return Ok(None) };
    let Some(field) = object.field(key) else { return Ok(None) };
    let message = match key {
        "data" => return Payload::parse(&field).map(Some),
        "progress" => progress(&field)?,
        "notify" => notification(field.text()?, object.field("params").map(|f| f.value.clone())),
        outcome => response(outcome, field.value),
    };
    Payload::json(message, &field).map(Some)
}

/// A JSON-RPC response to the request being answered; `outcome` is `result` or `error`.
pub(crate) fn response(outcome: &str, value: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": "{{id}}", outcome: value })
}

fn progress(field: &Field<'_>) -> Result<Value, Invalid> {
    let mut params = match field.value {
        Value::Number(_) | Value::String(_) => json!({ "progress": field.value }),
        Value::Object(_) => field.value.clone(),
        _ => return Err(field.wrong("a number or an object with progress, total, message")),
    };
    if let Some(map) = params.as_object_mut() {
        map.entry("progressToken").or_insert_with(|| "{{progressToken}}".into());
    }
    Ok(notification("notifications/progress", Some(params)))
}

fn notification(method: &str, params: Option<Value>) -> Value {
    let mut message = Map::new();
    message.insert("jsonrpc".into(), "2.0".into());
    message.insert("method".into(), method.into());
    if let Some(params) = params {
        message.insert("params".into(), params);
    }
    Value::Object(message)
}

fn retry(field: &Field<'_>) -> Result<String, Invalid> {
    match field.value {
        Value::Number(number) => Ok(number.to_string()),
        Value::String(text) => Ok(text.clone()),
        _ => Err(field.wrong("a number of milliseconds, or a string to send as it is")),
    }
}

pub(crate) fn eol(field: &Field<'_>) -> Result<String, Invalid> {
    match field.value.as_str() {
        Some(eol @ ("\n" | "\r" | "\r\n")) => Ok(eol.to_owned()),
        _ => Err(field.wrong(r#""\n", "\r" or "\r\n""#)),
    }
}
