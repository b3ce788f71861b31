//! Any bytes may come as the response to any request; how they are cut changes nothing.
//!
//! The first five bytes choose what the request is for, the head of the response,
//! how the body is cut and how it ends; the rest is the body.

use mcp_tether::ids::ExchangeId;
use mcp_tether::proto::{Head, Output, Reading};
use serde_json::{Value, json};

use super::driver::{Driver, Open};
use super::messages::{SESSIONS, STATUSES, TYPES};
use super::play::{Action, Play, Wire};
use super::server::Role;

/// Plays `input` as a response: whole, in chunks and byte by byte.
pub fn check(input: &[u8]) {
    let Some((&[purpose, status, media_type, size, end], body)) = input.split_first_chunk() else {
        return;
    };
    let head = Head {
        status: STATUSES[usize::from(status) % STATUSES.len()],
        status_text: String::new(),
        content_type: TYPES[usize::from(media_type) % TYPES.len()].map(str::to_owned),
        session_id: SESSIONS[usize::from(end >> 1) % SESSIONS.len()].map(str::to_owned),
    };
    let play = |size| respond(purpose, head.clone(), body.chunks(size), end & 1 == 0);
    let whole = play(usize::MAX);
    assert_eq!(play(1), whole, "byte by byte");
    assert_eq!(play(usize::from(size).max(1)), whole, "in chunks of {size}");
}

/// Gives what a connection makes of a response that comes in these chunks.
fn respond<'a>(
    purpose: u8,
    head: Head,
    chunks: impl Iterator<Item = &'a [u8]>,
    ends_well: bool,
) -> Vec<Output<Value>> {
    let (mut driver, id) = request_for(purpose);
    driver.take_outputs();
    match driver.head(id, head) {
        Reading::Nothing => {}
        Reading::Whole { .. } => driver.body(id, &chunks.collect::<Vec<_>>().concat()),
        Reading::Stream => {
            chunks.for_each(|chunk| driver.chunk(id, chunk));
            match ends_well {
                true => driver.end(id),
                false => driver.fail(id),
            }
        }
    }
    driver.outlast();
    driver.close();
    driver.take_outputs()
}

/// Brings a connection to the point where it waits for a response.
fn request_for(purpose: u8) -> (Driver, ExchangeId) {
    let tool = Action::Tool("echo");
    let is_answer = |open: &Open| open.method().is_empty() && !open.is_get();
    let of = |method: &'static str| move |open: &Open| open.method() == method;
    let resumes = |open: &Open| open.header("last-event-id").is_some();
    match purpose % 15 {
        0 => reach(Role::Modern, &[], of("server/discover")),
        1 => reach(Role::Legacy, &[tool], of("initialize")),
        2 => reach(Role::Legacy, &[tool], of("notifications/initialized")),
        3 => reach(Role::ModernStreams, &[tool], of("tools/call")),
        4 => reach(Role::Legacy, &[tool], of("tools/call")),
        5 => reach(Role::Legacy, &[Action::Tool("slow")], resumes),
        6 => reach(Role::Legacy, &[Action::Notify], of("notifications/x")),
        7 => reach(Role::Legacy, &[Action::Tool("ask")], is_answer),
        8 => reach(Role::Legacy, &[tool], Open::is_get),
        9 => reach(Role::HttpSse, &[tool], Open::is_get),
        10 => reach(Role::HttpSse, &[tool], of("tools/call")),
        11 => reach(Role::Modern, &[Action::Subscribe], of("subscriptions/listen")),
        12 => reach(Role::Legacy, &[Action::Subscribe; 2], of("resources/subscribe")),
        13 => refresh(),
        _ => notice(),
    }
}

fn reach(
    role: Role,
    actions: &[Action],
    is_wanted: impl Fn(&Open) -> bool,
) -> (Driver, ExchangeId) {
    let mut play = Play::new(role, Wire::PLAIN);
    actions.iter().for_each(|action| play.act(*action));
    let id = play.reach(is_wanted).expect("such a request");
    (play.driver, id)
}

/// The tools are read anew for a call whose headers did not match.
fn refresh() -> (Driver, ExchangeId) {
    let is_call = |open: &Open| open.method() == "tools/call";
    let (mut driver, call) = reach(Role::Modern, &[Action::Tool("echo")], is_call);
    let json = Some("application/json".to_owned());
    driver.head(call, Head { status: 400, content_type: json, ..Head::default() });
    driver.body(call, json!({"error": {"code": -32020}}).to_string().as_bytes());
    last(driver)
}

/// The server is told that a call is taken back.
fn notice() -> (Driver, ExchangeId) {
    let is_call = |open: &Open| open.method() == "tools/call";
    let (mut driver, _) = reach(Role::Legacy, &[Action::Tool("echo")], is_call);
    let call = *driver.waiting.first().expect("a call");
    driver.cancel(call);
    last(driver)
}

fn last(driver: Driver) -> (Driver, ExchangeId) {
    let id = *driver.open.keys().last().expect("a request");
    (driver, id)
}
