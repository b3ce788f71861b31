//! The ladder: which answers mean which era.

use mcp_tether::error::{CloseReason, Code, Step};
use mcp_tether::proto::{Config, Event, ProtocolChoice, Transmit};
use mcp_tether::wire::version::{Era, ProtocolVersion};
use serde_json::{Value, json};

use crate::support::{Peer, discover_result, initialize_result};

fn failure(peer: &mut Peer) -> mcp_tether::error::Error {
    match peer.events.pop_back() {
        Some(Event::Closed(CloseReason::ConnectFailed(error))) => *error,
        other => panic!("expected a failed connect, got {other:?}"),
    }
}

fn with_choice(protocol: ProtocolChoice) -> Config {
    Config { protocol, ..Peer::config() }
}

#[test]
fn a_modern_server_is_ready_after_one_request() {
    let mut peer = Peer::new(Peer::config());
    let discover = peer.expect_post("server/discover");
    let meta = &discover.body["params"]["_meta"];
    assert_eq!(meta["io.modelcontextprotocol/protocolVersion"], "2026-07-28");
    assert_eq!(meta["io.modelcontextprotocol/clientInfo"]["name"], "test");
    assert_eq!(meta["io.modelcontextprotocol/clientCapabilities"], json!({}));
    assert_eq!(discover.header("mcp-protocol-version"), Some("2026-07-28"));
    assert_eq!(discover.header("mcp-method"), Some("server/discover"));
    assert_eq!(discover.header("accept"), Some("application/json, text/event-stream"));

    peer.now = peer.now + 40;
    peer.reply(&discover, discover_result());
    assert_eq!(peer.events.pop_front(), Some(Event::Ready));
    let facts = peer.connection.negotiated().unwrap();
    assert_eq!(facts.version, ProtocolVersion::V2026_07_28);
    assert_eq!(facts.server_info, Some(json!({"name": "peer", "version": "2"})));
    assert_eq!(facts.instructions.as_deref(), Some("be kind"));
    let timing = &peer.connection.timings()[0];
    assert_eq!((timing.step, timing.millis, timing.outcome.as_str()), (Step::Discover, 40, "ok"));
    assert_eq!(peer.connection.poll_timeout(), None, "the connect deadline is gone");
}

#[test]
fn a_legacy_server_is_ready_after_the_handshake_and_keeps_its_session() {
    let mut peer = Peer::new(Peer::config());
    let discover = peer.expect_post("server/discover");
    peer.reply_status(&discover, 400, "Bad Request: no session id");
    let initialize = peer.expect_post("initialize");
    assert_eq!(initialize.body["params"]["protocolVersion"], "2025-11-25");
    assert_eq!(initialize.header("mcp-protocol-version"), None, "old CORS lists lack it");
    assert_eq!(initialize.header("mcp-method"), None);
    peer.reply_in(&initialize, initialize_result("2025-06-18"), Some("s-7"));
    let initialized = peer.expect_post("notifications/initialized");
    assert_eq!(initialized.header("mcp-session-id"), Some("s-7"));
    assert_eq!(initialized.header("mcp-protocol-version"), Some("2025-06-18"));
    assert!(peer.events.is_empty(), "not ready before the server accepted it");
    peer.accept(&initialized);
    assert_eq!(peer.events.pop_front(), Some(Event::Ready));
    assert_eq!(peer.connection.negotiated().unwrap().era(), Era::Legacy);
}

#[test]
fn every_answer_of_an_old_server_leads_to_initialize() {
    let rpc = |code: i64| json!({"code": code, "message": "what?"});
    let errors: [(u16, Value); 7] = [
        (400, rpc(-32000)),
        (400, rpc(-32600)),
        (200, rpc(-32601)),
        (404, rpc(-32601)),
        (500, rpc(-32601)),
        (200, rpc(-32602)),
        (400, rpc(-32700)),
    ];
    for (status, error) in errors {
        let mut peer = Peer::new(Peer::config());
        let discover = peer.expect_post("server/discover");
        peer.reply_error(&discover, status, error.clone());
        assert_eq!(peer.next_post().method(), "initialize", "{status} {error}");
    }
    for status in [400, 404, 405, 406, 415, 422, 501] {
        let mut peer = Peer::new(Peer::config());
        let discover = peer.expect_post("server/discover");
        peer.reply_status(&discover, status, "<html>");
        assert_eq!(peer.next_post().method(), "initialize", "{status}");
    }
}

#[test]
fn what_says_nothing_about_the_era_does_not_lead_to_initialize() {
    for (status, code) in [
        (401, Code::AuthorizationRequired),
        (403, Code::HttpError),
        (500, Code::HttpError),
        (502, Code::HttpError),
        (503, Code::HttpError),
    ] {
        let mut peer = Peer::new(Peer::config());
        let discover = peer.expect_post("server/discover");
        peer.reply_status(&discover, status, "no");
        let error = failure(&mut peer);
        assert_eq!((error.code(), error.step), (code, Some(Step::Discover)), "{status}");
        let is_post = |sent: &Transmit| matches!(sent, Transmit::Post { .. });
        assert!(!peer.sent.iter().any(is_post), "{status}");
    }
    for code in [-32020, -32021] {
        let mut peer = Peer::new(Peer::config());
        let discover = peer.expect_post("server/discover");
        peer.reply_error(&discover, 400, json!({"code": code, "message": "modern"}));
        assert_eq!(failure(&mut peer).code(), Code::RpcError);
    }
}

#[test]
fn a_version_error_is_answered_with_a_version_that_both_speak() {
    let refuse = |peer: &mut Peer, supported: Value| {
        let discover = peer.expect_post("server/discover");
        let data = json!({"supported": supported, "requested": "2026-07-28"});
        let error =
            json!({"code": -32022, "message": "Unsupported protocol version", "data": data});
        peer.reply_error(&discover, 400, error);
        discover.id()
    };
    let mut peer = Peer::new(Peer::config());
    let first = refuse(&mut peer, json!(["2026-07-28"]));
    let second = refuse(&mut peer, json!(["2026-07-28"]));
    assert_ne!(first, second, "a new request has a new id");
    let error = failure(&mut peer);
    assert_eq!(error.code(), Code::UnsupportedVersion, "asked again only once");

    let mut peer = Peer::new(Peer::config());
    refuse(&mut peer, json!(["2025-06-18", "2024-11-05"]));
    let initialize = peer.expect_post("initialize");
    assert_eq!(initialize.body["params"]["protocolVersion"], "2025-06-18");

    let mut peer = Peer::new(Peer::config());
    refuse(&mut peer, json!(["2031-01-01"]));
    let text = failure(&mut peer).to_string();
    assert_eq!(text, "asked for protocol 2026-07-28, and the server speaks 2031-01-01");
}

#[test]
fn a_blocked_probe_is_no_proof_that_the_server_is_out_of_reach() {
    let mut peer = Peer::new(Peer::config());
    let discover = peer.expect_post("server/discover");
    peer.fail(&discover, "Failed to fetch");
    let initialize = peer.expect_post("initialize");
    peer.fail(&initialize, "Failed to fetch");
    let error = failure(&mut peer);
    assert_eq!(error.code(), Code::Network);
    let text = error.to_string();
    assert!(text.contains("discover: ") && text.contains("initialize: "), "{text}");
}

#[test]
fn what_a_policy_lacks_is_told_and_older_servers_are_still_tried() {
    let mut peer = Peer::new(Peer::config());
    let discover = peer.expect_post("server/discover");
    let lacking = "access-control-allow-headers: mcp-method";
    peer.connection.handle_failure(peer.now, discover.exchange, "Failed to fetch", Some(lacking));
    peer.drain();
    let initialize = peer.expect_post("initialize");
    let lacking = "access-control-allow-origin";
    peer.connection.handle_failure(peer.now, initialize.exchange, "Failed to fetch", Some(lacking));
    peer.drain();
    let error = failure(&mut peer);
    assert_eq!((error.code(), error.step), (Code::Cors, Some(Step::Initialize)));
    assert!(error.to_string().contains("mcp-method"), "{error}");
}

#[test]
fn a_pinned_era_is_never_left() {
    let mut peer = Peer::new(with_choice(ProtocolChoice::Modern));
    let discover = peer.expect_post("server/discover");
    peer.reply_status(&discover, 404, "");
    assert_eq!(failure(&mut peer).code(), Code::HttpError);

    let mut peer = Peer::new(with_choice(ProtocolChoice::Legacy));
    let initialize = peer.expect_post("initialize");
    peer.reply(&initialize, initialize_result("2026-07-28"));
    assert_eq!(failure(&mut peer).code(), Code::UnsupportedVersion);

    let pinned = ProtocolChoice::Pinned(ProtocolVersion::V2025_06_18);
    let mut peer = Peer::new(with_choice(pinned));
    let initialize = peer.expect_post("initialize");
    assert_eq!(initialize.body["params"]["protocolVersion"], "2025-06-18");
    peer.reply(&initialize, initialize_result("2025-11-25"));
    assert_eq!(failure(&mut peer).code(), Code::UnsupportedVersion);
}

#[test]
fn initialize_is_not_settled_by_a_response_with_another_id() {
    let mut peer = Peer::new(with_choice(ProtocolChoice::Legacy));
    let initialize = peer.expect_post("initialize");
    peer.open_stream(&initialize);
    for stray in [json!(""), json!(null), json!("1"), json!(initialize.id() + 900)] {
        let result = initialize_result("2024-11-05");
        peer.event(&initialize, &json!({"jsonrpc": "2.0", "id": stray, "result": result}));
    }
    assert!(peer.connection.is_connecting());
    assert_eq!(peer.warnings(), 4);
    peer.result_event(&initialize, initialize_result("2025-11-25"));
    peer.expect_post("notifications/initialized");
}

#[test]
fn a_refused_confirmation_ends_the_half_open_session() {
    let mut peer = Peer::new(with_choice(ProtocolChoice::Legacy));
    let initialize = peer.expect_post("initialize");
    peer.reply_in(&initialize, initialize_result("2025-11-25"), Some("s-9"));
    let initialized = peer.expect_post("notifications/initialized");
    peer.fail(&initialized, "Failed to fetch");
    let Some(Transmit::Delete { headers }) = peer.sent.pop_front() else {
        panic!("expected a DELETE");
    };
    assert!(headers.contains(&("mcp-session-id".into(), "s-9".into())));
    assert_eq!(failure(&mut peer).step, Some(Step::Initialized));
}

#[test]
fn a_session_id_that_cors_hides_is_named() {
    let mut peer = Peer::new(with_choice(ProtocolChoice::Legacy));
    let initialize = peer.expect_post("initialize");
    peer.reply(&initialize, initialize_result("2025-11-25"));
    let initialized = peer.expect_post("notifications/initialized");
    peer.reply_status(&initialized, 400, "Bad Request: Mcp-Session-Id header is required");
    let error = failure(&mut peer);
    assert_eq!(error.code(), Code::Cors);
    let text = error.to_string();
    assert!(text.contains("access-control-expose-headers: mcp-session-id"), "{text}");
}

#[test]
fn one_deadline_covers_every_step_and_names_the_one_that_stalled() {
    let mut peer = Peer::new(Peer::config());
    let discover = peer.expect_post("server/discover");
    peer.pass(20_000);
    peer.reply_status(&discover, 404, "");
    let initialize = peer.expect_post("initialize");
    let call = peer.call("tools/list", json!({}));
    peer.pass(9_999);
    assert!(peer.connection.is_connecting());
    peer.pass(1);
    let error = failure(&mut peer);
    assert_eq!((error.code(), error.step), (Code::TimedOut, Some(Step::Initialize)));
    let (id, outcome) = peer.settled().remove(0);
    assert_eq!((id, outcome.unwrap_err().retry_safe), (call, true));
    peer.expect_abort(&initialize);
    assert!(peer.sent.is_empty(), "initialize is never cancelled by a message");
}

#[test]
fn a_result_without_what_the_handshake_needs_is_an_error_that_says_so() {
    let mut peer = Peer::new(with_choice(ProtocolChoice::Legacy));
    let initialize = peer.expect_post("initialize");
    peer.reply(&initialize, json!({"capabilities": {}}));
    let text = failure(&mut peer).to_string();
    assert_eq!(
        text,
        "expected an initialize result with protocolVersion, and the server sent none"
    );

    let mut peer = Peer::new(with_choice(ProtocolChoice::Modern));
    let discover = peer.expect_post("server/discover");
    peer.reply(&discover, json!({"supportedVersions": ["2026-07-28"], "capabilities": 3}));
    assert_eq!(failure(&mut peer).code(), Code::InvalidMessage);
}
