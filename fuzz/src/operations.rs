//! Any list of commands and inputs leaves a connection's promises kept.
//!
//! The first four bytes choose the configuration and how far a well-meaning server
//! gets; after them, every four bytes are one step: what, on which of the things
//! at hand, and two numbers that the step makes of what it can.

use mcp_tether::ids::{CallId, ExchangeId};
use mcp_tether::proto::{CallOptions, Head, Limits, ProtocolChoice, Push, Reading, Request};
use mcp_tether::proto::{Config, Topic, TransportChoice};
use mcp_tether::wire::params::Params;
use mcp_tether::wire::version::{Era, ProtocolVersion};
use serde_json::json;

use super::driver::{Driver, Open, Progress};
use super::messages;
use super::play::{self, Play, Wire};
use super::server::{Role, Server, event};

const LISTEN: &str = "subscriptions/listen";

/// Steps of one run at most.
const LONGEST: usize = 128;

/// Plays `input` and asserts the promises after each step and at the end.
pub fn check(input: &[u8]) {
    let (start, steps) = input.split_at(input.len().min(4));
    let mut run = Run::new(start);
    for step in steps.chunks(4).take(LONGEST) {
        run.step(byte(step, 0), byte(step, 1), byte(step, 2), byte(step, 3));
    }
    run.finish();
}

struct Run {
    driver: Driver,
    server: Server,
    /// Every call, the settled ones too.
    calls: Vec<CallId>,
    /// Every exchange, the finished ones too.
    exchanges: Vec<ExchangeId>,
    wants: Vec<Topic>,
    /// How many requests of the server may be open.
    inbound: usize,
    /// How many requests may be under way.
    concurrent: usize,
    subscribes: bool,
}

impl Run {
    fn new(start: &[u8]) -> Self {
        let roles = [Role::Modern, Role::Legacy, Role::HttpSse, Role::ModernStreams];
        let role = pick(&roles, byte(start, 0));
        let config = config(byte(start, 1), byte(start, 2));
        let hint = if byte(start, 2) & 1 == 0 { play::hint(role) } else { Some(Era::Legacy) };
        let Limits { inbound, concurrent, .. } = config.limits;
        let mut play = Play::with(role, config, hint, Wire::PLAIN);
        if byte(start, 3) % 4 != 3 {
            play.serve();
        }
        Self {
            driver: play.driver,
            server: Server::new(role),
            calls: Vec::new(),
            exchanges: Vec::new(),
            wants: Vec::new(),
            inbound,
            concurrent,
            subscribes: false,
        }
    }

    fn step(&mut self, what: u8, which: u8, a: u8, b: u8) {
        let known = self.exchanges.last().copied();
        let fresh = self.driver.open.keys().filter(|id| known.is_none_or(|known| **id > known));
        self.exchanges.extend(fresh.copied());
        match what % 32 {
            0..=4 => self.call(which, a, b),
            5 => self.notify(which),
            6 => self.cancel(which),
            7 => self.subscribe(which),
            8 => self.unsubscribe(which),
            9 => self.want(which, a & 1 == 0),
            10 => self.answer(which, a),
            11 => {
                let call = self.driver.submit(|c, now| c.set_log_level(now, "debug"));
                self.calls.extend(call);
            }
            12 => self.driver.command(|c, _| c.set_tracing(which & 1 == 0)),
            13..=15 => self.head(which, a, b),
            16..=18 => self.serve(which, a),
            19..=23 => self.message(which, a, b),
            24 | 25 => self.noise(which, a, b),
            26 => self.over(which, a),
            27 => self.late(which, a),
            28 => self.driver.pass(u64::from(a)),
            29 => self.driver.pass(u64::from(a) * 1_000),
            30 => {
                self.driver.pass_on();
            }
            _ if which == 77 => self.driver.close(),
            _ => self.driver.pass(u64::from(a) << (b % 40)),
        }
        self.check_rest();
    }

    /// Nothing that is pending may stay so, and nothing that is over may be kept.
    fn finish(mut self) {
        if self.driver.connection.closed().is_none() {
            self.driver.outlast();
            let count =
                |is_it: fn(&Open) -> bool| self.driver.open.values().filter(|x| is_it(x)).count();
            let (gets, listens) = (count(Open::is_get), count(|x| x.method() == LISTEN));
            assert!(gets <= 1 && listens <= 2, "streams left: {:?}", self.driver.open);
            assert_eq!(gets + listens, self.driver.open.len(), "left: {:?}", self.driver.open);
            self.check_alive();
        }
        self.driver.close();
    }

    /// A connection at rest sends what it is given at once.
    fn check_alive(&mut self) {
        if self.driver.connection.closed().is_some() {
            return;
        }
        for _ in 0..self.concurrent {
            let under_way = self.driver.open.len();
            let request = Request::new("vendor/method", Params::default());
            self.driver.submit(|c, now| c.call(now, request));
            assert_eq!(self.driver.open.len(), under_way + 1, "a call is not sent");
        }
    }

    fn check_rest(&self) {
        let Driver { connection, waiting, asked, open, .. } = &self.driver;
        let answers = open.values().filter(|open| !open.is_get() && open.method().is_empty());
        assert!(answers.count() <= 2 * self.inbound, "answers pile up");
        let owes = !waiting.is_empty() || !asked.is_empty() || connection.is_connecting();
        let wants = self.subscribes || !self.wants.is_empty();
        assert!(owes || wants || !connection.is_busy(), "busy with nothing to do");
    }

    fn call(&mut self, which: u8, a: u8, b: u8) {
        let params = json!({"name": pick(messages::NAMES, a), "uri": "a:b", "cursor": "c"});
        let params = Params::from_value(&params).expect("params that JSON can hold");
        let timeout = (b & 16 != 0).then(|| u64::from(a) * 10);
        let options = CallOptions {
            timeout,
            total: (b & 32 != 0).then(|| u64::from(a) * 25),
            progress: b & 1 != 0,
            reset_on_progress: b & 2 != 0,
            return_input: b & 4 != 0,
            log_level: (b & 8 != 0).then(|| "info".to_owned()),
            fresh: b & 64 != 0,
        };
        let method = pick(messages::METHODS, which).to_owned();
        let call = self.driver.submit(|c, now| c.call(now, Request { method, params, options }));
        self.calls.extend(call);
    }

    fn notify(&mut self, which: u8) {
        let methods = ["notifications/x", "notifications/roots/list_changed", "notifications/é\n"];
        let notification = Request::new(pick(&methods, which), Params::default());
        let call = self.driver.submit(|c, now| c.notify(now, notification));
        self.calls.extend(call);
    }

    fn cancel(&mut self, which: u8) {
        if let Some(call) = at(&self.calls, which) {
            self.driver.cancel(call);
        }
    }

    fn subscribe(&mut self, which: u8) {
        self.subscribes = true;
        let call = self
            .driver
            .submit(|c, now| c.subscribe(now, pick(messages::URIS, which), CallOptions::default()));
        self.calls.extend(call);
    }

    fn unsubscribe(&mut self, which: u8) {
        let call = self.driver.submit(|c, now| c.unsubscribe(now, pick(messages::URIS, which)));
        self.calls.extend(call);
    }

    fn want(&mut self, which: u8, wanted: bool) {
        let topic = pick(&[Topic::Tools, Topic::Prompts, Topic::Resources], which);
        self.wants.retain(|known| *known != topic);
        if wanted && self.driver.connection.closed().is_none() {
            self.wants.push(topic);
        }
        self.driver.command(|c, now| c.want(now, topic, wanted));
    }

    fn answer(&mut self, which: u8, a: u8) {
        let asked: Vec<_> = self.driver.asked.keys().copied().collect();
        let Some(id) = at(&asked, which) else { return };
        if a & 3 != 0 {
            return self.driver.answer(id, "{\"action\":\"decline\"}");
        }
        self.driver.asked.remove(&id);
        let error = mcp_tether::error::RpcError { code: -1, message: "no".into(), data: None };
        self.driver.command(|c, now| c.answer(now, id, Err(&error)));
    }

    fn open(&self, progress: Progress, which: u8) -> Option<ExchangeId> {
        let open = self.driver.open.iter().filter(|(_, open)| open.progress == progress);
        at(&open.map(|(id, _)| *id).collect::<Vec<_>>(), which)
    }

    fn head(&mut self, which: u8, a: u8, b: u8) {
        let Some(id) = self.open(Progress::Sent, which) else { return };
        let head = Head {
            status: pick(messages::STATUSES, a),
            status_text: "why".to_owned(),
            content_type: pick(messages::TYPES, b).map(str::to_owned),
            session_id: pick(messages::SESSIONS, a ^ b).map(str::to_owned),
        };
        self.driver.head(id, head);
    }

    /// Answers as a server that keeps the protocol, or almost.
    fn serve(&mut self, which: u8, a: u8) {
        let Some(id) = self.open(Progress::Sent, which) else { return };
        let Some(open) = self.driver.open.get(&id).cloned() else { return };
        let answer = self.server.answer(&open);
        match self.driver.head(id, answer.head) {
            Reading::Nothing => {}
            Reading::Whole { .. } if a & 7 == 0 => {}
            Reading::Whole { .. } => self.driver.body(id, answer.body.as_bytes()),
            Reading::Stream => {
                let end = answer.body.len() * usize::from(a % 4 + 1) / 4;
                self.driver.chunk(id, &answer.body.as_bytes()[..end]);
            }
        }
        if let Some(channel) = self.open(Progress::Stream, 0) {
            self.driver.chunk(channel, answer.elsewhere.as_bytes());
        }
    }

    /// Sends a message that may mean something.
    fn message(&mut self, which: u8, a: u8, b: u8) {
        let ids: Vec<_> = self.driver.open.values().filter_map(Open::id).collect();
        let id = at(&ids, b).or_else(|| at(&self.calls, b).map(|call| call.0)).unwrap_or(1);
        let message = messages::message(a, b, id);
        if let Some(id) = self.open(Progress::Stream, which) {
            self.driver.chunk(id, event(&message).as_bytes());
        } else if let Some(id) = self.open(Progress::Whole, which) {
            self.driver.body(id, message.as_bytes());
        }
    }

    /// Sends bytes that mean little.
    fn noise(&mut self, which: u8, a: u8, b: u8) {
        let piece = pick(messages::PIECES, a);
        if let Some(id) = self.open(Progress::Stream, which) {
            self.driver.chunk(id, piece.as_bytes());
        } else if let Some(id) = self.open(Progress::Whole, which) {
            self.driver.body(id, &[b, a]);
        }
    }

    fn over(&mut self, which: u8, a: u8) {
        let open: Vec<_> = self.driver.open.iter().map(|(id, open)| (*id, open.progress)).collect();
        match at(&open, which) {
            Some((id, Progress::Stream)) if a & 1 == 0 => self.driver.end(id),
            Some((id, _)) => self.driver.fail(id),
            None => {}
        }
    }

    /// Reports on what is over already, or was never sent.
    fn late(&mut self, which: u8, a: u8) {
        let id = at(&self.exchanges, which).unwrap_or(ExchangeId(9_999));
        if self.driver.open.contains_key(&id) {
            return;
        }
        match a % 4 {
            0 => assert_eq!(self.driver.head(id, Head::default()), Reading::Nothing),
            1 => self.driver.chunk(id, b"data: {}\n\n"),
            2 => self.driver.end(id),
            _ => self.driver.fail(id),
        }
    }
}

fn config(a: u8, b: u8) -> Config {
    let base = play::config();
    let few = Limits { concurrent: 2, waiting: 4, inbound: 2, rounds: 2, pages: 2, ..base.limits };
    let small = Limits { message: 64, ..few };
    let pinned = ProtocolChoice::Pinned(ProtocolVersion::V2025_03_26);
    let protocols = [ProtocolChoice::Auto, ProtocolChoice::Modern, ProtocolChoice::Legacy, pinned];
    let http = TransportChoice::StreamableHttp;
    let transports = [TransportChoice::Auto, http, TransportChoice::HttpSse, TransportChoice::Auto];
    Config {
        transport: pick(&transports, b >> 4),
        protocol: if a & 3 == 3 { pick(&protocols, a >> 2) } else { ProtocolChoice::Auto },
        limits: pick(&[base.limits, few, few, small], a >> 4),
        push: if b & 6 == 6 { Push::Off } else { Push::Auto },
        roots: (b & 8 != 0).then(|| json!([{"uri": "file:///x"}]).to_string()),
        ..base
    }
}

fn byte(bytes: &[u8], index: usize) -> u8 {
    bytes.get(index).copied().unwrap_or_default()
}

/// Picks one of a few.
fn pick<T: Clone>(choices: &[T], by: u8) -> T {
    choices[usize::from(by) % choices.len()].clone()
}

/// Picks one of those at hand, if there are any.
fn at<T: Clone>(choices: &[T], by: u8) -> Option<T> {
    (!choices.is_empty()).then(|| pick(choices, by))
}
