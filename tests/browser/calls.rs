//! Calls that come back.

use js_sys::{Array, Promise};
use serde_json::json;
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

use super::script::Script;
use super::support::*;

#[wasm_bindgen_test]
async fn a_modern_server_is_described_and_called() {
    let space = Script::role("modern").post().await;
    let session = open(&space.url);
    assert_eq!(session.state(), "connecting");
    assert!(session.server().is_undefined());
    let server = value(&done(session.ready()).await);
    assert_eq!((session.state().as_str(), session.server_id().as_str()), ("ready", "server"));
    assert_eq!(
        (&server["protocolVersion"], &server["era"]),
        (&json!("2026-07-28"), &json!("modern"))
    );
    assert_eq!(server["info"]["name"], "scripted");
    assert_eq!(server["timings"][0]["step"], "discover");
    assert!(session.server() == session.server(), "one description for all who ask");
    assert_eq!(answer(&done(session.call_tool(&echo("hi"))).await), "hi");
    space.delete().await;
}

#[wasm_bindgen_test]
async fn a_legacy_server_is_described_called_and_told_of_the_end() {
    let space = Script::role(json!({ "legacy": { "session": true } })).post().await;
    let session = connected(&space).await;
    assert_eq!(value(&session.server())["era"], "legacy");
    assert_eq!(answer(&done(session.call_tool(&echo("hi"))).await), "hi");
    done(session.close()).await;
    let farewell = space.wait_method("DELETE", 1).await;
    assert!(farewell[0].header("mcp-session-id").is_some());
    space.delete().await;
}

#[wasm_bindgen_test]
async fn calls_made_early_wait_for_the_connection() {
    let space = Script::role("modern").post().await;
    let session = open(&space.url);
    let early = [session.call_tool(&echo("a")), session.call_tool(&echo("b"))];
    for (promise, text) in early.into_iter().zip(["a", "b"]) {
        assert_eq!(answer(&done(promise).await), text);
    }
    space.delete().await;
}

#[wasm_bindgen_test]
async fn fifty_calls_at_once_all_come_back_while_getters_are_read() {
    let late = json!({ "delay": 100, "result": { "content": [{ "type": "text", "text": "{{param:arguments.text}}" }], "resultType": "complete" } });
    let space = Script::role("modern").on(json!({ "name": "echo" }), late).post().await;
    let session = connected(&space).await;
    let calls: Vec<Promise> = (0..50)
        .map(|i| match i % 5 {
            0 => session.list_tools(),
            1 => session.list_prompts(),
            2 => session.list_resources(),
            _ => session.call_tool(&echo(&i.to_string())),
        })
        .collect();
    let all = Promise::all(&calls.iter().collect::<Array>());
    let mut looks = 0;
    while !is_settled(&all).await {
        assert_eq!(session.state(), "ready");
        assert!(session.server().is_object() && session.connection_id() > 0.0);
        looks += 1;
        sleep(1).await;
    }
    assert!(looks > 10, "{looks} looks");
    for (i, result) in Array::from(&done(all).await).iter().enumerate() {
        if i % 5 > 2 {
            assert_eq!(answer(&result), i.to_string());
        }
    }
    space.delete().await;
}

#[wasm_bindgen_test]
async fn progress_is_heard_in_order_and_before_the_result() {
    let space = Script::role("modern").post().await;
    let session = connected(&space).await;
    let heard = Heard::new();
    let slow = js(&json!({ "name": "slow", "arguments": { "ms": 30, "steps": 3 } }));
    done(session.call_tool_with(&slow, &object(&[("onProgress", heard.listener())]))).await;
    let steps: Vec<_> = heard.values().iter().map(|step| step["progress"].clone()).collect();
    assert_eq!(steps, [json!(1), json!(2), json!(3)]);
    space.delete().await;
}

#[wasm_bindgen_test]
async fn a_call_that_takes_too_long_is_given_up_and_its_socket_closed() {
    let space =
        Script::role("modern").on(json!({ "name": "never" }), json!({ "hang": true })).post().await;
    let session = connected(&space).await;
    let error = failed(session.call_tool_with(&never(), &js(&json!({ "timeout": 50 })))).await;
    assert_eq!((error.code().as_str(), error.text("method").as_str()), ("TIMED_OUT", "tools/call"));
    assert_eq!(error.get("retrySafe"), JsValue::FALSE);
    assert_eq!(error.get("connectionId").as_f64(), Some(session.connection_id()));
    let index = space.wait_rpc("tools/call", 1).await[0].index();
    space.closed(index).await;
    space.delete().await;
}

#[wasm_bindgen_test]
async fn a_server_s_error_keeps_its_code_and_data() {
    let error = json!({ "error": { "code": -32042, "message": "no", "data": { "why": [1] } } });
    let space = Script::role("modern").on_rpc("tools/call", error).post().await;
    let session = connected(&space).await;
    let failure = failed(session.call_tool(&echo("x"))).await;
    assert_eq!(failure.code(), "RPC_ERROR");
    let rpc = json!({ "code": -32042, "message": "no", "data": { "why": [1] } });
    assert_eq!(value(&failure.get("rpc")), rpc);
    assert!(failure.0.is_instance_of::<js_sys::Error>());
    space.delete().await;
}

#[wasm_bindgen_test]
async fn an_http_error_keeps_its_status_and_body() {
    let space = Script::role("modern")
        .on_rpc("tools/call", json!({ "status": 500, "text": "out of order" }))
        .post()
        .await;
    let session = connected(&space).await;
    let failure = failed(session.call_tool(&echo("x"))).await;
    assert_eq!(failure.code(), "HTTP_ERROR");
    let http = value(&failure.get("http"));
    assert_eq!((&http["status"], &http["body"]), (&json!(500), &json!("out of order")));
    space.delete().await;
}

#[wasm_bindgen_test]
async fn an_answer_beyond_the_limit_is_refused() {
    let big = json!({ "result": { "content": [{ "type": "text", "text": "{{filler:100000}}" }], "resultType": "complete" } });
    let space = Script::role("modern").on_rpc("tools/call", big).post().await;
    let options =
        json!({ "clientInfo": client()["clientInfo"], "limits": { "messageBytes": 50_000 } });
    let session = open_with(&space.url, json!({}), options);
    let failure = failed(session.call_tool(&echo("x"))).await;
    assert_eq!(failure.code(), "LIMIT_EXCEEDED");
    assert!(failure.text("message").contains("messageBytes"), "{}", failure.text("message"));
    assert_eq!(session.state(), "ready");
    space.delete().await;
}

#[wasm_bindgen_test]
async fn what_cannot_be_used_rejects_and_never_throws() {
    let space = Script::role("modern").post().await;
    let session = connected(&space).await;
    let cyclic = run("() => { const a = {}; a.self = a; return { name: 'echo', arguments: a }; }");
    let cases: [(Promise, &str); 9] = [
        (session.call_tool(&JsValue::from(7)), "params: expected an object, and got 7"),
        (session.call_tool(&cyclic), "arguments: expected a value that JSON can hold"),
        (session.call_tool(&run("() => ({ name: 'echo', arguments: { a: 1n } })")), "arguments: "),
        (session.request(&JsValue::NULL, &JsValue::UNDEFINED), "method: expected a string"),
        (session.notify(&"".into()), "method: expected a string that is not empty, and got \"\""),
        (session.set_logging_level(&"loud".into()), "level: expected one of debug"),
        (session.call_tool_with(&echo(""), &js(&json!({ "timeout": -1 }))), "options.timeout: "),
        (
            session.call_tool_with(&echo(""), &js(&json!({ "signal": {} }))),
            "options.signal: expected an AbortSignal",
        ),
        (
            session.call_tool_with(&echo(""), &js(&json!({ "onProgress": 1 }))),
            "options.onProgress: expected a function, and got 1",
        ),
    ];
    for (promise, beginning) in cases {
        let failure = failed(promise).await;
        assert_eq!(failure.code(), "INVALID_ARGUMENT");
        let message = failure.text("message");
        assert!(message.contains(beginning), "{message:?} lacks {beginning:?}");
        assert_eq!(failure.text("serverId"), "server");
    }
    assert_eq!(space.log().await.len(), 1, "nothing but the discovery was sent");
    space.delete().await;
}

#[wasm_bindgen_test]
async fn host_code_in_the_arguments_may_call_the_session() {
    let space = Script::role("modern").post().await;
    let session = connected(&space).await;
    // `toJSON` runs while the arguments are read.
    let params = run_with(
        "(session) => ({ name: 'echo', arguments: { toJSON() { session.ping().catch(() => {}); return { text: session.state }; } } })",
        &session,
    );
    assert_eq!(answer(&done(session.call_tool(&params)).await), "ready");
    space.delete().await;
}
