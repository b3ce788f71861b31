//! What is inside of results and arguments reaches the other side unchanged.

use serde_json::json;
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

use super::script::{Script, Space};
use super::support::*;

/// A server whose tool answers with this JSON text, as a body or as an event.
async fn answering(result: &str, kind: &str) -> Space {
    let text = format!("{{\"jsonrpc\":\"2.0\",\"id\":{{{{id}}}},\"result\":{result}}}");
    let reply = match kind {
        "json" => json!({ "text": text, "headers": { "content-type": "application/json" } }),
        _ => json!({ "sse": [{ "data": text, "pieces": 7 }] }),
    };
    Script::role("modern").on_rpc("tools/call", reply).post().await
}

async fn result_of(result: &str, kind: &str) -> JsValue {
    let space = answering(result, kind).await;
    let session = connected(&space).await;
    let result = done(session.call_tool(&echo("x"))).await;
    space.delete().await;
    result
}

#[wasm_bindgen_test]
async fn a_member_named_proto_stays_a_member() {
    for kind in ["json", "sse"] {
        let text = r#"{"content":[],"resultType":"complete","structuredContent":{"__proto__":{"polluted":1},"constructor":2}}"#;
        let result = result_of(text, kind).await;
        let check = "(r) => { const s = r.structuredContent; return Object.getPrototypeOf(s) === Object.prototype && Object.hasOwn(s, '__proto__') && s.constructor === 2 && ({}).polluted === undefined; }";
        assert_eq!(run_with(check, &result), JsValue::TRUE, "{kind}");
    }
}

#[wasm_bindgen_test]
async fn a_prototype_does_not_count_as_what_the_server_sent() {
    let space =
        answering(r#"{"content":[{"type":"text","text":"x"}],"isError":false}"#, "json").await;
    let session = connected(&space).await;
    let pollute = "() => Object.defineProperty(Object.prototype, 'resultType', { value: 'input_required', configurable: true })";
    run(pollute);
    let outcome = settled(session.call_tool(&echo("x"))).await;
    run("() => { delete Object.prototype.resultType; }");
    let after = settled(session.call_tool(&echo("x"))).await;
    assert_eq!(outcome.map(|result| answer(&result)), after.map(|result| answer(&result)));
    space.delete().await;
}

#[wasm_bindgen_test]
async fn numbers_are_what_json_parse_makes_of_them() {
    for kind in ["json", "sse"] {
        let text = r#"{"content":[],"resultType":"complete","structuredContent":{"big":9007199254740993,"huge":1e999,"tiny":-0.0,"half":0.5}}"#;
        let result = result_of(text, kind).await;
        let check = "(r) => { const s = r.structuredContent; return s.big === 9007199254740992 && s.huge === Infinity && Object.is(s.tiny, -0) && s.half === 0.5; }";
        assert_eq!(run_with(check, &result), JsValue::TRUE, "{kind}");
    }
}

#[wasm_bindgen_test]
async fn text_survives_any_cut_and_any_plane() {
    let word = "a\u{e9}\u{20ac}\u{1f600}\u{2028}\u{0}\"\\";
    for kind in ["json", "sse"] {
        let content = json!({ "content": [{ "type": "text", "text": word.repeat(50) }], "resultType": "complete" });
        assert_eq!(answer(&result_of(&content.to_string(), kind).await), word.repeat(50), "{kind}");
    }
}

#[wasm_bindgen_test]
async fn a_lone_surrogate_stays_as_the_server_escaped_it() {
    let text = r#"{"content":[{"type":"text","text":"\ud800"}],"resultType":"complete"}"#;
    for kind in ["json", "sse"] {
        let result = result_of(text, kind).await;
        let check = "(r) => r.content[0].text.charCodeAt(0) === 0xd800";
        assert_eq!(run_with(check, &result), JsValue::TRUE, "{kind}");
    }
}

#[wasm_bindgen_test]
async fn hostile_answers_reject_the_one_call_they_concern() {
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    for text in [
        "",
        "null",
        "[]",
        "\u{feff}",
        "{\"id\":1",
        "\"\\ud800\"",
        "{\"jsonrpc\":\"2.0\"}",
        deep.as_str(),
    ] {
        let reply = json!({ "text": text, "headers": { "content-type": "application/json" } });
        let space = Script::role("modern")
            .rule(json!({ "on": { "rpc": "tools/call" }, "times": 1, "reply": reply }))
            .post()
            .await;
        let session = connected(&space).await;
        let options = js(&json!({ "timeout": 1_000 }));
        let outcome = settled(session.call_tool_with(&echo("x"), &options)).await;
        let shown: String = text.chars().take(20).collect();
        assert!(outcome.is_err(), "{shown}");
        let code = Failure(outcome.unwrap_err()).code();
        assert!(matches!(code.as_str(), "INVALID_MESSAGE" | "EMPTY_RESPONSE"), "{shown}: {code}");
        assert_eq!(answer(&done(session.call_tool(&echo("after"))).await), "after", "{shown}");
        space.delete().await;
    }
}

#[wasm_bindgen_test]
async fn arguments_go_out_as_json_stringify_writes_them() {
    let space = Script::role("modern").post().await;
    let session = connected(&space).await;
    let params = run(
        "() => ({ name: 'echo', left: undefined, f() {}, arguments: { text: 'x', when: new Date(0), list: [undefined, () => 1, NaN], none: undefined, ['__proto__']: { a: 1 } } })",
    );
    done(session.call_tool(&params)).await;
    let sent = &space.wait_rpc("tools/call", 1).await[0];
    let params = &sent.json()["params"];
    let arguments = json!({ "text": "x", "when": "1970-01-01T00:00:00.000Z", "list": [null, null, null], "__proto__": { "a": 1 } });
    assert_eq!(params["arguments"], arguments);
    assert!(params.get("left").is_none() && params.get("f").is_none());
    space.delete().await;
}

#[wasm_bindgen_test]
async fn meta_of_the_options_is_added_to_that_of_the_params() {
    let space = Script::role("modern").post().await;
    let session = connected(&space).await;
    let params = js(&json!({ "name": "echo", "arguments": { "text": "x" }, "_meta": { "a": 1 } }));
    done(session.call_tool_with(&params, &js(&json!({ "meta": { "b": 2 } })))).await;
    let meta = space.wait_rpc("tools/call", 1).await[0].json()["params"]["_meta"].clone();
    assert_eq!((&meta["a"], &meta["b"]), (&json!(1), &json!(2)));
    space.delete().await;
}
