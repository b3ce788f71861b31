//! What browsers of other origins are told.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod support;

use serde_json::json;
use support::{Space, request};

#[test]
fn cors_is_open_unless_the_script_says_otherwise() {
    let space = Space::replying(json!({ "text": "" }));
    let origin = [("origin", "http://a.test")];
    let reply = request(space.ports.first, "GET", &space.path("/mcp"), &origin, "");
    assert_eq!(reply.header("access-control-allow-origin"), Some("*"));
    assert!(reply.header("access-control-expose-headers").unwrap().contains("mcp-session-id"));
    let preflight = preflight(&space, "DELETE", "mcp-method,x-y");
    assert_eq!(preflight.status, 204);
    assert_eq!(preflight.header("access-control-allow-headers"), Some("mcp-method,x-y"));
    assert_eq!(preflight.header("access-control-allow-methods"), Some("DELETE"));
}

#[test]
fn cors_of_a_script_limits_what_is_said() {
    let space = Space::new(json!({
        "cors": { "origin": "reflect", "headers": ["content-type", "authorization"], "methods": false, "expose": false, "maxAge": 5, "credentials": true },
        "rules": [
            { "on": { "path": "/none" }, "cors": false, "reply": { "text": "" } },
            { "on": { "path": "/own" }, "reply": { "headers": { "Access-Control-Allow-Origin": "http://b.test" } } },
            { "reply": { "text": "" } },
        ],
    }));
    let origin = [("origin", "http://a.test")];
    let get = |path: &str| request(space.ports.first, "GET", &space.path(path), &origin, "");
    let allow = "access-control-allow-origin";
    assert_eq!(get("/mcp").header(allow), Some("http://a.test"));
    assert_eq!(get("/mcp").header("access-control-expose-headers"), None);
    assert_eq!(get("/none").header(allow), None);
    assert_eq!(get("/own").header(allow), Some("http://b.test"));
    let preflight = preflight(&space, "POST", "mcp-method");
    let header = |name: &str| preflight.header(&format!("access-control-{name}"));
    assert_eq!(header("allow-headers"), Some("content-type, authorization"));
    assert_eq!((header("allow-methods"), header("max-age")), (None, Some("5")));
    assert_eq!(header("allow-credentials"), Some("true"));
}

#[test]
fn preflights_are_logged_apart_and_may_be_refused_by_a_rule() {
    let space = Space::new(json!({ "rules": [
        { "on": { "method": "OPTIONS" }, "times": 1, "cors": false, "reply": { "status": 403 } },
        { "on": { "method": "POST" }, "cors": { "headers": "*" }, "reply": { "text": "" } },
    ]}));
    let refused = preflight(&space, "POST", "a");
    assert_eq!((refused.status, refused.header("access-control-allow-origin")), (403, None));
    let allowed = preflight(&space, "POST", "a");
    assert_eq!(allowed.header("access-control-allow-headers"), Some("*"));
    assert_eq!(preflight(&space, "PUT", "a").header("access-control-allow-headers"), Some("a"));
    assert!(space.log().is_empty());
    let logged = space.control("GET", "/_preflights?wait=3").json();
    assert_eq!(logged[0]["headers"]["access-control-request-headers"], "a");
    assert_eq!((&logged[0]["status"], &logged[1]["status"]), (&json!(403), &json!(204)));
}

fn preflight(space: &Space, method: &str, headers: &str) -> support::Reply {
    let asks = [
        ("origin", "http://a.test"),
        ("access-control-request-method", method),
        ("access-control-request-headers", headers),
    ];
    request(space.ports.first, "OPTIONS", &space.path("/mcp"), &asks, "")
}
