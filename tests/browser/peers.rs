//! A server that others wrote.

use serde_json::json;
use wasm_bindgen_test::{console_log, wasm_bindgen_test};

use super::support::*;

#[wasm_bindgen_test]
async fn the_reference_server_answers() {
    let Some(url) = option_env!("TETHER_EVERYTHING") else {
        return console_log!("skipped: TETHER_EVERYTHING names no server");
    };
    let session = open(url);
    let server = value(&done(session.ready()).await);
    assert_eq!(server["era"], "legacy");
    let tools = value(&done(session.list_tools()).await);
    assert!(tools["tools"].as_array().unwrap().iter().any(|tool| tool["name"] == "echo"));
    let said = js(&json!({ "name": "echo", "arguments": { "message": "hello" } }));
    assert!(answer(&done(session.call_tool(&said)).await).contains("hello"));
    assert!(
        !value(&done(session.list_resources()).await)["resources"].as_array().unwrap().is_empty()
    );
    assert!(!value(&done(session.list_prompts()).await)["prompts"].as_array().unwrap().is_empty());
    assert_eq!(value(&done(session.ping()).await), json!({}));
    done(session.close()).await;
}

#[wasm_bindgen_test]
async fn the_official_modern_server_answers() {
    let Some(url) = option_env!("TETHER_STAGING") else {
        return console_log!("skipped: TETHER_STAGING names no server");
    };
    let session = open(url);
    let server = value(&done(session.ready()).await);
    assert_eq!(
        (&server["era"], &server["protocolVersion"]),
        (&json!("modern"), &json!("2026-07-28"))
    );
    let tools = value(&done(session.list_tools()).await);
    assert!(tools["tools"].as_array().unwrap().iter().any(|tool| tool["name"] == "run_query"));
    done(session.close()).await;
}
