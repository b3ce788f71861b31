//! Response streams that end before the response and are taken up again.

use mcp_tether::error::Code;
use mcp_tether::ids::CallId;
use serde_json::json;

use crate::support::{Peer, Post};

fn polled(version: &str, opening: &str) -> (Peer, CallId, Post) {
    let mut peer = Peer::legacy_at(version, Peer::config());
    let call = peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    peer.open_stream(&post);
    peer.chunk(&post, opening.as_bytes());
    peer.end(&post);
    (peer, call, post)
}

#[test]
fn a_polling_server_is_left_alone_as_long_as_it_asked_and_then_asked_for_the_rest() {
    let (mut peer, call, post) = polled("2025-11-25", "id: s7-0\ndata:\n\nretry: 500\n\n");
    assert!(peer.settled().is_empty());
    assert_eq!(peer.connection.poll_timeout(), Some(peer.now + 500));
    peer.pass(500);
    let get = peer.expect_get();
    assert_eq!(get.header("last-event-id"), Some("s7-0"));
    assert_eq!(get.header("mcp-session-id"), Some("s-1"));
    peer.open_stream(&get);
    peer.event(&get, &json!({"jsonrpc": "2.0", "id": post.id(), "result": {"content": []}}));
    assert_eq!(peer.settled(), [(call, Ok(json!({"content": []})))]);
}

#[test]
fn the_cursor_survives_a_second_drop() {
    let (mut peer, call, post) = polled("2025-11-25", "id: e1\nretry: 50\ndata:\n\n");
    peer.pass(50);
    let get = peer.expect_get();
    peer.open_stream(&get);
    peer.end(&get);
    peer.pass(1_000);
    let get = peer.expect_get();
    assert_eq!(get.header("last-event-id"), Some("e1"));
    peer.open_stream(&get);
    peer.event(&get, &json!({"jsonrpc": "2.0", "id": post.id(), "result": {"content": []}}));
    assert_eq!(peer.settled()[0].0, call);
}

#[test]
fn empty_streams_use_up_the_budget_and_the_call_is_rejected() {
    let (mut peer, _, _) = polled("2025-11-25", "id: e1\ndata:\n\n");
    let mut streams = 0;
    while peer.connection.is_busy() {
        let at = peer.connection.poll_timeout().expect("a plan");
        peer.pass(at.since(peer.now));
        let get = peer.expect_get();
        peer.open_stream(&get);
        streams += 1;
        peer.end(&get);
    }
    assert_eq!(streams, 6);
    assert_eq!(peer.outcome().unwrap_err().code(), Code::StreamEnded);
}

#[test]
fn a_server_that_polls_for_long_keeps_its_budget_while_it_moves_on() {
    let (mut peer, call, post) = polled("2025-11-25", "id: e0\nretry: 10\ndata:\n\n");
    for n in 1..50 {
        peer.pass(10);
        let get = peer.expect_get();
        assert_eq!(get.header("last-event-id"), Some(format!("e{}", n - 1).as_str()));
        peer.open_stream(&get);
        peer.chunk(&get, format!("id: e{n}\ndata:\n\n").as_bytes());
        if n == 49 {
            peer.event(
                &get,
                &json!({"jsonrpc": "2.0", "id": post.id(), "result": {"content": []}}),
            );
        }
        peer.end(&get);
    }
    assert_eq!(peer.settled()[0].0, call);
}

#[test]
fn a_refused_resumption_rejects_that_call_alone() {
    let (mut peer, call, _) = polled("2025-11-25", "id: e1\nretry: 10\ndata:\n\n");
    let other = peer.call("tools/list", json!({}));
    let list = peer.expect_post("tools/list");
    peer.pass(10);
    let get = peer.expect_get();
    peer.head(&get, 405, "");
    let settled = peer.settled();
    assert_eq!(settled[0].0, call);
    assert_eq!(settled[0].1.as_ref().unwrap_err().code(), Code::StreamEnded);
    peer.reply(&list, json!({"tools": []}));
    assert_eq!(peer.settled()[0].0, other);
}

#[test]
fn a_broken_stream_with_an_event_id_is_taken_up_too() {
    let mut peer = Peer::legacy();
    peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    peer.open_stream(&post);
    peer.chunk(&post, b"id: e1\ndata:\n\n");
    peer.fail(&post, "network error");
    peer.pass(1_000);
    let get = peer.expect_get();
    peer.fail(&get, "Failed to fetch");
    assert!(peer.settled().is_empty(), "offline for a moment");
    peer.pass(1_000);
    assert_eq!(peer.expect_get().header("last-event-id"), Some("e1"));
}

#[test]
fn nothing_is_taken_up_without_an_event_id_or_in_the_modern_era() {
    let (mut peer, _, _) = polled("2025-11-25", ": hi\n\n");
    assert_eq!(peer.outcome().unwrap_err().code(), Code::StreamEnded);

    let mut peer = Peer::modern();
    peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    peer.open_stream(&post);
    peer.chunk(&post, b"id: e1\ndata:\n\n");
    peer.end(&post);
    assert_eq!(peer.outcome().unwrap_err().code(), Code::StreamEnded);
}

#[test]
fn each_call_keeps_its_own_cursor() {
    let (mut peer, _, _) = polled("2025-11-25", "id: a-1\nretry: 10\ndata:\n\n");
    peer.call("tools/call", json!({"name": "b"}));
    let post = peer.expect_post("tools/call");
    peer.open_stream(&post);
    peer.chunk(&post, b"id: b-9\nretry: 10\ndata:\n\n");
    peer.end(&post);
    peer.pass(10);
    let cursors = [peer.expect_get(), peer.expect_get()];
    let cursors = cursors.map(|get| get.header("last-event-id").map(str::to_owned));
    assert_eq!(cursors, [Some("a-1".into()), Some("b-9".into())]);
}

#[test]
fn a_call_taken_back_while_its_stream_is_waited_for_opens_no_stream() {
    let (mut peer, call, post) = polled("2025-11-25", "id: e1\nretry: 10\ndata:\n\n");
    peer.cancel(call);
    let cancelled = peer.expect_post("notifications/cancelled");
    assert_eq!(cancelled.body["params"]["requestId"], post.id());
    peer.pass(10);
    assert!(peer.sent.is_empty());
}
