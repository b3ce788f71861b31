//! A server that keeps the protocol, in each of its dialects, as a function of requests.

use std::collections::BTreeMap;
use std::mem;

use mcp_tether::proto::Head;
use serde_json::{Value, json};

use super::driver::Open;

/// Which dialect a server speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// 2026-07-28, answers as JSON.
    Modern,
    /// 2026-07-28, answers as streams.
    ModernStreams,
    /// 2025-11-25 with a session and a standing stream; answers are polled for.
    Legacy,
    /// 2024-11-05: one stream and an endpoint.
    HttpSse,
}

/// A server, and what it keeps between requests.
#[derive(Debug)]
pub struct Server {
    role: Role,
    /// Answers whose streams were cut off on purpose, by the event id to ask for.
    parked: BTreeMap<String, String>,
    /// What goes out when the server's question is answered.
    due: String,
}

/// The answer to one HTTP request.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    pub head: Head,
    pub body: String,
    /// Whether the body stays open.
    pub holds: bool,
    /// What goes out on another stream: that of the call, or the standing one.
    pub elsewhere: String,
}

/// The session's secret name.
const SESSION: &str = "s-1";

impl Server {
    #[must_use]
    pub const fn new(role: Role) -> Self {
        Self { role, parked: BTreeMap::new(), due: String::new() }
    }

    /// Answers a request.
    pub fn answer(&mut self, open: &Open) -> Answer {
        if open.is_get() {
            return self.answer_get(open);
        }
        let Some(id) = open.id() else {
            let is_answer = open.method().is_empty();
            let elsewhere = if is_answer { mem::take(&mut self.due) } else { String::new() };
            return Answer { elsewhere, ..empty(202) };
        };
        let is_endpoint = open.to.is_some();
        match (self.role, open.method()) {
            (Role::Legacy, "server/discover") => empty(404),
            (Role::HttpSse, _) if !is_endpoint => empty(405),
            (Role::HttpSse, method) => {
                let events = self.events(id, method, open);
                Answer { elsewhere: events, ..empty(202) }
            }
            (Role::Legacy, "initialize") => {
                let head =
                    Head { session_id: Some(SESSION.to_owned()), ..head("application/json") };
                Answer { head, body: response(id, &self.result(open)), ..Answer::default() }
            }
            (Role::Legacy, "tools/call") if open.message["params"]["name"] == "slow" => {
                let cursor = format!("c-{id}");
                self.parked.insert(cursor.clone(), event(&response(id, &self.result(open))));
                stream(format!("id: {cursor}\ndata:\n\nretry: 20\n\n"))
            }
            (Role::Legacy, method @ "tools/call") => {
                let events = self.events(id, method, open);
                Answer { holds: !self.due.is_empty(), ..stream(events) }
            }
            (Role::Modern | Role::Legacy, method) if method != "subscriptions/listen" => {
                let body = response(id, &self.result(open));
                Answer { head: head("application/json"), body, ..Answer::default() }
            }
            (Role::Modern | Role::Legacy | Role::ModernStreams, method) => {
                let holds = method == "subscriptions/listen";
                Answer { holds, ..stream(self.events(id, method, open)) }
            }
        }
    }

    fn answer_get(&mut self, open: &Open) -> Answer {
        let standing = match self.role {
            Role::Modern | Role::ModernStreams => return empty(405),
            Role::HttpSse => "event: endpoint\r\ndata: /messages?s=1\r\n\r\n".to_owned(),
            Role::Legacy => match open.header("last-event-id") {
                Some(cursor) if cursor.starts_with("c-") => {
                    return self.parked.remove(cursor).map_or_else(|| empty(400), stream);
                }
                _ => event(&notification("notifications/tools/list_changed", &json!({}))),
            },
        };
        Answer { holds: true, ..stream(standing) }
    }

    /// Gives the events of an answer: what comes before it, and the response.
    fn events(&mut self, id: u64, method: &str, open: &Open) -> String {
        let params = &open.message["params"];
        let mut events = String::from(": welcome\n\n");
        if let Some(token) = params["_meta"]["progressToken"].as_u64() {
            for step in 1..=2 {
                let progress = json!({"progressToken": token, "progress": step});
                events += &event(&notification("notifications/progress", &progress));
            }
        }
        if method == "subscriptions/listen" {
            let granted = json!({"notifications": params["notifications"]});
            events += &event(&notification("notifications/subscriptions/acknowledged", &granted));
            let updated = notification("notifications/resources/updated", &json!({"uri": "a:b"}));
            return events + &event(&updated);
        }
        if self.era_asks_by_request() && params["name"] == "ask" {
            self.due = event(&response(id, &self.result(open)));
            let question = request("elicitation/create", &json!({"message": "how many?"}));
            return events + &event(&question);
        }
        events + &event(&response(id, &self.result(open)))
    }

    const fn era_asks_by_request(&self) -> bool {
        matches!(self.role, Role::Legacy | Role::HttpSse)
    }

    /// Gives the result of a request.
    fn result(&self, open: &Open) -> Value {
        result_of(self.role, open.method(), &open.message["params"])
    }
}

/// Gives the result that a server of that dialect has for a request.
#[must_use]
pub fn result_of(role: Role, method: &str, params: &Value) -> Value {
    let is_modern = matches!(role, Role::Modern | Role::ModernStreams);
    let mut result = match method {
        "server/discover" => json!({
            "supportedVersions": ["2026-07-28", "2025-11-25"], "capabilities": capabilities(),
        }),
        "initialize" => {
            let version = if role == Role::HttpSse { "2024-11-05" } else { "2025-11-25" };
            json!({"protocolVersion": version, "capabilities": capabilities()})
        }
        "tools/list" => json!({"tools": [{"name": "echo", "inputSchema": {"type": "object"}}]}),
        "tools/call" if is_modern && params["name"] == "ask" && asks(params) => json!({
            "resultType": "input_required", "requestState": "é\u{0}==",
            "inputRequests": {
                "a": {"method": "elicitation/create", "params": {"message": "how many?"}},
                "b": {"method": "elicitation/create", "params": {"message": "which?"}},
            },
        }),
        "tools/call" => {
            json!({"content": [{"type": "text", "text": "日本語😀\r\n"}], "said": params["name"]})
        }
        "resources/read" => json!({"contents": [{"uri": params["uri"], "text": "x"}]}),
        "resources/list" => json!({"resources": []}),
        "prompts/list" => json!({"prompts": []}),
        _ => json!({}),
    };
    if is_modern && result.get("resultType").is_none() {
        result["resultType"] = "complete".into();
    }
    result
}

fn asks(params: &Value) -> bool {
    params.get("inputResponses").is_none()
}

fn capabilities() -> Value {
    json!({
        "tools": {"listChanged": true}, "prompts": {}, "completions": {}, "logging": {},
        "resources": {"subscribe": true, "listChanged": true},
    })
}

/// Writes a response.
#[must_use]
pub fn response(id: u64, result: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": id, "result": result}).to_string()
}

/// Writes a notification of the server.
#[must_use]
pub fn notification(method: &str, params: &Value) -> String {
    json!({"jsonrpc": "2.0", "method": method, "params": params}).to_string()
}

/// Writes a request of the server.
#[must_use]
pub fn request(method: &str, params: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": "s-7", "method": method, "params": params}).to_string()
}

/// Writes an event.
#[must_use]
pub fn event(data: &str) -> String {
    format!("data: {data}\n\n")
}

fn head(media_type: &str) -> Head {
    Head { status: 200, content_type: Some(media_type.to_owned()), ..Head::default() }
}

fn empty(status: u16) -> Answer {
    Answer { head: Head { status, ..Head::default() }, ..Answer::default() }
}

fn stream(body: String) -> Answer {
    Answer { head: head("text/event-stream"), body, ..Answer::default() }
}
