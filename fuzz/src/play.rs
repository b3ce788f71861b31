//! A connection and a server that keeps the protocol, joined by a wire that may break.

use std::collections::BTreeSet;

use mcp_tether::error::Error;
use mcp_tether::ids::{CallId, ExchangeId};
use mcp_tether::proto::{CallOptions, Config, Event, Reading, Request};
use mcp_tether::wire::params::Params;
use mcp_tether::wire::version::Era;
use serde_json::{Value, json};

use super::driver::{Driver, Open, Progress, URL};
use super::server::{Answer, Role, Server};

/// How often time is let pass before what still waits is taken to wait for ever.
const PATIENCE: usize = 400;

/// What the wire does to what it carries.
#[derive(Clone, Copy, Debug)]
pub struct Wire {
    /// The most bytes that come at once.
    pub chunk: usize,
    pub cut: Option<Cut>,
}

/// A wire that breaks once.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    /// After how much: each head counts one, each byte of a body counts one.
    pub at: usize,
    pub how: Break,
    pub after: After,
}

/// How it looks from the client's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Break {
    /// As a clean end of the body.
    End,
    /// As a failure.
    Failure,
}

/// What becomes of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    Alive,
    Dead,
}

/// What a host does.
#[derive(Clone, Copy, Debug)]
pub enum Action {
    /// Calls the tool of that name.
    Tool(&'static str),
    /// Sends a request without params.
    Ask(&'static str),
    Notify,
    Subscribe,
    Unsubscribe,
    LogLevel,
    /// Waits until every call is settled.
    Wait,
}

/// A run of a host's actions.
#[derive(Debug)]
pub struct Play {
    pub driver: Driver,
    /// The calls that were taken, in their order.
    pub calls: Vec<CallId>,
    server: Server,
    wire: Wire,
    /// How much the wire had carried after each head and each event.
    pub marks: Vec<usize>,
    carried: usize,
    broken: bool,
    served: BTreeSet<ExchangeId>,
}

impl Wire {
    /// A wire that does nothing to what it carries.
    pub const PLAIN: Self = Self { chunk: usize::MAX, cut: None };

    /// A wire that breaks.
    #[must_use]
    pub const fn cut(cut: Cut) -> Self {
        Self { chunk: usize::MAX, cut: Some(cut) }
    }
}

/// A configuration that offers a server what it can use.
#[must_use]
pub fn config() -> Config {
    let answers = vec!["elicitation/create".to_owned()];
    let (url, capabilities) = (URL.to_owned(), json!({"elicitation": {}}).to_string());
    Config { url, capabilities, answers, ..Config::new(json!({"name": "x"}).to_string()) }
}

/// What was known of such a server before.
#[must_use]
pub fn hint(role: Role) -> Option<Era> {
    (role == Role::HttpSse).then_some(Era::Legacy)
}

impl Play {
    #[must_use]
    pub fn new(role: Role, wire: Wire) -> Self {
        Self::with(role, config(), hint(role), wire)
    }

    /// Starts with a configuration of one's own.
    #[must_use]
    pub fn with(role: Role, config: Config, hint: Option<Era>, wire: Wire) -> Self {
        Self {
            driver: Driver::new(config, hint),
            calls: Vec::new(),
            server: Server::new(role),
            wire,
            marks: Vec::new(),
            carried: 0,
            broken: false,
            served: BTreeSet::new(),
        }
    }

    /// Does what the host does, and then waits for all of it.
    pub fn run(&mut self, actions: &[Action]) {
        for action in actions {
            self.act(*action);
        }
        self.wait();
    }

    /// Gives how each call ended.
    #[must_use]
    pub fn outcomes(&self) -> Vec<Result<Value, Box<Error>>> {
        let outcome = |call: &CallId| {
            self.driver.events().find_map(|event| {
                let Event::Settled(id, outcome) = event else { return None };
                (id == call).then(|| outcome.clone())
            })
        };
        self.calls.iter().filter_map(outcome).collect()
    }

    /// Gives how much the wire has carried.
    #[must_use]
    pub const fn carried(&self) -> usize {
        self.carried
    }

    /// Does one thing that a host does.
    pub fn act(&mut self, action: Action) {
        let driver = &mut self.driver;
        let call = match action {
            Action::Wait => return self.wait(),
            Action::Tool(name) => {
                let mut request = request("tools/call", &json!({"name": name}));
                request.options = CallOptions { progress: true, ..CallOptions::default() };
                driver.submit(|connection, now| connection.call(now, request))
            }
            Action::Ask(method) => {
                let request = request(method, &json!({}));
                driver.submit(|connection, now| connection.call(now, request))
            }
            Action::Notify => {
                let told = request("notifications/x", &json!({"a": 1}));
                driver.submit(|connection, now| connection.notify(now, told))
            }
            Action::Subscribe => driver
                .submit(|connection, now| connection.subscribe(now, "a:b", CallOptions::default())),
            Action::Unsubscribe => {
                driver.submit(|connection, now| connection.unsubscribe(now, "a:b"))
            }
            Action::LogLevel => {
                driver.submit(|connection, now| connection.set_log_level(now, "info"))
            }
        };
        self.calls.extend(call);
    }

    /// Lets everything come to rest, and time pass while anybody waits.
    pub fn wait(&mut self) {
        for _ in 0..PATIENCE {
            self.serve();
            let at_rest = self.driver.waiting.is_empty() && !self.driver.connection.is_connecting();
            if at_rest || !self.driver.pass_on() {
                break;
            }
        }
        assert!(self.driver.waiting.is_empty(), "waits for ever: {:?}", self.driver);
    }

    /// Serves what the connection wants and answers what the server asks.
    pub fn serve(&mut self) {
        self.serve_up_to(|_| false);
    }

    /// Serves up to a request that is wanted, and gives that one.
    pub fn reach(&mut self, is_wanted: impl Fn(&Open) -> bool) -> Option<ExchangeId> {
        for _ in 0..PATIENCE {
            let reached = self.serve_up_to(&is_wanted);
            if reached.is_some() || !self.driver.pass_on() {
                return reached;
            }
        }
        None
    }

    fn serve_up_to(&mut self, is_wanted: impl Fn(&Open) -> bool) -> Option<ExchangeId> {
        loop {
            let is_new = |(id, _): &(&ExchangeId, &_)| !self.served.contains(id);
            if let Some((id, open)) = self.driver.open.iter().find(is_new) {
                let (id, open) = (*id, open.clone());
                if is_wanted(&open) {
                    return Some(id);
                }
                self.served.insert(id);
                let answer = self.server.answer(&open);
                self.deliver(id, &answer);
            } else if let Some(id) = self.driver.asked.keys().next() {
                self.driver.answer(*id, r#"{"action":"decline"}"#);
            } else {
                return None;
            }
        }
    }

    fn deliver(&mut self, id: ExchangeId, answer: &Answer) {
        let is_dead = self.broken && self.wire.cut.is_some_and(|cut| cut.after == After::Dead);
        if is_dead || self.breaks_within(1) {
            return self.driver.fail(id);
        }
        self.marks.push(self.carried);
        match self.driver.head(id, answer.head.clone()) {
            Reading::Nothing => {}
            Reading::Whole { .. } => self.deliver_whole(id, answer.body.as_bytes()),
            Reading::Stream => {
                self.deliver_stream(id, answer.body.as_bytes());
                if !answer.holds && self.driver.open.contains_key(&id) {
                    self.driver.end(id);
                }
            }
        }
        let open = self.driver.open.iter();
        let stream = open.filter(|(_, open)| open.progress == Progress::Stream);
        let stream = stream.max_by_key(|(_, open)| open.method() == "tools/call");
        if let Some(id) = stream.map(|(id, _)| *id).filter(|_| !answer.elsewhere.is_empty()) {
            self.deliver_stream(id, answer.elsewhere.as_bytes());
        }
    }

    fn deliver_whole(&mut self, id: ExchangeId, body: &[u8]) {
        let carried = self.carried;
        if !self.breaks_within(body.len()) {
            return self.driver.body(id, body);
        }
        let whole = self.carried - carried;
        match self.how() {
            Break::End => self.driver.body(id, body.get(..whole).unwrap_or(body)),
            Break::Failure => self.driver.fail(id),
        }
    }

    fn deliver_stream(&mut self, id: ExchangeId, body: &[u8]) {
        let carried = self.carried;
        let event_ends = body.windows(2).enumerate().filter(|(_, two)| *two == b"\n\n");
        self.marks.extend(event_ends.map(|(at, _)| carried + at + 2));
        // The end of a held stream is a place to break at, too.
        let breaks = self.breaks_within(body.len() + 1);
        let whole = (self.carried - carried).min(body.len());
        self.carried = carried + whole;
        for chunk in body.get(..whole).unwrap_or(body).chunks(self.wire.chunk) {
            if self.driver.open.contains_key(&id) {
                self.driver.chunk(id, chunk);
            }
        }
        if breaks && self.driver.open.contains_key(&id) {
            match self.how() {
                Break::End => self.driver.end(id),
                Break::Failure => self.driver.fail(id),
            }
        }
    }

    /// Carries that much, or less if the wire breaks before it is through.
    fn breaks_within(&mut self, amount: usize) -> bool {
        let left = match self.wire.cut {
            Some(cut) if !self.broken => cut.at.saturating_sub(self.carried),
            _ => usize::MAX,
        };
        self.broken |= left < amount;
        self.carried += amount.min(left);
        left < amount
    }

    fn how(&self) -> Break {
        self.wire.cut.map_or(Break::Failure, |cut| cut.how)
    }
}

fn request(method: &str, params: &Value) -> Request {
    Request::new(method, Params::from_value(params).expect("params that JSON can hold"))
}
