//! The servers that a namespace can play.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod support;

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use support::{Reply, Space, call, request};

const MODERN: &str = "2026-07-28";
const LEGACY: &str = "2025-11-25";

/// A modern request as a client should send it.
fn modern(space: &Space, method: &str, mut params: Value) -> Reply {
    let name = params.get("name").or(params.get("uri")).and_then(Value::as_str).map(str::to_owned);
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientCapabilities": {},
        "progressToken": "token",
    });
    params["_meta"] = meta;
    let mut headers = vec![("mcp-protocol-version", MODERN), ("mcp-method", method)];
    headers.extend(name.as_deref().map(|name| ("mcp-name", name)));
    space.post_with(&headers, &call(3, method, params))
}

fn role(role: Value) -> Space {
    Space::new(json!({ "role": role }))
}

#[test]
fn modern_answers_discovery_and_lists_with_the_envelope() {
    let space = role(json!({ "modern": { "instructions": "be kind", "ttlMs": 5 } }));
    let result = modern(&space, "server/discover", json!({})).json()["result"].clone();
    assert_eq!(result["supportedVersions"], json!([MODERN]));
    assert_eq!((&result["resultType"], &result["ttlMs"]), (&json!("complete"), &json!(5)));
    assert_eq!(result["instructions"], "be kind");
    for (method, key) in [
        ("tools/list", "tools"),
        ("resources/list", "resources"),
        ("resources/templates/list", "resourceTemplates"),
        ("prompts/list", "prompts"),
    ] {
        let result = modern(&space, method, json!({})).json()["result"].clone();
        assert!(!result[key].as_array().unwrap().is_empty(), "{method}");
        assert_eq!(
            (&result["resultType"], &result["cacheScope"]),
            (&json!("complete"), &json!("private"))
        );
        assert_eq!(result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "scripted");
    }
}

#[test]
fn modern_tools_answer() {
    let space = role(json!("modern"));
    let tool = |name: &str, arguments: Value| {
        modern(&space, "tools/call", json!({ "name": name, "arguments": arguments })).json()
    };
    let text = |answer: Value| answer["result"]["content"][0]["text"].clone();
    assert_eq!(text(tool("echo", json!({ "text": "{{id}} {{" }))), "{{id}} {{");
    assert_eq!(text(tool("add", json!({ "a": 1, "b": 2.5 }))), "3.5");
    assert_eq!(tool("fail", json!({}))["result"]["isError"], true);
    assert_eq!(tool("image", json!({}))["result"]["content"][0]["mimeType"], "image/png");
    assert_eq!(tool("structured", json!({}))["result"]["structuredContent"]["count"], 3);
    let rows = tool("rows", json!({ "count": 1_000 }));
    assert_eq!(rows["result"]["structuredContent"]["rows"].as_array().unwrap().len(), 1_000);
    let unknown = tool("nothing", json!({}))["error"].clone();
    assert_eq!(unknown, json!({ "code": -32602, "message": "unknown tool nothing" }));
}

#[test]
fn slow_streams_progress_and_never_stays_open() {
    let space = role(json!("modern"));
    let began = Instant::now();
    let arguments = json!({ "ms": 60, "steps": 3 });
    let reply = modern(&space, "tools/call", json!({ "name": "slow", "arguments": arguments }));
    assert!(began.elapsed() >= Duration::from_millis(60));
    let events = reply.events();
    assert_eq!(events.len(), 4);
    assert_eq!(events[1]["params"]["progressToken"], "token");
    assert_eq!(events[3]["result"]["resultType"], "complete");
    let body = call(1, "tools/call", json!({ "name": "never" })).to_string();
    let space = role(json!({ "modern": { "strict": false } }));
    let mut wire = space.open("POST", &body);
    wire.read_until(": waiting\n\n\r\n").unwrap();
    drop(wire);
    assert_eq!(space.entry(0, "closed")["outcome"], "client-closed");
}

#[test]
fn modern_checks_what_every_request_must_carry() {
    let space = role(json!("modern"));
    let refused = |reply: Reply| (reply.status, reply.json()["error"]["code"].as_i64().unwrap());
    assert_eq!(refused(space.post(&call(1, "tools/list", json!({})))), (400, -32602));
    let meta = |version: &str| {
        json!({ "_meta": {
            "io.modelcontextprotocol/protocolVersion": version,
            "io.modelcontextprotocol/clientCapabilities": {},
        }})
    };
    let message = call(1, "tools/list", meta(MODERN));
    assert_eq!(refused(space.post(&message)), (400, -32020));
    let headers = [("mcp-protocol-version", MODERN), ("mcp-method", "tools/call")];
    assert_eq!(refused(space.post_with(&headers, &message)), (400, -32020));
    let headers = [("mcp-protocol-version", "2027-01-01"), ("mcp-method", "tools/list")];
    let reply = space.post_with(&headers, &call(1, "tools/list", meta("2027-01-01")));
    let data = reply.json()["error"]["data"].clone();
    assert_eq!(refused(reply), (400, -32022));
    assert_eq!(data, json!({ "supported": [MODERN], "requested": "2027-01-01" }));
    assert_eq!(refused(modern(&space, "no/such", json!({}))), (404, -32601));
    assert_eq!(refused(space.post(&call(1, "initialize", json!({})))), (400, -32022));
    assert_eq!(space.get().status, 405);
}

#[test]
fn modern_checks_mirrored_parameters_after_decoding() {
    let space = role(json!("modern"));
    let params = json!({ "name": "deploy", "arguments": { "region": "Zürich" }, "_meta": {
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientCapabilities": {},
    }});
    let message = call(1, "tools/call", params);
    let headers =
        [("mcp-protocol-version", MODERN), ("mcp-method", "tools/call"), ("mcp-name", "deploy")];
    assert_eq!(space.post_with(&headers, &message).json()["error"]["code"], -32020);
    let mirrored = [&headers[..], &[("mcp-param-region", "=?base64?WsO8cmljaA==?=")]].concat();
    assert_eq!(space.post_with(&mirrored, &message).status, 200);
}

#[test]
fn modern_listening_acknowledges_and_relays() {
    let space = role(json!({ "modern": { "strict": false } }));
    let params = json!({ "notifications": { "toolsListChanged": true } });
    let mut wire = space.open("POST", &call("L1", "subscriptions/listen", params).to_string());
    let got = wire.read_until("\n\n\r\n").unwrap();
    assert!(got.contains(r#""notifications":{"toolsListChanged":true}"#), "{got}");
    assert!(got.contains(r#""io.modelcontextprotocol/subscriptionId":"L1""#), "{got}");
    let event = json!({ "notify": "notifications/tools/list_changed" }).to_string();
    request(space.ports.control, "POST", &space.path("/_send/push"), &[], &event);
    assert!(wire.read_until("\n\n\r\n").unwrap().contains("list_changed"));
}

/// Opens a legacy session and returns the headers of later requests.
fn initialize(space: &Space) -> Vec<(&'static str, String)> {
    let reply = space.post(&call(0, "initialize", json!({ "protocolVersion": LEGACY })));
    assert_eq!(reply.json()["result"]["protocolVersion"], LEGACY);
    let session = reply.header("mcp-session-id").unwrap().to_owned();
    vec![("mcp-session-id", session), ("mcp-protocol-version", LEGACY.into())]
}

fn borrowed<'a>(headers: &'a [(&'static str, String)]) -> Vec<(&'a str, &'a str)> {
    headers.iter().map(|(name, value)| (*name, value.as_str())).collect()
}

#[test]
fn legacy_sessions_are_asked_for_and_end_with_delete() {
    let space = role(json!({ "legacy": { "session": true } }));
    let headers = initialize(&space);
    let headers = borrowed(&headers);
    let ping = call(1, "ping", json!({}));
    assert_eq!(space.post_with(&headers, &ping).json()["result"], json!({}));
    assert_eq!(space.post(&ping).status, 400);
    assert_eq!(space.post_with(&headers[..1], &ping).status, 400);
    let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert_eq!(space.post_with(&headers, &initialized).status, 202);
    let send =
        |method| request(space.ports.first, method, &space.path("/mcp"), &headers, "").status;
    assert_eq!((send("GET"), send("DELETE")), (405, 200));
    assert_eq!(space.post_with(&headers, &ping).status, 404);
    let other = initialize(&space);
    assert_ne!(other[0].1, headers[0].1);
}

#[test]
fn legacy_without_sessions_negotiates_and_answers() {
    let space = role(json!({ "legacy": { "versions": [LEGACY, "2025-03-26"] } }));
    for (asked, agreed) in [("2025-03-26", "2025-03-26"), ("2099-01-01", LEGACY)] {
        let reply = space.post(&call(0, "initialize", json!({ "protocolVersion": asked })));
        assert_eq!(reply.json()["result"]["protocolVersion"], agreed);
        assert_eq!(reply.header("mcp-session-id"), None);
    }
    let discover = space.post(&call(1, "server/discover", json!({})));
    assert_eq!((discover.status, &discover.json()["error"]["code"]), (200, &json!(-32601)));
    let wrong = [("mcp-protocol-version", MODERN)];
    assert_eq!(space.post_with(&wrong, &call(1, "ping", json!({}))).status, 400);
    let read = space.post(&call(1, "resources/read", json!({ "uri": "test://notes/may" })));
    assert_eq!(read.json()["result"]["contents"][0]["text"], "notes of test://notes/may");
    let prompt = space.post(&call(
        1,
        "prompts/get",
        json!({ "name": "greet", "arguments": { "name": "Ada" } }),
    ));
    assert_eq!(prompt.json()["result"]["messages"][0]["content"]["text"], "Say hello to Ada");
    let argument = json!({ "argument": { "name": "name", "value": "A" } });
    let completion = space.post(&call(1, "completion/complete", argument));
    assert_eq!(completion.json()["result"]["completion"]["values"], json!(["Ada", "Alan"]));
}

#[test]
fn lists_come_in_pages_and_with_generated_tools() {
    let space = role(json!({ "legacy": { "pageSize": 5, "extraTools": 7, "answer": "sse" } }));
    let mut names = Vec::new();
    let mut params = json!({});
    loop {
        let result = space.post(&call(1, "tools/list", params)).events()[0]["result"].clone();
        let page = result["tools"].as_array().unwrap().clone();
        assert!(page.len() <= 5);
        names.extend(page.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()));
        match result.get("nextCursor") {
            Some(cursor) => params = json!({ "cursor": cursor }),
            None => break,
        }
    }
    assert_eq!(names.len(), 16);
    assert_eq!((&*names[0], &*names[15]), ("echo", "tool-00006"));
    let bad = space.post(&call(1, "tools/list", json!({ "cursor": "" }))).events()[0].clone();
    assert_eq!(bad["error"]["code"], -32602);
    let generated = space.post(&call(1, "tools/call", json!({ "name": "tool-00006" }))).events();
    assert!(generated[0].get("result").is_some());
}

#[test]
fn legacy_may_offer_a_stream_for_pushes() {
    let space = role(json!({ "legacy": { "get": true } }));
    let mut wire = space.open("GET", "");
    let event = json!({ "data": { "pushed": true } }).to_string();
    request(space.ports.control, "POST", &space.path("/_send/push"), &[], &event);
    assert!(wire.read_until("\n\n\r\n").unwrap().contains(r#"data: {"pushed":true}"#));
}

#[test]
fn legacy_may_answer_calls_only_on_resumption() {
    let space = role(json!({ "legacy": { "resumable": 20 } }));
    let params = json!({ "name": "echo", "arguments": { "text": "late" } });
    let first = space.post(&call(9, "tools/call", params));
    assert_eq!(first.text(), "id: stream-1\nretry: 20\ndata: \n\n");
    let resume = |id: &str| {
        let headers = [("last-event-id", id), ("accept", "text/event-stream")];
        request(space.ports.first, "GET", &space.path("/mcp"), &headers, "")
    };
    let answer = resume("stream-1").events()[0].clone();
    assert_eq!(
        (&answer["id"], &answer["result"]["content"][0]["text"]),
        (&json!(9), &json!("late"))
    );
    assert_eq!(resume("elsewhere").status, 405);
}

#[test]
fn dual_speaks_both_eras() {
    let space = role(json!({ "dual": { "legacy": { "session": true } } }));
    let result = modern(&space, "server/discover", json!({})).json()["result"].clone();
    assert_eq!(result["supportedVersions"], json!([MODERN, LEGACY]));
    let headers = initialize(&space);
    let reply = space.post_with(&borrowed(&headers), &call(1, "tools/list", json!({})));
    assert_eq!(reply.json()["result"].get("resultType"), None);
}

#[test]
fn http_sse_answers_on_the_stream() {
    let space = role(json!({ "http+sse": { "eol": "\r\n" } }));
    let mut wire = space.open("GET", "");
    wire.read_until("chunked").unwrap();
    let opening = wire.read_until("\r\n\r\n\r\n").unwrap();
    assert!(
        opening.contains("event: endpoint\r\ndata: messages?session=session-1\r\n\r\n"),
        "{opening}"
    );
    let path = space.path("/messages?session=session-1");
    let post = |message: Value| {
        request(space.ports.first, "POST", &path, &[], &message.to_string()).status
    };
    assert_eq!(post(call(0, "initialize", json!({}))), 202);
    assert!(wire.read_until("\r\n\r\n\r\n").unwrap().contains(r#""protocolVersion":"2024-11-05""#));
    let params = json!({ "name": "slow", "arguments": { "ms": 20, "steps": 1 }, "_meta": { "progressToken": 1 } });
    assert_eq!(post(call(1, "tools/call", params)), 202);
    let mut got = String::new();
    while !got.contains("done in 1 steps") {
        got.push_str(&wire.read_until("\r\n\r\n\r\n").unwrap());
    }
    assert!(got.contains("notifications/progress") && got.contains("event: message\r\n"), "{got}");
}

#[test]
fn rules_come_before_the_role() {
    let space = Space::new(json!({ "role": "legacy", "rules": [
        { "on": { "rpc": "tools/call", "name": "echo" }, "times": 1, "reply": { "error": { "code": 1, "message": "once" } } },
    ]}));
    let echo = call(1, "tools/call", json!({ "name": "echo", "arguments": { "text": "x" } }));
    assert_eq!(space.post(&echo).json()["error"]["message"], "once");
    assert_eq!(space.post(&echo).json()["result"]["content"][0]["text"], "x");
    assert_eq!(space.log()[1]["rule"], "role");
}
