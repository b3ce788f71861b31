//! What a script says to browsers of other origins.

use super::field::{Field, Invalid};
use crate::http::Request;

/// Response headers that any MCP client may want to read.
const EXPOSED: &str =
    "mcp-session-id, mcp-protocol-version, www-authenticate, retry-after, location";

/// The CORS policy of a rule or of a script; `None` in a field sends no such header.
#[derive(Clone, Debug)]
pub(crate) struct Cors {
    origin: Option<Names>,
    headers: Option<Names>,
    methods: Option<Names>,
    expose: Option<Names>,
    max_age: Option<u64>,
    credentials: bool,
}

#[derive(Clone, Debug)]
enum Names {
    Reflect,
    Listed(String),
}

impl Default for Cors {
    /// Lets everything through, by reflecting what is asked for.
    fn default() -> Self {
        Self {
            origin: Some(Names::Listed("*".into())),
            headers: Some(Names::Reflect),
            methods: Some(Names::Reflect),
            expose: Some(Names::Listed(EXPOSED.into())),
            max_age: None,
            credentials: false,
        }
    }
}

impl Cors {
    pub(crate) fn parse(field: &Field<'_>) -> Result<Self, Invalid> {
        match field.value.as_bool() {
            Some(true) => return Ok(Self::default()),
            Some(false) => return Ok(Self::none()),
            None => {}
        }
        let object = field
            .object(&["origin", "headers", "methods", "expose", "maxAge", "credentials"])
            .map_err(|error| match field.value.is_object() {
                true => error,
                false => field.wrong("true, false or an object"),
            })?;
        let open = Self::default();
        let names = |key: &str, default: Option<Names>| match object.field(key) {
            Some(field) => Names::parse(&field),
            None => Ok(default),
        };
        Ok(Self {
            origin: names("origin", open.origin)?,
            headers: names("headers", open.headers)?,
            methods: names("methods", open.methods)?,
            expose: names("expose", open.expose)?,
            max_age: object.number("maxAge", 0..=86_400)?,
            credentials: object.flag("credentials")?.unwrap_or(false),
        })
    }

    fn none() -> Self {
        Self {
            origin: None,
            headers: None,
            methods: None,
            expose: None,
            max_age: None,
            credentials: false,
        }
    }

    /// Headers for an answer that a page may read.
    pub(crate) fn answer_headers(&self, request: &Request) -> Vec<(String, String)> {
        let mut headers = self.origin_headers(request);
        push(&mut headers, "access-control-expose-headers", self.expose.as_ref(), None);
        headers
    }

    /// Headers for the answer to a preflight.
    pub(crate) fn preflight_headers(&self, request: &Request) -> Vec<(String, String)> {
        let mut headers = self.origin_headers(request);
        let asked = request.header("access-control-request-headers");
        push(&mut headers, "access-control-allow-headers", self.headers.as_ref(), asked);
        let asked = request.header("access-control-request-method");
        push(&mut headers, "access-control-allow-methods", self.methods.as_ref(), asked);
        if let Some(seconds) = self.max_age {
            headers.push(("access-control-max-age".into(), seconds.to_string()));
        }
        headers
    }

    fn origin_headers(&self, request: &Request) -> Vec<(String, String)> {
        let mut headers = Vec::new();
        let asked = request.header("origin");
        push(&mut headers, "access-control-allow-origin", self.origin.as_ref(), asked);
        if self.credentials {
            headers.push(("access-control-allow-credentials".into(), "true".into()));
        }
        headers
    }
}

impl Names {
    fn parse(field: &Field<'_>) -> Result<Option<Self>, Invalid> {
        if field.value.as_bool() == Some(false) {
            return Ok(None);
        }
        let names = field
            .texts()
            .map_err(|_| {
                field.wrong("\"reflect\", \"*\", a list of names, or false for no header")
            })?
            .join(", ");
        match names.as_str() {
            "reflect" => Ok(Some(Self::Reflect)),
            _ => Ok(Some(Self::Listed(names))),
        }
    }
}

fn push(
    headers: &mut Vec<(String, String)>,
    name: &str,
    names: Option<&Names>,
    asked: Option<&str>,
) {
    let value = match names {
        Some(Names::Listed(value)) => Some(value.as_str()),
        Some(Names::Reflect) => asked,
        None => None,
    };
    if let Some(value) = value {
        headers.push((name.into(), value.into()));
    }
}
