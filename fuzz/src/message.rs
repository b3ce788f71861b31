//! Any text may come as a message on any stream.

use mcp_tether::ids::RequestId;
use mcp_tether::json::Json as _;
use mcp_tether::proto::Head;
use mcp_tether::wire::json_rpc::{self, Message, ResponseId};
use serde_json::{Value, json};

use super::driver::{Driver, Open};
use super::play::{Action, Play, Wire};
use super::server::Role;

/// Reads `input` as a message, and lets each dialect's connection have it.
pub fn check(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    if let Ok(message) = Value::parse(&text) {
        check_decoded(&message);
    }
    for role in [Role::ModernStreams, Role::Legacy, Role::HttpSse] {
        dispatch(role, &text);
    }
}

/// Asserts that what was decoded is what the message says.
fn check_decoded(message: &Value) {
    let id = message.get("id").filter(|id| !id.is_null());
    match json_rpc::decode(message) {
        Message::Invalid(came) => assert!(came.chars().count() <= 128, "a long {came}"),
        Message::Request { id: theirs, method, .. } => {
            assert_eq!((Some(&theirs), Some(&json!(method))), (id, message.get("method")));
            let answer = json_rpc::response(&theirs.to_string(), Ok("{}"));
            let answer: Value = serde_json::from_str(&answer).expect("a JSON message");
            assert_eq!(answer.get("id"), id, "the id comes back as it was");
        }
        Message::Notification { method, .. } => {
            assert_eq!((Some(&json!(method)), id), (message.get("method"), None));
        }
        Message::Response { id: answered, outcome } => {
            let number = id.and_then(|id| id.as_u64().or_else(|| id.as_f64().map(|n| n as u64)));
            match answered {
                ResponseId::Absent => assert_eq!(id, None),
                ResponseId::Number(RequestId(request)) => assert_eq!(number, Some(request)),
                ResponseId::Other(text) => assert!(text.chars().count() <= 128, "{text}"),
            }
            assert!(message.get(if outcome.is_ok() { "result" } else { "error" }).is_some());
        }
    }
}

/// Sends a text to a connection that waits for a call and listens.
fn dispatch(role: Role, text: &str) {
    let mut play = Play::new(role, Wire::PLAIN);
    play.act(Action::Wait);
    for action in [Action::Tool("echo"), Action::Subscribe] {
        play.act(action);
    }
    let Some(post) = play.reach(|open| open.method() == "tools/call") else { return };
    let driver = &mut play.driver;
    let head = match role {
        Role::HttpSse => Head { status: 202, ..Head::default() },
        Role::Modern | Role::ModernStreams | Role::Legacy => Head {
            status: 200,
            content_type: Some("text/event-stream".to_owned()),
            ..Head::default()
        },
    };
    driver.head(post, head);
    send(driver, text);
    driver.outlast();
    driver.close();
}

/// Sends a text on every stream that is open, as one event each.
fn send(driver: &mut Driver, text: &str) {
    let lines: Vec<_> = text.split(['\n', '\r']).map(|line| format!("data: {line}\n")).collect();
    let event = lines.concat() + "\n";
    let is_stream = |open: &Open| open.progress == super::driver::Progress::Stream;
    let open = driver.open.iter().filter(|(_, open)| is_stream(open));
    for id in open.map(|(id, _)| *id).collect::<Vec<_>>() {
        if driver.open.contains_key(&id) {
            driver.chunk(id, event.as_bytes());
        }
    }
}
