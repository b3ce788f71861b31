//! Options that change what is sent.

use serde_json::json;
use wasm_bindgen_test::wasm_bindgen_test;

use super::script::Script;
use super::support::*;

#[wasm_bindgen_test]
async fn a_content_comes_from_the_cache_while_it_is_good_unless_it_is_to_be_fresh() {
    let space = Script::role(json!({ "modern": { "ttlMs": 60_000 } })).post().await;
    let session = connected(&space).await;
    let note = js(&json!({ "uri": "test://notes/today" }));
    let first = value(&done(session.read_resource(&note)).await);
    assert_eq!(value(&done(session.read_resource(&note)).await), first);
    assert_eq!(space.wait_rpc("resources/read", 1).await.len(), 1);
    let fresh = js(&json!({ "fresh": true }));
    done(session.read_resource_with(&note, &fresh)).await;
    assert_eq!(space.wait_rpc("resources/read", 2).await.len(), 2);
    let options = js(&json!({ "fresh": 1 }));
    let failure = failed(session.read_resource_with(&note, &options)).await;
    assert_eq!(failure.text("message"), "options.fresh: expected true or false, and got 1");
    space.delete().await;
}

#[wasm_bindgen_test]
async fn arguments_are_mirrored_in_headers_unless_the_spec_says_no() {
    for (word, header) in [("on", Some("eu")), ("off", None)] {
        // A server that checks nothing: one that does answers -32020 without the header.
        let space = Script::role(json!({ "modern": { "strict": false } })).post().await;
        let session = open_with(&space.url, json!({ "parameterHeaders": word }), client());
        done(session.list_tools()).await;
        let deploy = json!({ "name": "deploy", "arguments": { "region": "eu" } });
        done(session.call_tool(&js(&deploy))).await;
        let calls = space.wait_rpc("tools/call", 1).await;
        assert_eq!(calls[0].header("mcp-param-region"), header, "{word}");
        space.delete().await;
    }
}

#[wasm_bindgen_test]
async fn the_transport_of_the_spec_is_the_one_that_is_used() {
    let space = Script::role("http+sse").post().await;
    let session = open_with(&space.url, json!({ "transport": "http+sse" }), client());
    let server = value(&done(session.ready()).await);
    assert_eq!((&server["transport"], &server["era"]), (&json!("http+sse"), &json!("legacy")));
    assert_eq!(space.log().await[0].http_method(), "GET", "nothing else is tried first");
    assert_eq!(answer(&done(session.call_tool(&echo("x"))).await), "x");
    session.free();
    space.delete().await;

    let space = Script::role("http+sse").post().await;
    let session = open_with(&space.url, json!({ "transport": "streamable-http" }), client());
    failed(session.ready()).await;
    let log = space.log().await;
    assert!(log.iter().all(|entry| entry.http_method() == "POST"), "no stream is opened");
    space.delete().await;
}
