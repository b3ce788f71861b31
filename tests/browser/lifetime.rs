//! What keeps a session alive, and what its scope holds.

use serde_json::json;
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::{console_log, wasm_bindgen_test};

use super::script::Script;
use super::support::*;

/// Collects garbage until `is_gone`, where the browser lets a page do so.
async fn collect(until_gone: &JsValue) -> Option<bool> {
    if run("() => typeof gc").as_string().as_deref() != Some("function") {
        console_log!("skipped: this browser does not let a page collect garbage");
        return None;
    }
    for _ in 0..20 {
        run("() => gc()");
        sleep(10).await;
        if run_with("(ref) => ref.deref() === undefined", until_gone).is_truthy() {
            return Some(true);
        }
    }
    Some(false)
}

#[wasm_bindgen_test]
async fn a_session_with_a_call_under_way_is_not_collected() {
    let space = Script::role("modern")
        .on(json!({ "name": "echo" }), json!({ "sse": [{ "wait": "go" }, { "result": { "content": [], "resultType": "complete" } }] }))
        .post()
        .await;
    // Nothing but the promise is held.
    let held = {
        let session = connected(&space).await;
        let call = session.call_tool(&echo("x"));
        let weak = run_with("(session) => new WeakRef(session)", &session);
        (call, weak)
    };
    let gone = collect(&held.1).await;
    space.signal("go").await;
    done(held.0).await;
    if gone.is_some() {
        assert_eq!(gone, Some(false), "it was kept while the call was pending");
        assert_eq!(collect(&held.1).await, Some(true), "and no longer than that");
    }
    space.delete().await;
}

#[wasm_bindgen_test]
async fn an_idle_session_that_nobody_holds_is_collected_and_ends() {
    let space = Script::role(json!({ "legacy": { "session": true } })).post().await;
    let (closed, weak) = {
        let session = connected(&space).await;
        (session.closed(), run_with("(session) => new WeakRef(session)", &session))
    };
    if collect(&weak).await == Some(true) {
        assert_eq!(text(&done(closed).await, "reason"), "COLLECTED");
        space.wait_method("DELETE", 1).await;
    }
    space.delete().await;
}

#[wasm_bindgen_test]
async fn a_walk_keeps_its_session() {
    let space = Script::role(json!({ "modern": { "pageSize": 2 } })).post().await;
    let (walk, weak) = {
        let session = connected(&space).await;
        (session.tools(), run_with("(session) => new WeakRef(session)", &session))
    };
    done(walk.next()).await;
    if let Some(gone) = collect(&weak).await {
        assert!(!gone);
    }
    assert_eq!(get(&done(walk.next()).await, "done"), JsValue::FALSE);
    space.delete().await;
}

#[wasm_bindgen_test]
async fn the_scope_lives_as_long_as_the_connection() {
    let space = Script::role("modern").post().await;
    let session = connected(&space).await;
    let scope = session.scope();
    let (key, other) = (JsValue::from("key"), run("() => ({})"));
    assert!(scope.get(&key).is_undefined() && !scope.has(&key));
    let same = scope.set(&key, &1.into()).unwrap();
    assert!(same == JsValue::from(session.scope()), "set gives the scope itself");
    scope.set(&other, &2.into()).unwrap();
    assert_eq!((scope.get(&key), scope.get(&other)), (1.into(), 2.into()));
    let keys: Vec<JsValue> = scope.keys().into_iter().map(Result::unwrap).collect();
    assert_eq!(keys, [key.clone(), other.clone()]);
    assert!(scope.delete(&other) && !scope.delete(&other));
    session.free();
    assert!(!scope.has(&key) && scope.get(&key).is_undefined(), "it is empty after the end");
    let refusal = Failure(scope.set(&key, &1.into()).unwrap_err());
    assert_eq!(refusal.code(), "CLOSED");
    assert!(!scope.has(&key));
    space.delete().await;
}

#[wasm_bindgen_test]
async fn a_successor_starts_with_an_empty_scope_and_hears_no_late_answer() {
    let space = Script::role("modern")
        .rule(json!({ "on": { "name": "echo" }, "times": 1, "reply": { "sse": [{ "wait": "late" }, { "result": { "content": [], "resultType": "complete" } }] } }))
        .post()
        .await;
    let first = connected(&space).await;
    first.scope().set(&"a".into(), &1.into()).unwrap();
    let old = first.call_tool(&echo("old"));
    space.wait_rpc("tools/call", 1).await;
    first.free();
    let second = connected(&space).await;
    space.signal("late").await;
    assert!(!second.scope().has(&"a".into()));
    assert_eq!(answer(&done(second.call_tool(&echo("new"))).await), "new");
    assert_eq!(failed(old).await.code(), "CLOSED");
    space.delete().await;
}

#[wasm_bindgen_test]
async fn a_page_that_is_left_for_good_ends_its_sessions() {
    let space = Script::role(json!({ "legacy": { "session": true } })).post().await;
    let session = connected(&space).await;
    let leave =
        "(persisted) => { dispatchEvent(new PageTransitionEvent('pagehide', { persisted })); }";
    run_with(leave, &JsValue::TRUE);
    assert_eq!(session.state(), "ready", "a page that may come back keeps them");
    let call = session.call_tool(&never());
    run_with(leave, &JsValue::FALSE);
    assert_eq!(session.state(), "closed");
    let failure = failed(call).await;
    let end = (failure.code(), failure.text("reason"));
    assert_eq!(end, ("CLOSED".to_owned(), "PAGE_HIDDEN".to_owned()));
    space.wait_method("DELETE", 1).await;
    space.delete().await;
}
