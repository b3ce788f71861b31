//! Whole conversations, cut at every byte and in every chunking.

use std::fmt::Debug;

use mcp_tether::error::Code;
use mcp_tether::proto::{Event, Output};
use serde_json::Value;

use crate::fuzz::play::{Action, After, Break, Cut, Play, Wire};
use crate::fuzz::server::{Role, result_of};

/// A conversation: what the server speaks and what the host does.
type Transcript = (Role, &'static [Action]);

const TRANSCRIPTS: &[Transcript] = &[
    (Role::Modern, &[Action::Tool("echo"), Action::Ask("tools/list"), Action::Notify]),
    (Role::ModernStreams, &[Action::Tool("echo"), Action::Wait, Action::Ask("resources/list")]),
    (Role::Modern, &[Action::Wait, Action::Tool("ask"), Action::Tool("ask")]),
    (Role::ModernStreams, &[Action::Tool("ask"), Action::LogLevel]),
    (Role::ModernStreams, &[Action::Subscribe, Action::Wait, Action::Unsubscribe]),
    (Role::Modern, &[Action::Subscribe, Action::Subscribe, Action::Tool("echo")]),
    (Role::Legacy, &[Action::Tool("slow"), Action::Wait, Action::Tool("echo")]),
    (Role::Legacy, &[Action::Wait, Action::Tool("slow"), Action::Tool("ask"), Action::LogLevel]),
    (Role::Legacy, &[Action::Subscribe, Action::Wait, Action::Unsubscribe, Action::Notify]),
    (Role::HttpSse, &[Action::Tool("echo"), Action::Wait, Action::Ask("prompts/list")]),
    (Role::HttpSse, &[Action::Tool("ask"), Action::Notify, Action::LogLevel]),
];

#[test]
fn every_result_is_right_in_every_chunking() {
    for (role, actions) in TRANSCRIPTS {
        let whole = play(*role, actions, Wire::PLAIN);
        let expected: Vec<_> = actions.iter().filter_map(|action| expect(*role, action)).collect();
        let results: Vec<_> = whole.outcomes().into_iter().map(Result::ok).collect();
        assert_eq!(results, expected.into_iter().map(Some).collect::<Vec<_>>(), "{role:?}");
        for chunk in 1..=64 {
            let pieces = play(*role, actions, Wire { chunk, cut: None });
            assert_same(&pieces.driver.outputs, &whole.driver.outputs, (role, chunk));
        }
    }
}

#[test]
fn nothing_waits_for_ever_when_a_body_ends_anywhere() {
    play_cut_at_every_byte(Break::End);
}

#[test]
fn nothing_waits_for_ever_when_a_request_fails_anywhere() {
    play_cut_at_every_byte(Break::Failure);
}

#[test]
fn nothing_waits_for_ever_when_the_server_dies_after_any_event() {
    for (role, actions) in TRANSCRIPTS {
        for at in play(*role, actions, Wire::PLAIN).marks {
            for how in [Break::End, Break::Failure] {
                play(*role, actions, Wire::cut(Cut { at, how, after: After::Dead }));
            }
        }
    }
}

#[test]
fn progress_and_questions_come_before_the_result_that_they_belong_to() {
    let played = play(Role::Legacy, &[Action::Tool("ask")], Wire::PLAIN);
    let events: Vec<_> = played.driver.events().filter_map(name_of).collect();
    assert_eq!(events, ["ready", "up", "told", "progress", "progress", "asked", "settled"]);
}

fn play_cut_at_every_byte(how: Break) {
    for (role, actions) in TRANSCRIPTS {
        for at in 0..=play(*role, actions, Wire::PLAIN).carried() {
            play(*role, actions, Wire::cut(Cut { at, how, after: After::Alive }));
        }
    }
}

/// Plays a conversation to its end; what is open then is what is meant to stay open.
fn play(role: Role, actions: &[Action], wire: Wire) -> Play {
    let mut play = Play::new(role, wire);
    play.run(actions);
    for outcome in play.outcomes() {
        let code = outcome.as_ref().err().map(|error| error.code());
        if play.driver.events().any(is_lost_answer) {
            continue; // the server waits for it, and the call for the server
        }
        assert_ne!(code, Some(Code::TimedOut), "{role:?} over {wire:?}: what broke is not noticed");
    }
    play.driver.pass(300_000);
    play.serve();
    let is_standing = |method: &str| matches!(method, "" | "subscriptions/listen");
    let left = play.driver.open.values().filter(|open| !is_standing(open.method())).count();
    assert_eq!(left, 0, "{role:?} over {wire:?} leaves {:?}", play.driver.open);
    assert!(play.driver.open.len() <= 1, "{:?}", play.driver.open);
    let outputs = play.driver.outputs.len();
    play.driver.close();
    play.driver.outputs.truncate(outputs);
    play
}

/// Tells whether an answer to the server's question did not reach it.
fn is_lost_answer(event: &Event<Value>) -> bool {
    matches!(event, Event::Warning(warning) if warning.exchange.is_none())
}

/// Gives the result that an action has.
fn expect(role: Role, action: &Action) -> Option<Value> {
    let modern = matches!(role, Role::Modern | Role::ModernStreams);
    match action {
        Action::Wait => None,
        Action::Tool(name) => {
            let params = serde_json::json!({"name": name, "inputResponses": {}});
            Some(result_of(role, "tools/call", &params))
        }
        Action::Ask(method) => Some(result_of(role, method, &Value::Null)),
        Action::Notify => Some(Value::Null),
        Action::LogLevel | Action::Subscribe | Action::Unsubscribe if modern => Some(Value::Null),
        Action::LogLevel | Action::Subscribe | Action::Unsubscribe => Some(serde_json::json!({})),
    }
}

fn assert_same(one: &[Output<Value>], other: &[Output<Value>], which: impl Debug) {
    let differ = one.iter().zip(other).find(|(one, other)| one != other);
    assert!(differ.is_none(), "{which:?}: {differ:?}");
    assert_eq!(one.len(), other.len(), "{which:?}");
}

fn name_of(event: &Event<Value>) -> Option<&'static str> {
    match event {
        Event::Ready => Some("ready"),
        Event::Stream(_) => Some("up"),
        Event::Notification { .. } => Some("told"),
        Event::Progress(..) => Some("progress"),
        Event::Asked { .. } => Some("asked"),
        Event::Settled(..) => Some("settled"),
        Event::Withdrawn(_) | Event::Warning(_) | Event::Trace(_) | Event::Closed(_) => None,
    }
}
