//! Answers that are still good, and what ends them.

use mcp_tether::proto::{CallOptions, Topic};
use serde_json::{Value, json};

use crate::support::{Peer, Post};

fn tools(names: &[&str], ttl: Value) -> Value {
    let tools: Vec<_> = names.iter().map(|name| json!({"name": name})).collect();
    json!({"tools": tools, "ttlMs": ttl, "cacheScope": "private"})
}

/// Whether a list is served without asking.
fn is_served(peer: &mut Peer, params: Value) -> bool {
    let call = peer.call("tools/list", params);
    let served = peer.settled().iter().any(|(id, outcome)| *id == call && outcome.is_ok());
    if !served {
        peer.cancel(call);
        peer.sent.clear();
    }
    served
}

fn list(peer: &mut Peer, result: Value) -> Post {
    peer.call("tools/list", json!({}));
    let post = peer.expect_post("tools/list");
    peer.reply(&post, result);
    peer.outcome().unwrap();
    post
}

fn changed(peer: &mut Peer, stream: &Post, method: &str, params: Value) {
    peer.event(stream, &json!({"jsonrpc": "2.0", "method": method, "params": params}));
}

#[test]
fn a_modern_answer_is_good_for_as_long_as_it_says() {
    let mut peer = Peer::modern();
    list(&mut peer, tools(&["a"], json!(1_000)));
    peer.pass(999);
    assert!(is_served(&mut peer, json!({})));
    peer.pass(1);
    assert!(!is_served(&mut peer, json!({})));
}

#[test]
fn an_answer_without_a_time_is_good_for_one_call() {
    for ttl in [json!(0), json!(-5), json!("60000"), json!(1e300), Value::Null] {
        let mut peer = Peer::modern();
        list(&mut peer, tools(&["a"], ttl.clone()));
        assert!(!is_served(&mut peer, json!({})), "{ttl}");
    }
}

#[test]
fn an_answer_serves_the_same_question_only_and_a_host_may_ask_afresh() {
    let mut peer = Peer::modern();
    list(&mut peer, tools(&["a"], json!(60_000)));
    assert!(!is_served(&mut peer, json!({"cursor": ""})));
    assert!(is_served(&mut peer, json!({"_meta": {"traceparent": "00"}})));
    let fresh = CallOptions { fresh: true, ..CallOptions::default() };
    peer.call_with("tools/list", json!({}), fresh);
    peer.expect_post("tools/list");
}

#[test]
fn a_call_is_never_served_from_an_earlier_answer() {
    let mut peer = Peer::modern();
    for _ in 0..2 {
        peer.call("tools/call", json!({"name": "a"}));
        let post = peer.expect_post("tools/call");
        peer.reply(&post, json!({"content": [], "ttlMs": 60_000}));
        peer.outcome().unwrap();
    }
}

#[test]
fn a_notification_ends_what_it_concerns_and_what_is_under_way() {
    let mut peer = Peer::modern();
    peer.connection.want(peer.now, Topic::Tools, true);
    peer.pass(0);
    let stream = peer.expect_post("subscriptions/listen");
    peer.open_stream(&stream);
    list(&mut peer, tools(&["a"], json!(60_000)));
    changed(&mut peer, &stream, "notifications/prompts/list_changed", json!({}));
    assert!(is_served(&mut peer, json!({})));
    changed(&mut peer, &stream, "notifications/tools/list_changed", json!({}));
    assert!(!is_served(&mut peer, json!({})));

    peer.call("tools/list", json!({}));
    let late = peer.expect_post("tools/list");
    changed(&mut peer, &stream, "notifications/tools/list_changed", json!({}));
    peer.reply(&late, tools(&["old"], json!(60_000)));
    assert!(peer.settled()[0].1.is_ok(), "the caller gets it");
    assert!(!is_served(&mut peer, json!({})), "and nobody after it");
}

#[test]
fn a_changed_resource_ends_its_contents_and_those_of_its_parts() {
    let mut peer = Peer::modern();
    let read = |peer: &mut Peer, uri: &str| {
        peer.call("resources/read", json!({"uri": uri}));
        if peer.settled().is_empty() {
            let post = peer.expect_post("resources/read");
            peer.reply(&post, json!({"contents": [], "ttlMs": 60_000}));
            peer.settled();
            return false;
        }
        true
    };
    for uri in ["a://x", "a://x/part", "b://y"] {
        assert!(!read(&mut peer, uri));
        assert!(read(&mut peer, uri));
    }
    peer.call("tools/call", json!({"name": "t"}));
    let post = peer.expect_post("tools/call");
    peer.open_stream(&post);
    changed(&mut peer, &post, "notifications/resources/updated", json!({"uri": "a://x/part"}));
    assert!(!read(&mut peer, "a://x"));
    assert!(!read(&mut peer, "a://x/part"));
    assert!(read(&mut peer, "b://y"));
}

#[test]
fn a_legacy_list_is_good_while_the_server_can_say_otherwise() {
    let (mut peer, push) = Peer::legacy_pushing();
    list(&mut peer, json!({"tools": []}));
    peer.pass(10 * 3_600_000);
    assert!(is_served(&mut peer, json!({})));
    changed(&mut peer, &push, "notifications/tools/list_changed", json!({}));
    assert!(!is_served(&mut peer, json!({})));

    list(&mut peer, json!({"tools": []}));
    peer.end(&push);
    assert!(!is_served(&mut peer, json!({})), "news may have been missed");

    let mut peer = Peer::legacy();
    list(&mut peer, json!({"tools": []}));
    assert!(!is_served(&mut peer, json!({})), "there is no channel for news");
}

#[test]
fn a_cursor_that_the_server_forgot_ends_all_pages() {
    let mut peer = Peer::modern();
    list(&mut peer, tools(&["a"], json!(60_000)));
    peer.call("tools/list", json!({"cursor": "p2"}));
    let post = peer.expect_post("tools/list");
    peer.reply_error(&post, 200, json!({"code": -32602, "message": "bad cursor"}));
    peer.outcome().unwrap_err();
    assert!(!is_served(&mut peer, json!({})));
}

#[test]
fn rounds_are_not_kept() {
    let mut peer = Peer::modern();
    for _ in 0..2 {
        let params = json!({"uri": "a://b", "requestState": "s"});
        peer.call("resources/read", params);
        let post = peer.expect_post("resources/read");
        peer.reply(&post, json!({"contents": [], "ttlMs": 60_000}));
        peer.outcome().unwrap();
    }
}
