//! What goes over the wire, byte by byte.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod support;

use std::io::ErrorKind;
use std::time::{Duration, Instant};

use serde_json::json;
use support::{Space, Wire, call};

#[test]
fn a_json_reply_has_a_content_length_and_the_requests_id() {
    let space = Space::replying(json!({ "result": { "ok": true } }));
    for id in [json!(7), json!("seven"), json!(null)] {
        let reply = space.post(&call(id.clone(), "ping", json!({})));
        assert_eq!(reply.status, 200);
        assert_eq!(reply.header("content-type"), Some("application/json"));
        assert_eq!(reply.header("content-length"), Some(&*reply.body.len().to_string()));
        assert_eq!(reply.json(), json!({ "jsonrpc": "2.0", "id": id, "result": { "ok": true } }));
    }
}

#[test]
fn nothing_is_cached_unless_the_script_says_so() {
    let cached = |reply| Space::replying(reply).get().header("cache-control").map(str::to_owned);
    assert_eq!(cached(json!({})).as_deref(), Some("no-store"));
    let headers = json!({ "Cache-Control": "max-age=5" });
    assert_eq!(cached(json!({ "headers": headers })).as_deref(), Some("max-age=5"));
}

#[test]
fn events_are_written_field_by_field_with_the_line_end_asked_for() {
    let events = json!([
        { "comment": "hi" },
        { "event": "message", "id": "e1", "retry": 50, "data": { "a": 1 } },
        { "data": "two\nlines", "eol": "\r\n" },
        { "progress": { "progress": 1, "total": 2 }, "eol": "\r" },
    ]);
    let space = Space::replying(json!({ "sse": events }));
    let reply = space.post(&call(1, "tools/call", json!({ "_meta": { "progressToken": "t" } })));
    assert_eq!(reply.header("content-type"), Some("text/event-stream"));
    let progress = json!({ "jsonrpc": "2.0", "method": "notifications/progress",
        "params": { "progress": 1, "progressToken": "t", "total": 2 } });
    let expected = format!(
        ": hi\n\nevent: message\nid: e1\nretry: 50\ndata: {{\"a\":1}}\n\n\
         data: two\r\ndata: lines\r\n\r\ndata: {progress}\r\r"
    );
    assert_eq!(reply.text(), expected);
}

#[test]
fn each_write_is_flushed() {
    let space = Space::replying(json!({ "steps": [
        { "head": true }, { "wait": "1" },
        { "write": "a" }, { "wait": "2" },
        { "data": "b" }, { "wait": "3" },
    ]}));
    let mut wire = space.open("GET", "");
    for (expected, signal) in
        [("\r\n\r\n", "1"), ("1\r\na\r\n", "2"), ("9\r\ndata: b\n\n\r\n", "3")]
    {
        wire.read_until(expected).unwrap();
        space.control("POST", &format!("/_signal/{signal}"));
    }
    assert_eq!(wire.read_until("0\r\n\r\n").unwrap(), "0\r\n\r\n");
}

#[test]
fn each_piece_is_a_chunk_of_its_own_with_a_gap_between() {
    let text = "data: 日\n\n";
    let space = Space::replying(json!({ "sse": [{ "write": text, "pieces": 1, "gap": 5 }] }));
    let began = Instant::now();
    let mut wire = space.open("GET", "");
    wire.read_until("\r\n\r\n").unwrap();
    for byte in text.bytes() {
        let chunk = wire.take(6).unwrap();
        assert_eq!(chunk, [b"1\r\n", &[byte][..], b"\r\n"].concat());
    }
    let gaps = u32::try_from(text.len() - 1).unwrap();
    assert!(began.elapsed() >= Duration::from_millis(5) * gaps);
}

#[test]
fn delays_come_before_the_head_and_between_writes() {
    let space = Space::replying(json!({ "delay": 60, "close": true, "steps": [
        { "head": true }, { "delay": 60 }, { "write": "a" }, { "delay": 60 }, { "write": "b" },
    ]}));
    let began = Instant::now();
    let reads = space.open("GET", "").reads();
    let after = |text: &str| {
        let found = reads.iter().find(|(_, bytes)| String::from_utf8_lossy(bytes).contains(text));
        found.unwrap_or_else(|| panic!("{text:?} in {reads:?}")).0 - began
    };
    for (text, least) in [("HTTP/1.1 200", 60), ("1\r\na\r\n", 120), ("1\r\nb\r\n", 180)] {
        let came = after(text);
        assert!(came >= Duration::from_millis(least), "{text:?} after {came:?}");
    }
}

#[test]
fn a_reset_is_seen_as_a_reset() {
    let space = Space::replying(json!({ "sse": [{ "write": "data: ha" }, { "reset": true }] }));
    let (got, end) = space.open("GET", "").read_to_close();
    assert_eq!(end.unwrap_err().kind(), ErrorKind::ConnectionReset);
    let got = String::from_utf8(got).unwrap();
    assert!(got.is_empty() || got.ends_with("data: ha\r\n"), "{got}");
    assert_eq!(space.entry(0, "ended")["outcome"], "reset");
}

#[test]
fn a_reset_before_the_head_sends_nothing() {
    let space = Space::replying(json!({ "reset": true }));
    let (got, end) = space.open("GET", "").read_to_close();
    assert!(got.is_empty());
    assert_eq!(end.unwrap_err().kind(), ErrorKind::ConnectionReset);
}

#[test]
fn a_close_cuts_a_chunked_body_short() {
    let space = Space::replying(json!({ "sse": [{ "write": "data: 1" }, { "close": true }] }));
    let (got, end) = space.open("GET", "").read_to_close();
    end.unwrap();
    assert!(String::from_utf8(got).unwrap().ends_with("7\r\ndata: 1\r\n"));
}

#[test]
fn a_promised_length_may_be_broken() {
    let space = Space::replying(json!({ "text": "abc", "framing": 10 }));
    let (got, end) = space.open("GET", "").read_to_close();
    end.unwrap();
    let got = String::from_utf8(got).unwrap();
    assert!(got.contains("content-length: 10\r\n") && got.ends_with("\r\n\r\nabc"), "{got}");
}

#[test]
fn a_body_may_last_until_the_connection_closes() {
    let space = Space::replying(json!({ "text": "abc", "framing": "close" }));
    let reply = space.get();
    assert_eq!(reply.header("connection"), Some("close"));
    assert_eq!((reply.header("content-length"), reply.text().as_str()), (None, "abc"));
}

#[test]
fn raw_bytes_go_around_the_head() {
    let space = Space::replying(json!({ "steps": [{ "raw": "HTTP/9.9 nonsense\r\n\r\n" }] }));
    let (got, end) = space.open("GET", "").read_to_close();
    end.unwrap();
    assert_eq!(got, b"HTTP/9.9 nonsense\r\n\r\n");
}

#[test]
fn base64_bodies_are_bytes() {
    let space = Space::replying(json!({ "base64": "AP8K" }));
    assert_eq!(space.get().body, [0, 255, 10]);
}

#[test]
fn a_connection_serves_several_requests_and_closes_when_told() {
    let space = Space::new(json!({ "rules": [
        { "times": 2, "reply": { "text": "kept" } },
        { "reply": { "text": "last", "close": true } },
    ]}));
    let mut wire = Wire::connect(space.ports.first);
    for expected in ["kept", "kept", "last"] {
        wire.request("GET", &space.path("/mcp"), &[], "");
        assert_eq!(wire.reply().unwrap().text(), expected);
    }
    assert_eq!(wire.read_some().unwrap(), b"");
    let log = space.log();
    assert!(log.iter().all(|entry| entry["connection"] == log[0]["connection"]));
}

#[test]
fn a_client_that_wants_to_close_is_closed() {
    let space = Space::replying(json!({ "text": "x" }));
    let path = space.path("/mcp");
    let mut wire = Wire::send(space.ports.first, "GET", &path, &[("connection", "close")], "");
    assert_eq!(wire.reply().unwrap().header("connection"), Some("close"));
    assert_eq!(wire.read_some().unwrap(), b"");
}

#[test]
fn statuses_without_a_body_have_no_framing() {
    let space = Space::replying(json!({ "status": 204 }));
    let reply = space.get();
    assert_eq!((reply.status, reply.header("content-length")), (204, None));
    let space = Space::replying(json!({ "status": 202 }));
    assert_eq!(space.get().header("content-length"), Some("0"));
}

#[test]
fn redirects_may_go_to_the_other_origin() {
    let space = Space::replying(json!({ "redirect": "{{second}}/there", "status": 308 }));
    let reply = space.get();
    assert_eq!(reply.status, 308);
    let expected = format!("http://127.0.0.1:{}/s/{}/there", space.ports.second, space.id);
    assert_eq!(reply.header("location"), Some(&*expected));
}

#[test]
fn repetition_counts_and_may_be_joined() {
    let repeat = json!({ "repeat": 100_000, "join": true, "steps": [{ "data": "{{i}}" }] });
    let space = Space::replying(json!({ "sse": [repeat, { "result": { "n": "{{filler:30}}" } }] }));
    let events = space.post(&call(1, "tools/call", json!({}))).events();
    assert_eq!(events.len(), 100_001);
    assert_eq!((&events[0], &events[99_999]), (&json!(0), &json!(99_999)));
    assert_eq!(events[100_000]["result"]["n"], "abcdefghijklmnopqrstuvwxyzabcd");
}

#[test]
fn a_slow_client_gets_everything() {
    let space = Space::replying(json!({ "text": "{{filler:8000000}}" }));
    let mut wire = space.open("GET", "");
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(wire.reply().unwrap().body.len(), 8_000_000);
}

#[test]
fn the_log_tells_how_much_a_client_took_before_it_closed() {
    let space = Space::replying(json!({ "text": "{{filler:50000000}}", "pieces": 65536 }));
    let mut wire = space.open("GET", "");
    wire.take(100_000).unwrap();
    drop(wire);
    let entry = space.entry(0, "closed");
    let sent = entry["sent"].as_u64().unwrap();
    assert!((65_536..50_000_000).contains(&sent) && sent.is_multiple_of(65_536), "{sent}");
}
