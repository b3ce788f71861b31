//! What hosts ask and servers send, the right and the wrong of it.

use serde_json::{Value, json};

use super::server::{Role, result_of};

pub const METHODS: &[&str] = &[
    "tools/call",
    "tools/call",
    "tools/call",
    "tools/list",
    "resources/read",
    "prompts/list",
    "ping",
    "completion/complete",
    "vendor/method",
    "é\n",
    "tasks/get",
    "initialize",
];

pub const NAMES: &[&str] = &["echo", "ask", "slow", "ask", "slow", "é\u{0}", ""];

pub const URIS: &[&str] = &["a:b", "c:d", "é\"\\"];

pub const STATUSES: &[u16] =
    &[200, 202, 204, 400, 401, 403, 404, 405, 406, 422, 429, 500, 501, 503, 0];

pub const TYPES: &[Option<&str>] = &[
    Some("application/json"),
    Some("text/event-stream"),
    Some("text/event-stream; charset=utf-8"),
    Some("text/html"),
    None,
];

pub const SESSIONS: &[Option<&str>] = &[None, Some("s-1"), Some("s 2"), Some("")];

/// What means something in a stream, or nearly.
pub const PIECES: &[&str] = &[
    "data",
    ": ",
    "\n",
    "\r",
    "\n\n",
    "id: e-1\n",
    "id: é\n",
    "id: e-1\ndata:\n\n",
    "retry: 0\n",
    "retry: 40\n\n",
    "event: endpoint\ndata: /messages\n\n",
    "event: endpoint\ndata: https://other.example/\n\n",
    "event: ping\ndata: {}\n\n",
    ": alive\n\n",
    "data: {\"jsonrpc\":\n",
    "data: []\n\n",
    "data: {}\n\n",
    "data: \u{feff}null\n\n",
    "data: this is a line that is longer than sixty-four bytes, as lines may well be\n\n",
];

/// Methods of what a server sends of itself.
const TOLD: &[&str] = &[
    "ping",
    "elicitation/create",
    "roots/list",
    "elicitation/create",
    "sampling/createMessage",
    "notifications/message",
    "notifications/tools/list_changed",
    "notifications/resources/updated",
    "notifications/subscriptions/acknowledged",
];

/// Errors that mean something somewhere on the way.
const CODES: &[i64] =
    &[-32601, -32602, -32600, -32603, -32000, -32001, -32002, -32020, -32021, -32022, -32042, 0, 7];

/// Writes a message about the request of that id, or about none.
#[must_use]
pub fn message(kind: u8, which: u8, id: u64) -> String {
    let told = TOLD[usize::from(which) % TOLD.len()];
    let code = CODES[usize::from(which) % CODES.len()];
    let strange = [
        json!(null),
        json!(""),
        json!("1"),
        json!(id.to_string()),
        json!(-1),
        json!(1.5),
        json!({}),
    ];
    let strange = &strange[usize::from(which) % strange.len()];
    let versions = json!({"supported": ["2025-06-18", "2026-07-28", "x"]});
    let message = match kind % 16 {
        0..=2 => json!({"id": id, "result": result(which)}),
        3 => json!({"id": id, "error": {"code": code, "message": "no", "data": versions}}),
        4 => json!({"id": null, "error": {"code": code, "message": "no"}}),
        5 => json!({"id": strange, "result": {}}),
        6 => json!({"id": id, "method": told, "params": {"uri": "a:b"}}),
        7 => json!({"id": strange, "method": told}),
        8 => json!({"method": told, "params": acknowledged(which)}),
        9 => json!({"method": "notifications/progress", "params": {"progressToken": id}}),
        10 => json!({"method": "notifications/cancelled", "params": {"requestId": id}}),
        11 => json!({"method": "notifications/cancelled", "params": {"requestId": strange}}),
        12 => json!([{"id": id, "result": {}}, {"id": 1, "method": told}, 7]),
        13 => strange.clone(),
        14 => json!({"id": id, "result": 7, "error": null}),
        _ => json!({"method": {}, "id": id}),
    };
    message.to_string()
}

/// Gives a result that some request of some version has.
fn result(which: u8) -> Value {
    let ask = |more: Value| json!({"resultType": "input_required", "inputRequests": more});
    match which % 16 {
        0..=2 => result_of(Role::Legacy, "initialize", &Value::Null),
        3..=5 => result_of(Role::Modern, "server/discover", &Value::Null),
        6 => result_of(Role::Modern, "tools/call", &json!({"name": "ask"})),
        7 => ask(json!({"k": {"method": "roots/list"}})),
        8 => ask(json!({"__proto__": {"method": "elicitation/create"}, "k": {"method": "x"}})),
        9 => json!({"resultType": "input_required", "requestState": "s"}),
        10 => json!({"tools": [], "nextCursor": "more"}),
        11 => json!({"tools": [{"name": "echo", "inputSchema": {"properties": {
            "a": {"type": "string", "x-mcp-header": "A"}, "b": {"type": "x", "x-mcp-header": ""},
        }}}]}),
        12 => json!({"resultType": "task"}),
        13 => json!({"supportedVersions": ["2025-11-25"], "capabilities": {}}),
        14 => json!({"protocolVersion": "2025-03-26", "capabilities": {"tools": {}}}),
        _ => json!({"contents": [], "prompts": [], "resources": []}),
    }
}

fn acknowledged(which: u8) -> Value {
    match which & 64 {
        0 => json!({"notifications": {"toolsListChanged": true, "resourceSubscriptions": ["a:b"]}}),
        _ => json!({"notifications": {}}),
    }
}
