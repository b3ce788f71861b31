//! The host's abort signals.

use serde_json::json;
use wasm_bindgen_test::wasm_bindgen_test;

use super::script::Script;
use super::support::*;

#[wasm_bindgen_test]
async fn a_signal_that_was_aborted_before_sends_nothing() {
    let space = Script::role("modern").post().await;
    let session = connected(&space).await;
    let options = run("() => ({ signal: AbortSignal.abort(new RangeError('mine')) })");
    let failure = failed(session.call_tool_with(&echo("x"), &options)).await;
    assert_eq!(failure.0, get(&get(&options, "signal"), "reason"), "the host's own reason");
    sleep(30).await;
    assert_eq!(space.log().await.len(), 1);
    space.delete().await;
}

#[wasm_bindgen_test]
async fn a_legacy_server_is_told_that_the_call_is_wanted_no_more() {
    let space = Script::role(json!({ "legacy": { "session": true } }))
        .on_rpc("tools/call", json!({ "hang": true }))
        .post()
        .await;
    let session = connected(&space).await;
    let controller = run("() => new AbortController()");
    let options = object(&[("signal", &get(&controller, "signal"))]);
    let call = session.call_tool_with(&never(), &options);
    let sent = space.wait_rpc("tools/call", 1).await;
    run_with("(controller) => controller.abort()", &controller);
    assert_eq!(failed(call).await.text("name"), "AbortError");
    let told = space.wait_rpc("notifications/cancelled", 1).await;
    assert_eq!(&told[0].json()["params"]["requestId"], sent[0].id().unwrap());
    space.delete().await;
}

#[wasm_bindgen_test]
async fn a_signal_that_comes_after_the_answer_changes_nothing() {
    let space = Script::role("modern").post().await;
    let session = connected(&space).await;
    let controller = run("() => new AbortController()");
    let options = object(&[("signal", &get(&controller, "signal"))]);
    assert_eq!(answer(&done(session.call_tool_with(&echo("x"), &options)).await), "x");
    run_with("(controller) => controller.abort()", &controller);
    assert_eq!(answer(&done(session.call_tool(&echo("y"))).await), "y");
    assert_eq!(session.state(), "ready");
    space.delete().await;
}

#[wasm_bindgen_test]
async fn one_signal_may_serve_many_calls_and_sessions() {
    let space = Script::role("modern").on_rpc("tools/call", json!({ "hang": true })).post().await;
    let sessions = [connected(&space).await, connected(&space).await];
    let controller = run("() => new AbortController()");
    let options = object(&[("signal", &get(&controller, "signal"))]);
    let mut calls = Vec::new();
    for session in &sessions {
        calls.extend((0..2).map(|_| session.call_tool_with(&never(), &options)));
    }
    space.wait_rpc("tools/call", 4).await;
    run_with("(controller) => controller.abort('all')", &controller);
    for call in calls {
        assert_eq!(failed(call).await.0, "all");
    }
    assert!(sessions.iter().all(|session| session.state() == "ready"));
    space.delete().await;
}

#[wasm_bindgen_test]
async fn a_timeout_signal_rejects_with_its_own_error() {
    let space = Script::role("modern").on_rpc("tools/call", json!({ "hang": true })).post().await;
    let session = connected(&space).await;
    let options = run("() => ({ signal: AbortSignal.timeout(30) })");
    assert_eq!(
        failed(session.call_tool_with(&never(), &options)).await.text("name"),
        "TimeoutError"
    );
    space.delete().await;
}

#[wasm_bindgen_test]
async fn an_abort_listener_may_free_the_session() {
    let space = Script::role("modern").on_rpc("tools/call", json!({ "hang": true })).post().await;
    let session = connected(&space).await;
    let controller = run("() => new AbortController()");
    let watch = "(it) => it.controller.signal.addEventListener('abort', () => it.session.free())";
    run_with(watch, &object(&[("controller", &controller), ("session", &session)]));
    let options = object(&[("signal", &get(&controller, "signal"))]);
    let call = session.call_tool_with(&never(), &options);
    space.wait_rpc("tools/call", 1).await;
    run_with("(controller) => controller.abort('both')", &controller);
    assert_eq!(failed(call).await.code(), "CLOSED", "the host's listener was there first");
    space.delete().await;
}
