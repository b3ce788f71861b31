//! What a session finds out when the browser only says that a fetch failed.

use serde_json::{Value, json};
use wasm_bindgen_test::wasm_bindgen_test;

use super::script::Script;
use super::support::*;

/// Every header that a session may send, but for those named.
fn allowed_but(left_out: &[&str]) -> Value {
    let all = [
        "content-type",
        "authorization",
        "x-tenant",
        "mcp-protocol-version",
        "mcp-method",
        "mcp-name",
        "mcp-session-id",
        "mcp-param-region",
    ];
    let kept: Vec<_> = all.into_iter().filter(|name| !left_out.contains(name)).collect();
    json!({ "headers": kept })
}

#[wasm_bindgen_test]
async fn an_origin_that_is_not_allowed_is_told_from_a_server_that_is_down() {
    // The page of the tests is isolated, so that it has to be allowed to embed answers.
    let shared = json!({ "status": 405,
        "headers": { "cross-origin-resource-policy": "cross-origin" } });
    let script = Script::role("dual").cors(false).on(json!({ "method": "HEAD" }), shared);
    let space = script.post().await;
    let failure = failed(open(&space.url).ready()).await;
    assert_eq!(failure.code(), "CORS");
    assert_eq!(failure.text("missing"), "access-control-allow-origin");
    assert_eq!(
        (failure.text("step"), failure.text("url")),
        ("initialize".into(), space.url.clone())
    );
    space.delete().await;

    let failure = failed(open("http://127.0.0.1:1/mcp").ready()).await;
    assert_eq!((failure.code(), failure.text("missing")), ("NETWORK".into(), String::new()));
}

#[wasm_bindgen_test]
async fn the_headers_that_a_preflight_refused_are_named() {
    for refused in [&["mcp-method"][..], &["content-type", "mcp-method"], &["x-tenant"]] {
        let space = Script::role("modern").cors(allowed_but(refused)).post().await;
        let spec = json!({ "protocol": "modern", "headers": { "X-Tenant": "blue" } });
        let failure = failed(open_with(&space.url, spec, client()).ready()).await;
        assert_eq!(failure.code(), "CORS", "{refused:?}");
        let missing = failure.text("missing");
        let names = missing.strip_prefix("access-control-allow-headers: ").unwrap();
        let mut names: Vec<_> = names.split(", ").collect();
        names.sort_unstable();
        assert_eq!(names, refused);
        assert!(failure.text("message").contains(&missing), "{}", failure.text("message"));
        let values = space.log().await.iter().any(|entry| entry.header("x-tenant") == Some("blue"));
        assert!(!values, "no value is sent to find out");
        space.delete().await;
    }
}

#[wasm_bindgen_test]
async fn a_token_is_not_sent_to_find_out_that_its_header_is_refused() {
    let space = Script::role("modern").cors(allowed_but(&["authorization"])).post().await;
    let spec = json!({ "auth": { "token": "t0k3n" } });
    let failure = failed(open_with(&space.url, spec, client()).ready()).await;
    assert_eq!(failure.text("missing"), "access-control-allow-headers: authorization");
    assert!(space.log().await.iter().all(|entry| entry.header("authorization").is_none()));
    space.delete().await;
}

#[wasm_bindgen_test]
async fn a_refused_parameter_header_is_named_and_can_be_switched_off() {
    let script = Script::role(json!({ "modern": { "strict": false } }));
    let space = script.cors(allowed_but(&["mcp-param-region"])).post().await;
    let deploy = js(&json!({ "name": "deploy", "arguments": { "region": "eu" } }));
    for word in ["on", "off"] {
        let session = open_with(&space.url, json!({ "parameterHeaders": word }), client());
        done(session.list_tools()).await;
        if word == "off" {
            done(session.call_tool(&deploy)).await;
            continue;
        }
        let failure = failed(session.call_tool(&deploy)).await;
        assert_eq!(failure.code(), "CORS");
        assert_eq!(failure.text("missing"), "access-control-allow-headers: mcp-param-region");
        assert_eq!(failure.text("url"), space.url);
        assert!(failure.text("message").contains("parameterHeaders: \"off\""));
        assert_eq!(session.state(), "ready");
    }
    space.delete().await;
}

#[wasm_bindgen_test]
async fn an_older_server_whose_policy_names_older_headers_is_still_found() {
    let older = json!({ "headers": ["content-type", "mcp-session-id", "mcp-protocol-version"] });
    let space = Script::role("legacy").cors(older).post().await;
    let server = value(&done(open(&space.url).ready()).await);
    assert_eq!(server["era"], "legacy");
    let outcome = server["timings"][0]["outcome"].as_str().unwrap();
    assert!(outcome.contains("access-control-allow-headers: mcp-method"), "{outcome}");
    space.delete().await;
}

#[wasm_bindgen_test]
async fn a_connection_that_breaks_is_not_taken_for_a_policy() {
    let broken = json!({ "reset": true });
    let space = Script::role("modern").on_rpc("tools/call", broken).post().await;
    let session = connected(&space).await;
    assert_eq!(failed(session.call_tool(&echo("x"))).await.code(), "NETWORK");
    space.delete().await;
}

/// A server that refuses the preflight, and lets the requests hang that find out.
fn silent() -> Script {
    let refuse =
        json!({ "on": { "method": "OPTIONS" }, "cors": false, "reply": { "status": 403 } });
    let script = Script::new().rule(refuse);
    script.on(json!({ "method": ["GET", "HEAD"] }), json!({ "hang": true }))
}

#[wasm_bindgen_test]
async fn finding_out_is_bounded_and_then_nothing_is_claimed() {
    let space = silent().post().await;
    let start = now();
    let session = open_with(&space.url, json!({ "protocol": "modern" }), client());
    assert_eq!(failed(session.ready()).await.code(), "NETWORK");
    let took = now() - start;
    assert!((1_900.0..4_000.0).contains(&took), "{took} ms");
    space.delete().await;
}

#[wasm_bindgen_test]
async fn the_end_of_a_session_ends_its_finding_out() {
    let space = silent().post().await;
    let session = open(&space.url);
    let probe = &space.wait_method("GET", 1).await[0];
    session.free();
    space.closed(probe.index()).await;
    assert_eq!(failed(session.ready()).await.code(), "CLOSED");
    space.delete().await;
}
