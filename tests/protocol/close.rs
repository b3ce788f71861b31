//! The end of a connection: everything settles once, and nothing is left.

use mcp_tether::error::{CloseReason, Code};
use mcp_tether::ids::CallId;
use mcp_tether::proto::{CallOptions, Event, Transmit};
use mcp_tether::time::Instant;
use serde_json::json;

use crate::support::{Peer, discover_result, initialize_result};

#[test]
fn close_settles_every_call_exactly_once() {
    let mut peer = Peer::legacy();
    let sent = peer.call("tools/call", json!({"name": "a"}));
    let read = peer.call("tools/list", json!({}));
    peer.close(CloseReason::Local);
    peer.close(CloseReason::Freed);
    peer.pass(100_000);
    let settled = peer.settled();
    assert_eq!(settled.iter().map(|(id, _)| *id).collect::<Vec<_>>(), [sent, read]);
    let errors: Vec<_> = settled.into_iter().map(|(_, outcome)| outcome.unwrap_err()).collect();
    assert!(errors.iter().all(|error| error.code() == Code::Closed));
    assert_eq!(errors.iter().map(|error| error.retry_safe).collect::<Vec<_>>(), [false, true]);
    assert_eq!(peer.events, [Event::Closed(CloseReason::Local)], "the first reason stays");
    assert_eq!(peer.connection.poll_timeout(), None);
    let error = peer.try_call("tools/list", json!({}), CallOptions::default()).unwrap_err();
    assert_eq!(error.code(), Code::Closed);
}

#[test]
fn a_legacy_session_is_ended_at_the_server_and_a_modern_one_has_none() {
    let mut peer = Peer::legacy();
    peer.close(CloseReason::Local);
    let Some(Transmit::Delete { headers }) = peer.sent.pop_front() else { panic!("no DELETE") };
    assert!(headers.contains(&("mcp-session-id".into(), "s-1".into())));
    assert!(headers.contains(&("mcp-protocol-version".into(), "2025-11-25".into())));

    let mut peer = Peer::modern();
    peer.close(CloseReason::Local);
    assert!(peer.sent.is_empty());
}

#[test]
fn what_comes_after_the_end_changes_nothing() {
    let mut peer = Peer::legacy();
    peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    peer.open_stream(&post);
    peer.close(CloseReason::Freed);
    peer.events.clear();
    peer.sent.clear();
    peer.result_event(&post, json!({"content": []}));
    peer.end(&post);
    peer.fail(&post, "late");
    assert!(peer.events.is_empty() && peer.sent.is_empty());
}

#[test]
fn closing_during_the_handshake_sends_nothing_and_rejects_what_waits() {
    let mut peer = Peer::new(Peer::config());
    let discover = peer.expect_post("server/discover");
    let call = peer.call("tools/list", json!({}));
    peer.close(CloseReason::Aborted);
    peer.expect_abort(&discover);
    assert!(peer.sent.is_empty());
    let (id, outcome) = peer.settled().remove(0);
    assert_eq!((id, outcome.unwrap_err().retry_safe), (call, true));
}

/// One scripted conversation; closing it at any step settles everything once.
fn script(peer: &mut Peer, steps: usize) -> (usize, Vec<CallId>) {
    let mut calls = Vec::new();
    let mut taken = 0;
    let mut go = || {
        taken += 1;
        taken <= steps
    };
    'script: {
        macro_rules! step {
            ($($what:tt)*) => { if go() { $($what)* } else { break 'script } };
        }
        let discover = peer.expect_post("server/discover");
        step!(calls.push(peer.call("tools/list", json!({}))));
        step!(peer.reply_status(&discover, 404, ""));
        let initialize = peer.expect_post("initialize");
        step!(peer.open_stream(&initialize));
        step!(peer.result_event(&initialize, initialize_result("2025-11-25")));
        let initialized = peer.expect_post("notifications/initialized");
        step!(peer.accept(&initialized));
        let push = peer.expect_get();
        step!(peer.open_stream(&push));
        let list = peer.expect_post("tools/list");
        step!(calls.push(peer.call("tools/call", json!({"name": "a"}))));
        let first = peer.expect_post("tools/call");
        step!(peer.open_stream(&first));
        step!(peer.chunk(&first, b"data: {\"jsonr"));
        step!(peer.reply(&list, json!({"tools": []})));
        step!(calls.push(peer.call("prompts/list", json!({}))));
        step!(peer.pass(1_000));
        step!(peer.end(&first));
        peer.expect_post("prompts/list");
        step!(peer.end(&push));
        step!(calls.push(peer.call("tools/call", json!({"name": "a"}))));
        let second = peer.expect_post("tools/call");
        step!(peer.open_stream(&second));
        step!(peer.chunk(&second, b"id: e1\ndata:\n\n"));
        step!(peer.end(&second));
        step!(peer.pass(1_000));
    }
    (taken, calls)
}

#[test]
fn closing_at_any_step_settles_everything_once_and_leaves_nothing() {
    for steps in 0.. {
        let mut peer = Peer::new(Peer::config());
        let (taken, calls) = script(&mut peer, steps);
        peer.close(CloseReason::Freed);
        let mut settled: Vec<_> = peer.settled().into_iter().map(|(id, _)| id).collect();
        settled.sort_unstable();
        assert_eq!(settled, calls, "closed after {steps} steps");
        assert_eq!(peer.events.pop_back(), Some(Event::Closed(CloseReason::Freed)));
        assert_eq!(peer.connection.poll_timeout(), None);
        assert!(!peer.connection.is_busy());
        if taken <= steps {
            return;
        }
    }
}

#[test]
fn a_second_connection_starts_with_nothing_of_the_first() {
    let mut first = Peer::legacy();
    first.connection.set_log_level(first.now, "debug").unwrap();
    first.drain();
    let mut second = Peer::new(Peer::config());
    let discover = second.expect_post("server/discover");
    second.reply(&discover, discover_result());
    second.call("tools/list", json!({}));
    let post = second.expect_post("tools/list");
    assert_eq!(post.header("mcp-session-id"), None);
    let meta = post.body["params"]["_meta"].as_object().unwrap();
    assert!(!meta.contains_key("io.modelcontextprotocol/logLevel"));
}

#[test]
fn a_clock_that_jumps_fires_each_deadline_once() {
    let mut peer = Peer::modern();
    peer.call("tools/list", json!({}));
    peer.call("prompts/list", json!({}));
    peer.now = Instant::from_millis(u64::MAX - 5);
    peer.pass(0);
    peer.pass(100);
    assert_eq!(peer.settled().len(), 2);
}
