//! What a host watches, in either era.

use serde_json::{Value, json};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

use super::script::{Script, Space};
use super::support::*;

const URI: &str = "test://notes";

async fn modern() -> Space {
    let capabilities = json!({ "tools": { "listChanged": true }, "prompts": {},
        "resources": { "subscribe": true, "listChanged": true } });
    Script::role(json!({ "modern": { "capabilities": capabilities } })).post().await
}

async fn legacy() -> Space {
    let capabilities = json!({ "tools": { "listChanged": true },
        "resources": { "subscribe": true, "listChanged": true } });
    let role = json!({ "legacy": { "session": true, "get": true, "capabilities": capabilities } });
    let granted = json!({ "result": {} });
    let methods = json!({ "rpc": ["resources/subscribe", "resources/unsubscribe"] });
    Script::role(role).on(methods, granted).post().await
}

/// Makes the server say that a resource changed.
async fn change(space: &Space, uri: &str) {
    let event = json!({ "notify": "notifications/resources/updated", "params": { "uri": uri } });
    space.send("push", event).await;
}

async fn watch(session: &Live, uri: &str, heard: &Heard) -> Watch {
    done(session.subscribe(&uri.into(), heard.listener())).await.unchecked_into()
}

fn uris(heard: &Heard) -> Vec<Value> {
    heard.values().iter().map(|event| event["uri"].clone()).collect()
}

async fn wait_for(heard: &Heard, count: usize) {
    for _ in 0..150 {
        if heard.len() >= count {
            return;
        }
        sleep(20).await;
    }
    panic!("expected {count} events, heard {:?}", heard.values());
}

#[wasm_bindgen_test]
async fn each_listener_hears_of_its_own_resource_and_what_is_below_it() {
    for space in [modern().await, legacy().await] {
        let session = connected(&space).await;
        let (first, second, other) = (Heard::new(), Heard::new(), Heard::new());
        let all = Heard::on(&session, "resourceupdated");
        let watched = watch(&session, URI, &first).await;
        assert_eq!(watched.uri(), URI);
        watch(&session, URI, &second).await;
        watch(&session, "test://other/", &other).await;
        sleep(50).await; // until the server has let go of the streams with fewer of them
        for uri in ["test://notesbook", "test://other/a", "test://notes/today", URI] {
            change(&space, uri).await;
        }
        wait_for(&all, 4).await;
        assert_eq!(uris(&first), ["test://notes/today", URI]);
        assert_eq!(uris(&second), uris(&first));
        assert_eq!(uris(&other), ["test://other/a"]);
        session.free();
        space.delete().await;
    }
}

#[wasm_bindgen_test]
async fn a_subscription_that_ended_hears_nothing_and_the_server_is_told_by_the_last() {
    let space = legacy().await;
    let session = connected(&space).await;
    let (first, second) = (Heard::new(), Heard::new());
    let (one, two) = (watch(&session, URI, &first).await, watch(&session, URI, &second).await);
    let (a, b) = (one.unsubscribe(), one.unsubscribe());
    assert!(js_sys::Object::is(&a, &b), "the same promise");
    done(a).await;
    change(&space, URI).await;
    wait_for(&second, 1).await;
    assert_eq!(first.len(), 0);
    assert!(space.log().await.iter().all(|x| x.rpc() != Some("resources/unsubscribe")));
    done(two.unsubscribe()).await;
    let told = space.wait_rpc("resources/unsubscribe", 1).await;
    assert_eq!(told[0].json()["params"]["uri"], URI);
    assert_eq!(space.wait_rpc("resources/subscribe", 1).await.len(), 1);
    session.free();
    space.delete().await;
}

#[wasm_bindgen_test]
async fn unsubscribing_after_the_end_of_the_session_does_no_harm() {
    let space = modern().await;
    let session = connected(&space).await;
    let heard = Heard::new();
    let watched = watch(&session, URI, &heard).await;
    session.free();
    assert!(done(watched.unsubscribe()).await.is_undefined());
    space.delete().await;
}

#[wasm_bindgen_test]
async fn a_subscription_can_be_disposed_of() {
    let space = legacy().await;
    let session = connected(&space).await;
    let heard = Heard::new();
    let watched = watch(&session, URI, &heard).await;
    let disposed = run_with("(it) => it[Symbol.asyncDispose]()", &watched);
    done(disposed.unchecked_into()).await;
    space.wait_rpc("resources/unsubscribe", 1).await;
    session.free();
    space.delete().await;
}

#[wasm_bindgen_test]
async fn a_server_that_tells_of_no_changes_is_not_asked() {
    let capabilities = json!({ "capabilities": { "resources": {} } });
    let mute = Script::role(json!({ "modern": capabilities })).post().await;
    let session = connected(&mute).await;
    let heard = Heard::new();
    let failure = failed(session.subscribe(&URI.into(), heard.listener())).await;
    assert_eq!(failure.code(), "NOT_SUPPORTED");
    for (uri, listener, message) in [
        (JsValue::from(3), heard.listener().clone(), "uri: expected a string"),
        (URI.into(), JsValue::UNDEFINED, "listener: expected a function, and got nothing"),
    ] {
        let failure = failed(session.subscribe(&uri, &listener)).await;
        assert_eq!(failure.code(), "INVALID_ARGUMENT");
        assert!(failure.text("message").starts_with(message), "{}", failure.text("message"));
    }
    mute.delete().await;
}

#[wasm_bindgen_test]
async fn a_subscription_that_is_not_granted_in_time_rejects_and_is_not_heard() {
    let silent = json!({ "hang": true });
    let capabilities = json!({ "capabilities": { "resources": { "subscribe": true } } });
    let script = Script::role(json!({ "modern": capabilities }));
    let space = script.on_rpc("subscriptions/listen", silent).post().await;
    let session = connected(&space).await;
    let heard = Heard::new();
    let options = js(&json!({ "timeout": 50 }));
    let subscribed = session.subscribe_with(&URI.into(), heard.listener(), &options);
    assert_eq!(failed(subscribed).await.code(), "TIMED_OUT");
    let cancel = web_sys::AbortController::new().unwrap();
    let options = object(&[("signal", cancel.signal().as_ref())]);
    let subscribed = session.subscribe_with(&URI.into(), heard.listener(), &options);
    cancel.abort();
    assert_eq!(failed(subscribed).await.text("name"), "AbortError");
    session.free();
    space.delete().await;
}

#[wasm_bindgen_test]
async fn a_modern_server_is_told_what_is_wanted_while_it_is_wanted() {
    let space = modern().await;
    let session = connected(&space).await;
    let stream = Heard::on(&session, "stream");
    let (tools, more) = (Heard::new(), Heard::new());
    let remove = session.on("toolschanged", tools.listener()).unwrap();
    let remove_more = session.on("toolschanged", more.listener()).unwrap();
    let asked = space.wait_rpc("subscriptions/listen", 1).await;
    assert_eq!(asked[0].json()["params"]["notifications"], json!({ "toolsListChanged": true }));
    space.send("push", json!({ "notify": "notifications/tools/list_changed" })).await;
    wait_for(&tools, 1).await;
    assert_eq!((more.len(), stream.values()), (1, vec![json!({ "state": "up" })]));
    remove.call0(&JsValue::UNDEFINED).unwrap();
    sleep(50).await;
    assert_eq!(space.log().await.len(), 2, "somebody still listens");
    remove_more.call0(&JsValue::UNDEFINED).unwrap();
    space.closed(asked[0].index()).await;
    session.free();
    space.delete().await;
}
