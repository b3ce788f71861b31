//! The HTTP headers of MCP: names, the encoding of mirrored values, `x-mcp-header` plans.
//!
//! From 2026-07-28 on, headers repeat parts of a request's body for intermediaries.
//! The body stays the truth: a server refuses a request whose headers differ. So
//! everything here is exact, and a schema that breaks a rule gives no plan at all.

use std::fmt;

use super::json_rpc::shorten;
use crate::json::Json;
use crate::text::{concat, join, signed};

#[cfg(test)]
mod tests;

/// What the client can read, on each POST [`BOTH_TYPES`], on a GET the event stream alone.
pub const ACCEPT: &str = "accept";
/// The credentials.
pub const AUTHORIZATION: &str = "authorization";
/// The media type of a body.
pub const CONTENT_TYPE: &str = "content-type";
/// The event after which a resumed stream goes on.
pub const LAST_EVENT_ID: &str = "last-event-id";
/// The request's method, as in the body (from 2026-07-28 on).
pub const MCP_METHOD: &str = "mcp-method";
/// The name or URI that the request is about, as in the body (from 2026-07-28 on).
pub const MCP_NAME: &str = "mcp-name";
/// The protocol version (from 2025-06-18 on).
pub const MCP_PROTOCOL_VERSION: &str = "mcp-protocol-version";
/// The session that the server assigned (up to 2025-11-25).
pub const MCP_SESSION_ID: &str = "mcp-session-id";
/// How long to wait before another attempt.
pub const RETRY_AFTER: &str = "retry-after";
/// What a server wants to be shown before it answers.
pub const WWW_AUTHENTICATE: &str = "www-authenticate";

/// The media type of one JSON text.
pub const JSON: &str = "application/json";
/// The media type of server-sent events.
pub const EVENT_STREAM: &str = "text/event-stream";
/// Both forms that an answer to a POST may have.
pub const BOTH_TYPES: &str = "application/json, text/event-stream";

/// What the header of a mirrored argument begins with.
const PARAM_PREFIX: &str = "Mcp-Param-";

/// The schema keyword that asks for an argument to be mirrored.
pub const ANNOTATION: &str = "x-mcp-header";

/// How many `properties` an annotation may stand below.
const MAX_DEPTH: usize = 32;

/// How many annotations a schema may have; no server takes more headers.
const MAX_PARAMS: usize = 128;

/// Gives the form of a value that a header can bear: as it is, or marked Base64.
#[must_use]
pub fn encode_value(value: &str) -> String {
    const MARK: &str = "=?base64?";
    const END: &str = "?=";
    let printable = value.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    let trimmed = value.starts_with(' ') || value.ends_with(' ');
    let looks_encoded = value.starts_with(MARK) && value.ends_with(END);
    if printable && !trimmed && !looks_encoded {
        return value.to_owned();
    }
    let mut encoded = String::from(MARK);
    push_base64(&mut encoded, value.as_bytes());
    encoded.push_str(END);
    encoded
}

/// Which arguments of a tool are mirrored in which headers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeaderPlan {
    params: Vec<Param>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Param {
    header: String,
    path: Vec<String>,
}

impl HeaderPlan {
    /// Reads the annotations of a tool's input schema; without any, the plan is empty.
    ///
    /// The whole schema is walked, because an annotation that stands where no
    /// argument's path leads makes the tool invalid too. What `const`, `default`,
    /// `enum` and `examples` hold is data, in which nothing is an annotation.
    ///
    /// # Errors
    ///
    /// Names an annotation that breaks a rule. The tool is then invalid: the host is
    /// not to see it.
    pub fn from_input_schema<J: Json>(schema: &J) -> Result<Self, HeaderFault> {
        let mut plan = Self::default();
        let mut todo = vec![(schema.clone(), Place::Chain(Vec::new()))];
        while let Some((node, place)) = todo.pop() {
            if let Some(items) = node.items() {
                todo.extend(items.into_iter().map(|item| (item, Place::Elsewhere)));
                continue;
            }
            if let Some(annotation) = node.get(ANNOTATION) {
                let param = Param::new(&node, &annotation, &place)?;
                plan.add(param).map_err(|rule| HeaderFault::new(&annotation, &place, rule))?;
            }
            for (keyword, value) in node.entries().unwrap_or_default() {
                visit(&keyword, value, &place, &mut todo);
            }
        }
        Ok(plan)
    }

    fn add(&mut self, param: Param) -> Result<(), Rule> {
        if self.params.len() == MAX_PARAMS {
            return Err(Rule::Few);
        }
        if self.params.iter().any(|known| known.header.eq_ignore_ascii_case(&param.header)) {
            return Err(Rule::Unique);
        }
        self.params.push(param);
        Ok(())
    }

    /// Tells whether no argument is mirrored.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.params.is_empty()
    }

    /// Gives the headers for a call with these arguments.
    ///
    /// An argument that is absent or `null` has none, nor has one that is no string,
    /// boolean or safe integer, which the tool's schema forbids anyway.
    #[must_use]
    pub fn headers<J: Json>(&self, arguments: Option<&J>) -> Vec<(String, String)> {
        let Some(arguments) = arguments else {
            return Vec::new();
        };
        let mut headers = Vec::new();
        for param in &self.params {
            headers.extend(param.header(arguments));
        }
        headers
    }
}

/// Tells whether a JSON text may hold an annotation.
///
/// One whose name is written with escapes is missed; a call then goes out without
/// the header, and the server says so.
#[must_use]
pub fn is_annotated(json: &str) -> bool {
    json.as_bytes().windows(ANNOTATION.len()).any(|part| part == ANNOTATION.as_bytes())
}

/// Where in a schema a subschema stands.
enum Place {
    /// Reached from the root by `properties` alone, through these names.
    Chain(Vec<String>),
    /// Anywhere else, where an annotation must not stand.
    Elsewhere,
}

/// Queues the subschemas that a keyword holds.
fn visit<J: Json>(keyword: &str, value: J, place: &Place, todo: &mut Vec<(J, Place)>) {
    match keyword {
        "const" | "default" | "dependentRequired" | "enum" | "examples" => {}
        "properties" => {
            for (name, subschema) in value.entries().unwrap_or_default() {
                todo.push((subschema, place.property(name)));
            }
        }
        "$defs" | "definitions" | "dependencies" | "dependentSchemas" | "patternProperties" => {
            let subschemas = value.entries().unwrap_or_default();
            todo.extend(subschemas.into_iter().map(|(_, schema)| (schema, Place::Elsewhere)));
        }
        _ => todo.push((value, Place::Elsewhere)),
    }
}

impl Place {
    fn property(&self, name: String) -> Self {
        match self {
            Self::Chain(path) if path.len() < MAX_DEPTH => {
                let mut path = path.clone();
                path.push(name);
                Self::Chain(path)
            }
            Self::Chain(_) | Self::Elsewhere => Self::Elsewhere,
        }
    }
}

impl Param {
    fn new<J: Json>(schema: &J, annotation: &J, place: &Place) -> Result<Self, HeaderFault> {
        let fault = |rule| HeaderFault::new(annotation, place, rule);
        let path = match place {
            Place::Chain(path) if !path.is_empty() => path.clone(),
            Place::Chain(_) | Place::Elsewhere => return Err(fault(Rule::Reachable)),
        };
        let name = annotation.as_str().ok_or_else(|| fault(Rule::Token))?;
        if name.is_empty() || !name.bytes().all(is_token_byte) {
            return Err(fault(Rule::Token));
        }
        match schema.str_at("type").as_deref() {
            Some("string" | "integer" | "boolean") => {}
            _ => return Err(fault(Rule::Primitive)),
        }
        Ok(Self { header: concat(&[PARAM_PREFIX, &name]), path })
    }

    fn header<J: Json>(&self, arguments: &J) -> Option<(String, String)> {
        let mut value = arguments.clone();
        for name in &self.path {
            value = value.get(name)?;
        }
        let text = match (value.as_str(), value.as_bool()) {
            (Some(text), _) => encode_value(&text),
            (None, Some(true)) => "true".to_owned(),
            (None, Some(false)) => "false".to_owned(),
            (None, None) => signed(value.as_i64()?),
        };
        Some((self.header.clone(), text))
    }
}

/// Why a tool's `x-mcp-header` annotations cannot be obeyed.
///
/// Its text is a sentence that names the annotation, its place and the rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeaderFault {
    annotation: String,
    property: Option<String>,
    rule: Rule,
}

/// The rules for an annotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    Reachable,
    Token,
    Primitive,
    Unique,
    Few,
}

impl HeaderFault {
    fn new<J: Json>(annotation: &J, place: &Place, rule: Rule) -> Self {
        let property = match place {
            Place::Chain(path) => Some(shorten(&join(path, "."))),
            Place::Elsewhere => None,
        };
        Self { annotation: shorten(&annotation.to_text().unwrap_or_default()), property, rule }
    }

    /// Gives the sentence.
    #[must_use]
    pub fn message(&self) -> String {
        let (of, property) = match self.property.as_deref() {
            None | Some("") => ("", ""),
            Some(property) => (" of the property ", property),
        };
        let breach = match self.rule {
            Rule::Reachable => " is not reached from the schema's root by `properties` alone",
            Rule::Token => " is not the name of an HTTP header",
            Rule::Primitive => " is on a type other than string, integer and boolean",
            Rule::Unique => " repeats the name of another one (case does not count)",
            Rule::Few => " is one more than the 128 that a tool may have",
        };
        concat(&["x-mcp-header ", &self.annotation, of, property, breach])
    }
}

impl fmt::Display for HeaderFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message())
    }
}

impl std::error::Error for HeaderFault {}

/// Tells whether a byte is a `tchar` of RFC 9110, section 5.6.2.
pub(super) const fn is_token_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(
            byte,
            b'!' | b'#'..=b'\'' | b'*' | b'+' | b'-' | b'.' | b'^' | b'_' | b'`' | b'|' | b'~'
        )
}

/// Appends standard, padded Base64.
fn push_base64(text: &mut String, bytes: &[u8]) {
    for group in bytes.chunks(3) {
        let byte = |at: usize| u32::from(group.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for (place, shift) in [18, 12, 6, 0].into_iter().enumerate() {
            let sextet = (bits >> shift & 0x3f) as u8;
            text.push(if place > group.len() { '=' } else { base64_digit(sextet) });
        }
    }
}

const fn base64_digit(sextet: u8) -> char {
    (match sextet {
        0..=25 => b'A' + sextet,
        26..=51 => b'a' + sextet - 26,
        52..=61 => b'0' + sextet - 52,
        62 => b'+',
        _ => b'/',
    }) as char
}
