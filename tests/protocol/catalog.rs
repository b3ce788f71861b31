//! Arguments that tools want mirrored in headers.

use mcp_tether::error::Code;
use mcp_tether::proto::Config;
use serde_json::{Value, json};

use crate::support::{Peer, Post, discover_result};

fn tool(name: &str, header: &str) -> Value {
    let region = json!({"type": "string", "x-mcp-header": header});
    json!({"name": name, "inputSchema": {"type": "object", "properties": {"region": region}}})
}

fn list(peer: &mut Peer, tools: Value) -> Value {
    peer.call("tools/list", json!({}));
    let post = peer.expect_post("tools/list");
    peer.reply(&post, json!({"tools": tools}));
    peer.outcome().unwrap()
}

fn call(peer: &mut Peer) -> Post {
    peer.call("tools/call", json!({"name": "query", "arguments": {"region": "Zürich"}}));
    peer.expect_post("tools/call")
}

#[test]
fn a_listed_tool_gets_its_headers_and_an_unlisted_one_none() {
    let mut peer = Peer::modern();
    assert_eq!(call(&mut peer).header("Mcp-Param-Region"), None);
    list(&mut peer, json!([tool("query", "Region")]));
    assert_eq!(call(&mut peer).header("Mcp-Param-Region"), Some("=?base64?WsO8cmljaA==?="));
}

#[test]
fn the_latest_list_counts() {
    let mut peer = Peer::modern();
    list(&mut peer, json!([tool("query", "Region")]));
    list(&mut peer, json!([tool("query", "Area")]));
    let post = call(&mut peer);
    assert_eq!(post.header("Mcp-Param-Region"), None);
    assert!(post.header("Mcp-Param-Area").is_some());
    list(&mut peer, json!([{"name": "query", "inputSchema": {"type": "object"}}]));
    assert_eq!(call(&mut peer).header("Mcp-Param-Area"), None);
}

#[test]
fn invalid_tools_are_left_out_with_a_word_and_the_rest_stays_as_it_came() {
    let mut peer = Peer::modern();
    let good = json!({"name": "good", "inputSchema": {"$defs": {"a": {}}}, "x": [1]});
    let tools = json!([tool("bad", "no good"), good, tool("worse", "")]);
    assert_eq!(list(&mut peer, tools)["tools"], json!([good]));
    assert_eq!(peer.warnings(), 2);
}

#[test]
fn the_legacy_era_mirrors_and_checks_nothing() {
    let mut peer = Peer::legacy();
    let tools = json!([tool("query", "Region"), tool("bad", "no good")]);
    assert_eq!(list(&mut peer, tools.clone())["tools"], tools);
    assert_eq!(call(&mut peer).header("Mcp-Param-Region"), None);
}

#[test]
fn a_host_may_switch_the_headers_off_for_a_server() {
    let mut peer = Peer::new(Config { param_headers: false, ..Peer::config() });
    let discover = peer.expect_post("server/discover");
    peer.reply(&discover, discover_result());
    list(&mut peer, json!([tool("query", "Region")]));
    assert_eq!(call(&mut peer).header("Mcp-Param-Region"), None);
}

#[test]
fn a_header_mismatch_reads_the_tools_anew_and_sends_the_call_once_more() {
    let mismatch = json!({"code": -32020, "message": "header mismatch"});
    let mut peer = Peer::modern();
    let first = call(&mut peer);
    let second = call(&mut peer);
    peer.reply_error(&first, 400, mismatch.clone());
    peer.reply_error(&second, 400, mismatch.clone());
    let page = peer.expect_post("tools/list");
    assert!(peer.sent.is_empty(), "one reading serves both");
    peer.reply(&page, json!({"tools": [], "nextCursor": ""}));
    let page = peer.expect_post("tools/list");
    assert_eq!(page.body["params"]["cursor"], "", "an empty cursor is a cursor");
    peer.reply(&page, json!({"tools": [tool("query", "Region")]}));
    let again = [peer.expect_post("tools/call"), peer.expect_post("tools/call")];
    for post in &again {
        assert!(post.id() > second.id());
        assert!(post.header("Mcp-Param-Region").is_some());
    }
    peer.reply_error(&again[0], 400, mismatch);
    let error = peer.outcome().unwrap_err();
    assert_eq!((error.code(), error.retry_safe), (Code::RpcError, true), "once is enough");
    peer.reply(&again[1], json!({"content": []}));
    assert!(peer.outcome().is_ok());
}

#[test]
fn a_mismatch_that_cannot_be_repaired_is_the_calls_outcome() {
    let mut peer = Peer::modern();
    let post = call(&mut peer);
    peer.reply_error(&post, 400, json!({"code": -32020, "message": "header mismatch"}));
    let page = peer.expect_post("tools/list");
    peer.fail(&page, "Failed to fetch");
    assert!(peer.outcome().unwrap_err().to_string().contains("header mismatch"));
    assert!(!peer.connection.is_busy());
}
