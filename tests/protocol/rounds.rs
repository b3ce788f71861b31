//! Calls that the server answers with questions first.

use mcp_tether::error::{CloseReason, Code, RpcError};
use mcp_tether::ids::InboundId;
use mcp_tether::proto::{CallOptions, Config, Event};
use serde_json::{Value, json};

use crate::support::{Peer, Post, discover_result};

fn asking() -> Peer {
    asking_with(Config {
        answers: vec!["elicitation/create".into()],
        roots: Some(json!([{"uri": "file:///a"}]).to_string()),
        ..Peer::config()
    })
}

fn asking_with(config: Config) -> Peer {
    let mut peer = Peer::new(config);
    let discover = peer.expect_post("server/discover");
    peer.reply(&discover, discover_result());
    peer.events.clear();
    peer
}

fn question(message: &str) -> Value {
    json!({"method": "elicitation/create", "params": {"message": message}})
}

fn require(peer: &mut Peer, post: &Post, questions: Value, state: Option<&str>) {
    let mut result = json!({"resultType": "input_required", "inputRequests": questions});
    if let Some(state) = state {
        result["requestState"] = json!(state);
    }
    peer.reply(post, result);
}

fn asked(peer: &mut Peer) -> Vec<InboundId> {
    let of = |event| match event {
        Event::Asked { id, method, .. } => {
            assert_eq!(method, "elicitation/create");
            Some(id)
        }
        _ => None,
    };
    peer.events.drain(..).filter_map(of).collect()
}

fn answer(peer: &mut Peer, id: InboundId, text: &str) {
    peer.connection.answer(peer.now, id, Ok(text));
    peer.drain();
}

#[test]
fn each_round_has_a_new_id_the_own_params_this_rounds_answers_and_the_exact_state() {
    let mut peer = asking();
    let params = json!({"name": "order", "arguments": {"sku": "A-7"}});
    let call = peer.call("tools/call", params.clone());
    let first = peer.expect_post("tools/call");
    let state = "é\u{0}==";
    let questions = json!({"b": question("how many?"), "a": question("where?")});
    require(&mut peer, &first, questions, Some(state));
    let ids = asked(&mut peer);
    assert_eq!(ids.len(), 2);
    answer(&mut peer, ids[1], "{\"action\":\"decline\"}");
    assert!(peer.sent.is_empty(), "all questions are answered first");
    answer(&mut peer, ids[0], "{\"action\":\"accept\",\"content\":{\"n\":3}}");

    let second = peer.expect_post("tools/call");
    assert_ne!(second.id(), first.id());
    let sent = &second.body["params"];
    assert_eq!(sent["arguments"], params["arguments"]);
    assert_eq!(sent["requestState"], state);
    let answers = &sent["inputResponses"];
    let actions: Vec<_> =
        answers.as_object().unwrap().values().map(|a| a["action"].clone()).collect();
    assert_eq!(actions.len(), 2);
    assert_eq!(second.header("mcp-name"), Some("order"));

    // A round without questions goes on after a pause, and without the earlier answers.
    peer.reply(&second, json!({"resultType": "input_required", "requestState": "s-2"}));
    assert!(peer.sent.is_empty());
    peer.pass(250);
    let third = peer.expect_post("tools/call");
    assert_eq!(third.body["params"]["requestState"], "s-2");
    assert_eq!(third.body["params"].get("inputResponses"), None);

    // Without a state, none is sent; an answer under a hostile key stays a member.
    require(&mut peer, &third, json!({"q": question("?")}), None);
    let id = asked(&mut peer)[0];
    answer(&mut peer, id, "{\"action\":\"cancel\"}");
    let fourth = peer.expect_post("tools/call");
    assert_eq!(fourth.body["params"].get("requestState"), None);
    assert_eq!(fourth.body["params"]["inputResponses"], json!({"q": {"action": "cancel"}}));
    let result = json!({"content": []});
    peer.reply(&fourth, result.clone());
    assert_eq!(peer.settled(), [(call, Ok(result))]);
}

#[test]
fn a_parallel_call_of_the_same_tool_is_left_clean() {
    let mut peer = asking();
    peer.call("tools/call", json!({"name": "order"}));
    let first = peer.expect_post("tools/call");
    require(&mut peer, &first, json!({"q": question("?")}), Some("secret"));
    peer.call("tools/call", json!({"name": "order"}));
    let other = peer.expect_post("tools/call");
    assert_eq!(other.body["params"].get("requestState"), None);
    assert_eq!(other.body["params"].get("inputResponses"), None);
}

#[test]
fn the_time_of_a_person_does_not_count() {
    let mut peer = asking();
    let options = CallOptions { total: Some(90_000), ..CallOptions::default() };
    peer.call_with("tools/call", json!({"name": "order"}), options);
    let first = peer.expect_post("tools/call");
    peer.pass(50_000);
    require(&mut peer, &first, json!({"q": question("?")}), None);
    let id = asked(&mut peer)[0];
    assert_eq!(peer.connection.poll_timeout(), None);
    peer.pass(7 * 24 * 3_600_000);
    assert!(peer.connection.is_busy());
    answer(&mut peer, id, "{}");
    peer.expect_post("tools/call");
    assert_eq!(peer.connection.poll_timeout(), Some(peer.now + 40_000), "the rest of the total");
}

#[test]
fn an_undeclared_question_rejects_before_anybody_is_asked() {
    let mut peer = asking();
    peer.call("tools/call", json!({"name": "order"}));
    let post = peer.expect_post("tools/call");
    let sampling = json!({"method": "sampling/createMessage", "params": {}});
    require(&mut peer, &post, json!({"a": question("?"), "b": sampling}), None);
    let error = peer.outcome().unwrap_err();
    assert_eq!(error.code(), Code::InputRequired);
    assert!(error.to_string().contains("sampling/createMessage"), "{error}");
    assert!(!peer.events.iter().any(|event| matches!(event, Event::Asked { .. })));
}

#[test]
fn roots_are_answered_from_the_connections_own() {
    let mut peer = asking();
    peer.call("resources/read", json!({"uri": "a://b"}));
    let post = peer.expect_post("resources/read");
    require(&mut peer, &post, json!({"r": {"method": "roots/list"}}), None);
    let again = peer.expect_post("resources/read");
    let roots = json!({"r": {"roots": [{"uri": "file:///a"}]}});
    assert_eq!(again.body["params"]["inputResponses"], roots);
}

#[test]
fn rounds_without_end_are_cut_off() {
    let mut peer = asking();
    peer.call("tools/call", json!({"name": "order"}));
    for _ in 0..10 {
        let post = peer.expect_post("tools/call");
        peer.reply(&post, json!({"resultType": "input_required", "requestState": "again"}));
        peer.pass(250);
    }
    let post = peer.expect_post("tools/call");
    peer.reply(&post, json!({"resultType": "input_required", "requestState": "again"}));
    let error = peer.outcome().unwrap_err();
    assert!(error.to_string().contains("rounds = 10"), "{error}");
}

#[test]
fn a_host_may_take_the_question_as_the_outcome() {
    let mut peer = asking();
    let options = CallOptions { return_input: true, ..CallOptions::default() };
    let call = peer.call_with("tools/call", json!({"name": "order"}), options);
    let post = peer.expect_post("tools/call");
    let open = json!({"resultType": "input_required", "inputRequests": {"q": question("?")}});
    peer.reply(&post, open.clone());
    assert_eq!(peer.settled(), [(call, Ok(open))]);
    assert!(asked(&mut peer).is_empty());
}

#[test]
fn what_asks_nothing_or_may_not_ask_is_invalid() {
    for (method, result) in [
        ("tools/call", json!({"resultType": "input_required"})),
        ("tools/call", json!({"resultType": "input_required", "inputRequests": []})),
        ("tools/call", json!({"resultType": "input_required", "inputRequests": {"a": {}}})),
        ("tools/list", json!({"resultType": "input_required", "requestState": "s", "tools": []})),
    ] {
        let mut peer = asking();
        peer.call(method, json!({}));
        let post = peer.expect_post(method);
        peer.reply(&post, result.clone());
        assert_eq!(peer.outcome().unwrap_err().code(), Code::InvalidMessage, "{result}");
    }
}

#[test]
fn a_host_that_gives_no_answer_ends_the_call() {
    let mut peer = asking();
    peer.call("tools/call", json!({"name": "order"}));
    let post = peer.expect_post("tools/call");
    require(&mut peer, &post, json!({"a": question("?"), "b": question("?")}), None);
    let ids = asked(&mut peer);
    let refusal = RpcError { code: -1, message: "nobody there".into(), data: None };
    peer.connection.answer(peer.now, ids[0], Err(&refusal));
    peer.drain();
    let error = peer.outcome().unwrap_err();
    assert_eq!(error.code(), Code::InputRequired);
    assert_eq!(peer.events.pop_front(), Some(Event::Withdrawn(ids[1])));
    assert!(peer.sent.is_empty());
}

#[test]
fn cancelling_and_closing_withdraw_what_is_asked() {
    let mut peer = asking();
    let call = peer.call("tools/call", json!({"name": "order"}));
    let post = peer.expect_post("tools/call");
    require(&mut peer, &post, json!({"a": question("?")}), None);
    let ids = asked(&mut peer);
    peer.cancel(call);
    assert_eq!(peer.events.pop_front(), Some(Event::Withdrawn(ids[0])));
    answer(&mut peer, ids[0], "{}");
    assert!(peer.sent.is_empty());

    peer.call("tools/call", json!({"name": "order"}));
    let post = peer.expect_post("tools/call");
    require(&mut peer, &post, json!({"a": question("?")}), None);
    let ids = asked(&mut peer);
    peer.close(CloseReason::Freed);
    assert!(peer.events.contains(&Event::Withdrawn(ids[0])));
    assert_eq!(peer.outcome().unwrap_err().code(), Code::Closed);
}
