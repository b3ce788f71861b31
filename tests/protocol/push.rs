//! The standing stream of a legacy server.

use mcp_tether::error::{CloseReason, Code};
use mcp_tether::proto::{Config, Event, Push, StreamState, Transmit};
use serde_json::json;

use crate::support::Peer;

fn states(peer: &mut Peer) -> Vec<StreamState> {
    let of = |event| match event {
        Event::Stream(state) => Some(state),
        _ => None,
    };
    peer.events.drain(..).filter_map(of).collect()
}

#[test]
fn the_stream_is_asked_for_once_ready_and_brings_what_the_server_sends() {
    let mut peer = Peer::legacy_opening("2025-11-25", Peer::config());
    let get = peer.expect_get();
    assert_eq!(get.header("accept"), Some("text/event-stream"));
    assert_eq!(get.header("mcp-session-id"), Some("s-1"));
    assert_eq!(get.header("mcp-protocol-version"), Some("2025-11-25"));
    assert_eq!(get.header("last-event-id"), None);
    peer.open_stream(&get);
    peer.event(&get, &json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}));
    assert_eq!(peer.events.pop_front(), Some(Event::Stream(StreamState::Up)));
    assert!(matches!(peer.events.pop_front(), Some(Event::Notification { .. })));
    assert!(!peer.connection.is_busy(), "an open stream is not work");
}

#[test]
fn a_server_without_the_stream_is_usable_and_not_asked_again() {
    for (status, media_type) in [
        (405, ""),
        (406, ""),
        (400, "text/html"),
        (501, ""),
        (200, "application/json"),
        (200, "text/html"),
        (204, ""),
    ] {
        let mut peer = Peer::legacy_opening("2025-06-18", Peer::config());
        let get = peer.expect_get();
        peer.head(&get, status, media_type);
        assert_eq!(states(&mut peer), [StreamState::Unsupported], "{status} {media_type}");
        assert_eq!(peer.connection.poll_timeout(), None);
        peer.call("tools/list", json!({}));
        let post = peer.expect_post("tools/list");
        peer.reply(&post, json!({"tools": []}));
        assert!(peer.outcome().is_ok());
    }
}

#[test]
fn a_404_for_the_stream_of_a_session_is_the_end_of_the_session() {
    let mut peer = Peer::legacy_opening("2025-11-25", Peer::config());
    let get = peer.expect_get();
    peer.head(&get, 404, "");
    assert_eq!(peer.connection.closed(), Some(&CloseReason::SessionExpired));
}

#[test]
fn a_host_may_do_without_the_stream() {
    let mut peer = Peer::legacy_opening("2025-11-25", Config { push: Push::Off, ..Peer::config() });
    assert!(peer.sent.is_empty());
    peer.pass(100_000);
    assert!(peer.sent.is_empty());
    let peer = Peer::modern();
    assert!(peer.sent.is_empty(), "the modern era has no such stream");
}

#[test]
fn a_stream_that_ends_empty_is_asked_for_ever_more_slowly_and_then_given_up() {
    for opening in ["", ": hi\n\n", "retry: 0\n\n"] {
        let (mut peer, mut get) = Peer::legacy_pushing();
        let mut waits = Vec::new();
        loop {
            peer.chunk(&get, opening.as_bytes());
            peer.end(&get);
            let Some(at) = peer.connection.poll_timeout() else { break };
            waits.push(at.since(peer.now));
            peer.pass(at.since(peer.now));
            get = peer.expect_get();
            peer.open_stream(&get);
        }
        assert_eq!(waits, [1_000, 2_000, 4_000, 8_000, 16_000], "{opening:?}");
        assert_eq!(states(&mut peer).last(), Some(&StreamState::Down));
        assert!(peer.connection.closed().is_none(), "calls still work");
    }
}

#[test]
fn a_stream_that_brought_something_is_opened_again_after_a_second_where_it_ended() {
    let (mut peer, mut get) = Peer::legacy_pushing();
    for n in 0..20 {
        peer.chunk(&get, format!("id: e{n}\n").as_bytes());
        peer.event(&get, &json!({"jsonrpc": "2.0", "method": "notifications/x"}));
        peer.end(&get);
        peer.pass(1_000);
        get = peer.expect_get();
        assert_eq!(get.header("last-event-id"), Some(format!("e{n}").as_str()));
        peer.open_stream(&get);
    }
}

#[test]
fn a_stream_that_lasted_was_worth_opening() {
    let (mut peer, mut get) = Peer::legacy_pushing();
    for _ in 0..10 {
        peer.pass(60_000);
        peer.end(&get);
        peer.pass(1_000);
        get = peer.expect_get();
        peer.open_stream(&get);
    }
}

#[test]
fn a_stream_that_fails_to_open_is_tried_again_and_then_given_up() {
    let mut peer = Peer::legacy_opening("2025-11-25", Peer::config());
    for _ in 0..5 {
        let get = peer.expect_get();
        peer.fail(&get, "Failed to fetch");
        peer.pass(30_000);
    }
    let get = peer.expect_get();
    peer.fail(&get, "Failed to fetch");
    assert_eq!(peer.connection.poll_timeout(), None);
}

#[test]
fn an_answer_promised_with_202_comes_on_the_standing_stream() {
    let (mut peer, get) = Peer::legacy_pushing();
    let call = peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    peer.accept(&post);
    assert!(peer.settled().is_empty());
    peer.event(&get, &json!({"jsonrpc": "2.0", "id": post.id(), "result": {"content": []}}));
    assert_eq!(peer.settled(), [(call, Ok(json!({"content": []})))]);

    peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    peer.accept(&post);
    peer.pass(60_000);
    assert_eq!(peer.outcome().unwrap_err().code(), Code::TimedOut, "the wait is bounded");
    peer.expect_post("notifications/cancelled");
}

#[test]
fn a_promised_answer_is_given_up_with_the_stream_that_was_to_bring_it() {
    let (mut peer, mut get) = Peer::legacy_pushing();
    peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    peer.accept(&post);
    peer.end(&get);
    assert!(peer.settled().is_empty(), "the stream may come back");
    peer.pass(1_000);
    get = peer.expect_get();
    peer.head(&get, 405, "");
    assert_eq!(peer.outcome().unwrap_err().code(), Code::StreamEnded);
}

#[test]
fn closing_ends_the_stream_and_plans_nothing() {
    let (mut peer, get) = Peer::legacy_pushing();
    peer.close(CloseReason::Local);
    peer.expect_abort(&get);
    assert!(matches!(peer.sent.pop_front(), Some(Transmit::Delete { .. })));
    peer.end(&get);
    assert_eq!(peer.connection.poll_timeout(), None);

    let (mut peer, get) = Peer::legacy_pushing();
    peer.end(&get);
    peer.close(CloseReason::Local);
    peer.pass(10_000);
    assert!(!peer.sent.iter().any(|sent| matches!(sent, Transmit::Get { .. })));
}
