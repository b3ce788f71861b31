//! What servers ask, and what the host's handlers answer.

use serde_json::{Value, json};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

use super::script::{Script, Space};
use super::support::*;

/// Opens a session whose options, with handlers, are given as JavaScript.
///
/// They see `seen`, a list that is `options.seen`.
fn open_asked(space: &Space, handlers: &str) -> (Live, JsValue) {
    let options = run(&format!(
        "() => {{ const seen = []; return {{ seen, clientInfo: {{ name: 'n', version: '1' }},
            handlers: {handlers} }}; }}"
    ));
    let spec = js(&json!({ "id": "server", "url": space.url }));
    (make(spec, options.clone()).unwrap(), get(&options, "seen"))
}

fn form(schema: Value) -> Value {
    let params = json!({ "message": "How many?", "requestedSchema": schema });
    json!({ "method": "elicitation/create", "params": params })
}

fn empty_form() -> Value {
    form(json!({ "type": "object", "properties": {} }))
}

fn sampling() -> Value {
    json!({ "method": "sampling/createMessage", "params": { "messages": [], "maxTokens": 9 } })
}

/// A modern server that asks once before it answers a call.
async fn modern(question: Value) -> Space {
    let asks = json!({ "result": {
        "resultType": "input_required", "inputRequests": { "q": question }, "requestState": "s"
    } });
    let on = json!({ "rpc": "tools/call" });
    let script = Script::role("modern").rule(json!({ "on": on, "times": 1, "reply": asks }));
    script.post().await
}

/// A legacy server that asks on a call's stream and waits for what comes back.
async fn legacy(mut question: Value, then: Value) -> Space {
    question["jsonrpc"] = json!("2.0");
    question["id"] = json!("q1");
    let steps = json!({ "sse": [
        { "data": question }, then, { "wait": "answered" },
        { "result": { "content": [{ "type": "text", "text": "done" }] } }
    ] });
    let taken = json!({ "status": 202, "framing": "length",
        "steps": [{ "end": true }, { "signal": "answered" }] });
    let script = Script::role("legacy").on_rpc("tools/call", steps);
    script.on(json!({ "answer": true }), taken).post().await
}

async fn response(space: &Space) -> Value {
    let posts = space.log().await;
    let is_response = |entry: &&super::script::Entry| entry.json()["id"] == "q1";
    posts.iter().find(is_response).unwrap().json().clone()
}

/// Waits until a list holds what it is to hold.
async fn wait_until(list: &JsValue, expected: Value) {
    for _ in 0..100 {
        if value(list) == expected {
            return;
        }
        sleep(20).await;
    }
    assert_eq!(value(list), expected);
}

const ACCEPT: &str = "{ elicitation: () => ({ action: 'accept', content: {} }) }";

#[wasm_bindgen_test]
async fn a_handler_is_told_who_asks_and_why_and_its_answer_goes_back() {
    let space = modern(empty_form()).await;
    let (session, seen) = open_asked(
        &space,
        "{ elicitation: async (params, context) => {
            seen.push({ params, method: context.method, server: context.server.era,
                ids: [context.serverId, context.connectionId], aborted: context.signal.aborted });
            await 0;
            return { action: 'accept', content: { qty: 3 } }; } }",
    );
    done(session.call_tool(&echo("x"))).await;
    let seen = &value(&seen)[0];
    assert_eq!(seen["params"], empty_form()["params"]);
    assert_eq!((&seen["method"], &seen["server"]), (&json!("tools/call"), &json!("modern")));
    assert_eq!(seen["ids"][0], "server");
    assert_eq!(seen["ids"][1].as_f64(), Some(session.connection_id()));
    assert_eq!(seen["aborted"], false);
    let calls = space.wait_rpc("tools/call", 2).await;
    let params = &calls[1].json()["params"];
    let answer = json!({ "q": { "action": "accept", "content": { "qty": 3 } } });
    assert_eq!((&params["inputResponses"], &params["requestState"]), (&answer, &json!("s")));
    space.delete().await;
}

#[wasm_bindgen_test]
async fn a_capability_is_declared_exactly_when_its_handler_is_there() {
    let both = "{ elicitation: () => ({ action: 'cancel' }), sampling: () => ({}) }";
    let elicitation = json!({ "form": {}, "url": {} });
    for (handlers, declared) in [
        ("undefined", json!({})),
        ("{ sampling: () => ({}) }", json!({ "sampling": {} })),
        (ACCEPT, json!({ "elicitation": elicitation })),
        (both, json!({ "elicitation": elicitation, "sampling": {} })),
    ] {
        let space = Script::role("legacy").post().await;
        let (session, _) = open_asked(&space, handlers);
        done(session.ready()).await;
        let log = space.wait_rpc("initialize", 1).await;
        assert_eq!(log[0].json()["params"]["capabilities"], declared, "{handlers}");
        session.free();
        space.delete().await;
    }
}

#[wasm_bindgen_test]
async fn defaults_of_the_form_fill_what_an_accepted_answer_leaves_out() {
    let schema = json!({ "type": "object", "properties": {
        "a": { "type": "string", "default": "x" }, "b": { "type": "number", "default": 2 },
        "c": { "type": "boolean", "default": false }, "d": { "type": "string" },
        "e": { "type": "array", "default": ["p"] }
    } });
    for (answer, content) in [
        ("{ action: 'accept' }", json!({ "a": "x", "b": 2, "c": false, "e": ["p"] })),
        (
            "{ action: 'accept', content: { a: 'mine', b: undefined } }",
            json!({ "a": "mine", "c": false, "e": ["p"] }),
        ),
        ("{ action: 'decline' }", Value::Null),
    ] {
        let space = modern(form(schema.clone())).await;
        let (session, _) = open_asked(&space, &format!("{{ elicitation: () => ({answer}) }}"));
        done(session.call_tool(&echo("x"))).await;
        let calls = space.wait_rpc("tools/call", 2).await;
        let sent = &calls[1].json()["params"]["inputResponses"]["q"]["content"];
        assert_eq!(sent, &content, "{answer}");
        session.free();
        space.delete().await;
    }
}

#[wasm_bindgen_test]
async fn a_handler_that_throws_refuses_in_the_way_of_the_era() {
    const THROWS: &str = "{ elicitation: () => { throw new Error('private'); },
        sampling: async () => { throw new Error('no model'); } }";
    let space = modern(empty_form()).await;
    let (session, _) = open_asked(&space, THROWS);
    done(session.call_tool(&echo("x"))).await;
    let calls = space.wait_rpc("tools/call", 2).await;
    let cancelled = &calls[1].json()["params"]["inputResponses"]["q"];
    assert_eq!(cancelled, &json!({ "action": "cancel" }));
    space.delete().await;

    let space = modern(sampling()).await;
    let (session, _) = open_asked(&space, THROWS);
    let failure = failed(session.call_tool(&echo("x"))).await;
    assert_eq!(failure.code(), "INPUT_REQUIRED");
    assert!(failure.text("message").contains("no model"), "{}", failure.text("message"));
    space.delete().await;

    let rejected = json!({ "code": -1, "message": "User rejected sampling request" });
    let failed = json!({ "code": -32603, "message": "the host could not ask" });
    for (question, error) in [(empty_form(), failed), (sampling(), rejected)] {
        let space = legacy(question, json!({ "delay": 0 })).await;
        let (session, _) = open_asked(&space, THROWS);
        assert_eq!(answer(&done(session.call_tool(&echo("x"))).await), "done");
        assert_eq!(response(&space).await["error"], error);
        session.free();
        space.delete().await;
    }
}

#[wasm_bindgen_test]
async fn what_was_not_declared_is_refused_before_anyone_is_asked() {
    let mut tools = sampling();
    tools["params"]["tools"] = json!([]);
    let mut voice = empty_form();
    voice["params"]["mode"] = json!("voice");
    let mut script = empty_form();
    script["params"] = json!({ "mode": "url", "message": "m", "url": "javascript:alert(1)" });
    const BOTH: &str =
        "{ elicitation: () => { seen.push(1); }, sampling: () => { seen.push(2); } }";
    for question in [tools, voice, script] {
        let space = legacy(question.clone(), json!({ "delay": 0 })).await;
        let (session, seen) = open_asked(&space, BOTH);
        assert_eq!(answer(&done(session.call_tool(&echo("x"))).await), "done");
        assert_eq!(response(&space).await["error"]["code"], -32602, "{question}");
        assert_eq!(value(&seen), json!([]), "{question}");
        session.free();
        space.delete().await;
    }
    let space = legacy(empty_form(), json!({ "delay": 0 })).await;
    let session = connected(&space).await;
    done(session.call_tool(&echo("x"))).await;
    assert_eq!(response(&space).await["error"]["code"], -32601, "without any handler");
    space.delete().await;
}

#[wasm_bindgen_test]
async fn an_answer_of_the_wrong_shape_is_a_refusal_and_a_warning() {
    for given in ["undefined", "'yes'", "[]", "{ action: 'later' }", "{ content: {} }"] {
        let space = legacy(empty_form(), json!({ "delay": 0 })).await;
        let (session, _) = open_asked(&space, &format!("{{ elicitation: () => ({given}) }}"));
        let warnings = Heard::on(&session, "warning");
        done(session.call_tool(&echo("x"))).await;
        assert_eq!(response(&space).await["error"]["code"], -32603, "{given}");
        let warning = Failure(warnings.events()[0].clone());
        assert_eq!(warning.code(), "INVALID_ARGUMENT", "{given}");
        assert!(warning.text("message").starts_with("handlers.elicitation: expected"));
        session.free();
        space.delete().await;
    }
}

const WAITS: &str = "{ elicitation: (_, { signal }) => new Promise((resolve) => {
    seen.push('asked');
    signal.addEventListener('abort', () => { seen.push('aborted'); resolve({ action: 'accept' }); });
}) }";

#[wasm_bindgen_test]
async fn a_question_that_the_server_takes_back_ends_its_signal_and_is_not_answered() {
    let cancel = json!({ "notify": "notifications/cancelled", "params": { "requestId": "q1" } });
    let later = json!({ "repeat": 1, "steps": [{ "delay": 100 }, cancel] });
    let space = legacy(empty_form(), later).await;
    let (session, seen) = open_asked(&space, WAITS);
    let call = session.call_tool(&echo("x"));
    wait_until(&seen, json!(["asked", "aborted"])).await;
    space.signal("answered").await;
    done(call).await;
    let answers = space.log().await;
    assert!(answers.iter().all(|entry| entry.json()["id"] != "q1"), "nobody wants an answer");
    space.delete().await;
}

#[wasm_bindgen_test]
async fn the_end_of_the_session_ends_the_signal_of_an_open_question() {
    for space in [modern(empty_form()).await, legacy(empty_form(), json!({ "delay": 0 })).await] {
        let (session, seen) = open_asked(&space, WAITS);
        let call = session.call_tool(&echo("x"));
        wait_until(&seen, json!(["asked"])).await;
        session.free();
        assert_eq!(value(&seen), json!(["asked", "aborted"]), "by the time free() returns");
        assert_eq!(failed(call).await.code(), "CLOSED");
        space.delete().await;
    }
}

#[wasm_bindgen_test]
async fn a_handler_may_free_its_own_session() {
    let space = modern(empty_form()).await;
    let (session, _) = open_asked(
        &space,
        "{ elicitation: () => { globalThis.askedSession.free(); return { action: 'accept' }; } }",
    );
    run_with("(session) => { globalThis.askedSession = session; }", &session);
    assert_eq!(failed(session.call_tool(&echo("x"))).await.code(), "CLOSED");
    space.delete().await;
}

#[wasm_bindgen_test]
async fn a_call_that_takes_questions_back_gets_them_in_place_of_the_result() {
    let space = modern(empty_form()).await;
    let (session, seen) = open_asked(&space, "{ elicitation: () => { seen.push(1); } }");
    let options = js(&json!({ "inputResponses": "return" }));
    let asked = value(&done(session.call_tool_with(&echo("x"), &options)).await);
    assert_eq!(asked["inputRequests"]["q"], empty_form());
    let params = json!({ "name": "echo", "arguments": { "text": "x" }, "requestState": "s",
        "inputResponses": { "q": { "action": "decline" } } });
    assert_eq!(answer(&done(session.call_tool_with(&js(&params), &options)).await), "x");
    assert_eq!(value(&seen), json!([]), "the handler is not asked");
    space.delete().await;
}
