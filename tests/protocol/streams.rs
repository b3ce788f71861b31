//! Every way a response stream can go on or end.

use mcp_tether::error::{CloseReason, Code};
use mcp_tether::proto::{CallOptions, Config, Event, Reading, Transmit};
use serde_json::json;

use crate::support::Peer;

#[test]
fn a_stream_that_ends_without_the_response_rejects_at_once() {
    for peer in [Peer::modern(), Peer::legacy()] {
        let mut peer = peer;
        peer.call("tools/call", json!({"name": "a"}));
        let post = peer.expect_post("tools/call");
        peer.open_stream(&post);
        peer.chunk(&post, b": hi\n\n");
        peer.end(&post);
        let error = peer.outcome().unwrap_err();
        assert_eq!((error.code(), error.retry_safe), (Code::StreamEnded, false));
    }
}

#[test]
fn a_stream_that_breaks_says_so() {
    let mut peer = Peer::modern();
    peer.call("tools/list", json!({}));
    let post = peer.expect_post("tools/list");
    peer.open_stream(&post);
    peer.chunk(&post, b"data: {\"jsonrpc\"");
    peer.fail(&post, "network error");
    let error = peer.outcome().unwrap_err();
    assert_eq!(
        (error.code(), error.retry_safe),
        (Code::StreamEnded, true),
        "a list may be sent again"
    );
    assert!(error.to_string().contains("network error"));
}

#[test]
fn a_request_that_got_no_answer_is_a_network_error_and_a_call_is_not_sent_again() {
    let mut peer = Peer::modern();
    peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    peer.fail(&post, "Failed to fetch");
    let error = peer.outcome().unwrap_err();
    assert_eq!((error.code(), error.retry_safe), (Code::Network, false));
    assert!(peer.sent.is_empty());
}

#[test]
fn other_event_types_priming_events_and_comments_are_no_messages() {
    let mut peer = Peer::legacy();
    peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    peer.open_stream(&post);
    peer.chunk(&post, b"id: e-1\ndata:\n\nevent: ping\ndata: {}\n\n: keep-alive\n\nretry: 10\n\n");
    assert!(peer.events.is_empty(), "{:?}", peer.events);
    peer.result_event(&post, json!({"content": []}));
    assert!(peer.outcome().is_ok());
}

#[test]
fn nonsense_on_a_stream_does_not_keep_the_answer_from_counting() {
    let mut peer = Peer::modern();
    peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    peer.open_stream(&post);
    peer.chunk(&post, b"data: [DONE]\n\ndata: 7\n\ndata: [1]\n\n");
    assert_eq!(peer.warnings(), 3);
    peer.result_event(&post, json!({"content": []}));
    assert!(peer.outcome().is_ok());

    peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    peer.open_stream(&post);
    peer.chunk(&post, b"data: [DONE]\n\n");
    peer.end(&post);
    let text = peer.outcome().unwrap_err().to_string();
    assert!(text.contains("[DONE]"), "the error shows what came in its place: {text}");
}

#[test]
fn a_stream_that_answered_is_read_on_for_a_while_and_then_given_up() {
    let mut peer = Peer::modern();
    peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    peer.open_stream(&post);
    peer.result_event(&post, json!({"content": []}));
    assert!(peer.outcome().is_ok());
    assert_eq!(peer.connection.poll_timeout(), Some(peer.now + 2_000));
    peer.pass(2_000);
    peer.expect_abort(&post);
    assert_eq!(peer.connection.poll_timeout(), None);
}

#[test]
fn a_legacy_response_counts_on_whichever_stream_it_comes() {
    let mut peer = Peer::legacy();
    let first = peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    let second = peer.call("tools/call", json!({"name": "b"}));
    let other = peer.expect_post("tools/call");
    peer.open_stream(&post);
    peer.open_stream(&other);
    peer.result_event(&post, json!({"content": ["a"]}));
    peer.event(&post, &json!({"jsonrpc": "2.0", "id": other.id(), "result": {"content": ["b"]}}));
    let settled = peer.settled();
    assert_eq!(settled[0], (first, Ok(json!({"content": ["a"]}))));
    assert_eq!(settled[1], (second, Ok(json!({"content": ["b"]}))));
}

#[test]
fn a_modern_response_counts_only_on_the_stream_of_its_request() {
    let mut peer = Peer::modern();
    peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    peer.call("tools/call", json!({"name": "b"}));
    let other = peer.expect_post("tools/call");
    peer.open_stream(&post);
    peer.event(&post, &json!({"jsonrpc": "2.0", "id": other.id(), "result": {"content": []}}));
    assert!(peer.settled().is_empty());
    assert_eq!(peer.warnings(), 1);
}

#[test]
fn arrays_of_messages_count_only_at_the_version_that_has_them() {
    let answer = |id: u64| json!({"jsonrpc": "2.0", "id": id, "result": {"content": []}});
    let note =
        json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info"}});
    for (version, counts) in [("2025-03-26", true), ("2025-06-18", false)] {
        let mut peer = Peer::legacy_at(version, Peer::config());
        peer.call("tools/call", json!({"name": "a"}));
        let post = peer.expect_post("tools/call");
        assert!(matches!(peer.head(&post, 200, "application/json"), Reading::Whole { .. }));
        peer.body(&post, &json!([note, answer(post.id())]).to_string());
        assert_eq!(peer.outcome().is_ok(), counts, "{version}");
    }
}

#[test]
fn an_event_over_the_limit_rejects_its_request_alone() {
    let mut config = Peer::config();
    config.limits.message = 1_000;
    let mut peer = Peer::new(config);
    let discover = peer.expect_post("server/discover");
    peer.reply(&discover, crate::support::discover_result());
    peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    peer.open_stream(&post);
    peer.chunk(&post, format!("data: \"{}\"\n\n", "x".repeat(2_000)).as_bytes());
    peer.events.pop_front();
    let error = peer.outcome().unwrap_err();
    assert_eq!(error.code(), Code::LimitExceeded);
    assert!(error.to_string().contains("messageBytes = 1000"), "{error}");
    assert!(peer.connection.closed().is_none());
}

#[test]
fn an_expired_session_ends_the_connection_whatever_the_body_says() {
    for media_type in ["", "text/html", "application/json"] {
        let mut peer = Peer::legacy();
        peer.call("tools/call", json!({"name": "held"}));
        let held = peer.expect_post("tools/call");
        peer.open_stream(&held);
        peer.call("tools/call", json!({"name": "a"}));
        let post = peer.expect_post("tools/call");
        assert_eq!(peer.head(&post, 404, media_type), Reading::Nothing);
        let settled = peer.settled();
        let outcome = |n: usize| settled[n].1.as_ref().unwrap_err();
        assert_eq!((outcome(0).code(), outcome(0).retry_safe), (Code::SessionExpired, true));
        assert_eq!((outcome(1).code(), outcome(1).retry_safe), (Code::SessionExpired, false));
        assert_eq!(peer.events.pop_back(), Some(Event::Closed(CloseReason::SessionExpired)));
        let is_delete = |sent: &Transmit| matches!(sent, Transmit::Delete { .. });
        assert!(!peer.sent.iter().any(is_delete), "the server has forgotten it already");
    }
}

#[test]
fn a_404_without_a_session_is_an_ordinary_error() {
    let mut peer = Peer::modern();
    peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    peer.reply_status(&post, 404, "no");
    assert_eq!(peer.outcome().unwrap_err().code(), Code::HttpError);
    assert!(peer.connection.closed().is_none());
}

#[test]
fn a_ping_of_the_server_is_answered_with_its_own_id() {
    let mut peer = Peer::legacy();
    peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    peer.open_stream(&post);
    for id in [json!("p-1"), json!(post.id()), json!(1.5)] {
        peer.event(&post, &json!({"jsonrpc": "2.0", "id": id, "method": "ping"}));
        let answer = peer.next_post();
        assert_eq!(answer.body, json!({"jsonrpc": "2.0", "id": id, "result": {}}));
        assert_eq!(answer.header("mcp-session-id"), Some("s-1"));
    }
    assert!(peer.settled().is_empty(), "their ids and ours are two things");
}

#[test]
fn roots_are_answered_from_this_connections_own_and_other_requests_refused() {
    let mut config = Peer::config();
    config.roots = Some(json!([{"uri": "file:///a"}]).to_string());
    let mut peer = Peer::legacy_at("2025-11-25", config);
    peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    peer.open_stream(&post);
    peer.event(&post, &json!({"jsonrpc": "2.0", "id": 1, "method": "roots/list"}));
    assert_eq!(peer.next_post().body["result"], json!({"roots": [{"uri": "file:///a"}]}));
    peer.event(&post, &json!({"jsonrpc": "2.0", "id": 2, "method": "sampling/createMessage"}));
    assert_eq!(peer.next_post().body["error"]["code"], -32601);
}

#[test]
fn a_question_that_the_host_answers_is_asked_once_and_may_be_withdrawn() {
    let mut config = Peer::config();
    config.answers = vec!["elicitation/create".to_owned()];
    config.limits.inbound = 2;
    let mut peer = Peer::legacy_at("2025-11-25", config);
    let call = peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    peer.open_stream(&post);
    for id in ["q-1", "q-2", "q-3"] {
        peer.event(&post, &json!({"jsonrpc": "2.0", "id": id, "method": "elicitation/create"}));
    }
    let mut asked = Vec::new();
    for event in peer.events.drain(..) {
        let Event::Asked { id, call: of, .. } = event else { panic!("{event:?}") };
        assert_eq!(of, Some(call));
        asked.push(id);
    }
    assert_eq!(peer.next_post().body["error"]["code"], -32000, "the third is one too many");
    let params = json!({"requestId": "q-2"});
    peer.event(
        &post,
        &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}),
    );
    assert_eq!(peer.events.pop_front(), Some(Event::Withdrawn(asked[1])));
    for id in &asked {
        peer.connection.answer(peer.now, *id, Ok("{\"action\":\"decline\"}"));
    }
    peer.drain();
    let answer = peer.next_post();
    assert_eq!(answer.body["result"], json!({"action": "decline"}));
    assert_eq!(answer.body["id"], "q-1");
    assert!(peer.sent.is_empty(), "a withdrawn question is not answered");
}

#[test]
fn the_time_of_a_question_does_not_count_against_the_call_behind_it() {
    let config = Config { answers: vec!["elicitation/create".to_owned()], ..Peer::config() };
    let mut peer = Peer::legacy_at("2025-11-25", config);
    let options = CallOptions { total: Some(70_000), ..CallOptions::default() };
    peer.call_with("tools/call", json!({"name": "a"}), options);
    let post = peer.expect_post("tools/call");
    peer.open_stream(&post);
    peer.pass(50_000);
    for id in [1, 2] {
        peer.event(&post, &json!({"jsonrpc": "2.0", "id": id, "method": "elicitation/create"}));
    }
    peer.pass(300_000);
    let asked: Vec<_> = peer.events.drain(..).collect();
    for event in asked {
        let Event::Asked { id, .. } = event else { panic!("{event:?}") };
        assert_eq!(peer.connection.poll_timeout(), None, "one is still open");
        peer.connection.answer(peer.now, id, Ok("{\"action\":\"cancel\"}"));
        peer.drain();
        let answer = peer.next_post();
        peer.accept(&answer);
    }
    assert_eq!(peer.connection.poll_timeout(), Some(peer.now + 10_000));
    peer.event(&post, &json!({"jsonrpc": "2.0", "id": 3, "method": "elicitation/create"}));
    let Some(Event::Asked { id, .. }) = peer.events.pop_front() else { panic!("not asked") };
    peer.result_event(&post, json!({"content": []}));
    assert!(peer.outcome().is_ok());
    assert_eq!(peer.events.pop_front(), Some(Event::Withdrawn(id)), "its call is over");
}

#[test]
fn a_request_of_a_modern_server_is_a_breach_and_not_answered() {
    let mut peer = Peer::modern();
    peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    peer.open_stream(&post);
    peer.event(&post, &json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}));
    assert_eq!(peer.warnings(), 1);
    assert!(peer.sent.is_empty());
}

#[test]
fn a_notification_that_concerns_no_call_reaches_the_host() {
    let mut peer = Peer::legacy();
    peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    peer.open_stream(&post);
    let method = "notifications/tools/list_changed";
    peer.event(&post, &json!({"jsonrpc": "2.0", "method": method}));
    let came = Event::Notification { method: method.to_owned(), params: None };
    assert_eq!(peer.events.pop_front(), Some(came));
}
