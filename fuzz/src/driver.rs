//! A driver that does on paper what a connection wants, and holds it to its promises.
//!
//! Every command and every input goes through here; after each, all outputs are
//! taken and checked. What the promises are is told at
//! [`Connection`](mcp_tether::proto::Connection).

use std::collections::{BTreeMap, BTreeSet};
use std::mem;
use std::rc::Rc;

use mcp_tether::error::{CloseReason, Error};
use mcp_tether::ids::{CallId, ConnectionId, Counter, ExchangeId, IdSource, InboundId};
use mcp_tether::json::Json as _;
use mcp_tether::proto::{
    Body, Config, Connection, EXCERPT, Event, Head, Header, Output, Reading, Transmit,
};
use mcp_tether::time::Instant;
use mcp_tether::wire::version::Era;
use serde_json::Value;

/// Where the server is.
pub const URL: &str = "https://peer.example/mcp";

/// How often a connection may want the same instant before that is a busy loop.
const SAME_INSTANT: usize = 8;

/// How long everything may take that is under way, in milliseconds.
const LONG: u64 = 400_000;

/// How often a call may be under way, one time after the other, or wait for its turn.
const ROUNDS: usize = 6;

/// A connection, its requests on paper, and what it owes.
#[derive(Debug)]
pub struct Driver {
    pub connection: Connection<Value>,
    pub now: Instant,
    /// The requests that are under way.
    pub open: BTreeMap<ExchangeId, Open>,
    /// The calls that are owed a settlement.
    pub waiting: BTreeSet<CallId>,
    /// The questions of the server that are owed an answer, and the call behind each.
    pub asked: BTreeMap<InboundId, Option<CallId>>,
    /// Everything that came out since it was taken last.
    pub outputs: Vec<Output<Value>>,
    requests: BTreeSet<u64>,
    /// The requests that the present step has ended.
    ended: Vec<ExchangeId>,
    is_closed: bool,
}

/// An HTTP request under way.
#[derive(Clone, Debug)]
pub struct Open {
    pub to: Option<String>,
    pub headers: Vec<Header>,
    /// The message; `null` for a GET.
    pub message: Value,
    pub progress: Progress,
}

/// How far a request got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    Sent,
    Whole,
    Stream,
}

/// A page whose URLs are those of [`URL`]'s origin.
#[derive(Debug, Default)]
struct Page(Counter);

impl IdSource for Page {
    fn next(&self) -> u64 {
        self.0.next()
    }

    fn resolve(&self, _base: &str, reference: &str) -> Option<String> {
        reference.starts_with("/m").then(|| ["https://peer.example", reference].concat())
    }

    fn chance(&self) -> f64 {
        0.5
    }
}

impl Open {
    /// Gives the method of the message, nothing for a GET or an answer.
    #[must_use]
    pub fn method(&self) -> &str {
        self.message.get("method").and_then(Value::as_str).unwrap_or_default()
    }

    /// Gives the request id of the message.
    #[must_use]
    pub fn id(&self) -> Option<u64> {
        self.message.get("id").filter(|_| !self.method().is_empty()).and_then(Value::as_u64)
    }

    /// Gives a header's value.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Tells whether it is a GET.
    #[must_use]
    pub fn is_get(&self) -> bool {
        self.message.is_null()
    }
}

impl Driver {
    /// Starts a connection.
    #[must_use]
    pub fn new(config: Config, hint: Option<Era>) -> Self {
        let now = Instant::from_millis(1_000);
        let page = Rc::new(Page::default());
        let connection = Connection::new(ConnectionId(1), Rc::new(config), page);
        let mut driver = Self {
            connection,
            now,
            open: BTreeMap::new(),
            waiting: BTreeSet::new(),
            asked: BTreeMap::new(),
            outputs: Vec::new(),
            requests: BTreeSet::new(),
            ended: Vec::new(),
            is_closed: false,
        };
        driver.connection.begin(now, hint);
        driver.drain();
        driver
    }

    /// Gives a command that is owed a settlement if it is taken.
    pub fn submit(
        &mut self,
        command: impl FnOnce(&mut Connection<Value>, Instant) -> Result<CallId, Box<Error>>,
    ) -> Option<CallId> {
        let outcome = command(&mut self.connection, self.now);
        assert!(!self.is_closed || outcome.is_err(), "a command taken after the end");
        if let Ok(id) = &outcome {
            assert!(self.waiting.insert(*id), "{id:?} given twice");
        }
        self.drain();
        outcome.ok()
    }

    /// Gives any other command.
    pub fn command(&mut self, command: impl FnOnce(&mut Connection<Value>, Instant)) {
        command(&mut self.connection, self.now);
        self.drain();
    }

    /// Takes a call back.
    pub fn cancel(&mut self, id: CallId) {
        self.waiting.remove(&id);
        self.command(|connection, now| connection.cancel(now, id, Some("never mind")));
    }

    /// Answers a question of the server.
    pub fn answer(&mut self, id: InboundId, answer: &str) {
        self.asked.remove(&id);
        self.command(|connection, now| connection.answer(now, id, Ok(answer)));
    }

    /// Reports the head of a response; gives how its body is to be read.
    pub fn head(&mut self, id: ExchangeId, head: Head) -> Reading {
        let reading = self.connection.handle_head(self.now, id, head);
        let progress = match reading {
            Reading::Whole { .. } => Some(Progress::Whole),
            Reading::Stream => Some(Progress::Stream),
            Reading::Nothing => None,
        };
        match (progress, self.open.get_mut(&id)) {
            (Some(progress), open) => {
                let open = open.expect("a body wanted of a request that is not under way");
                open.progress = progress;
            }
            (None, _) => self.end_of(id),
        }
        self.drain();
        reading
    }

    /// Reports a body that was read whole.
    pub fn body(&mut self, id: ExchangeId, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        let body = Body {
            json: Value::parse(&text),
            excerpt: text.chars().take(EXCERPT).collect(),
            bytes: bytes.len(),
            truncated: false,
            annotated: true,
        };
        self.end_of(id);
        self.connection.handle_body(self.now, id, body);
        self.drain();
    }

    /// Reports a piece of a stream.
    pub fn chunk(&mut self, id: ExchangeId, bytes: &[u8]) {
        self.connection.handle_chunk(self.now, id, bytes);
        self.drain();
    }

    /// Reports the clean end of a stream.
    pub fn end(&mut self, id: ExchangeId) {
        self.end_of(id);
        self.connection.handle_end(self.now, id);
        self.drain();
    }

    /// Reports that a request failed.
    pub fn fail(&mut self, id: ExchangeId) {
        self.end_of(id);
        self.connection.handle_failure(self.now, id, "the network broke", None);
        self.drain();
    }

    /// Lets time pass, with no regard to what the connection is waiting for.
    pub fn pass(&mut self, millis: u64) {
        self.now = self.now + millis;
        for _ in 0..SAME_INSTANT {
            self.connection.handle_timeout(self.now);
            self.drain();
            if self.connection.poll_timeout().is_none_or(|at| at > self.now) {
                return;
            }
        }
        panic!("a busy loop: {:?} at {:?}", self.connection.poll_timeout(), self.now);
    }

    /// Lets time pass up to what the connection is waiting for; tells whether it was.
    pub fn pass_on(&mut self) -> bool {
        let Some(at) = self.connection.poll_timeout() else { return false };
        self.pass(at.since(self.now));
        true
    }

    /// Answers every question and lets so much time pass that nobody may wait any more.
    pub fn outlast(&mut self) {
        for _ in 0..ROUNDS {
            while let Some(id) = self.asked.keys().next() {
                self.answer(*id, "{}");
            }
            if !self.is_closed {
                self.pass(LONG);
            }
        }
        assert!(self.waiting.is_empty(), "never settled: {:?}", self.waiting);
    }

    /// Ends the connection, after which nothing may be left.
    pub fn close(&mut self) {
        self.connection.close(CloseReason::Local);
        self.drain();
        assert!(self.is_closed, "the end is not told");
        self.check_over();
        self.connection.handle_timeout(self.now + 1_000_000);
        assert_eq!(self.connection.poll_output(), None, "an output after the end");
    }

    /// Gives the events since the outputs were taken last.
    pub fn events(&self) -> impl Iterator<Item = &Event<Value>> {
        self.outputs.iter().filter_map(|output| match output {
            Output::Event(event) => Some(event),
            Output::Transmit(_) => None,
        })
    }

    fn end_of(&mut self, id: ExchangeId) {
        if self.open.remove(&id).is_some() {
            self.ended.push(id);
        }
    }

    /// Takes all outputs and checks them, then what may be asked of the connection.
    fn drain(&mut self) {
        while let Some(output) = self.connection.poll_output() {
            assert!(!self.is_closed, "an output after the end: {output:?}");
            match &output {
                Output::Transmit(transmit) => self.transmit(transmit),
                Output::Event(event) => self.notice(event),
            }
            self.outputs.push(output);
        }
        self.ended.clear();
        if self.is_closed {
            self.check_over();
            return;
        }
        assert_eq!(self.connection.closed(), None);
        let waits = |call: &Option<CallId>| call.is_none_or(|call| self.waiting.contains(&call));
        assert!(self.asked.values().all(waits), "a question for a call that is over");
        let owes = !self.waiting.is_empty() || !self.asked.is_empty();
        assert!(self.connection.is_busy() || !owes, "idle with something owed");
    }

    fn check_over(&self) {
        assert!(self.open.is_empty(), "requests left after the end: {:?}", self.open);
        assert!(self.waiting.is_empty(), "calls left after the end: {:?}", self.waiting);
        assert!(self.asked.is_empty(), "questions left after the end: {:?}", self.asked);
        assert_eq!(self.connection.poll_timeout(), None, "a time-out after the end");
        assert!(!self.connection.is_busy(), "busy after the end");
    }

    fn transmit(&mut self, transmit: &Transmit) {
        match transmit {
            Transmit::Post { exchange, to, headers, body } => {
                let message: Value = serde_json::from_str(body).expect("a JSON message");
                self.start(*exchange, to.clone(), headers, message);
            }
            Transmit::Get { exchange, headers } => {
                self.start(*exchange, None, headers, Value::Null);
            }
            Transmit::Delete { headers } => check_headers(headers),
            Transmit::Abort { exchange } => {
                let known = self.open.remove(exchange).is_some() || self.ended.contains(exchange);
                assert!(known, "{exchange:?} aborted, which is not under way");
            }
        }
    }

    fn start(
        &mut self,
        exchange: ExchangeId,
        to: Option<String>,
        headers: &[Header],
        message: Value,
    ) {
        check_headers(headers);
        let headers = headers.to_vec();
        let open = Open { to, headers, message, progress: Progress::Sent };
        self.check_era(&open);
        if let Some(id) = open.id() {
            assert!(self.requests.insert(id), "the request id {id} used twice");
        }
        assert!(self.open.insert(exchange, open).is_none(), "{exchange:?} used twice");
    }

    /// Asserts that a request is one of the era that was agreed on.
    fn check_era(&self, open: &Open) {
        let Some(facts) = self.connection.negotiated() else { return };
        if facts.era() == Era::Legacy {
            assert_eq!(open.header("mcp-session-id"), facts.session_id.as_deref());
            return;
        }
        let meta = open.message.pointer("/params/_meta/io.modelcontextprotocol~1protocolVersion");
        assert!(open.id().is_none() || meta.is_some(), "no envelope: {}", open.message);
        assert_eq!(open.header("mcp-method"), Some(open.method()));
        assert_ne!(open.method(), "notifications/cancelled");
    }

    fn notice(&mut self, event: &Event<Value>) {
        match event {
            Event::Settled(id, _) => {
                assert!(self.waiting.remove(id), "{id:?} settled, which nobody waits for");
            }
            Event::Progress(id, _) => {
                assert!(self.waiting.contains(id), "progress of {id:?}, which nobody waits for");
            }
            Event::Asked { id, call, .. } => {
                assert!(self.asked.insert(*id, *call).is_none(), "{id:?} asked twice");
            }
            Event::Withdrawn(id) => {
                assert!(self.asked.remove(id).is_some(), "{id:?} withdrawn, which is not asked");
            }
            Event::Closed(_) => self.is_closed = true,
            Event::Ready
            | Event::Notification { .. }
            | Event::Stream(_)
            | Event::Warning(_)
            | Event::Trace(_) => {}
        }
    }

    /// Takes out what came out so far.
    pub fn take_outputs(&mut self) -> Vec<Output<Value>> {
        mem::take(&mut self.outputs)
    }
}

/// Asserts that `fetch` would take these headers.
fn check_headers(headers: &[Header]) {
    for (name, value) in headers {
        assert!(name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'), "{name}");
        assert!(value.bytes().all(|byte| matches!(byte, b' '..=b'~')), "{name}: {value:?}");
    }
    let names: BTreeSet<_> = headers.iter().map(|(name, _)| name.to_lowercase()).collect();
    assert_eq!(names.len(), headers.len(), "a header sent twice");
}
