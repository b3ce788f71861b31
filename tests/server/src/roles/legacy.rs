//! A server of the `initialize` era over Streamable HTTP.

use serde_json::{Value, json};

use super::catalog::Catalog;
use super::tools::{Answer, Ending};
use super::{Memory, method_not_allowed, refuse};
use crate::http::Request;
use crate::json_rpc::Message;
use crate::script::{Field, Invalid};

const SESSION: &str = "mcp-session-id";
const VERSION: &str = "mcp-protocol-version";

/// See the module.
#[derive(Debug)]
pub(crate) struct Legacy {
    catalog: Catalog,
    pub(super) versions: Vec<String>,
    session: Session,
    /// Whether GET opens a stream, which carries what is sent to the box `push`.
    get: bool,
    /// Whether the version header must be there.
    strict: bool,
    /// The `retry` of calls whose answers come by `Last-Event-ID` only.
    resumable: Option<u64>,
}

#[derive(Debug)]
enum Session {
    None,
    Counted,
    Fixed(String),
}

impl Legacy {
    pub(super) fn parse(field: &Field<'_>) -> Result<Self, Invalid> {
        let object = field.object(&[
            "capabilities",
            "serverInfo",
            "instructions",
            "pageSize",
            "extraTools",
            "answer",
            "versions",
            "session",
            "get",
            "strict",
            "resumable",
        ])?;
        let versions = object.field("versions").map(|field| field.texts()).transpose()?;
        let session = object.field("session").map(|field| Session::parse(&field)).transpose()?;
        Ok(Self {
            catalog: Catalog::parse(&object)?,
            versions: versions.unwrap_or_else(|| vec!["2025-11-25".into()]),
            session: session.unwrap_or(Session::None),
            get: object.flag("get")?.unwrap_or(false),
            strict: object.flag("strict")?.unwrap_or(true),
            resumable: object.number("resumable", 0..=600_000)?,
        })
    }

    pub(super) fn answer(
        &self,
        request: &Request,
        message: &Message,
        memory: &mut Memory,
    ) -> Value {
        let opens = request.method == "POST" && message.method() == Some("initialize");
        if opens {
            return self.initialize(message, memory);
        }
        if let Some(refusal) = self.check(request, memory) {
            return refusal;
        }
        match request.method.as_str() {
            "POST" => self.post(message, memory),
            "GET" => self.stream(request),
            "DELETE" if self.has_sessions() => {
                memory.sessions.remove(request.header(SESSION).unwrap_or_default());
                json!({})
            }
            _ => method_not_allowed(if self.get { "GET, POST" } else { "POST" }),
        }
    }

    fn initialize(&self, message: &Message, memory: &mut Memory) -> Value {
        let wanted = message.param("protocolVersion").and_then(Value::as_str);
        let known = self.versions.iter().find(|version| Some(version.as_str()) == wanted);
        let mut result = json!({
            "protocolVersion": known.or(self.versions.first()),
            "capabilities": self.catalog.capabilities,
            "serverInfo": self.catalog.server_info,
        });
        if let (Some(map), Some(text)) = (result.as_object_mut(), &self.catalog.instructions) {
            map.insert("instructions".into(), text.as_str().into());
        }
        let mut reply = self.catalog.reply(Answer::result(result));
        let session = match &self.session {
            Session::None => return reply,
            Session::Counted => format!("session-{}", memory.next()),
            Session::Fixed(id) => id.clone(),
        };
        if let Some(map) = reply.as_object_mut() {
            map.insert("headers".into(), json!({ SESSION: session }));
        }
        memory.sessions.insert(session);
        reply
    }

    /// What is wrong with the headers, if anything.
    fn check(&self, request: &Request, memory: &Memory) -> Option<Value> {
        if self.has_sessions() {
            match request.header(SESSION) {
                None => return Some(refuse(400, -32000, "mcp-session-id: expected one, got none")),
                Some(id) if !memory.sessions.contains(id) => {
                    return Some(refuse(404, -32001, "session not found"));
                }
                Some(_) => {}
            }
        }
        // The header came with 2025-06-18.
        let expects = self.versions.iter().all(|version| version.as_str() >= "2025-06-18");
        match request.header(VERSION) {
            None if expects && self.strict && self.has_sessions() => {
                Some(refuse(400, -32000, "mcp-protocol-version: expected one, got none"))
            }
            Some(version) if !self.versions.iter().any(|known| known == version) => {
                Some(refuse(400, -32000, "mcp-protocol-version: unsupported"))
            }
            _ => None,
        }
    }

    fn post(&self, message: &Message, memory: &mut Memory) -> Value {
        if message.is_answer() || (message.method().is_some() && message.id().is_none()) {
            return json!({ "status": 202 });
        }
        let answer = match message.method() {
            None => return refuse(400, -32700, "expected a JSON-RPC message"),
            Some("ping" | "logging/setLevel" | "resources/subscribe" | "resources/unsubscribe") => {
                Some(Answer::result(json!({})))
            }
            Some(_) => self.catalog.answer(message),
        };
        let answer = answer.unwrap_or_else(|| Answer::error(-32601, "method not found"));
        match self.resumable {
            Some(retry) if message.method() == Some("tools/call") => {
                deferred(answer, retry, memory.next())
            }
            _ => self.catalog.reply(answer),
        }
    }

    fn stream(&self, request: &Request) -> Value {
        match (request.header("last-event-id"), self.resumable) {
            (Some(id), Some(_)) if is_stream_name(id) => {
                json!({ "sse": [{ "relay": id, "count": 1 }] })
            }
            _ if self.get => json!({ "sse": [{ "relay": "push" }] }),
            _ => method_not_allowed("POST"),
        }
    }

    fn has_sessions(&self) -> bool {
        !matches!(self.session, Session::None)
    }
}

impl Session {
    fn parse(field: &Field<'_>) -> Result<Self, Invalid> {
        match (field.value.as_bool(), field.value.as_str()) {
            (Some(true), _) => Ok(Self::Counted),
            (Some(false), _) => Ok(Self::None),
            (_, Some(id)) => Ok(Self::Fixed(id.to_owned())),
            _ => Err(field.wrong("true, false or a session id")),
        }
    }
}

/// Gives the stream a name and ends it; the answer waits in the box of that name.
fn deferred(answer: Answer, retry: u64, number: u64) -> Value {
    let stream = format!("stream-{number}");
    let mut steps = vec![json!({ "id": stream, "retry": retry, "data": "" })];
    let ending = match answer.ending {
        Ending::Never => None,
        Ending::Result(result) => Some(("result", result)),
        Ending::Error(error) => Some(("error", error)),
    };
    if let Some((key, value)) = ending {
        let id = format!("{stream}-answer");
        steps.push(json!({ "send": stream, "id": id, key: value }));
    }
    json!({ "sse": steps })
}

/// Whether an event id is one that [`deferred`] gave: nothing else may name a box.
fn is_stream_name(id: &str) -> bool {
    id.strip_prefix("stream-").is_some_and(|number| number.parse::<u64>().is_ok())
}
