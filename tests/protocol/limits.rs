//! What a peer or a host may make a connection hold, and what happens beyond.

use mcp_tether::error::{Code, Fault};
use mcp_tether::proto::{Body, Config, Event, Reading, StreamState, Transmit};
use serde_json::{Value, json};

use crate::support::{Peer, Post, discover_result};

fn pings(peer: &mut Peer, on: &Post, count: usize) {
    for id in 0..count {
        peer.event(on, &json!({"jsonrpc": "2.0", "id": id, "method": "ping"}));
    }
}

#[test]
fn answers_that_the_server_does_not_take_are_few_and_given_up() {
    let (mut peer, stream) = Peer::legacy_pushing();
    pings(&mut peer, &stream, 1_000);
    assert_eq!(peer.sent.len(), 64, "no more than limits.inbound");
    assert_eq!(peer.warnings(), 1_000 - 64);
    peer.sent.clear();
    peer.pass(60_000);
    assert!(peer.sent.iter().all(|sent| matches!(sent, Transmit::Abort { .. })));
    assert_eq!(peer.sent.len(), 64);
    peer.sent.clear();
    pings(&mut peer, &stream, 1);
    assert_eq!(peer.sent.len(), 1, "what came later is answered again");
}

#[test]
fn an_event_over_the_limit_on_a_standing_stream_is_skipped_alone() {
    let mut config = Peer::config();
    config.limits.message = 1_000;
    let mut peer = Peer::legacy_opening("2025-11-25", config);
    let stream = peer.expect_get();
    peer.open_stream(&stream);
    assert_eq!(peer.events.pop_front(), Some(Event::Stream(StreamState::Up)));
    peer.chunk(&stream, format!("data: \"{}\"\n\n", "x".repeat(2_000)).as_bytes());
    let Some(Event::Warning(warning)) = peer.events.pop_front() else { panic!("no warning") };
    assert!(matches!(warning.fault, Fault::LimitExceeded { limit: "messageBytes", .. }));
    pings(&mut peer, &stream, 1);
    assert_eq!(peer.next_post().body["id"], 0, "the stream goes on");
}

#[test]
fn any_number_of_calls_that_need_no_request_is_settled_without_depth() {
    let mut peer = Peer::new(Peer::config());
    let discover = peer.expect_post("server/discover");
    for _ in 0..4_096 {
        peer.connection.set_log_level(peer.now, "info").unwrap();
    }
    peer.reply(&discover, discover_result());
    assert_eq!(peer.settled().len(), 4_096);
}

#[test]
fn no_more_is_asked_in_a_round_than_may_be_open() {
    let answers = vec!["elicitation/create".to_owned()];
    let mut peer = Peer::new(Config { answers, ..Peer::config() });
    let discover = peer.expect_post("server/discover");
    peer.reply(&discover, discover_result());
    peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    let question = json!({"method": "elicitation/create"});
    let asked: serde_json::Map<_, _> =
        (0..65).map(|number| (number.to_string(), question.clone())).collect();
    peer.reply(&post, json!({"resultType": "input_required", "inputRequests": asked}));
    assert_eq!(peer.outcome().unwrap_err().code(), Code::LimitExceeded);
    let is_question = |event: &Event<Value>| matches!(event, Event::Asked { .. });
    assert!(!peer.events.iter().any(is_question));
}

#[test]
fn a_page_in_place_of_the_answer_is_quoted_however_long_it_is() {
    let mut peer = Peer::modern();
    peer.call("tools/list", json!({}));
    let post = peer.expect_post("tools/list");
    let Reading::Whole { limit } = peer.head(&post, 200, "text/html") else { panic!("not read") };
    let (json, excerpt) = (Err("too long".to_owned()), "<!doctype html>".to_owned());
    let body = Body { json, excerpt, bytes: limit, truncated: true, annotated: false };
    peer.connection.handle_body(peer.now, post.exchange, body);
    peer.drain();
    let error = peer.outcome().unwrap_err();
    assert_eq!(error.code(), Code::InvalidMessage);
    assert!(error.to_string().contains("<!doctype html>"), "{error}");
}

#[test]
fn limits_of_nothing_let_one_thing_pass_at_a_time() {
    let mut config = Peer::config();
    (config.limits.concurrent, config.limits.inbound) = (0, 0);
    let mut peer = Peer::legacy_opening("2025-11-25", config);
    let stream = peer.expect_get();
    peer.open_stream(&stream);
    pings(&mut peer, &stream, 1);
    assert_eq!(peer.next_post().body["result"], json!({}));
    peer.call("tools/list", json!({}));
    peer.expect_post("tools/list");
}
