//! The HTTP+SSE transport, and how the ladder comes to it.

use mcp_tether::error::{CloseReason, Code, Step};
use mcp_tether::proto::{Config, Event, StreamState, Transmit, Transport, TransportChoice};
use mcp_tether::wire::version::Era;
use serde_json::json;

use crate::support::{Peer, Post, initialize_result};

fn opening() -> (Peer, Post) {
    let config = Config { transport: TransportChoice::HttpSse, ..Peer::config() };
    let mut peer = Peer::new(config);
    let stream = peer.expect_get();
    peer.open_stream(&stream);
    (peer, stream)
}

fn ready() -> (Peer, Post) {
    let (mut peer, stream) = opening();
    peer.chunk(&stream, b"event: endpoint\r\ndata: /messages?cid=91fe\r\n\r\n");
    let initialize = peer.expect_post("initialize");
    assert_eq!(initialize.to.as_deref(), Some("https://peer.example/messages?cid=91fe"));
    peer.accept(&initialize);
    let result = initialize_result("2024-11-05");
    peer.event(&stream, &json!({"jsonrpc": "2.0", "id": initialize.id(), "result": result}));
    let initialized = peer.expect_post("notifications/initialized");
    peer.accept(&initialized);
    assert_eq!(peer.events.pop_front(), Some(Event::Ready));
    assert_eq!(peer.events.pop_front(), Some(Event::Stream(StreamState::Up)));
    (peer, stream)
}

#[test]
fn the_ladder_comes_to_the_older_transport_when_both_posts_are_unknown() {
    for status in [400, 404, 405] {
        let mut peer = Peer::new(Peer::config());
        let discover = peer.expect_post("server/discover");
        peer.reply_status(&discover, status, "Cannot POST /sse");
        let initialize = peer.expect_post("initialize");
        peer.reply_status(&initialize, status, "Cannot POST /sse");
        let get = peer.expect_get();
        assert_eq!(get.header("accept"), Some("text/event-stream"));
        assert_eq!(get.header("mcp-protocol-version"), None);
        peer.head(&get, 405, "");
        let Some(Event::Closed(CloseReason::ConnectFailed(error))) = peer.events.pop_back() else {
            panic!("still open")
        };
        assert_eq!(error.step, Some(Step::HttpSse));
        let text = error.to_string();
        for step in ["discover: ", "initialize: ", "http+sse: "] {
            assert!(text.contains(step), "{text}");
        }
    }
}

#[test]
fn other_failures_of_initialize_do_not_lead_there() {
    for status in [403, 406, 500] {
        let mut peer = Peer::new(Peer::config());
        let discover = peer.expect_post("server/discover");
        peer.reply_status(&discover, 404, "");
        let initialize = peer.expect_post("initialize");
        peer.reply_status(&initialize, status, "");
        assert!(peer.connection.closed().is_some(), "{status}");
    }
}

#[test]
fn a_connection_over_the_stream_posts_to_the_endpoint_and_hears_on_the_stream() {
    let (mut peer, stream) = ready();
    let facts = peer.connection.negotiated().unwrap();
    assert_eq!(facts.transport, Transport::HttpSse);
    let steps: Vec<_> = peer.connection.timings().iter().map(|timing| timing.step).collect();
    assert_eq!(steps, [Step::HttpSse, Step::Initialize, Step::Initialized]);
    assert!(peer.connection.timings().iter().all(|timing| timing.outcome == "ok"));

    let call = peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    assert_eq!(post.header("mcp-session-id"), None);
    peer.accept(&post);
    peer.event(&stream, &json!({"jsonrpc": "2.0", "id": post.id(), "result": {"content": []}}));
    assert_eq!(peer.settled(), [(call, Ok(json!({"content": []})))]);
}

#[test]
fn the_answer_may_come_before_the_post_is_accepted() {
    let (mut peer, stream) = ready();
    peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    peer.event(&stream, &json!({"jsonrpc": "2.0", "id": post.id(), "result": {"content": []}}));
    assert!(peer.outcome().is_ok());
    peer.accept(&post);
    assert!(peer.events.is_empty());
}

#[test]
fn a_refused_post_rejects_its_call_alone() {
    let (mut peer, stream) = ready();
    peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    peer.reply_status(&post, 500, "no");
    assert_eq!(peer.outcome().unwrap_err().code(), Code::HttpError);
    peer.call("tools/list", json!({}));
    let post = peer.expect_post("tools/list");
    peer.accept(&post);
    peer.event(&stream, &json!({"jsonrpc": "2.0", "id": post.id(), "result": {"tools": []}}));
    assert!(peer.outcome().is_ok());
}

#[test]
fn an_endpoint_of_another_origin_is_refused() {
    for endpoint in ["https://evil.example/messages", "//evil.example/x", ""] {
        let (mut peer, stream) = opening();
        peer.chunk(&stream, format!("event: endpoint\ndata: {endpoint}\n\n").as_bytes());
        assert!(peer.connection.closed().is_some(), "{endpoint:?}");
        let is_post = |sent: &Transmit| matches!(sent, Transmit::Post { .. });
        assert!(!peer.sent.iter().any(is_post), "nothing goes there");
    }
}

#[test]
fn a_second_endpoint_changes_nothing() {
    let (mut peer, stream) = ready();
    peer.chunk(&stream, b"event: endpoint\ndata: /moved\n\n");
    peer.call("tools/list", json!({}));
    let post = peer.expect_post("tools/list");
    assert_eq!(post.to.as_deref(), Some("https://peer.example/messages?cid=91fe"));
}

#[test]
fn the_end_of_the_stream_is_the_end_of_the_session() {
    let (mut peer, stream) = ready();
    peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    peer.accept(&post);
    peer.end(&stream);
    assert_eq!(peer.outcome().unwrap_err().code(), Code::SessionExpired);
    assert_eq!(peer.connection.closed(), Some(&CloseReason::SessionExpired));
    assert_eq!(peer.connection.poll_timeout(), None, "and it is not opened again");
}

#[test]
fn a_stream_that_never_names_its_endpoint_is_bounded_by_the_connect_deadline() {
    let (mut peer, stream) = opening();
    peer.chunk(&stream, b": waiting\n\n");
    peer.pass(30_000);
    peer.expect_abort(&stream);
    assert!(matches!(peer.connection.closed(), Some(CloseReason::ConnectFailed(_))));
}

#[test]
fn closing_ends_the_stream_and_sends_no_delete() {
    let (mut peer, stream) = ready();
    peer.close(CloseReason::Local);
    peer.expect_abort(&stream);
    assert!(peer.sent.is_empty());
}

#[test]
fn what_is_known_of_the_era_saves_a_step_and_is_dropped_once_when_it_is_wrong() {
    let hinted = || Peer::hinted(Peer::config(), Some(Era::Legacy));
    let mut peer = hinted();
    let initialize = peer.expect_post("initialize");
    peer.reply(&initialize, initialize_result("2025-11-25"));
    peer.expect_post("notifications/initialized");

    let mut peer = hinted();
    let initialize = peer.expect_post("initialize");
    let data = json!({"supported": ["2026-07-28"], "requested": "2025-11-25"});
    let error = json!({"code": -32022, "message": "Unsupported protocol version", "data": data});
    peer.reply_error(&initialize, 400, error);
    let discover = peer.expect_post("server/discover");
    peer.reply(&discover, crate::support::discover_result());
    assert_eq!(peer.events.pop_front(), Some(Event::Ready));

    for (status, asks_again) in [(401, false), (503, false)] {
        let mut peer = hinted();
        let initialize = peer.expect_post("initialize");
        peer.reply_status(&initialize, status, "");
        let is_post = |sent: &Transmit| matches!(sent, Transmit::Post { .. });
        assert_eq!(peer.sent.iter().any(is_post), asks_again, "{status} is no evidence");
    }
}
