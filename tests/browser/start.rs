//! The constructor and the first moments.

use js_sys::{Array, Promise};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

use super::script::Script;
use super::support::*;

const SPEC: &str = "{ id: 'a', url: 'http://localhost/mcp' }";
const OPTIONS: &str = "{ clientInfo: { name: 'n', version: '1' } }";

/// Makes a session from sources of objects, and gives what the constructor threw.
fn thrown(spec: &str, options: &str) -> Failure {
    let arguments = run(&format!("() => [{spec}, {options}]"));
    let arguments: Array = arguments.unchecked_into();
    match make(arguments.get(0), arguments.get(1)) {
        Ok(session) => {
            session.free();
            panic!("expected a throw for {spec}, {options}");
        }
        Err(error) => Failure(error),
    }
}

#[wasm_bindgen_test]
fn an_unusable_spec_throws_and_names_the_field() {
    let url = "expected an absolute http: or https: URL without user name and password";
    for (spec, message) in [
        ("undefined", "spec: expected an object, and got nothing".to_owned()),
        ("'x'", "spec: expected an object, and got \"x\"".to_owned()),
        ("{ url: 'http://x' }", "spec.id: expected a string that is not empty, and got nothing".to_owned()),
        ("{ id: 1, url: 'http://x' }", "spec.id: expected a string that is not empty, and got 1".to_owned()),
        ("{ id: 'a' }", format!("spec.url: {url}, and got nothing")),
        ("{ id: 'a', url: '/mcp' }", format!("spec.url: {url}, and got \"/mcp\"")),
        ("{ id: 'a', url: 'ftp://x' }", format!("spec.url: {url}, and got another kind of URL")),
        ("{ id: 'a', url: 'http://me:pw@x' }", format!("spec.url: {url}, and got another kind of URL")),
        ("{ ...S, transport: 'ws' }", "spec.transport: expected one of \"auto\", \"streamable-http\", \"http+sse\", and got \"ws\"".to_owned()),
        ("{ ...S, protocol: '2020-01-01' }", "spec.protocol: expected one of \"auto\", \"modern\", \"legacy\", ".to_owned()),
        ("{ ...S, headers: [] , auth: { token: 5 } }", "spec.auth.token: expected a string that is not empty, or a function that gives one, and got 5".to_owned()),
        ("{ ...S, headers: { 'a b': 'c' } }", "spec.headers.a b: expected a name and a value that HTTP allows".to_owned()),
        ("{ ...S, headers: { x: 'sec\\nret' } }", "spec.headers.x: expected a name and a value that HTTP allows".to_owned()),
        ("{ ...S, headers: { x: 1 } }", "spec.headers.x: expected a string, and got 1".to_owned()),
        ("{ ...S, auth: {} }", "spec.auth.token: ".to_owned()),
        ("{ ...S, roots: {} }", "spec.roots: expected an array of roots with a string `uri` each, and got an object".to_owned()),
        ("{ ...S, roots: [{}] }", "spec.roots: expected an array of roots with a string `uri` each".to_owned()),
        ("{ ...S, get id() { throw new Error('no'); } }", "spec.id: expected a field that can be read, and got a getter that threw: no".to_owned()),
    ] {
        let error = thrown(&spec.replace("...S", &format!("...{SPEC}")), OPTIONS);
        assert_eq!(error.code(), "INVALID_ARGUMENT");
        let text = error.text("message");
        assert!(text.starts_with(&message), "{spec}: {text:?}");
        assert!(!text.contains("ret") && !text.contains("pw"), "{text:?}");
    }
}

#[wasm_bindgen_test]
fn unusable_options_throw_and_name_the_field() {
    let number = "expected a finite number that is not negative, and got";
    for (options, message) in [
        ("undefined", "options: expected an object, and got nothing".to_owned()),
        ("{}", "options.clientInfo: expected an object, and got nothing".to_owned()),
        (
            "{ clientInfo: { name: 'n' } }",
            "options.clientInfo.version: expected a string".to_owned(),
        ),
        ("{ ...O, timeouts: 5 }", "options.timeouts: expected an object, and got 5".to_owned()),
        ("{ ...O, timeouts: { connect: NaN } }", format!("options.timeouts.connect: {number} NaN")),
        ("{ ...O, timeouts: { request: -1 } }", format!("options.timeouts.request: {number} -1")),
        (
            "{ ...O, timeouts: { total: Infinity } }",
            format!("options.timeouts.total: {number} Infinity"),
        ),
        ("{ ...O, timeouts: { close: '1' } }", format!("options.timeouts.close: {number} \"1\"")),
        ("{ ...O, limits: { pages: 1n } }", format!("options.limits.pages: {number} 1")),
        (
            "{ ...O, signal: {} }",
            "options.signal: expected an AbortSignal, and got an object".to_owned(),
        ),
        ("{ ...O, fetch: 'f' }", "options.fetch: expected a function, and got \"f\"".to_owned()),
        (
            "{ ...O, handlers: { sampling: 1 } }",
            "options.handlers.sampling: expected a function".to_owned(),
        ),
        ("{ ...O, push: 'on' }", "options.push: expected one of \"auto\", \"off\"".to_owned()),
        ("{ ...O, validateOutput: true }", "options.validateOutput: expected one of".to_owned()),
        ("{ ...O, logLevel: 'loud' }", "options.logLevel: expected one of \"debug\"".to_owned()),
        (
            "{ ...O, extensions: [] }",
            "options.extensions: expected an object, and got an array".to_owned(),
        ),
        (
            "{ ...O, verdicts: { get: 1 } }",
            "options.verdicts.get: expected a function, and got 1".to_owned(),
        ),
    ] {
        let error = thrown(SPEC, &options.replace("...O", &format!("...{OPTIONS}")));
        assert_eq!(error.code(), "INVALID_ARGUMENT");
        let text = error.text("message");
        assert!(text.starts_with(&message), "{options}: {text:?}");
    }
}

#[wasm_bindgen_test]
async fn listeners_added_after_construction_hear_everything() {
    let space = Script::role("modern").post().await;
    let session = open(&space.url);
    let (states, trace) = (Heard::on(&session, "state"), Heard::on(&session, "trace"));
    done(session.ready()).await;
    assert_eq!(states.values(), [json!({ "state": "ready" })]);
    let messages: Vec<Value> = trace.values();
    assert_eq!(messages.len(), 2);
    assert_eq!(
        (&messages[0]["direction"], &messages[0]["method"]),
        (&json!("out"), &json!("server/discover"))
    );
    assert_eq!(
        (&messages[1]["direction"], &messages[1]["kind"]),
        (&json!("in"), &json!("response"))
    );
    assert_eq!(messages[0]["id"], messages[1]["id"]);
    assert_eq!((&messages[0]["exchange"], &messages[0]["stream"]), (&json!(1), &json!("post")));
    assert_eq!(messages[1]["message"]["result"]["supportedVersions"], json!(["2026-07-28"]));
    space.delete().await;
}

#[wasm_bindgen_test]
async fn a_failure_that_nobody_looks_at_is_no_unhandled_rejection() {
    let unhandled = run(
        "() => { const all = []; globalThis.addEventListener('unhandledrejection', (e) => { all.push(String(e.reason)); e.preventDefault(); }); return all; }",
    );
    let space = Script::new().on(json!({}), json!({ "status": 404 })).post().await;
    {
        let session = open(&space.url);
        done(session.closed()).await;
        assert_eq!(session.state(), "closed");
        done(session.close()).await;
    }
    let session = connected(&Script::role("modern").post().await).await;
    session.free();
    sleep(50).await;
    assert_eq!(value(&unhandled), json!([]));
    space.delete().await;
}

#[wasm_bindgen_test]
async fn a_server_that_is_not_there_says_which_step_failed_where() {
    let space = Script::new().on(json!({}), json!({ "reset": true })).post().await;
    let session = open(&space.url);
    let failure = failed(session.ready()).await;
    assert_eq!(failure.code(), "NETWORK");
    assert_eq!(failure.text("url"), space.url);
    assert!(!failure.text("step").is_empty());
    let closed = value(&done(session.closed()).await);
    assert_eq!(
        (&closed["reason"], &closed["error"]["code"]),
        (&json!("CONNECT_FAILED"), &json!("NETWORK"))
    );
    space.delete().await;
}

#[wasm_bindgen_test]
async fn a_hundred_sessions_made_and_freed_at_once_leave_one_that_works() {
    let space = Script::role("modern").post().await;
    let mut ids = Vec::new();
    for _ in 0..100 {
        let session = open(&space.url);
        ids.push(session.connection_id());
        session.free();
    }
    let session = open(&space.url);
    ids.push(session.connection_id());
    assert_eq!(answer(&done(session.call_tool(&echo("x"))).await), "x");
    assert!(ids.windows(2).all(|pair| pair[0] < pair[1]), "connection ids only grow");
    let asked =
        space.log().await.iter().filter(|entry| entry.rpc() == Some("server/discover")).count();
    assert_eq!(asked, 1, "a session that was freed at once asks nothing");
    space.delete().await;
}

#[wasm_bindgen_test]
async fn request_ids_never_repeat_in_a_page() {
    let space = Script::role("modern").post().await;
    let (first, second) = (connected(&space).await, connected(&space).await);
    let calls: Vec<Promise> =
        (0..6).map(|i| if i % 2 == 0 { first.ping() } else { second.list_tools() }).collect();
    done(Promise::all_settled(&calls.iter().collect::<Array>())).await;
    let mut ids: Vec<u64> = space.log().await.iter().filter_map(|e| e.id()?.as_u64()).collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert!(count >= 5 && ids.len() == count, "{ids:?}");
    space.delete().await;
}

#[wasm_bindgen_test]
async fn a_session_whose_signal_was_aborted_before_is_closed_and_asks_nothing() {
    let space = Script::role("modern").post().await;
    let spec = js(&json!({ "id": "server", "url": space.url }));
    let options = run(&format!("() => ({{ ...{OPTIONS}, signal: AbortSignal.abort('late') }})"));
    let session = make(spec, options).unwrap();
    let closes = Heard::on(&session, "close");
    let failure = failed(session.ready()).await;
    assert_eq!((failure.code().as_str(), failure.text("reason").as_str()), ("CLOSED", "ABORTED"));
    sleep(30).await;
    assert_eq!(closes.values(), [json!({ "reason": "ABORTED" })]);
    assert!(space.log().await.is_empty());
    space.delete().await;
}

#[wasm_bindgen_test]
async fn it_is_an_instance_of_its_class() {
    let space = Script::role("modern").post().await;
    let session = open(&space.url);
    let name = run_with("(session) => session.constructor.name", &session);
    assert_eq!(name, "Session");
    let disposal = "(session) => [Symbol.dispose, Symbol.asyncDispose].every((s) => !s || typeof session[s] === 'function')";
    assert_eq!(run_with(disposal, &session), JsValue::TRUE);
    session.free();
    space.delete().await;
}
