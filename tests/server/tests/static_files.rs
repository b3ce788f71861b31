//! Files for pages, with right and wrong headers.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod support;

use std::fs;

use support::request;
use tether_test_server::{Config, start};

#[test]
fn files_are_served_with_the_headers_that_the_query_asks_for() {
    let root = std::env::temp_dir().join(format!("tether-static-{}", std::process::id()));
    fs::create_dir_all(root.join("sub")).unwrap();
    fs::write(root.join("sub/a b.wasm"), [0, 97]).unwrap();
    let port =
        start(Config { static_root: Some(root.clone()), ..Config::default() }).unwrap().first;
    let get = |path: &str| request(port, "GET", path, &[], "");

    let plain = get("/static/sub/a%20b.wasm");
    assert_eq!((plain.status, &*plain.body), (200, &[0, 97][..]));
    assert_eq!(plain.header("content-type"), Some("application/wasm"));
    assert_eq!(plain.header("access-control-allow-origin"), Some("*"));
    let policy = "?csp=script-src%20'self'&mime=text/plain&header=x-a:%20b&header=x-c:d";
    let odd = get(&format!("/static/sub/a%20b.wasm{policy}"));
    assert_eq!(odd.header("content-security-policy"), Some("script-src 'self'"));
    assert_eq!(odd.header("content-type"), Some("text/plain"));
    assert_eq!((odd.header("x-a"), odd.header("x-c")), (Some("b"), Some("d")));
    assert_eq!(get("/static/sub/a%20b.wasm?mime=").header("content-type"), None);
    assert_eq!(get("/static/none.js").status, 404);
    for outside in ["/static/../Cargo.toml", "/static/%2e%2e/x", "/static//etc/passwd"] {
        assert_eq!(get(outside).status, 400, "{outside}");
    }
    fs::remove_dir_all(root).unwrap();
}

#[test]
fn without_a_directory_there_are_no_files() {
    let reply = request(support::server().first, "GET", "/static/a", &[], "");
    assert_eq!(reply.status, 404);
    assert!(reply.json()["error"].as_str().unwrap().contains("TETHER_STATIC"));
}
