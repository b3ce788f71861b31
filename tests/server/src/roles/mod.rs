//! Roles: whole MCP servers for the requests that no rule answers.
//!
//! A role answers in the words of a script, so all that holds for replies holds
//! for it. What a client sent goes into an answer by placeholder only: a text
//! that looks like one is then never taken for one.

mod catalog;
mod http_sse;
mod legacy;
mod modern;
mod tools;

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::http::Request;
use crate::json_rpc::Message;
use crate::script::{Field, Invalid};

use http_sse::HttpSse;
use legacy::Legacy;
use modern::Modern;

const NAMES: &str = "\"modern\", \"legacy\", \"dual\", \"http+sse\", or one of these as the only \
                     key of an object with its options";

/// Which server a namespace plays.
#[derive(Debug)]
pub(crate) enum Role {
    Modern(Modern),
    Legacy(Legacy),
    Dual(Modern, Legacy),
    HttpSse(HttpSse),
}

/// What a role remembers between requests.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    sessions: BTreeSet<String>,
    /// Counts sessions and streams, so that no name comes twice.
    count: u64,
}

impl Role {
    pub(crate) fn parse(field: &Field<'_>) -> Result<Self, Invalid> {
        let empty = json!({});
        if let Some(name) = field.value.as_str() {
            return Self::parse_named(name, &Field::root(&empty))
                .ok_or_else(|| field.wrong(NAMES))?;
        }
        match field.members().map_err(|_| field.wrong(NAMES))?.as_slice() {
            [(name, options)] => {
                Self::parse_named(name, options).ok_or_else(|| field.wrong(NAMES))?
            }
            _ => Err(field.wrong(NAMES)),
        }
    }

    fn parse_named(name: &str, options: &Field<'_>) -> Option<Result<Self, Invalid>> {
        match name {
            "modern" => Some(Modern::parse(options).map(Self::Modern)),
            "legacy" => Some(Legacy::parse(options).map(Self::Legacy)),
            "dual" => Some(Self::parse_dual(options)),
            "http+sse" => Some(HttpSse::parse(options).map(Self::HttpSse)),
            _ => None,
        }
    }

    fn parse_dual(options: &Field<'_>) -> Result<Self, Invalid> {
        let object = options.object(&["modern", "legacy"])?;
        let empty = json!({});
        let part = |key| object.field(key).unwrap_or_else(|| Field::root(&empty));
        let legacy = Legacy::parse(&part("legacy"))?;
        let modern = Modern::parse(&part("modern"))?.beside(&legacy);
        Ok(Self::Dual(modern, legacy))
    }

    /// What the server answers, as a script's `reply`.
    pub(crate) fn answer(
        &self,
        request: &Request,
        message: &Message,
        memory: &mut Memory,
    ) -> Value {
        match self {
            Self::Modern(modern) => modern.answer(request, message),
            Self::Legacy(legacy) => legacy.answer(request, message, memory),
            Self::Dual(modern, legacy) => match modern::is_modern(message) {
                true => modern.answer(request, message),
                false => legacy.answer(request, message, memory),
            },
            Self::HttpSse(role) => role.answer(request, message, memory),
        }
    }
}

impl Memory {
    fn next(&mut self) -> u64 {
        self.count += 1;
        self.count
    }
}

/// A JSON-RPC error as the whole answer.
fn refuse(status: u16, code: i64, message: &str) -> Value {
    json!({ "status": status, "error": { "code": code, "message": message } })
}

/// "This method is not for this address."
fn method_not_allowed(allow: &str) -> Value {
    json!({ "status": 405, "headers": { "allow": allow } })
}
