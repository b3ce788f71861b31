//! Which era a URL speaks: remembered, relied on, dropped when it is wrong.

use serde_json::{Value, json};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

use super::script::{Script, Space};
use super::support::*;

const DAY: f64 = 86_400_000.0;

/// Options with a store that a list of its calls and a map stand behind.
fn stored(get: &str) -> JsValue {
    run(&format!(
        "() => {{ const calls = [], map = new Map(); return {{ calls, map, clientInfo: {{ name: 'n', version: '1' }},
            verdicts: {{
                async get(url) {{ calls.push(['get', url]); {get} return map.get(url); }},
                async set(url, verdict) {{ calls.push(['set', url]); map.set(url, verdict); }},
                async delete(url) {{ calls.push(['delete', url]); map.delete(url); }},
            }} }}; }}"
    ))
}

fn remember(options: &JsValue, space: &Space, verdict: &Value) {
    let source = format!("(map) => map.set('{}', {verdict})", space.url);
    run_with(&source, &get(options, "map"));
}

fn session(space: &Space, options: &JsValue) -> Live {
    make(js(&json!({ "id": "server", "url": space.url })), options.clone()).unwrap()
}

fn calls(options: &JsValue) -> Vec<Value> {
    let calls = value(&get(options, "calls"));
    calls.as_array().unwrap().iter().map(|call| call[0].clone()).collect()
}

async fn steps(space: &Space) -> Vec<String> {
    space.log().await.iter().filter_map(|entry| entry.rpc().map(str::to_owned)).collect()
}

#[wasm_bindgen_test]
async fn the_page_remembers_that_a_server_is_legacy() {
    let space = Script::role("legacy").post().await;
    connected(&space).await.free();
    connected(&space).await.free();
    let taken = ["server/discover", "initialize", "notifications/initialized"];
    assert_eq!(steps(&space).await, [&taken[..], &taken[1..]].concat());
    space.delete().await;
}

#[wasm_bindgen_test]
async fn a_verdict_is_stored_once_ready_with_an_age_and_not_renewed_while_it_holds() {
    for (role, era, version, days) in
        [("legacy", "legacy", "2025-11-25", 1.0), ("modern", "modern", "2026-07-28", 30.0)]
    {
        let space = Script::role(role).post().await;
        let options = stored("");
        let start = js_sys::Date::now();
        done(session(&space, &options).ready()).await;
        sleep(0).await;
        let verdict = run_with("(map) => [...map.values()][0]", &get(&options, "map"));
        let verdict = value(&verdict);
        assert_eq!((&verdict["era"], &verdict["protocolVersion"]), (&json!(era), &json!(version)));
        let age = (verdict["expiresAt"].as_f64().unwrap() - start) / DAY;
        assert!((days..days + 0.01).contains(&age), "{age} days");
        assert_eq!(value(&get(&options, "calls"))[1], json!(["set", space.url]));
        if era == "legacy" {
            done(session(&space, &options).ready()).await;
            sleep(0).await;
            assert_eq!(calls(&options), ["get", "set", "get"], "what held is not made younger");
        }
        space.delete().await;
    }
}

#[wasm_bindgen_test]
async fn a_verdict_that_is_too_old_or_nonsense_is_not_relied_on() {
    for (verdict, first) in [
        (json!({ "era": "legacy", "expiresAt": 1 }), "server/discover"),
        (json!({ "era": "ancient" }), "server/discover"),
        (json!("legacy"), "server/discover"),
        (json!({ "era": "legacy" }), "initialize"),
    ] {
        let space = Script::role("legacy").post().await;
        let options = stored("");
        remember(&options, &space, &verdict);
        done(session(&space, &options).ready()).await;
        assert_eq!(steps(&space).await[0], first, "{verdict}");
        space.delete().await;
    }
}

#[wasm_bindgen_test]
async fn a_verdict_that_proves_wrong_is_replaced_or_deleted() {
    let legacy = json!({ "era": "legacy" });
    let space = Script::role("modern").post().await;
    let options = stored("");
    remember(&options, &space, &legacy);
    let server = value(&done(session(&space, &options).ready()).await);
    sleep(0).await;
    assert_eq!(
        (&server["era"], calls(&options)),
        (&json!("modern"), vec!["get".into(), "set".into()])
    );
    space.delete().await;

    let space = Script::new().on(json!({}), json!({ "status": 404 })).post().await;
    let options = stored("");
    remember(&options, &space, &legacy);
    failed(session(&space, &options).ready()).await;
    sleep(0).await;
    assert_eq!(calls(&options), ["get", "delete"]);
    space.delete().await;
}

#[wasm_bindgen_test]
async fn a_store_that_fails_or_is_slow_is_done_without() {
    for (get, hint) in [
        ("throw new Error('quota');", "quota"),
        ("await new Promise(() => {});", "no answer within a second"),
    ] {
        let space = Script::role("legacy").post().await;
        let options = stored(get);
        let session = session(&space, &options);
        let warnings = Heard::on(&session, "warning");
        let start = now();
        done(session.ready()).await;
        assert!(now() - start < 2_500.0, "{} ms", now() - start);
        let warning = Failure(warnings.events()[0].clone());
        assert_eq!(warning.code(), "STORAGE");
        assert!(warning.text("message").contains(hint), "{}", warning.text("message"));
        session.free();
        space.delete().await;
    }
}

#[wasm_bindgen_test]
async fn a_session_that_ends_during_the_look_up_sends_nothing() {
    let space = Script::role("modern").post().await;
    let options = stored("await new Promise((resolve) => setTimeout(resolve, 50));");
    let session = session(&space, &options);
    let call = session.call_tool(&echo("x"));
    sleep(10).await;
    session.free();
    assert_eq!(failed(call).await.code(), "CLOSED");
    sleep(100).await;
    assert!(space.log().await.is_empty());
    space.delete().await;
}

#[wasm_bindgen_test]
async fn whoever_pins_the_era_neither_asks_nor_tells_the_store() {
    let space = Script::role("dual").post().await;
    let options = stored("");
    let spec = js(&json!({ "id": "server", "url": space.url, "protocol": "legacy" }));
    done(make(spec, options.clone()).unwrap().ready()).await;
    sleep(0).await;
    assert!(calls(&options).is_empty());
    space.delete().await;
}

#[wasm_bindgen_test]
fn a_store_without_one_of_its_methods_is_refused() {
    let options = run("() => ({ clientInfo: { name: 'n', version: '1' }, verdicts: new Set() })");
    let spec = js(&json!({ "id": "server", "url": "http://localhost:9/" }));
    let error = Failure(make(spec, options).err().unwrap());
    assert_eq!(error.text("message"), "options.verdicts.get: expected a function, and got nothing");
}
