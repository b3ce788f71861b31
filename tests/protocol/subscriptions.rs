//! Subscriptions: one face for both eras.

use mcp_tether::error::{CloseReason, Code};
use mcp_tether::ids::CallId;
use mcp_tether::proto::{CallOptions, Config, Event, Push, StreamState, Topic};
use serde_json::{Value, json};

use crate::support::{Peer, Post, discover_result};

const URI: &str = "parts://A-7/sheet";

fn subscribe(peer: &mut Peer, uri: &str) -> CallId {
    let call = peer.connection.subscribe(peer.now, uri, CallOptions::default()).unwrap();
    peer.drain();
    peer.pass(0);
    call
}

fn unsubscribe(peer: &mut Peer, uri: &str) {
    peer.connection.unsubscribe(peer.now, uri).unwrap();
    peer.drain();
    peer.pass(0);
}

fn acknowledge(peer: &mut Peer, stream: &Post, granted: Value) {
    peer.open_stream(stream);
    let meta = json!({"io.modelcontextprotocol/subscriptionId": stream.id()});
    let params = json!({"_meta": meta, "notifications": granted});
    let method = "notifications/subscriptions/acknowledged";
    peer.event(stream, &json!({"jsonrpc": "2.0", "method": method, "params": params}));
}

fn updated(peer: &mut Peer, stream: &Post, uri: &str) {
    let method = "notifications/resources/updated";
    peer.event(stream, &json!({"jsonrpc": "2.0", "method": method, "params": {"uri": uri}}));
}

fn notifications(peer: &mut Peer) -> Vec<String> {
    let of = |event| match event {
        Event::Notification { method, .. } => Some(method),
        _ => None,
    };
    peer.events.drain(..).filter_map(of).collect()
}

fn watching() -> (Peer, Post) {
    let mut peer = Peer::modern();
    let call = subscribe(&mut peer, URI);
    let stream = peer.expect_post("subscriptions/listen");
    acknowledge(&mut peer, &stream, json!({"resourceSubscriptions": [URI]}));
    assert_eq!(peer.events.pop_front(), Some(Event::Stream(StreamState::Up)));
    assert_eq!(peer.settled(), [(call, Ok(Value::Null))]);
    (peer, stream)
}

#[test]
fn a_modern_server_is_told_everything_in_one_request() {
    let mut peer = Peer::modern();
    peer.pass(0);
    assert!(peer.sent.is_empty(), "nobody listens, so nothing is asked");
    peer.connection.want(peer.now, Topic::Tools, true);
    peer.connection.want(peer.now, Topic::Prompts, true);
    let call = subscribe(&mut peer, URI);
    let stream = peer.expect_post("subscriptions/listen");
    let filter = json!({"toolsListChanged": true, "resourceSubscriptions": [URI]});
    assert_eq!(stream.body["params"]["notifications"], filter, "prompts are not on offer");
    assert_eq!(stream.header("mcp-method"), Some("subscriptions/listen"));
    assert!(peer.settled().is_empty(), "not granted yet");
    acknowledge(&mut peer, &stream, filter);
    assert_eq!(peer.events.pop_front(), Some(Event::Stream(StreamState::Up)));
    assert_eq!(peer.settled(), [(call, Ok(Value::Null))]);
    updated(&mut peer, &stream, URI);
    assert_eq!(notifications(&mut peer), ["notifications/resources/updated"]);
    assert!(peer.connection.is_busy(), "somebody listens");
}

#[test]
fn wishes_made_before_the_connection_is_ready_are_told_then() {
    let mut peer = Peer::new(Peer::config());
    let discover = peer.expect_post("server/discover");
    peer.connection.want(peer.now, Topic::Tools, true);
    subscribe(&mut peer, URI);
    assert!(peer.sent.is_empty());
    peer.reply(&discover, discover_result());
    peer.pass(0);
    let stream = peer.expect_post("subscriptions/listen");
    let filter = json!({"toolsListChanged": true, "resourceSubscriptions": [URI]});
    assert_eq!(stream.body["params"]["notifications"], filter);
    assert!(peer.sent.is_empty());
}

#[test]
fn a_changed_wish_opens_a_new_stream_before_the_old_one_is_closed() {
    let (mut peer, old) = watching();
    let call = subscribe(&mut peer, "parts://B");
    let new = peer.expect_post("subscriptions/listen");
    assert_eq!(
        new.body["params"]["notifications"]["resourceSubscriptions"],
        json!([URI, "parts://B"])
    );
    assert!(peer.sent.is_empty());
    updated(&mut peer, &old, URI);
    assert_eq!(notifications(&mut peer).len(), 1, "the old one still counts");
    acknowledge(&mut peer, &new, json!({"resourceSubscriptions": [URI, "parts://B"]}));
    peer.expect_abort(&old);
    assert_eq!(peer.settled(), [(call, Ok(Value::Null))]);
    assert!(peer.events.is_empty(), "the channel was up all the time: {:?}", peer.events);
}

#[test]
fn a_resource_is_told_once_however_many_watch_it() {
    let (mut peer, stream) = watching();
    let second = subscribe(&mut peer, URI);
    assert_eq!(peer.settled(), [(second, Ok(Value::Null))]);
    assert!(peer.sent.is_empty());
    unsubscribe(&mut peer, URI);
    assert!(peer.sent.is_empty(), "one still watches");
    unsubscribe(&mut peer, URI);
    peer.expect_abort(&stream);
    assert!(!peer.connection.is_busy());
    unsubscribe(&mut peer, URI);
    assert!(peer.sent.is_empty());
}

#[test]
fn what_the_server_does_not_grant_is_refused_to_those_who_asked_for_it() {
    let mut peer = Peer::modern();
    let good = peer.connection.subscribe(peer.now, URI, CallOptions::default()).unwrap();
    let bad = subscribe(&mut peer, "parts://secret");
    let stream = peer.expect_post("subscriptions/listen");
    acknowledge(&mut peer, &stream, json!({"resourceSubscriptions": [URI]}));
    let settled = peer.settled();
    assert_eq!(settled[0], (good, Ok(Value::Null)));
    assert_eq!(
        (settled[1].0, settled[1].1.as_ref().unwrap_err().code()),
        (bad, Code::NotSupported)
    );
    peer.pass(0);
    assert!(peer.sent.is_empty());
}

#[test]
fn a_server_without_the_method_refuses_what_waits_and_is_left_alone() {
    let mut peer = Peer::modern();
    subscribe(&mut peer, URI);
    let stream = peer.expect_post("subscriptions/listen");
    peer.reply_error(&stream, 404, json!({"code": -32601, "message": "Method not found"}));
    assert_eq!(peer.outcome().unwrap_err().code(), Code::RpcError);
    assert!(peer.events.contains(&Event::Stream(StreamState::Unsupported)));
    peer.pass(60_000);
    assert!(peer.sent.is_empty());
}

#[test]
fn a_lost_stream_is_opened_again_and_what_was_missed_is_told_as_changed() {
    let (mut peer, stream) = watching();
    peer.connection.want(peer.now, Topic::Tools, true);
    peer.pass(0);
    let both = peer.expect_post("subscriptions/listen");
    let filter = json!({"toolsListChanged": true, "resourceSubscriptions": [URI]});
    acknowledge(&mut peer, &both, filter.clone());
    peer.expect_abort(&stream);
    assert!(notifications(&mut peer).is_empty(), "an exchange of streams leaves no gap");

    peer.fail(&both, "network error");
    assert_eq!(peer.events.pop_front(), Some(Event::Stream(StreamState::Down)));
    peer.pass(999);
    assert!(peer.sent.is_empty());
    peer.pass(1);
    let again = peer.expect_post("subscriptions/listen");
    acknowledge(&mut peer, &again, filter);
    let told = notifications(&mut peer);
    assert_eq!(told, ["notifications/tools/list_changed", "notifications/resources/updated"]);
}

#[test]
fn a_stream_that_is_lost_again_and_again_is_given_up() {
    let (mut peer, stream) = watching();
    peer.end(&stream);
    let mut attempts = 0;
    while let Some(at) = peer.connection.poll_timeout() {
        peer.pass(at.since(peer.now));
        let stream = peer.expect_post("subscriptions/listen");
        peer.fail(&stream, "Failed to fetch");
        attempts += 1;
    }
    assert_eq!(attempts, 5);
}

#[test]
fn a_stream_that_the_server_ended_is_not_opened_again() {
    let result = |peer: &mut Peer, stream: &Post| {
        let meta = json!({"io.modelcontextprotocol/subscriptionId": stream.id()});
        peer.result_event(stream, json!({"resultType": "complete", "_meta": meta}));
    };
    let cancelled = |peer: &mut Peer, stream: &Post| {
        let params = json!({"requestId": stream.id()});
        let method = "notifications/cancelled";
        peer.event(stream, &json!({"jsonrpc": "2.0", "method": method, "params": params}));
    };
    for end in [&result as &dyn Fn(&mut Peer, &Post), &cancelled] {
        let (mut peer, stream) = watching();
        end(&mut peer, &stream);
        peer.end(&stream);
        assert_eq!(peer.events.pop_front(), Some(Event::Stream(StreamState::Down)));
        peer.pass(60_000);
        assert!(!peer.sent.iter().any(|sent| format!("{sent:?}").contains("listen")));
    }
}

#[test]
fn a_legacy_server_is_told_of_each_resource_and_answers_on_the_standing_stream() {
    let (mut peer, push) = Peer::legacy_pushing();
    let first = subscribe(&mut peer, URI);
    let second = subscribe(&mut peer, URI);
    let post = peer.expect_post("resources/subscribe");
    assert_eq!(post.body["params"], json!({"uri": URI}));
    assert!(peer.sent.is_empty());
    peer.reply(&post, json!({}));
    let settled: Vec<_> = peer.settled().into_iter().map(|(id, x)| (id, x.is_ok())).collect();
    assert_eq!(settled.len(), 2);
    assert!(settled.contains(&(first, true)) && settled.contains(&(second, true)));
    updated(&mut peer, &push, URI);
    assert_eq!(notifications(&mut peer), ["notifications/resources/updated"]);
    unsubscribe(&mut peer, URI);
    assert!(peer.sent.is_empty());
    unsubscribe(&mut peer, URI);
    peer.expect_post("resources/unsubscribe");
}

#[test]
fn a_refused_legacy_subscription_leaves_nothing_behind() {
    let mut peer = Peer::legacy();
    subscribe(&mut peer, URI);
    let post = peer.expect_post("resources/subscribe");
    peer.reply_error(&post, 200, json!({"code": -32602, "message": "no such resource"}));
    assert_eq!(peer.outcome().unwrap_err().code(), Code::RpcError);
    assert!(!peer.connection.is_busy());
    subscribe(&mut peer, URI);
    peer.expect_post("resources/subscribe");
}

#[test]
fn a_server_that_tells_of_no_changes_is_not_asked() {
    for era in ["modern", "legacy"] {
        let mut peer = Peer::new(Peer::config());
        let discover = peer.expect_post("server/discover");
        let capabilities = json!({"resources": {}});
        if era == "modern" {
            let mut result = discover_result();
            result["capabilities"] = capabilities;
            peer.reply(&discover, result);
        } else {
            peer.reply_status(&discover, 404, "");
            let initialize = peer.expect_post("initialize");
            let result = json!({"protocolVersion": "2025-11-25", "capabilities": capabilities});
            peer.reply(&initialize, result);
            let initialized = peer.expect_post("notifications/initialized");
            peer.accept(&initialized);
        }
        let error = peer.connection.subscribe(peer.now, URI, CallOptions::default()).unwrap_err();
        assert_eq!(error.code(), Code::NotSupported, "{era}");
    }
}

#[test]
fn a_subscription_taken_back_or_timed_out_is_no_wish_any_more() {
    let mut peer = Peer::modern();
    let call = subscribe(&mut peer, URI);
    let stream = peer.expect_post("subscriptions/listen");
    peer.cancel(call);
    peer.pass(0);
    peer.expect_abort(&stream);

    let mut peer = Peer::modern();
    subscribe(&mut peer, URI);
    let stream = peer.expect_post("subscriptions/listen");
    peer.pass(60_000);
    assert_eq!(peer.outcome().unwrap_err().code(), Code::TimedOut);
    peer.pass(0);
    peer.expect_abort(&stream);
    assert!(!peer.connection.is_busy());
}

#[test]
fn a_host_that_wants_no_push_gets_none() {
    let mut peer = Peer::new(Config { push: Push::Off, ..Peer::config() });
    let discover = peer.expect_post("server/discover");
    peer.reply(&discover, discover_result());
    peer.connection.want(peer.now, Topic::Tools, true);
    subscribe(&mut peer, URI);
    assert_eq!(peer.outcome().unwrap_err().code(), Code::NotSupported);
    peer.pass(1_000);
    assert!(peer.sent.is_empty());
}

#[test]
fn closing_ends_the_stream_and_rejects_what_waits() {
    let (mut peer, stream) = watching();
    subscribe(&mut peer, "parts://B");
    let next = peer.expect_post("subscriptions/listen");
    peer.close(CloseReason::Freed);
    peer.expect_abort(&stream);
    peer.expect_abort(&next);
    assert_eq!(peer.outcome().unwrap_err().code(), Code::Closed);
    assert_eq!(peer.connection.poll_timeout(), None);
    assert!(!peer.connection.is_busy());
}
