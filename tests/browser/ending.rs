//! The end of a session, at any moment.

use js_sys::{Array, Promise};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

use super::script::{Script, Space};
use super::support::*;

/// Where an answer may be when its session ends.
fn phases() -> [(&'static str, Value); 3] {
    let endless = json!([{ "repeat": 10_000, "steps": [{ "comment": "on" }, { "delay": 20 }] }]);
    let piece = json!([{ "write": "{\"jsonrpc\":" }, { "hold": true }]);
    [
        ("before the head", json!({ "hang": true })),
        (
            "in the body",
            json!({ "steps": piece, "headers": { "content-type": "application/json" } }),
        ),
        ("in the stream", json!({ "sse": endless })),
    ]
}

/// A session with a call under way whose answer is at that point.
async fn in_phase(reply: Value) -> (Space, Live, Promise, usize) {
    let space = Script::role("modern").on_rpc("tools/call", reply).post().await;
    let session = connected(&space).await;
    let call = session.call_tool(&never());
    let index = space.wait_rpc("tools/call", 1).await[0].index();
    sleep(60).await; // the head and the first bytes are here
    (space, session, call, index)
}

/// Waits until the server saw the socket close, and asserts that it was soon.
async fn closed_soon(space: &Space, index: usize, since: f64, what: &str) {
    let entry = space.closed(index).await;
    let took = now() - since;
    assert_eq!(entry.outcome(), Some("client-closed"), "{what}");
    assert!(took < 200.0, "{what}: the socket closed after {took} ms");
}

#[wasm_bindgen_test]
async fn free_rejects_at_once_and_closes_the_socket_in_every_phase() {
    for (phase, reply) in phases() {
        let (space, session, call, index) = in_phase(reply).await;
        let since = now();
        session.free();
        assert_eq!(session.state(), "closed", "{phase}");
        assert!(is_settled(&call).await, "{phase}: the call is rejected when free returns");
        let failure = failed(call).await;
        assert_eq!((failure.code().as_str(), failure.text("reason").as_str()), ("CLOSED", "FREED"));
        closed_soon(&space, index, since, phase).await;
        assert_eq!(text(&done(session.closed()).await, "reason"), "FREED");
        space.delete().await;
    }
}

#[wasm_bindgen_test]
async fn close_rejects_at_once_and_closes_the_socket_in_every_phase() {
    for (phase, reply) in phases() {
        let (space, session, call, index) = in_phase(reply).await;
        let since = now();
        let closing = session.close();
        assert!(is_settled(&call).await, "{phase}");
        let failure = failed(call).await;
        assert_eq!((failure.code().as_str(), failure.text("reason").as_str()), ("CLOSED", "LOCAL"));
        done(closing).await;
        closed_soon(&space, index, since, phase).await;
        space.delete().await;
    }
}

#[wasm_bindgen_test]
async fn a_signal_closes_the_socket_of_its_call_in_every_phase() {
    for (phase, reply) in phases() {
        let space = Script::role("modern").on_rpc("tools/call", reply).post().await;
        let session = connected(&space).await;
        let controller = run("() => new AbortController()");
        let options = object(&[("signal", &get(&controller, "signal"))]);
        let call = session.call_tool_with(&never(), &options);
        let index = space.wait_rpc("tools/call", 1).await[0].index();
        sleep(60).await;
        let since = now();
        run_with("(controller) => controller.abort('enough')", &controller);
        assert!(is_settled(&call).await, "{phase}");
        assert_eq!(failed(call).await.0, "enough");
        closed_soon(&space, index, since, phase).await;
        assert_eq!(session.state(), "ready", "{phase}");
        space.delete().await;
    }
}

#[wasm_bindgen_test]
async fn freeing_while_connecting_rejects_ready_and_all_early_calls() {
    let space = Script::new().on_rpc("server/discover", json!({ "hang": true })).post().await;
    let session = open(&space.url);
    let early = session.call_tool(&echo("x"));
    let index = space.wait_rpc("server/discover", 1).await[0].index();
    let since = now();
    session.free();
    for promise in [session.ready(), early] {
        assert!(is_settled(&promise).await);
        assert_eq!(failed(promise).await.code(), "CLOSED");
    }
    closed_soon(&space, index, since, "connecting").await;
    space.delete().await;
}

#[wasm_bindgen_test]
async fn nothing_follows_an_initialize_that_was_aborted() {
    let space = Script::new()
        .on_rpc("server/discover", json!({ "status": 404 }))
        .on_rpc("initialize", json!({ "hang": true }))
        .post()
        .await;
    let controller = run("() => new AbortController()");
    let spec = js(&json!({ "id": "server", "url": space.url, "protocol": "legacy" }));
    let options = object(&[
        ("clientInfo", &get(&js(&client()), "clientInfo")),
        ("signal", &get(&controller, "signal")),
    ]);
    let session = make(spec, options).unwrap();
    space.wait_rpc("initialize", 1).await;
    run_with("(controller) => controller.abort('gone')", &controller);
    let failure = failed(session.ready()).await;
    assert_eq!((failure.code().as_str(), failure.text("reason").as_str()), ("CLOSED", "ABORTED"));
    assert_eq!(failure.get("cause"), "gone");
    sleep(300).await;
    assert_eq!(space.log().await.len(), 1, "no request follows");
    space.delete().await;
}

#[wasm_bindgen_test]
async fn free_may_be_called_twice_and_methods_after_it_reject() {
    let space = Script::role("modern").post().await;
    let session = connected(&space).await;
    session.free();
    session.free();
    for promise in [
        session.ping(),
        session.list_tools(),
        session.call_tool(&echo("x")),
        session.tools().next(),
    ] {
        let failure = failed(promise).await;
        assert_eq!((failure.code().as_str(), failure.text("reason").as_str()), ("CLOSED", "FREED"));
    }
    done(session.close()).await;
    assert_eq!(session.state(), "closed");
    assert!(session.server().is_object(), "the facts stay readable");
    space.delete().await;
}

#[wasm_bindgen_test]
async fn free_may_be_called_from_a_rejection() {
    let space = Script::role("modern").on_rpc("tools/call", json!({ "status": 500 })).post().await;
    let session = connected(&space).await;
    let watch = "(session) => session.callTool({ name: 'echo' }).catch(() => { session.free(); return session.state; })";
    let state = done(run_with(watch, &session).unchecked_into()).await;
    assert_eq!(state, "closed");
    space.delete().await;
}

#[wasm_bindgen_test]
async fn using_a_session_frees_it() {
    let space = Script::role("modern").post().await;
    let session = connected(&space).await;
    let dispose = run("() => Symbol.dispose");
    if dispose.is_undefined() {
        // This browser has no such symbol.
        return space.delete().await;
    }
    run_with("(session) => session[Symbol.dispose]()", &session);
    assert_eq!(text(&done(session.closed()).await, "reason"), "FREED");
    space.delete().await;
}

#[wasm_bindgen_test]
async fn close_is_one_promise_and_waits_no_longer_than_it_may() {
    let space = Script::role(json!({ "legacy": { "session": true } }))
        .on(json!({ "method": "DELETE" }), json!({ "hang": true }))
        .post()
        .await;
    let options = json!({ "clientInfo": client()["clientInfo"], "timeouts": { "close": 150 } });
    let session = open_with(&space.url, json!({}), options);
    done(session.ready()).await;
    let since = now();
    let closing = session.close();
    assert!(JsValue::from(&closing) == JsValue::from(session.close()));
    done(closing).await;
    let took = now() - since;
    assert!((100.0..1_000.0).contains(&took), "closed after {took} ms");
    space.delete().await;
}

#[wasm_bindgen_test]
async fn free_ends_a_close_that_still_waits() {
    let space = Script::role(json!({ "legacy": { "session": true } }))
        .on(json!({ "method": "DELETE" }), json!({ "hang": true }))
        .post()
        .await;
    let session = connected(&space).await;
    let closing = session.close();
    session.free();
    assert!(is_settled(&closing).await);
    assert_eq!(text(&done(session.closed()).await, "reason"), "LOCAL", "the first reason stays");
    space.delete().await;
}

#[wasm_bindgen_test]
async fn an_end_is_told_once_and_is_no_fault() {
    let space = Script::role("modern").on_rpc("tools/call", json!({ "hang": true })).post().await;
    let session = connected(&space).await;
    let (closes, states, warnings) = (
        Heard::on(&session, "close"),
        Heard::on(&session, "state"),
        Heard::on(&session, "warning"),
    );
    let calls = [session.call_tool(&never()), session.call_tool(&never())];
    space.wait_rpc("tools/call", 2).await;
    done(session.close()).await;
    for call in calls {
        failed(call).await;
    }
    sleep(20).await;
    assert_eq!(closes.values(), [json!({ "reason": "LOCAL" })]);
    assert_eq!(states.values(), [json!({ "state": "closed" })]);
    assert_eq!(warnings.len(), 0);
    space.delete().await;
}

#[wasm_bindgen_test]
async fn fifty_sessions_in_a_row_do_not_disturb_each_other() {
    let space = Script::role(json!({ "legacy": { "session": true } }))
        .on(json!({ "method": "DELETE" }), json!({ "delay": 30, "status": 200 }))
        .post()
        .await;
    let mut last = 0.0;
    for round in 0..50 {
        let session = open(&space.url);
        assert!(session.connection_id() > last);
        last = session.connection_id();
        let text = round.to_string();
        assert_eq!(answer(&done(session.call_tool(&echo(&text))).await), text);
        let _ = session.close();
    }
    space.delete().await;
}

#[wasm_bindgen_test]
async fn an_end_leaves_no_timer_and_no_listener() {
    let space = Script::role("modern").on_rpc("tools/call", json!({ "hang": true })).post().await;
    let counts = run(
        "() => {
            const timers = new Set(), { setTimeout, clearTimeout } = globalThis;
            let listeners = 0;
            const { addEventListener, removeEventListener } = EventTarget.prototype;
            globalThis.setTimeout = (f, ms) => { const id = setTimeout(() => { timers.delete(id); f(); }, ms); timers.add(id); return id; };
            globalThis.clearTimeout = (id) => { timers.delete(id); clearTimeout(id); };
            EventTarget.prototype.addEventListener = function (...a) { listeners++; return addEventListener.apply(this, a); };
            EventTarget.prototype.removeEventListener = function (...a) { listeners--; return removeEventListener.apply(this, a); };
            return { get now() { return [timers.size, listeners]; }, restore() {
                Object.assign(globalThis, { setTimeout, clearTimeout });
                Object.assign(EventTarget.prototype, { addEventListener, removeEventListener });
            } };
        }",
    );
    let controller = run("() => new AbortController()");
    let session = open(&space.url);
    done(session.ready()).await;
    let options = object(&[("signal", &get(&controller, "signal"))]);
    let calls: Array = (0..3).map(|_| session.call_tool_with(&never(), &options)).collect();
    let before = Array::from(&get(&counts, "now"));
    assert!(
        before.get(0).as_f64() >= Some(1.0) && before.get(1).as_f64() >= Some(3.0),
        "{before:?}"
    );
    session.free();
    let after = value(&get(&counts, "now"));
    run_with("(counts) => counts.restore()", &counts);
    done(Promise::all_settled(&calls)).await;
    assert_eq!(after, json!([0, 0]));
    space.delete().await;
}

#[wasm_bindgen_test]
async fn an_end_stops_every_request_and_not_the_last_one_alone() {
    let space = Script::role("modern")
        .on(
            json!({ "rpc": ["tools/list", "prompts/list", "resources/list"] }),
            json!({ "hang": true }),
        )
        .post()
        .await;
    let session = connected(&space).await;
    let lists = [session.list_tools(), session.list_prompts(), session.list_resources()];
    let sent = space.wait(4).await;
    let closing = session.close();
    for list in lists {
        assert!(is_settled(&list).await);
        assert_eq!(failed(list).await.code(), "CLOSED");
    }
    done(closing).await;
    for entry in sent.iter().filter(|entry| entry.rpc() != Some("server/discover")) {
        let entry = space.closed(entry.index()).await;
        assert_eq!(entry.outcome(), Some("client-closed"), "{:?}", entry.rpc());
    }
    space.delete().await;
}

#[wasm_bindgen_test]
async fn a_time_out_beyond_what_timers_can_hold_does_not_come_at_once() {
    let late = json!({ "delay": 60, "result": { "content": [], "resultType": "complete" } });
    let space = Script::role("modern").on_rpc("tools/call", late).post().await;
    let century = json!({ "timeout": 3_155_760_000_000_u64, "total": 1e300 });
    let timeouts = json!({ "connect": 3_155_760_000_000_u64 });
    let options = json!({ "clientInfo": client()["clientInfo"], "timeouts": timeouts });
    let session = open_with(&space.url, json!({}), options);
    done(session.call_tool_with(&never(), &js(&century))).await;
    space.delete().await;
}

#[wasm_bindgen_test]
async fn disposing_of_a_session_in_time_waits_for_the_farewell() {
    let space = Script::role(json!({ "legacy": { "session": true } })).post().await;
    let session = connected(&space).await;
    if run("() => Symbol.asyncDispose").is_undefined() {
        // This browser has no such symbol.
        return space.delete().await;
    }
    done(run_with("(session) => session[Symbol.asyncDispose]()", &session).unchecked_into()).await;
    assert_eq!(space.wait_method("DELETE", 1).await.len(), 1);
    assert_eq!(text(&done(session.closed()).await, "reason"), "LOCAL");
    space.delete().await;
}
