//! The host's callbacks, which may do anything.

use serde_json::json;
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

use super::script::Script;
use super::support::*;

#[wasm_bindgen_test]
async fn a_listener_may_call_add_listeners_and_free() {
    let space = Script::role("modern").post().await;
    let session = open(&space.url);
    let outcome = run_with(
        "(session) => new Promise((resolve) => session.on('state', ({ state }) => {
            if (state !== 'ready') return;
            const call = session.callTool({ name: 'echo', arguments: { text: 'in' } });
            const remove = session.on('log', () => {});
            const seen = [session.state, typeof session.server, typeof session.tools()];
            remove();
            call.then((result) => { session.free(); seen.push(result.content[0].text, session.state); resolve(seen); });
        }))",
        &session,
    );
    let seen = value(&done(outcome.unchecked_into()).await);
    assert_eq!(seen, json!(["ready", "object", "object", "in", "closed"]));
    space.delete().await;
}

#[wasm_bindgen_test]
async fn a_progress_listener_may_free_and_hears_nothing_after_that() {
    let space = Script::role("modern").post().await;
    let session = connected(&space).await;
    let outcome = run_with(
        "(session) => { let heard = 0;
            const onProgress = () => { heard++; session.free(); };
            return session.callTool({ name: 'slow', arguments: { ms: 40, steps: 4 } }, { onProgress })
                .then(() => 'result', (error) => [error.code, heard]); }",
        &session,
    );
    assert_eq!(value(&done(outcome.unchecked_into()).await), json!(["CLOSED", 1]));
    space.delete().await;
}

#[wasm_bindgen_test]
async fn the_fetch_of_the_options_may_call_and_free() {
    let space = Script::role("modern").post().await;
    let spec = js(&json!({ "id": "server", "url": space.url }));
    let options = run("() => { 'use strict';
            const options = { clientInfo: { name: 'n', version: '1' }, receivers: [], calls: 0,
                fetch: function (url, init) {
                    options.receivers.push(this === undefined);
                    if (options.calls++ === 1) options.session.free();
                    void options.session?.state;
                    return globalThis.fetch(url, init);
                } };
            return options; }");
    let session = make(spec, options.clone()).unwrap();
    js_sys::Reflect::set(&options, &"session".into(), &session).unwrap();
    done(session.ready()).await;
    assert_eq!(failed(session.call_tool(&echo("x"))).await.code(), "CLOSED");
    assert_eq!(
        value(&get(&options, "receivers")),
        json!([true, true]),
        "called without a receiver"
    );
    space.delete().await;
}

#[wasm_bindgen_test]
async fn a_fetch_that_throws_or_gives_nonsense_is_a_failure_of_the_network() {
    for source in [
        "() => { throw new Error('no net'); }",
        "() => Promise.reject('no net')",
        "() => undefined",
        "() => ({})",
        "() => Promise.resolve({ status: 200, headers: new Headers(), body: { getReader() { throw new Error('no'); } } })",
    ] {
        let options = run(&format!(
            "() => ({{ clientInfo: {{ name: 'n', version: '1' }}, fetch: {source} }})"
        ));
        let spec =
            js(&json!({ "id": "server", "url": "http://localhost:9/mcp", "protocol": "modern" }));
        let session = make(spec, options).unwrap();
        let failure = failed(session.ready()).await;
        assert!(!failure.code().is_empty(), "{source}");
        assert_eq!(session.state(), "closed", "{source}");
    }
}

#[wasm_bindgen_test]
async fn what_a_listener_throws_goes_to_report_error_and_no_further() {
    let space = Script::role("modern").post().await;
    let session = open(&space.url);
    let errors = run("() => { const all = []; const { reportError } = globalThis;
            globalThis.reportError = (error) => all.push(error.message);
            all.restore = () => { globalThis.reportError = reportError; }; return all; }");
    run_with(
        "(session) => session.on('state', ({ state }) => { if (state === 'ready') throw new Error('mine'); })",
        &session,
    );
    let second = Heard::on(&session, "state");
    done(session.ready()).await;
    sleep(10).await;
    run_with("(errors) => errors.restore()", &errors);
    assert_eq!(value(&errors), json!(["mine"]));
    assert_eq!(second.len(), 1, "the next listener is called all the same");
    assert_eq!(session.state(), "ready");
    space.delete().await;
}

#[wasm_bindgen_test]
async fn a_listener_removed_before_its_turn_is_not_called() {
    let space = Script::role("modern").post().await;
    let session = open(&space.url);
    let seen = run_with(
        "(session) => { const seen = []; let removeSecond;
            session.on('state', () => { seen.push(1); removeSecond(); removeSecond(); });
            removeSecond = session.on('state', () => seen.push(2));
            session.on('state', () => seen.push(3));
            return seen; }",
        &session,
    );
    done(session.ready()).await;
    assert_eq!(value(&seen), json!([1, 3]), "in the order in which they were added");
    space.delete().await;
}

#[wasm_bindgen_test]
async fn removing_a_listener_after_the_end_does_no_harm() {
    let space = Script::role("modern").post().await;
    let session = connected(&space).await;
    let heard = Heard::new();
    let remove = session.on("log", heard.listener()).unwrap();
    session.free();
    remove.call0(&JsValue::UNDEFINED).unwrap();
    let late = session.on("log", heard.listener()).unwrap();
    late.call0(&JsValue::UNDEFINED).unwrap();
    space.delete().await;
}

#[wasm_bindgen_test]
async fn an_unknown_type_of_event_throws() {
    let space = Script::role("modern").post().await;
    let session = open(&space.url);
    let heard = Heard::new();
    let error = Failure(session.on("message", heard.listener()).unwrap_err());
    assert_eq!(error.code(), "INVALID_ARGUMENT");
    assert!(error.text("message").contains("toolschanged"), "{}", error.text("message"));
    let error = Failure(session.on("state", &JsValue::from(3)).unwrap_err());
    assert_eq!(error.text("message"), "listener: expected a function, and got 3");
    session.free();
    space.delete().await;
}

#[wasm_bindgen_test]
async fn logs_of_the_server_are_heard() {
    let note = json!({ "sse": [
        { "notify": "notifications/message", "params": { "level": "info", "data": { "a": 1 } } },
        { "result": { "content": [], "resultType": "complete" } }
    ] });
    let space = Script::role("modern").on_rpc("tools/call", note).post().await;
    let session = connected(&space).await;
    let logs = Heard::on(&session, "log");
    done(session.call_tool(&echo("x"))).await;
    assert_eq!(logs.values(), [json!({ "level": "info", "data": { "a": 1 } })]);
    space.delete().await;
}

#[wasm_bindgen_test]
async fn a_breach_that_the_session_survives_is_a_warning() {
    let stray = json!({ "sse": [
        { "data": "{\"jsonrpc\":\"2.0\",\"id\":987654321,\"result\":{}}" },
        { "result": { "content": [], "resultType": "complete" } }
    ] });
    let space = Script::role("modern").on_rpc("tools/call", stray).post().await;
    let session = connected(&space).await;
    let warnings = Heard::on(&session, "warning");
    done(session.call_tool(&echo("x"))).await;
    assert_eq!(warnings.len(), 1);
    let warning = Failure(warnings.events()[0].clone());
    assert_eq!(warning.code(), "INVALID_MESSAGE");
    assert!(warning.text("message").contains("987654321"), "{}", warning.text("message"));
    assert!(warning.get("exchange").as_f64().is_some());
    space.delete().await;
}

#[wasm_bindgen_test]
async fn the_trace_holds_no_secret() {
    let space = Script::role("modern").post().await;
    let spec = json!({ "auth": { "token": "t0k3n" }, "headers": { "x-key": "s3cr3t" } });
    let session = open_with(&space.url, spec, client());
    let trace = Heard::on(&session, "trace");
    done(session.call_tool(&echo("x"))).await;
    let told = format!("{:?}", trace.values());
    assert!(trace.len() >= 4 && !told.contains("t0k3n") && !told.contains("s3cr3t"), "{told}");
    space.delete().await;
}
