//! What a careless or hostile server may do, and what stays as it was.

use mcp_tether::error::Code;
use mcp_tether::ids::CallId;
use mcp_tether::proto::{
    CallOptions, Config, Event, ProtocolChoice, StreamState, Topic, Transmit, TransportChoice,
};
use mcp_tether::wire::version::Era;
use serde_json::{Value, json};

use crate::support::{Peer, Post, discover_result, initialize_result};

const URI: &str = "parts://A-7/sheet";

fn subscribe(peer: &mut Peer) -> CallId {
    let call = peer.connection.subscribe(peer.now, URI, CallOptions::default()).unwrap();
    peer.drain();
    call
}

fn unsubscribe(peer: &mut Peer) -> CallId {
    let call = peer.connection.unsubscribe(peer.now, URI).unwrap();
    peer.drain();
    call
}

fn acknowledge(peer: &mut Peer, stream: &Post, granted: Value) {
    peer.open_stream(stream);
    let params = json!({"notifications": granted});
    let method = "notifications/subscriptions/acknowledged";
    peer.event(stream, &json!({"jsonrpc": "2.0", "method": method, "params": params}));
}

/// A peer at the point where its endpoint on the older transport is known.
fn over_http_sse() -> (Peer, Post, Post) {
    let config = Config { transport: TransportChoice::HttpSse, ..Peer::config() };
    let mut peer = Peer::new(config);
    let stream = peer.expect_get();
    peer.open_stream(&stream);
    peer.chunk(&stream, b"event: endpoint\ndata: /messages\n\n");
    let initialize = peer.expect_post("initialize");
    (peer, stream, initialize)
}

fn answer_initialize(peer: &mut Peer, stream: &Post, initialize: &Post) -> Post {
    let result = initialize_result("2024-11-05");
    peer.event(stream, &json!({"jsonrpc": "2.0", "id": initialize.id(), "result": result}));
    peer.expect_post("notifications/initialized")
}

fn pings(peer: &mut Peer, on: &Post, count: usize) {
    for id in 0..count {
        peer.event(on, &json!({"jsonrpc": "2.0", "id": id, "method": "ping"}));
    }
}

#[test]
fn a_server_that_leaves_the_older_transport_is_asked_again_at_its_own_url() {
    let mut peer = Peer::hinted(Peer::config(), Some(Era::Legacy));
    let initialize = peer.expect_post("initialize");
    peer.reply_status(&initialize, 404, "");
    let stream = peer.expect_get();
    peer.open_stream(&stream);
    peer.chunk(&stream, b"event: endpoint\ndata: /messages\n\n");
    let initialize = peer.expect_post("initialize");
    peer.end(&stream);
    peer.expect_abort(&initialize);
    let discover = peer.expect_post("server/discover");
    assert_eq!(discover.to, None);
    peer.reply(&discover, discover_result());
    assert_eq!(peer.events, [Event::Ready]);
}

#[test]
fn an_answer_on_the_stream_counts_even_when_its_post_fails_afterwards() {
    let (mut peer, stream, initialize) = over_http_sse();
    let initialized = answer_initialize(&mut peer, &stream, &initialize);
    peer.fail(&initialize, "connection reset");
    peer.accept(&initialized);
    assert_eq!(peer.events.pop_front(), Some(Event::Ready));
}

#[test]
fn a_post_that_was_answered_on_the_stream_is_not_waited_for() {
    let (mut peer, stream, initialize) = over_http_sse();
    let initialized = answer_initialize(&mut peer, &stream, &initialize);
    peer.accept(&initialized);
    peer.pass(2_000);
    peer.expect_abort(&initialize);
}

#[test]
fn a_ping_is_answered_before_anything_is_agreed() {
    let (mut peer, stream, _) = over_http_sse();
    pings(&mut peer, &stream, 1);
    let pong = peer.next_post();
    assert_eq!(pong.body, json!({"jsonrpc": "2.0", "id": 0, "result": {}}));
    assert_eq!(pong.to.as_deref(), Some("https://peer.example/messages"));

    let mut peer = Peer::new(Peer::config());
    let discover = peer.expect_post("server/discover");
    peer.open_stream(&discover);
    pings(&mut peer, &discover, 1);
    assert!(peer.sent.is_empty(), "a modern server asks nothing");
    assert_eq!(peer.warnings(), 1);
}

#[test]
fn a_question_on_the_stream_of_a_call_that_is_over_is_of_no_call() {
    let config = Config { answers: vec!["elicitation/create".to_owned()], ..Peer::config() };
    let mut peer = Peer::legacy_at("2025-11-25", config);
    peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    peer.open_stream(&post);
    peer.result_event(&post, json!({"content": []}));
    assert!(peer.outcome().is_ok());
    peer.event(&post, &json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/create"}));
    let asked = peer.events.pop_front();
    assert!(matches!(asked, Some(Event::Asked { call: None, .. })), "{asked:?}");
}

#[test]
fn a_method_that_no_header_can_bear_is_refused_where_it_goes_into_one() {
    for method in ["über/x", "a\nb", "a b", ""] {
        let refused = Peer::modern().try_call(method, json!({}), CallOptions::default());
        assert_eq!(refused.unwrap_err().code(), Code::InvalidArgument, "{method:?}");
        assert!(Peer::legacy().try_call(method, json!({}), CallOptions::default()).is_ok());
    }
}

#[test]
fn all_who_wait_for_a_resource_share_an_answer_that_is_none() {
    let mut peer = Peer::legacy();
    let calls = [subscribe(&mut peer), subscribe(&mut peer)];
    let post = peer.expect_post("resources/subscribe");
    peer.head(&post, 200, "application/json");
    peer.body(&post, &json!({"jsonrpc": "2.0", "id": post.id(), "result": 7}).to_string());
    let settled = peer.settled();
    assert!(settled.iter().all(|(id, x)| calls.contains(id) && x.is_err()), "{settled:?}");
    assert_eq!(settled.len(), 2);
    assert!(!peer.connection.is_busy());
}

#[test]
fn a_resource_is_asked_for_anew_when_the_one_who_asked_gives_up() {
    let mut peer = Peer::legacy();
    let first = subscribe(&mut peer);
    let second = subscribe(&mut peer);
    peer.expect_post("resources/subscribe");
    peer.cancel(first);
    let sent: Vec<_> = std::mem::take(&mut peer.sent).into();
    let again = sent.iter().find_map(|sent| match sent {
        Transmit::Post { exchange, body, .. } if body.contains("resources/subscribe") => {
            Some(*exchange)
        }
        _ => None,
    });
    let again = again.expect("the resource is asked for by the one who is left");
    let body: Value = json!({});
    let post = Post { exchange: again, to: None, headers: Vec::new(), body };
    peer.head(&post, 200, "application/json");
    let text = json!({"jsonrpc": "2.0", "id": second.0, "result": {}}).to_string();
    peer.body(&post, &text);
    assert_eq!(peer.settled().len(), 1);
}

#[test]
fn the_server_is_told_only_of_requests_that_it_got() {
    let mut peer = Peer::legacy();
    subscribe(&mut peer);
    let second = subscribe(&mut peer);
    peer.expect_post("resources/subscribe");
    peer.cancel(second);
    assert!(peer.sent.is_empty(), "{:?}", peer.sent);
}

#[test]
fn a_resource_given_up_and_wanted_again_at_once_is_granted_as_before() {
    let mut peer = Peer::modern();
    subscribe(&mut peer);
    peer.pass(0);
    let stream = peer.expect_post("subscriptions/listen");
    acknowledge(&mut peer, &stream, json!({"resourceSubscriptions": [URI]}));
    assert_eq!(peer.settled().len(), 1);
    unsubscribe(&mut peer);
    let again = subscribe(&mut peer);
    peer.pass(0);
    let settled = peer.settled();
    assert!(settled.contains(&(again, Ok(Value::Null))), "{settled:?}");
    assert!(peer.sent.is_empty(), "the stream is the right one already");
}

#[test]
fn a_resource_given_up_before_it_is_granted_leaves_nobody_waiting() {
    let mut peer = Peer::modern();
    let call = subscribe(&mut peer);
    unsubscribe(&mut peer);
    peer.pass(0);
    assert!(peer.settled().iter().any(|(id, _)| *id == call), "nobody would ever settle it");
    assert!(!peer.connection.is_busy());
}

#[test]
fn a_server_that_ends_the_old_stream_for_the_new_one_is_still_waited_for() {
    let mut peer = Peer::modern();
    peer.connection.want(peer.now, Topic::Tools, true);
    peer.pass(0);
    let old = peer.expect_post("subscriptions/listen");
    acknowledge(&mut peer, &old, json!({"toolsListChanged": true}));
    let call = subscribe(&mut peer);
    peer.pass(0);
    let new = peer.expect_post("subscriptions/listen");
    peer.result_event(&old, json!({"resultType": "complete"}));
    assert!(peer.settled().is_empty(), "the new stream has not answered yet");
    acknowledge(&mut peer, &new, json!({"toolsListChanged": true, "resourceSubscriptions": [URI]}));
    assert_eq!(peer.settled(), [(call, Ok(Value::Null))]);
}

#[test]
fn tools_that_nobody_waits_for_any_more_are_not_read_on() {
    let mut peer = Peer::modern();
    let call = peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    peer.reply_error(&post, 400, json!({"code": -32020, "message": "header mismatch"}));
    let list = peer.expect_post("tools/list");
    peer.cancel(call);
    peer.reply(&list, json!({"resultType": "complete", "tools": [], "nextCursor": "2"}));
    assert!(peer.sent.is_empty(), "{:?}", peer.sent);

    peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    peer.reply_error(&post, 400, json!({"code": -32020, "message": "header mismatch"}));
    peer.expect_post("tools/list");
}

#[test]
fn a_stream_that_the_server_cancels_is_not_kept_open() {
    let mut peer = Peer::modern();
    peer.connection.want(peer.now, Topic::Tools, true);
    peer.pass(0);
    let stream = peer.expect_post("subscriptions/listen");
    acknowledge(&mut peer, &stream, json!({"toolsListChanged": true}));
    peer.event(
        &stream,
        &json!({
            "jsonrpc": "2.0",
            "method": "notifications/cancelled",
            "params": {"requestId": stream.id()},
        }),
    );
    let states = [Event::Stream(StreamState::Up), Event::Stream(StreamState::Down)];
    assert_eq!(peer.events, states);
    peer.pass(2_000);
    peer.expect_abort(&stream);
}

#[test]
fn a_server_without_a_standing_stream_rejects_nobody_who_waits_for_a_resource() {
    let mut peer = Peer::legacy_opening("2025-11-25", Peer::config());
    let get = peer.expect_get();
    let calls = [subscribe(&mut peer), subscribe(&mut peer)];
    let post = peer.expect_post("resources/subscribe");
    peer.head(&get, 405, "");
    assert!(peer.settled().is_empty(), "the request is under way");
    peer.reply(&post, json!({}));
    let settled = peer.settled();
    assert!(settled.iter().all(|(id, x)| calls.contains(id) && x.is_ok()), "{settled:?}");
}

#[test]
fn an_answer_is_promised_on_a_standing_stream_that_is_still_being_opened() {
    let mut peer = Peer::legacy_opening("2025-11-25", Peer::config());
    let get = peer.expect_get();
    peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    peer.accept(&post);
    assert!(peer.settled().is_empty(), "the stream may still come");
    peer.head(&get, 405, "");
    assert_eq!(peer.outcome().unwrap_err().code(), Code::StreamEnded, "now it cannot");
}

#[test]
fn a_session_that_began_in_vain_is_ended() {
    let mut peer = Peer::new(Config { protocol: ProtocolChoice::Legacy, ..Peer::config() });
    let initialize = peer.expect_post("initialize");
    peer.reply_in(&initialize, initialize_result("1999-01-01"), Some("s-1"));
    let Some(Transmit::Delete { headers }) = peer.sent.pop_front() else { panic!("kept") };
    assert_eq!(headers, [("mcp-session-id".to_owned(), "s-1".to_owned())]);
    assert!(peer.connection.closed().is_some());
}

#[test]
fn a_server_without_the_older_transport_is_said_to_be_so() {
    for (status, media_type, code) in
        [(404, "", Code::HttpError), (200, "text/html", Code::InvalidMessage)]
    {
        let transport = TransportChoice::HttpSse;
        let mut peer = Peer::new(Config { transport, ..Peer::config() });
        let get = peer.expect_get();
        peer.head(&get, status, media_type);
        let error = peer.connection.closed().and_then(|reason| reason.error().cloned());
        assert_eq!(error.unwrap().code(), code);
    }
}

#[test]
fn progress_while_a_question_is_open_starts_the_time_out_anew_and_no_more() {
    let config = Config { answers: vec!["elicitation/create".to_owned()], ..Peer::config() };
    let mut peer = Peer::legacy_at("2025-11-25", config);
    let options = CallOptions { reset_on_progress: true, ..CallOptions::default() };
    peer.call_with("tools/call", json!({"name": "a"}), options);
    let post = peer.expect_post("tools/call");
    peer.open_stream(&post);
    peer.event(&post, &json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/create"}));
    let Some(Event::Asked { id, .. }) = peer.events.pop_front() else { panic!("not asked") };
    peer.pass(1_000_000);
    let params = json!({"progressToken": post.id(), "progress": 1});
    let method = "notifications/progress";
    peer.event(&post, &json!({"jsonrpc": "2.0", "method": method, "params": params}));
    peer.pass(1_000);
    peer.connection.answer(peer.now, id, Ok("{\"action\":\"cancel\"}"));
    peer.pass(60_000);
    assert_eq!(peer.outcome().unwrap_err().code(), Code::TimedOut);
}

#[test]
fn a_stream_that_nobody_wants_any_more_is_said_to_be_down() {
    let mut peer = Peer::modern();
    peer.connection.want(peer.now, Topic::Tools, true);
    peer.pass(0);
    let stream = peer.expect_post("subscriptions/listen");
    acknowledge(&mut peer, &stream, json!({"toolsListChanged": true}));
    peer.connection.want(peer.now, Topic::Tools, false);
    peer.pass(0);
    peer.expect_abort(&stream);
    let states = [Event::Stream(StreamState::Up), Event::Stream(StreamState::Down)];
    assert_eq!(peer.events, states);
}
