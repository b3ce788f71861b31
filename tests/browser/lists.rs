//! Lists that are walked item by item.

use serde_json::json;
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

use super::script::{Script, Space};
use super::support::*;

/// Collects the names of a list by `for await`, or gives the error's code.
async fn walk(session: &Live, body: &str) -> serde_json::Value {
    let source = format!(
        "async (session) => {{ const names = []; try {{ {body} }} catch (error) {{ names.push(error.code); }} return names; }}"
    );
    value(&done(run_with(&source, session).unchecked_into()).await)
}

const ALL: &str = "for await (const tool of session.tools()) names.push(tool.name);";

async fn paged(size: usize, extra: usize) -> (Space, Live) {
    let role = json!({ "modern": { "pageSize": size, "extraTools": extra } });
    let space = Script::role(role).post().await;
    let session = connected(&space).await;
    (space, session)
}

#[wasm_bindgen_test]
async fn every_page_is_read_when_it_is_needed() {
    let (space, session) = paged(4, 10).await;
    let names = walk(&session, ALL).await;
    let count = names.as_array().unwrap().len();
    assert!(count >= 18, "{names}");
    let pages = space.wait_rpc("tools/list", 1).await.len();
    assert_eq!(pages, count.div_ceil(4));
    space.delete().await;
}

#[wasm_bindgen_test]
async fn a_walk_that_is_left_reads_no_further() {
    let (space, session) = paged(2, 10).await;
    let names = walk(
        &session,
        "for await (const tool of session.tools()) { names.push(tool.name); break; }",
    )
    .await;
    assert_eq!(names.as_array().unwrap().len(), 1);
    assert_eq!(space.wait_rpc("tools/list", 1).await.len(), 1);
    space.delete().await;
}

#[wasm_bindgen_test]
async fn a_list_can_be_walked_again_from_its_start() {
    let (space, session) = paged(50, 0).await;
    let twice = "const all = session.tools(); for await (const t of all) names.push(t.name); const first = names.length; for await (const t of all) names.push(t.name); return [names.length === 2 * first];";
    assert_eq!(walk(&session, twice).await, json!([true]));
    space.delete().await;
}

#[wasm_bindgen_test]
async fn steps_asked_for_at_once_come_in_order() {
    let (space, session) = paged(2, 0).await;
    let steps = "const walk = session.tools(); const steps = await Promise.all([1, 2, 3, 4, 5].map(() => walk.next())); return steps.map((step) => step.value.name);";
    let at_once = walk(&session, steps).await;
    let one_by_one = walk(&session, ALL).await;
    assert_eq!(at_once.as_array().unwrap()[..], one_by_one.as_array().unwrap()[..5]);
    space.delete().await;
}

#[wasm_bindgen_test]
async fn a_cursor_that_comes_twice_ends_the_walk() {
    let page = json!({ "result": { "tools": [{ "name": "a", "inputSchema": { "type": "object" } }], "nextCursor": "same", "resultType": "complete" } });
    let space = Script::role("modern").on_rpc("tools/list", page).post().await;
    let session = connected(&space).await;
    let names = walk(&session, ALL).await;
    assert_eq!(names.as_array().unwrap().last().unwrap(), "INVALID_MESSAGE");
    assert!(space.wait_rpc("tools/list", 1).await.len() <= 2);
    space.delete().await;
}

#[wasm_bindgen_test]
async fn a_list_without_end_stops_at_the_limit() {
    let page =
        json!({ "result": { "tools": [], "nextCursor": "{{unique}}", "resultType": "complete" } });
    let space = Script::role("modern").on_rpc("tools/list", page).post().await;
    let options = json!({ "clientInfo": client()["clientInfo"], "limits": { "pages": 5 } });
    let session = open_with(&space.url, json!({}), options);
    assert_eq!(walk(&session, ALL).await, json!(["LIMIT_EXCEEDED"]));
    assert_eq!(space.wait_rpc("tools/list", 1).await.len(), 5);
    space.delete().await;
}

#[wasm_bindgen_test]
async fn an_empty_cursor_is_a_cursor() {
    let first = json!({ "result": { "tools": [], "nextCursor": "", "resultType": "complete" } });
    let space = Script::role("modern")
        .rule(json!({ "on": { "rpc": "tools/list" }, "times": 1, "reply": first }))
        .post()
        .await;
    let session = connected(&space).await;
    walk(&session, ALL).await;
    let asked = space.wait_rpc("tools/list", 2).await;
    assert_eq!(asked[1].json()["params"]["cursor"], "");
    space.delete().await;
}

#[wasm_bindgen_test]
async fn the_end_of_the_session_ends_a_walk() {
    let space = Script::role("modern").on_rpc("tools/list", json!({ "hang": true })).post().await;
    let session = connected(&space).await;
    let walk = session.tools();
    let next = walk.next();
    space.wait_rpc("tools/list", 1).await;
    session.free();
    assert_eq!(failed(next).await.code(), "CLOSED");
    let after = done(walk.next()).await;
    assert_eq!(get(&after, "done"), JsValue::TRUE, "a walk that failed is over");
    assert_eq!(get(&done(walk.finish()).await, "done"), JsValue::TRUE);
    space.delete().await;
}
