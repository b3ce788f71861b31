//! The host's headers and token: on every request to the server, and nowhere else.

use serde_json::json;
use wasm_bindgen_test::wasm_bindgen_test;

use super::script::Script;
use super::support::*;

#[wasm_bindgen_test]
async fn headers_and_token_go_with_every_request() {
    let space = Script::role(json!({ "legacy": { "session": true } })).post().await;
    let spec = json!({ "headers": { "X-Tenant": "blue" }, "auth": { "token": "t0k3n" } });
    let session = open_with(&space.url, spec, client());
    done(session.call_tool(&echo("x"))).await;
    done(session.close()).await;
    space.wait_method("DELETE", 1).await;
    for entry in space.log().await {
        assert_eq!(entry.header("x-tenant"), Some("blue"), "{:?}", entry.rpc());
        assert_eq!(entry.header("authorization"), Some("Bearer t0k3n"), "{:?}", entry.rpc());
    }
    space.delete().await;
}

#[wasm_bindgen_test]
async fn a_token_function_is_asked_for_each_request() {
    let space = Script::role("modern").post().await;
    let spec = run_with(
        "(url) => { let count = 0; return { id: 'server', url, auth: { token: async () => 't' + ++count } }; }",
        &space.url.as_str().into(),
    );
    let session = make(spec, js(&client())).unwrap();
    done(session.call_tool(&echo("x"))).await;
    done(session.call_tool(&echo("y"))).await;
    let tokens: Vec<_> = space
        .log()
        .await
        .iter()
        .map(|entry| entry.header("authorization").unwrap().to_owned())
        .collect();
    assert_eq!(tokens, ["Bearer t1", "Bearer t2", "Bearer t3"]);
    space.delete().await;
}

#[wasm_bindgen_test]
async fn the_protocol_s_own_headers_win() {
    let space = Script::role("modern").post().await;
    let spec = json!({ "headers": { "Accept": "text/plain", "Mcp-Protocol-Version": "1", "Authorization": "Basic x" }, "auth": { "token": "t" } });
    let session = open_with(&space.url, spec, client());
    done(session.ready()).await;
    let entry = &space.log().await[0];
    assert_eq!(entry.header("accept"), Some("application/json, text/event-stream"));
    assert_eq!(entry.header("mcp-protocol-version"), Some("2026-07-28"));
    assert_eq!(entry.header("authorization"), Some("Bearer t"));
    space.delete().await;
}

#[wasm_bindgen_test]
async fn a_token_that_cannot_be_had_fails_the_request_without_showing_it() {
    for (token, hint) in [
        ("() => { throw new Error('vault is shut'); }", "vault is shut"),
        ("async () => undefined", "gave no token"),
        ("() => 's3cr3t\\ns3cr3t'", "no header can carry"),
        ("'s3cr3t\\u0100'", "no header can carry"),
    ] {
        let spec = run(&format!(
            "() => ({{ id: 'server', url: 'http://localhost:9/mcp', auth: {{ token: {token} }} }})"
        ));
        let session = make(spec, js(&client())).unwrap();
        let failure = failed(session.ready()).await;
        let message = failure.text("message");
        assert!(message.contains(hint), "{token}: {message}");
        assert!(!message.contains("s3cr3t"), "{message}");
    }
}

#[wasm_bindgen_test]
async fn a_redirect_is_not_followed() {
    let other = Script::role("modern").post().await;
    let space = Script::new().on(json!({}), json!({ "redirect": other.url })).post().await;
    let session = open_with(&space.url, json!({ "auth": { "token": "t" } }), client());
    failed(session.ready()).await;
    assert!(other.log().await.is_empty(), "nothing reached the other server");
    space.delete().await;
    other.delete().await;
}

#[wasm_bindgen_test]
async fn requests_carry_no_cookies_and_a_stream_is_not_cached() {
    let options = run("() => { const seen = []; return { seen, clientInfo: { name: 'n', version: '1' },
            fetch: (url, init) => { seen.push([init.method, init.credentials, init.cache, init.redirect, init.signal instanceof AbortSignal]); return fetch(url, init); } }; }");
    let space = Script::role(json!({ "legacy": { "session": true, "get": true } })).post().await;
    let spec = js(&json!({ "id": "server", "url": space.url, "protocol": "legacy" }));
    let session = make(spec, options.clone()).unwrap();
    done(session.ready()).await;
    space.wait_method("GET", 1).await;
    let seen = value(&get(&options, "seen"));
    let requests = seen.as_array().unwrap();
    assert!(requests.contains(&json!(["POST", "omit", null, "error", true])), "{seen}");
    assert!(requests.contains(&json!(["GET", "omit", "no-store", "error", true])), "{seen}");
    session.free();
    space.delete().await;
}

#[wasm_bindgen_test]
async fn a_browser_asks_for_leave_once_and_not_with_every_call() {
    let cors = json!({ "maxAge": 600 });
    let space = Script::role("modern").cors(cors).post().await;
    let session = connected(&space).await;
    for _ in 0..5 {
        done(session.call_tool(&echo("x"))).await;
    }
    let preflights = space.preflights(1).await.len();
    assert!(preflights <= 2, "{preflights} preflights for six requests of two kinds");
    space.delete().await;
}
