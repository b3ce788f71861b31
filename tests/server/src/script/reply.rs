//! Replies: status, headers, framing and the steps of a response.

use serde_json::Value;

use super::event::{eol, response};
use super::field::{Field, Invalid, Object};
use super::step::{Pieces, Step, bytes, milliseconds};
use super::template::{Payload, Text};

const BODIES: &[&str] =
    &["json", "result", "error", "text", "base64", "sse", "steps", "redirect", "hang", "reset"];
const REPLY_KEYS: &[&str] = &[
    "status", "headers", "framing", "close", "delay", "eol", "pieces", "gap", "json", "result",
    "error", "text", "base64", "sse", "steps", "redirect", "hang", "reset",
];

/// One response.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, Text)>,
    pub(crate) framing: Framing,
    /// Whether the connection ends after it.
    pub(crate) close: bool,
    /// Ends the lines of its events.
    pub(crate) eol: String,
    pub(crate) steps: Vec<Step>,
}

/// How the client learns where the body ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Framing {
    /// `content-length` of what the first write holds.
    Fitted,
    /// `content-length` as promised, kept or not.
    Length(u64),
    Chunked,
    /// Neither: the connection's end is the body's.
    UntilClose,
}

/// What the short form of a body stands for.
struct Body {
    status: u16,
    content_type: Option<&'static str>,
    framing: Framing,
    steps: Vec<Step>,
}

impl Reply {
    /// Reads what a role answers, in the same words as a script.
    pub(crate) fn from_role(value: &Value) -> Result<Self, Invalid> {
        Self::parse(&Field::root(value))
    }

    pub(crate) fn parse(field: &Field<'_>) -> Result<Self, Invalid> {
        let object = field.object(REPLY_KEYS)?;
        let body = Body::parse(&object)?;
        let mut headers = match object.field("headers") {
            Some(field) => headers(&field)?,
            None => Vec::new(),
        };
        let typed = headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("content-type"));
        if let (Some(content_type), false) = (body.content_type, typed) {
            headers.push(("content-type".into(), Text::literal(content_type)));
        }
        if let Some(location) = object.field("redirect") {
            headers.push(("location".into(), Text::parse(&location)?));
        }
        let mut steps = body.steps;
        if let Some(delay) = object.field("delay") {
            steps.insert(0, Step::Delay(milliseconds(&delay)?));
        }
        let framing = object.field("framing").map(|field| Framing::parse(&field)).transpose()?;
        Ok(Self {
            status: status(&object)?.unwrap_or(body.status),
            headers,
            framing: framing.unwrap_or(body.framing),
            close: object.flag("close")?.unwrap_or(false),
            eol: object.field("eol").map_or_else(|| Ok("\n".into()), |field| eol(&field))?,
            steps,
        })
    }
}

impl Body {
    fn parse(object: &Object<'_>) -> Result<Self, Invalid> {
        let pieces = Pieces::parse(object)?;
        let whole = |payload, content_type| Self {
            status: 200,
            content_type: Some(content_type),
            framing: Framing::Fitted,
            steps: vec![Step::Write(payload, pieces)],
        };
        let stream = |content_type, steps| Self {
            status: 200,
            content_type,
            framing: Framing::Chunked,
            steps,
        };
        let empty =
            |status, steps| Self { status, content_type: None, framing: Framing::Fitted, steps };
        let key = object.choice(BODIES)?.unwrap_or_default();
        let Some(field) = object.field(key) else { return Ok(empty(200, Vec::new())) };
        let json = "application/json";
        Ok(match key {
            "json" => whole(Payload::json(field.value.clone(), &field)?, json),
            "result" | "error" => whole(Payload::json(response(key, field.value), &field)?, json),
            "text" => whole(Payload::Text(Text::parse(&field)?), "text/plain; charset=utf-8"),
            "base64" => whole(bytes(&field)?, "application/octet-stream"),
            "sse" => stream(Some("text/event-stream"), Step::parse_list(&field)?),
            "steps" => stream(None, Step::parse_list(&field)?),
            "redirect" => empty(307, Vec::new()),
            "hang" if field.flag()? => empty(200, vec![Step::Hold]),
            "reset" if field.flag()? => empty(200, vec![Step::Reset]),
            _ => empty(200, Vec::new()),
        })
    }
}

impl Framing {
    fn parse(field: &Field<'_>) -> Result<Self, Invalid> {
        match (field.value.as_str(), field.value.as_u64()) {
            (Some("chunked"), _) => Ok(Self::Chunked),
            (Some("close"), _) => Ok(Self::UntilClose),
            (Some("length"), _) => Ok(Self::Fitted),
            (_, Some(length)) => Ok(Self::Length(length)),
            _ => Err(field.wrong("\"chunked\", \"length\", \"close\" or a content-length")),
        }
    }
}

fn status(object: &Object<'_>) -> Result<Option<u16>, Invalid> {
    let status = object.number("status", 200..=999)?;
    Ok(status.and_then(|status| u16::try_from(status).ok()))
}

/// Headers as an object, or as a list of pairs where names repeat.
fn headers(field: &Field<'_>) -> Result<Vec<(String, Text)>, Invalid> {
    if field.value.is_object() {
        let members = field.members()?.into_iter();
        return members.map(|(name, field)| header(name, &field)).collect();
    }
    let pairs = field.list().map_err(|_| field.wrong("an object or a list of [name, value]"))?;
    let pair = |pair: &Field<'_>| match pair.list()?.as_slice() {
        [name, value] => header(name.text()?, value),
        _ => Err(pair.wrong("[name, value]")),
    };
    pairs.iter().map(pair).collect()
}

fn header(name: &str, value: &Field<'_>) -> Result<(String, Text), Invalid> {
    let is_token = |byte: u8| byte.is_ascii_graphic() && byte != b':';
    if name.is_empty() || !name.bytes().all(is_token) {
        return Err(value.wrong(&format!("a header name, not {name:?},")));
    }
    if value.text()?.contains(['\r', '\n']) {
        return Err(value.wrong("a header value without line ends"));
    }
    Ok((name.to_owned(), Text::parse(value)?))
}
