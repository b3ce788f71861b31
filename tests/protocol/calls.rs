//! Calls: what goes out, what settles them, and what does not.

use mcp_tether::error::Code;
use mcp_tether::proto::{CallOptions, Config, Event, Limits, Request, Transmit};
use mcp_tether::wire::params::Params;
use serde_json::{Value, json};

use crate::support::Peer;

#[test]
fn a_modern_request_declares_itself_in_body_and_headers() {
    let mut peer = Peer::modern();
    let options = CallOptions { log_level: Some("info".into()), ..CallOptions::default() };
    let params =
        json!({"name": "wetter-für", "arguments": {"a": 1}, "_meta": {"traceparent": "00"}});
    peer.call_with("tools/call", params, options);
    let post = peer.expect_post("tools/call");
    assert_eq!(post.header("mcp-method"), Some("tools/call"));
    assert_eq!(post.header("mcp-name"), Some("=?base64?d2V0dGVyLWbDvHI=?="));
    assert_eq!(post.header("mcp-session-id"), None);
    let meta = &post.body["params"]["_meta"];
    assert_eq!(meta["traceparent"], "00");
    assert_eq!(meta["io.modelcontextprotocol/protocolVersion"], "2026-07-28");
    assert_eq!(meta["io.modelcontextprotocol/logLevel"], "info");
    assert_eq!(meta.get("progressToken"), None, "progress is sent only when asked for");
    assert_eq!(post.body["params"]["arguments"], json!({"a": 1}));
}

#[test]
fn a_host_cannot_forge_the_envelope() {
    let mut peer = Peer::modern();
    let forged = json!({"_meta": {"io.modelcontextprotocol/protocolVersion": "1999-01-01"}});
    peer.call("tools/list", forged);
    let post = peer.expect_post("tools/list");
    let meta = &post.body["params"]["_meta"];
    assert_eq!(meta["io.modelcontextprotocol/protocolVersion"], "2026-07-28");
}

#[test]
fn a_legacy_request_names_session_and_version_and_nothing_else() {
    let mut peer = Peer::legacy();
    peer.call("tools/call", json!({"name": "echo"}));
    let post = peer.expect_post("tools/call");
    assert_eq!(post.header("mcp-session-id"), Some("s-1"));
    assert_eq!(post.header("mcp-protocol-version"), Some("2025-11-25"));
    assert_eq!(post.header("mcp-method"), None);
    assert_eq!(post.body["params"], json!({"name": "echo"}));

    let mut peer = Peer::legacy_at("2025-03-26", Peer::config());
    peer.call("ping", json!({}));
    let post = peer.expect_post("ping");
    assert_eq!(post.header("mcp-protocol-version"), None, "this version has no such header");
    assert_eq!(post.body.get("params"), None);
}

#[test]
fn a_call_settles_with_its_result_and_the_result_is_handed_on_whole() {
    let mut peer = Peer::modern();
    let call = peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    let result =
        json!({"resultType": "complete", "content": [], "structuredContent": null, "x": 1});
    peer.reply(&post, result.clone());
    assert_eq!(peer.settled(), [(call, Ok(result))]);
    assert!(!peer.connection.is_busy());
    assert_eq!(peer.connection.poll_timeout(), None);
}

#[test]
fn calls_made_early_wait_for_the_connection_and_go_out_in_order() {
    let mut peer = Peer::new(Peer::config());
    let discover = peer.expect_post("server/discover");
    peer.call("tools/list", json!({}));
    peer.call("prompts/list", json!({}));
    assert!(peer.sent.is_empty());
    peer.reply(&discover, crate::support::discover_result());
    peer.expect_post("tools/list");
    peer.expect_post("prompts/list");
}

#[test]
fn what_era_or_server_lack_is_refused_before_anything_is_sent() {
    let mut peer = Peer::modern();
    for method in ["ping", "resources/subscribe", "logging/setLevel", "initialize", "tasks/get"] {
        let error = peer.try_call(method, json!({}), CallOptions::default()).unwrap_err();
        assert_eq!(error.code(), Code::NotSupported, "{method}");
        assert!(error.retry_safe);
    }
    assert!(peer.sent.is_empty());
    peer.call("acme/forecast", json!({}));
    peer.expect_post("acme/forecast");

    let mut peer = Peer::new(Peer::config());
    let discover = peer.expect_post("server/discover");
    let early = peer.call("prompts/list", json!({}));
    let mut result = crate::support::discover_result();
    result["capabilities"] = json!({"tools": {}});
    peer.reply(&discover, result);
    let (id, outcome) = peer.settled().remove(0);
    assert_eq!((id, outcome.unwrap_err().code()), (early, Code::NotSupported));
    let text = peer.try_call("completion/complete", json!({}), CallOptions::default());
    let text = text.unwrap_err().to_string();
    assert!(text.ends_with("it declared no capability completions"), "{text}");
}

#[test]
fn only_the_true_response_settles_a_call() {
    let mut peer = Peer::modern();
    let call = peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    peer.open_stream(&post);
    let id = post.id();
    let strays =
        [json!(""), json!(" "), json!(id.to_string()), json!("0x1"), json!(id + 7), Value::Null];
    for stray in strays {
        peer.event(&post, &json!({"jsonrpc": "2.0", "id": stray, "result": {"content": []}}));
    }
    assert!(peer.settled().is_empty());
    assert_eq!(peer.warnings(), 6);
    peer.result_event(&post, json!({"content": [1]}));
    assert_eq!(peer.settled(), [(call, Ok(json!({"content": [1]})))]);
}

#[test]
fn an_error_without_an_id_belongs_to_the_request_it_answers() {
    let mut peer = Peer::legacy();
    peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    peer.open_stream(&post);
    let error = json!({"code": -32700, "message": "unreadable"});
    peer.event(&post, &json!({"jsonrpc": "2.0", "id": null, "error": error}));
    let error = peer.outcome().unwrap_err();
    assert_eq!(error.code(), Code::RpcError);
    assert!(error.retry_safe, "the server could not read it");
}

#[test]
fn an_error_body_keeps_code_data_and_status() {
    let rpc = json!({"code": -32602, "message": "bad arg", "data": {"k": 1}});
    for status in [200, 400, 500] {
        let mut peer = Peer::legacy();
        peer.call("tools/call", json!({"name": "a"}));
        let post = peer.expect_post("tools/call");
        peer.reply_error(&post, status, rpc.clone());
        match peer.outcome().unwrap_err().fault {
            mcp_tether::error::Fault::Rpc(error, came) => {
                assert_eq!((error.code, came), (-32602, status));
                assert_eq!(error.data.as_deref(), Some("{\"k\":1}"));
            }
            other => panic!("{status}: {other:?}"),
        }
    }
}

#[test]
fn an_error_body_that_is_no_message_gives_status_and_excerpt() {
    let mut peer = Peer::legacy();
    peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    peer.reply_status(&post, 502, "<h1>Bad Gateway</h1>");
    let error = peer.outcome().unwrap_err();
    assert!(!error.retry_safe, "the call may have acted");
    match error.fault {
        mcp_tether::error::Fault::Http(http) => {
            assert_eq!((http.status, http.body.as_deref()), (502, Some("<h1>Bad Gateway</h1>")));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_answer_without_a_body_rejects_at_once() {
    for status in [202, 204, 200] {
        let mut peer = Peer::modern();
        peer.call("tools/call", json!({"name": "a"}));
        let post = peer.expect_post("tools/call");
        if status == 200 {
            peer.head(&post, status, "application/json");
            peer.body(&post, "");
        } else {
            peer.head(&post, status, "");
        }
        assert_eq!(peer.outcome().unwrap_err().code(), Code::EmptyResponse, "{status}");
    }
}

#[test]
fn nonsense_rejects_the_one_call_that_it_concerns() {
    let mut peer = Peer::modern();
    let other = peer.call("tools/list", json!({}));
    let kept = peer.expect_post("tools/list");
    for body in ["<html>", "[]", "{\"jsonrpc\":\"2.0\"}", "null", "{\"id\":1"] {
        peer.call("tools/call", json!({"name": "a"}));
        let post = peer.expect_post("tools/call");
        peer.head(&post, 200, "application/json");
        peer.body(&post, body);
        let error = peer.outcome().unwrap_err();
        assert_eq!(error.code(), Code::InvalidMessage, "{body}: {error}");
    }
    peer.reply(&kept, json!({"tools": []}));
    assert_eq!(peer.settled(), [(other, Ok(json!({"tools": []})))]);
}

#[test]
fn a_result_of_the_wrong_shape_is_an_invalid_message() {
    for (method, result) in [
        ("tools/list", json!({})),
        ("tools/list", json!({"tools": {}})),
        ("resources/read", json!({"contents": "x"})),
        ("tools/call", json!([])),
        ("tools/call", json!({"resultType": "surprise"})),
    ] {
        let mut peer = Peer::modern();
        peer.call(method, json!({}));
        let post = peer.next_post();
        peer.reply(&post, result.clone());
        assert_eq!(peer.outcome().unwrap_err().code(), Code::InvalidMessage, "{result}");
    }
}

#[test]
fn a_time_out_tells_the_server_in_the_way_of_its_era() {
    let mut peer = Peer::modern();
    peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    peer.pass(60_000);
    let error = peer.outcome().unwrap_err();
    assert_eq!((error.code(), error.retry_safe), (Code::TimedOut, false));
    peer.expect_abort(&post);
    assert!(peer.sent.is_empty(), "closing the stream is the cancel");

    let mut peer = Peer::legacy();
    peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    peer.pass(60_000);
    peer.expect_abort(&post);
    let cancelled = peer.expect_post("notifications/cancelled");
    assert_eq!(cancelled.body["params"]["requestId"], post.id());
}

#[test]
fn progress_restarts_the_time_out_and_the_total_limit_stands() {
    let options =
        CallOptions { timeout: Some(100), reset_on_progress: true, ..CallOptions::default() };
    let progress = |peer: &mut Peer, post: &crate::support::Post, token: Value| {
        let params = json!({"progressToken": token, "progress": 1});
        peer.event(
            post,
            &json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": params}),
        );
    };
    let mut peer = Peer::modern();
    let call = peer.call_with("tools/call", json!({"name": "a"}), options.clone());
    let post = peer.expect_post("tools/call");
    let token = post.body["params"]["_meta"]["progressToken"].clone();
    assert_eq!(token, post.id(), "the token is sent without a listener, too");
    peer.open_stream(&post);
    for _ in 0..6 {
        peer.pass(60);
        progress(&mut peer, &post, token.clone());
    }
    assert_eq!(peer.events.iter().filter(|e| matches!(e, Event::Progress(..))).count(), 6);
    progress(&mut peer, &post, json!("elsewhere"));
    progress(&mut peer, &post, json!(token.as_u64().unwrap() + 1));
    peer.pass(99);
    assert!(peer.settled().is_empty());
    peer.result_event(&post, json!({"content": []}));
    assert_eq!(peer.settled()[0].0, call);
    progress(&mut peer, &post, token);
    assert_eq!(peer.warnings(), 0, "late progress is dropped in silence");

    let mut peer = Peer::modern();
    let total = CallOptions { total: Some(250), ..options };
    peer.call_with("tools/call", json!({"name": "a"}), total);
    let post = peer.expect_post("tools/call");
    peer.open_stream(&post);
    for _ in 0..4 {
        peer.pass(60);
        progress(&mut peer, &post, json!(post.id()));
    }
    peer.pass(10);
    let text = peer.outcome().unwrap_err().to_string();
    assert_eq!(text, "tools/call: no answer within 250 ms; the server may still be at it");
}

#[test]
fn a_call_taken_back_is_forgotten_and_its_late_answer_dropped_in_silence() {
    let mut peer = Peer::legacy();
    let call = peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    peer.cancel(call);
    peer.expect_abort(&post);
    let cancelled = peer.expect_post("notifications/cancelled");
    assert_eq!(cancelled.body["params"]["reason"], "changed my mind");
    peer.accept(&cancelled);

    peer.call("tools/call", json!({"name": "b"}));
    let other = peer.expect_post("tools/call");
    peer.open_stream(&other);
    peer.event(&other, &json!({"jsonrpc": "2.0", "id": post.id(), "result": {}}));
    assert!(peer.events.is_empty(), "{:?}", peer.events);
}

#[test]
fn a_call_taken_back_before_it_was_sent_leaves_no_trace() {
    let mut peer = Peer::new(Peer::config());
    let discover = peer.expect_post("server/discover");
    let call = peer.call("tools/list", json!({}));
    peer.cancel(call);
    peer.reply(&discover, crate::support::discover_result());
    assert!(peer.sent.is_empty());
    assert!(peer.settled().is_empty());
}

#[test]
fn a_server_that_cancels_a_request_rejects_it_with_its_reason() {
    let mut peer = Peer::legacy();
    peer.call("tools/call", json!({"name": "a"}));
    let post = peer.expect_post("tools/call");
    peer.open_stream(&post);
    let params = json!({"requestId": post.id(), "reason": "maintenance"});
    peer.event(
        &post,
        &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}),
    );
    let error = peer.outcome().unwrap_err();
    assert_eq!(error.code(), Code::CancelledByServer);
    assert!(error.to_string().ends_with("maintenance"));
    peer.result_event(&post, json!({"content": []}));
    assert_eq!((peer.settled().len(), peer.warnings()), (0, 0));
}

#[test]
fn more_calls_than_the_limit_wait_their_turn_and_more_than_that_are_refused() {
    let limits = Limits { concurrent: 2, waiting: 3, ..Limits::default() };
    let mut peer = Peer::new(Config { limits, ..Peer::config() });
    let discover = peer.expect_post("server/discover");
    peer.reply(&discover, crate::support::discover_result());
    for _ in 0..5 {
        peer.call("tools/list", json!({}));
    }
    let refused = peer.try_call("tools/list", json!({}), CallOptions::default()).unwrap_err();
    assert_eq!(refused.code(), Code::LimitExceeded);
    assert_eq!(peer.sent.len(), 2);
    let first = peer.expect_post("tools/list");
    peer.reply(&first, json!({"tools": []}));
    assert_eq!(peer.sent.len(), 2, "its place was taken by the next");
}

#[test]
fn a_log_level_is_a_request_in_one_era_and_a_wish_in_the_other() {
    let mut peer = Peer::legacy();
    peer.connection.set_log_level(peer.now, "error").unwrap();
    peer.drain();
    let post = peer.expect_post("logging/setLevel");
    assert_eq!(post.body["params"], json!({"level": "error"}));

    let mut peer = Peer::modern();
    let call = peer.connection.set_log_level(peer.now, "error").unwrap();
    peer.drain();
    assert_eq!(peer.settled(), [(call, Ok(Value::Null))]);
    peer.call("tools/list", json!({}));
    let post = peer.expect_post("tools/list");
    assert_eq!(post.body["params"]["_meta"]["io.modelcontextprotocol/logLevel"], "error");
}

#[test]
fn a_notification_settles_when_the_server_accepted_it() {
    let mut peer = Peer::legacy();
    let params = Params::from_value(&json!({"progressToken": 1, "progress": 2})).unwrap();
    let notification = Request::new("notifications/progress", params);
    let call = peer.connection.notify(peer.now, notification).unwrap();
    peer.drain();
    let post = peer.expect_post("notifications/progress");
    assert_eq!(post.body.get("id"), None);
    assert!(peer.settled().is_empty());
    peer.accept(&post);
    assert_eq!(peer.settled(), [(call, Ok(Value::Null))]);

    let mut peer = Peer::modern();
    let notification = Request::new("notifications/progress", Params::default());
    let error = peer.connection.notify(peer.now, notification).unwrap_err();
    assert_eq!(error.code(), Code::NotSupported);
}

#[test]
fn tracing_shows_each_message_in_and_out_and_costs_nothing_when_off() {
    let mut peer = Peer::modern();
    let traces =
        |peer: &Peer| peer.events.iter().filter(|event| matches!(event, Event::Trace(_))).count();
    peer.call("tools/list", json!({}));
    let post = peer.expect_post("tools/list");
    assert_eq!(traces(&peer), 0);
    peer.connection.set_tracing(true);
    peer.reply(&post, json!({"tools": []}));
    peer.call("tools/list", json!({}));
    assert_eq!(traces(&peer), 2);
    assert!(matches!(peer.sent.front(), Some(Transmit::Post { .. })));
}
