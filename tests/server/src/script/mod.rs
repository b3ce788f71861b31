//! Scripts: what a namespace answers to which request.
//!
//! A script is JSON, read once when it is posted; everything in it is checked
//! then, so that a mistake is a 400 with a sentence and not a strange answer in
//! the middle of a test. README.md of this crate describes the format.

mod cors;
mod event;
mod field;
mod matcher;
mod reply;
mod step;
mod template;

use serde_json::Value;

pub(crate) use cors::Cors;
pub(crate) use event::Event;
pub(crate) use field::{Field, Invalid, Object};
pub(crate) use matcher::Matcher;
pub(crate) use reply::{Framing, Reply};
pub(crate) use step::{Pieces, Step};
pub(crate) use template::{Payload, Place, Scope, Text};

use crate::roles::Role;

const MAX_RULES: usize = 1_000;

/// A checked script.
#[derive(Debug)]
pub(crate) struct Script {
    pub(crate) cors: Cors,
    pub(crate) rules: Vec<Rule>,
    pub(crate) role: Option<Role>,
}

impl Script {
    pub(crate) fn parse(value: &Value) -> Result<Self, Invalid> {
        let root = Field::root(value);
        let object = root.object(&["cors", "role", "rules"])?;
        let cors = object.field("cors").map(|field| Cors::parse(&field)).transpose()?;
        let role = object.field("role").map(|field| Role::parse(&field)).transpose()?;
        let rules = match object.field("rules") {
            Some(field) => {
                let items = field.list()?;
                if items.len() > MAX_RULES {
                    return Err(field.wrong(&format!("at most {MAX_RULES} rules")));
                }
                items.iter().map(Rule::parse).collect::<Result<_, _>>()?
            }
            None => Vec::new(),
        };
        if rules.is_empty() && role.is_none() {
            return Err(object.wrong("rules, a role or both"));
        }
        Ok(Self { cors: cors.unwrap_or_default(), rules, role })
    }
}

/// One rule: whom it answers, how often, and with what.
#[derive(Debug)]
pub(crate) struct Rule {
    pub(crate) on: Matcher,
    /// Matching requests that the rule lets pass first.
    pub(crate) skip: u64,
    /// Matching requests that it answers after those.
    pub(crate) times: u64,
    pub(crate) cors: Option<Cors>,
    pub(crate) reply: Reply,
}

impl Rule {
    fn parse(field: &Field<'_>) -> Result<Self, Invalid> {
        let object = field.object(&["on", "skip", "times", "cors", "reply"])?;
        let on = object.field("on").map(|field| Matcher::parse(&field)).transpose()?;
        let cors = object.field("cors").map(|field| Cors::parse(&field)).transpose()?;
        let reply = object.field("reply").ok_or_else(|| object.wrong("a reply"))?;
        Ok(Self {
            on: on.unwrap_or_default(),
            skip: object.number("skip", 0..=1_000_000)?.unwrap_or(0),
            times: object.number("times", 1..=1_000_000)?.unwrap_or(u64::MAX),
            cors,
            reply: Reply::parse(&reply)?,
        })
    }
}
