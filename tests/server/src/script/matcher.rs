//! Which requests a rule answers.

use super::field::{Field, Invalid};
use crate::http::Request;
use crate::json_rpc::Message;

/// Conditions on a request, all of which must hold; an absent one always does.
#[derive(Debug, Default)]
pub(crate) struct Matcher {
    methods: Option<Vec<String>>,
    path: Option<PathPattern>,
    headers: Vec<(String, HeaderPattern)>,
    rpc: Option<Vec<String>>,
    name: Option<Vec<String>>,
    answer: Option<bool>,
}

#[derive(Debug)]
enum PathPattern {
    Exact(String),
    Prefix(String),
}

#[derive(Debug)]
enum HeaderPattern {
    Present,
    Absent,
    Equals(String),
}

impl Matcher {
    pub(crate) fn parse(field: &Field<'_>) -> Result<Self, Invalid> {
        let object = field.object(&["method", "path", "headers", "rpc", "name", "answer"])?;
        let texts = |key| object.field(key).map(|field| field.texts()).transpose();
        Ok(Self {
            methods: texts("method")?,
            path: object.field("path").map(|field| PathPattern::parse(&field)).transpose()?,
            headers: match object.field("headers") {
                Some(field) => parse_headers(&field)?,
                None => Vec::new(),
            },
            rpc: texts("rpc")?,
            name: texts("name")?,
            answer: object.flag("answer")?,
        })
    }

    pub(crate) fn matches(&self, request: &Request, path: &str, message: &Message) -> bool {
        self.matches_method(&request.method)
            && self.path.as_ref().is_none_or(|pattern| pattern.matches(path))
            && self.headers.iter().all(|(name, pattern)| pattern.matches(request.header(name)))
            && holds(self.rpc.as_ref(), message.method())
            && holds(self.name.as_ref(), message.name())
            && self.answer.is_none_or(|answer| answer == message.is_answer())
    }

    /// Whether a preflight for `method` on `path` speaks for this rule.
    ///
    /// A preflight tells neither the body nor the values of headers, so a rule
    /// that depends on them has no say in it.
    pub(crate) fn covers_preflight(&self, method: &str, path: &str) -> bool {
        self.methods.as_ref().is_none_or(|methods| methods.iter().any(|m| m == method))
            && self.path.as_ref().is_none_or(|pattern| pattern.matches(path))
            && self.headers.is_empty()
            && self.rpc.is_none()
            && self.name.is_none()
            && self.answer.is_none()
    }

    /// OPTIONS is matched only by a rule that names it: the rest is about real requests.
    fn matches_method(&self, method: &str) -> bool {
        match &self.methods {
            Some(methods) => methods.iter().any(|m| m == method),
            None => method != "OPTIONS",
        }
    }
}

impl PathPattern {
    fn parse(field: &Field<'_>) -> Result<Self, Invalid> {
        let text = field.text()?;
        if !text.starts_with('/') {
            return Err(field.wrong("a path that starts with / (and may end with * for any rest)"));
        }
        Ok(match text.strip_suffix('*') {
            Some(prefix) => Self::Prefix(prefix.to_owned()),
            None => Self::Exact(text.to_owned()),
        })
    }

    fn matches(&self, path: &str) -> bool {
        match self {
            Self::Exact(exact) => path == exact,
            Self::Prefix(prefix) => path.starts_with(prefix.as_str()),
        }
    }
}

impl HeaderPattern {
    fn matches(&self, value: Option<&str>) -> bool {
        match self {
            Self::Present => value.is_some(),
            Self::Absent => value.is_none(),
            Self::Equals(wanted) => value == Some(wanted),
        }
    }
}

fn parse_headers(field: &Field<'_>) -> Result<Vec<(String, HeaderPattern)>, Invalid> {
    let pattern = |field: &Field<'_>| match (field.value.as_bool(), field.value.as_str()) {
        (Some(true), _) => Ok(HeaderPattern::Present),
        (Some(false), _) => Ok(HeaderPattern::Absent),
        (None, Some(text)) => Ok(HeaderPattern::Equals(text.to_owned())),
        (None, None) => Err(field.wrong("true (present), false (absent) or a value")),
    };
    field
        .members()?
        .into_iter()
        .map(|(name, field)| Ok((name.to_ascii_lowercase(), pattern(&field)?)))
        .collect()
}

fn holds(wanted: Option<&Vec<String>>, value: Option<&str>) -> bool {
    wanted.is_none_or(|wanted| value.is_some_and(|value| wanted.iter().any(|w| w == value)))
}
