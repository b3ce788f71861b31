//! Rules, control protocol, log, signals and CORS.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod support;

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use support::{Space, Wire, call, request, server};

fn refusal(script: Value) -> String {
    let reply = request(server().first, "POST", "/scripts", &[], &script.to_string());
    assert_eq!(reply.status, 400);
    assert_eq!(reply.header("access-control-allow-origin"), Some("*"));
    reply.json()["error"].as_str().unwrap().to_owned()
}

#[test]
fn a_bad_script_is_refused_with_the_field_what_was_expected_and_what_came() {
    let rule = |reply: Value| json!({ "rules": [{ "reply": reply }] });
    for (script, sentence) in [
        (
            rule(json!({ "delay": "soon" })),
            r#"script.rules[0].reply.delay: expected milliseconds from 0 to 600000, got "soon""#,
        ),
        (
            rule(json!({ "steps": [{ "hold": 1 }] })),
            "script.rules[0].reply.steps[0].hold: expected true, got 1",
        ),
        (
            rule(json!({ "base64": "%" })),
            r#"script.rules[0].reply.base64: expected standard base64 with padding, got "%""#,
        ),
        (
            json!({ "rules": [{ "on": { "path": "x" }, "reply": {} }] }),
            r#"script.rules[0].on.path: expected a path that starts with / (and may end with * for any rest), got "x""#,
        ),
        (
            json!({ "cors": 3, "rules": [] }),
            "script.cors: expected true, false or an object, got 3",
        ),
        (json!([]), "script: expected an object, got []"),
        (json!({}), "script: expected rules, a role or both, got {}"),
    ] {
        assert_eq!(refusal(script), sentence);
    }
    let unknown = refusal(json!({ "rules": [{ "reply": { "statuss": 3 } }] }));
    assert!(unknown.starts_with("script.rules[0].reply: expected one of status,"), "{unknown}");
    assert!(unknown.ends_with(r#"got "statuss""#), "{unknown}");
    let both = refusal(rule(json!({ "json": 1, "text": "" })));
    assert!(both.ends_with("got json and text"), "{both}");
    let placeholder = refusal(rule(json!({ "json": { "a": ["{{ID}}"] } })));
    assert!(placeholder.contains("not {{ID}}"), "{placeholder}");
    let role = refusal(json!({ "role": "middle" }));
    assert!(role.starts_with(r#"script.role: expected "modern", "legacy""#), "{role}");
    let option = refusal(json!({ "role": { "legacy": { "session": 3 } } }));
    assert_eq!(option, "script.role.legacy.session: expected true, false or a session id, got 3");
}

#[test]
fn a_script_that_is_no_json_is_refused() {
    let reply = request(server().first, "POST", "/scripts", &[], "{");
    assert_eq!(reply.status, 400);
    assert!(reply.json()["error"].as_str().unwrap().starts_with("script: expected JSON, got "));
}

#[test]
fn the_scripts_of_the_readme_are_good() {
    let readme = include_str!("../README.md");
    let blocks = readme.split("```json\n").skip(1).filter_map(|rest| rest.split("```").next());
    let scripts: Vec<_> = blocks.collect();
    assert_eq!(scripts.len(), 4);
    let ports = server();
    for script in scripts {
        let reply = request(ports.first, "POST", "/scripts", &[], script);
        assert_eq!(reply.status, 201, "{script}: {}", reply.text());
    }
}

#[test]
fn rules_match_in_order_on_method_path_headers_and_message() {
    let says = |text: &str| json!({ "text": text });
    let space = Space::new(json!({ "rules": [
        { "on": { "method": "GET", "path": "/a*" }, "reply": says("path") },
        { "on": { "headers": { "x-a": "1" } }, "reply": says("value") },
        { "on": { "headers": { "X-B": true, "x-c": false } }, "reply": says("presence") },
        { "on": { "rpc": ["tools/call"], "name": "echo" }, "reply": says("name") },
        { "on": { "rpc": "tools/call" }, "reply": says("rpc") },
        { "on": { "answer": true }, "reply": says("answer") },
    ]}));
    let post = |headers: &[(&str, &str)], message: Value| {
        let reply = space.post_with(headers, &message);
        if reply.status == 200 { reply.text() } else { reply.json()["error"].to_string() }
    };
    let get = request(space.ports.first, "GET", &space.path("/abc?x=1"), &[], "");
    assert_eq!(get.text(), "path");
    assert_eq!(post(&[("x-a", "1")], json!({})), "value");
    assert_eq!(post(&[("x-b", "2")], json!({})), "presence");
    assert!(post(&[("x-b", "2"), ("x-c", "2")], json!({})).contains("no rule for POST /mcp"));
    assert_eq!(post(&[], call(1, "tools/call", json!({ "name": "echo" }))), "name");
    assert_eq!(post(&[], call(1, "tools/call", json!({ "name": "else" }))), "rpc");
    assert_eq!(post(&[], json!({ "id": 1, "result": {} })), "answer");
    let rules: Vec<_> = space.log().iter().map(|entry| entry["rule"].clone()).collect();
    assert_eq!(rules, [json!(0), json!(1), json!(2), json!("none"), json!(3), json!(4), json!(5)]);
}

#[test]
fn a_rule_may_let_some_pass_and_answers_so_many() {
    let space = Space::new(json!({ "rules": [
        { "skip": 1, "times": 2, "reply": { "text": "limited" } },
        { "reply": { "text": "rest" } },
    ]}));
    let got: Vec<_> = (0..5).map(|_| space.get().text()).collect();
    assert_eq!(got, ["rest", "limited", "limited", "rest", "rest"]);
}

#[test]
fn the_log_tells_what_came_and_what_was_done() {
    let space = Space::replying(json!({ "sse": [{ "delay": 30 }, { "result": {} }] }));
    let message = call(5, "tools/call", json!({ "name": "n" }));
    space.post_with(&[("X-Twice", "a"), ("x-twice", "b")], &message);
    space.post(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    let log = space.log();
    let entry = &log[0];
    assert_eq!((&entry["method"], &entry["path"]), (&json!("POST"), &json!("/mcp")));
    assert_eq!((&entry["id"], &entry["rpc"]), (&json!(5), &json!("tools/call")));
    assert_eq!(entry["headers"]["x-twice"], "a, b");
    assert_eq!((&entry["json"], &entry["body"]), (&message, &json!(message.to_string())));
    assert_eq!((&entry["outcome"], &entry["closed"]), (&json!("complete"), &Value::Null));
    let at = |value: &Value| value.as_f64().unwrap();
    assert_eq!(entry["steps"][0]["step"], "delay");
    let waited = at(&entry["steps"][1]["at"]) - at(&entry["steps"][0]["at"]);
    assert!((29.0..500.0).contains(&waited), "{waited}");
    assert!(at(&entry["at"]) <= at(&entry["steps"][0]["at"]));
    assert!(at(&entry["steps"][1]["at"]) <= at(&entry["ended"]));
    assert!(log[1].get("id").is_none() && log[1]["at"].as_f64() > entry["ended"].as_f64());
}

#[test]
fn the_log_waits_for_requests_and_says_when_they_do_not_come() {
    let space = Space::replying(json!({ "text": "" }));
    let waiting = std::thread::scope(|scope| {
        let waiting = scope.spawn(|| space.control("GET", "/_log?wait=2&rpc=ping").json());
        std::thread::sleep(Duration::from_millis(30));
        for method in ["ping", "other", "ping"] {
            space.post(&call(1, method, json!({})));
        }
        waiting.join().unwrap()
    });
    let indexes: Vec<_> = waiting.as_array().unwrap().iter().map(|e| e["index"].clone()).collect();
    assert_eq!(indexes, [0, 2]);
    let late = space.control("GET", "/_log?wait=4&timeout=20");
    assert_eq!(late.status, 504);
    assert_eq!(late.json()["error"], "log: expected 4 requests in 20ms, got 3");
    assert_eq!(late.json()["requests"][1], "POST /mcp other");
}

#[test]
fn a_client_that_closes_early_is_noticed_at_once() {
    for steps in [
        json!([{ "hold": true }]),
        json!([{ "delay": 60_000 }]),
        json!([{ "wait": "x" }]),
        json!([{ "relay": "x" }]),
        json!([{ "repeat": 10_000, "steps": [{ "comment": "x" }, { "delay": 5 }] }]),
    ] {
        let space = Space::replying(json!({ "sse": [{ "comment": "open" }, steps[0]] }));
        let mut wire = space.open("GET", "");
        wire.read_until(": open\n\n\r\n").unwrap();
        std::thread::sleep(Duration::from_millis(20));
        let before = Instant::now();
        drop(wire);
        let entry = space.entry(0, "closed");
        assert!(before.elapsed() < Duration::from_millis(200), "{:?}", before.elapsed());
        assert_eq!(entry["outcome"], "client-closed", "{steps}");
        assert_eq!(entry["closed"], entry["ended"]);
    }
}

#[test]
fn waiting_for_a_close_that_does_not_come_ends() {
    let space = Space::replying(json!({ "text": "" }));
    space.get();
    let reply = space.control("GET", "/_log/0?until=closed&timeout=20");
    assert_eq!(reply.status, 504);
    assert_eq!(reply.json()["request"]["outcome"], "complete");
    assert_eq!(space.control("GET", "/_log/0?until=x").status, 400);
    assert_eq!(space.control("GET", "/_log/x").status, 400);
}

#[test]
fn a_signal_releases_those_who_wait_and_stays() {
    let space = Space::new(json!({ "rules": [
        { "on": { "path": "/go" }, "reply": { "steps": [{ "signal": "b" }] } },
        { "reply": { "sse": [{ "wait": "a" }, { "data": "1" }, { "wait": "b" }, { "data": "2" }] } },
    ]}));
    let mut wire = space.open("GET", "");
    space.control("GET", "/_log?wait=1");
    assert_eq!(space.log()[0]["outcome"], Value::Null);
    assert_eq!(space.control("POST", "/_signal/a").status, 200);
    wire.read_until("data: 1\n\n\r\n").unwrap();
    request(space.ports.second, "GET", &space.path("/go"), &[], "");
    wire.read_until("0\r\n\r\n").unwrap();
    assert_eq!(space.get().events(), [json!(1), json!(2)]);
    assert_eq!(space.log()[1]["origin"], "second");
}

#[test]
fn a_wait_that_lasts_too_long_ends_the_connection() {
    let space = Space::replying(json!({ "sse": [{ "wait": "never", "timeout": 30 }] }));
    let (_, end) = space.open("GET", "").read_to_close();
    end.unwrap();
    assert_eq!(space.entry(0, "ended")["outcome"], "expired");
}

#[test]
fn a_box_carries_events_from_a_test_to_a_stream() {
    let space = Space::replying(json!({ "sse": [{ "relay": "push", "count": 2 }] }));
    let send = |event: Value| {
        let path = space.path("/_send/push");
        request(space.ports.control, "POST", &path, &[], &event.to_string()).status
    };
    assert_eq!(send(json!({ "notify": "notifications/tools/list_changed" })), 200);
    let mut wire = space.open("GET", "");
    wire.read_until("\n\n\r\n").unwrap();
    assert_eq!(send(json!({ "id": "e2", "data": "{\"x\":1}" })), 200);
    let rest = wire.read_until("0\r\n\r\n").unwrap();
    assert!(rest.contains("id: e2\ndata: {\"x\":1}\n\n"), "{rest}");
    assert_eq!(send(json!({ "dat": 1 })), 400);
}

#[test]
fn steps_after_the_end_go_on_and_a_write_there_is_a_fault() {
    let space = Space::new(json!({ "rules": [
        { "on": { "path": "/bad" }, "reply": { "steps": [{ "end": true }, { "write": "x" }] } },
        { "on": { "method": "POST" }, "reply": { "status": 202, "framing": "length",
            "steps": [{ "end": true }, { "delay": 20 }, { "send": "push", "result": "{{param:a}}" }] } },
        { "reply": { "sse": [{ "relay": "push", "count": 1 }] } },
    ]}));
    let mut wire = space.open("GET", "");
    let accepted = space.post(&call("c", "tools/call", json!({ "a": [1] })));
    assert_eq!((accepted.status, accepted.body.len()), (202, 0));
    let got = wire.read_until("0\r\n\r\n").unwrap();
    assert!(got.contains(r#"data: {"id":"c","jsonrpc":"2.0","result":[1]}"#), "{got}");
    request(space.ports.first, "GET", &space.path("/bad"), &[], "");
    assert_eq!(space.entry(2, "ended")["outcome"], "faulty");
}

#[test]
fn deleting_a_namespace_ends_what_it_holds() {
    let space = Space::replying(json!({ "sse": [{ "comment": "x" }, { "hold": true }] }));
    let mut wire = space.open("GET", "");
    wire.read_until("\n\n\r\n").unwrap();
    assert_eq!(space.control("DELETE", "").status, 200);
    assert!(wire.read_until("\n\n").is_err());
    assert_eq!(space.control("GET", "/_log").status, 404);
    assert_eq!(space.get().status, 404);
}

#[test]
fn placeholders_take_their_place_by_kind() {
    let space = Space::replying(
        json!({ "headers": { "x-id": "<{{id}}>", "x-h": "{{header:X-In}}{{query:q}}" },
        "sse": [
            { "write": r#"{"id":{{id}},"t":{{progressToken}}}"# },
            { "data": { "whole": "{{param:a.b}}", "part": "is {{id}}", "none": "{{param:zz}}",
                "other": "{{id:0}}", "path": "{{path}}" } },
        ] }),
    );
    let params = json!({ "a": { "b": [1.0] }, "_meta": { "progressToken": 9 } });
    let reply = space.post_with(&[("x-in", "in")], &call("s", "m", params));
    assert_eq!((reply.header("x-id"), reply.header("x-h")), (Some("<s>"), Some("in")));
    let (written, event) =
        reply.text().split_once("data: ").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    assert_eq!(written, r#"{"id":"s","t":9}"#);
    let expected =
        json!({ "whole": [1.0], "part": "is s", "none": null, "other": "s", "path": "/mcp" });
    assert_eq!(serde_json::from_str::<Value>(&event).unwrap(), expected);
}

#[test]
fn control_is_open_to_pages_of_any_origin() {
    let space = Space::replying(json!({ "text": "" }));
    let headers =
        [("access-control-request-method", "DELETE"), ("access-control-request-headers", "x")];
    for path in
        ["/scripts".to_owned(), space.path(""), space.path("/_log"), space.path("/_signal/a")]
    {
        let reply = request(space.ports.control, "OPTIONS", &path, &headers, "");
        assert_eq!(reply.status, 204, "{path}");
        assert_eq!(reply.header("access-control-allow-origin"), Some("*"));
        assert_eq!(reply.header("access-control-allow-methods"), Some("DELETE"));
    }
    assert_eq!(space.control("GET", "/_nothing").status, 404);
}

#[test]
fn a_namespace_has_an_origin_and_well_known_paths_of_its_own() {
    let space = Space::replying(json!({ "text": "{{path}}" }));
    let host = format!("s{}.localhost:{}", space.id, space.ports.first);
    let own = request(space.ports.first, "GET", "/.well-known/x", &[("host", &host)], "");
    assert_eq!(own.text(), r#"/.well-known/x"#);
    let path = format!("/.well-known/oauth-protected-resource{}", space.path("/mcp"));
    let inserted = request(space.ports.first, "GET", &path, &[], "");
    assert_eq!(inserted.text(), "/.well-known/oauth-protected-resource/mcp");
}

#[test]
fn a_request_that_cannot_be_read_is_refused() {
    use std::io::Write as _;
    let mut wire = Wire::connect(server().first);
    wire.stream.write_all(b"GET / HTTP/7\r\n\r\n").unwrap();
    let reply = wire.reply().unwrap();
    assert_eq!(reply.status, 400);
    assert!(reply.json()["error"].as_str().unwrap().starts_with("request head: expected HTTP/1.1"));
}

#[test]
fn a_chunked_request_body_is_read() {
    use std::io::Write as _;
    let space = Space::replying(json!({ "text": "{{id}}" }));
    let mut wire = Wire::connect(space.ports.first);
    let head =
        format!("POST {} HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n", space.path("/mcp"));
    for part in [&*head, "5\r\n{\"id\"", "\r\n3\r\n:4}\r\n", "0\r\n\r\n"] {
        wire.stream.write_all(part.as_bytes()).unwrap();
    }
    assert_eq!(wire.reply().unwrap().text(), "4");
}
