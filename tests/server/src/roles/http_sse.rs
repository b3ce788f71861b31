//! A server of 2024-11-05: one stream by GET, messages by POST elsewhere.

use serde_json::{Value, json};

use super::catalog::Catalog;
use super::tools::{Answer, Ending};
use super::{Memory, method_not_allowed, refuse};
use crate::http::Request;
use crate::json_rpc::Message;
use crate::script::{Field, Invalid};

/// See the module.
#[derive(Debug)]
pub(crate) struct HttpSse {
    catalog: Catalog,
    version: String,
    eol: Value,
}

impl HttpSse {
    pub(super) fn parse(field: &Field<'_>) -> Result<Self, Invalid> {
        let object = field.object(&[
            "capabilities",
            "serverInfo",
            "instructions",
            "pageSize",
            "extraTools",
            "answer",
            "version",
            "eol",
        ])?;
        let eol = object.field("eol");
        if let Some(field) = eol.as_ref().filter(|field| !is_eol(field.value)) {
            return Err(field.wrong(r#""\n", "\r" or "\r\n""#));
        }
        Ok(Self {
            catalog: Catalog::parse(&object)?,
            version: object.text("version")?.unwrap_or("2024-11-05").to_owned(),
            eol: eol.map_or_else(|| "\n".into(), |field| field.value.clone()),
        })
    }

    pub(super) fn answer(
        &self,
        request: &Request,
        message: &Message,
        memory: &mut Memory,
    ) -> Value {
        match (request.method.as_str(), request.query_value("session")) {
            ("GET", None) => self.stream(memory),
            ("POST", Some(session)) if memory.sessions.contains(&session) => {
                self.post(message, &session)
            }
            ("POST", Some(_)) => refuse(404, -32001, "session not found"),
            _ => method_not_allowed("GET"),
        }
    }

    fn stream(&self, memory: &mut Memory) -> Value {
        let session = format!("session-{}", memory.next());
        let endpoint = format!("messages?session={session}");
        memory.sessions.insert(session.clone());
        json!({ "eol": self.eol, "sse": [
            { "event": "endpoint", "data": endpoint },
            { "relay": session },
        ]})
    }

    fn post(&self, message: &Message, session: &str) -> Value {
        if message.id().is_none() || message.is_answer() {
            return json!({ "status": 202 });
        }
        let answer = match message.method() {
            Some("initialize") => Answer::result(json!({
                "protocolVersion": self.version,
                "capabilities": self.catalog.capabilities,
                "serverInfo": self.catalog.server_info,
            })),
            Some("ping") => Answer::result(json!({})),
            _ => self
                .catalog
                .answer(message)
                .unwrap_or_else(|| Answer::error(-32601, "method not found")),
        };
        let mut steps = vec![json!({ "end": true })];
        steps.extend(answer.before.into_iter().map(|step| to_box(step, session)));
        match answer.ending {
            Ending::Result(result) => steps.push(to_box(json!({ "result": result }), session)),
            Ending::Error(error) => steps.push(to_box(json!({ "error": error }), session)),
            Ending::Never => {}
        }
        // Closed, so that no other request waits behind the steps that come after the end.
        json!({ "status": 202, "framing": "length", "close": true, "eol": self.eol, "steps": steps })
    }
}

/// Turns an event into one that goes to the session's stream.
fn to_box(mut step: Value, session: &str) -> Value {
    if let Some(map) = step.as_object_mut().filter(|map| !map.contains_key("delay")) {
        map.insert("send".into(), session.into());
        map.insert("event".into(), "message".into());
    }
    step
}

fn is_eol(value: &Value) -> bool {
    matches!(value.as_str(), Some("\n" | "\r" | "\r\n"))
}
