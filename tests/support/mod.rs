//! A scripted peer and a virtual clock around one `Connection`.

#![allow(unreachable_pub, reason = "a module of a test binary")]
#![allow(dead_code, reason = "each test binary uses its own part")]

use std::collections::VecDeque;
use std::rc::Rc;

use mcp_tether::error::{CloseReason, Error};
use mcp_tether::ids::{CallId, ConnectionId, Counter, ExchangeId, IdSource};
use mcp_tether::json::Json as _;
use mcp_tether::proto::{
    Body, CallOptions, Config, Connection, Event, Head, Header, Output, Reading, Request,
    StreamState, Transmit,
};
use mcp_tether::time::Instant;
use mcp_tether::wire::headers;
use mcp_tether::wire::params::Params;
use mcp_tether::wire::version::Era;
use serde_json::{Value, json};

/// A connection, the server that it believes in, and the time.
pub struct Peer {
    pub connection: Connection<Value>,
    pub now: Instant,
    pub sent: VecDeque<Transmit>,
    pub events: VecDeque<Event<Value>>,
}

/// The page: ids that count up, no chance, and URLs of one origin.
#[derive(Debug, Default)]
pub struct Page(Counter);

impl IdSource for Page {
    fn next(&self) -> u64 {
        self.0.next()
    }

    fn resolve(&self, base: &str, reference: &str) -> Option<String> {
        let origin = base.splitn(4, '/').take(3).collect::<Vec<_>>().join("/");
        match reference.strip_prefix(&origin) {
            Some(_) => Some(reference.to_owned()),
            None => reference.starts_with("/m").then(|| origin + reference),
        }
    }
}

/// A POST that the connection made, or a GET, whose body is null.
#[derive(Debug)]
pub struct Post {
    pub exchange: ExchangeId,
    pub to: Option<String>,
    pub headers: Vec<Header>,
    pub body: Value,
}

impl Post {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn method(&self) -> &str {
        self.body["method"].as_str().unwrap_or_default()
    }

    pub fn id(&self) -> u64 {
        self.body["id"].as_u64().expect("a request with an id")
    }
}

impl Peer {
    pub fn new(config: Config) -> Self {
        Self::hinted(config, None)
    }

    /// A peer of which it is known, or not, what era it spoke before.
    pub fn hinted(config: Config, hint: Option<Era>) -> Self {
        let now = Instant::from_millis(1_000);
        let page = Rc::new(Page::default());
        let connection = Connection::new(ConnectionId(1), Rc::new(config), page);
        let mut peer = Self { connection, now, sent: VecDeque::new(), events: VecDeque::new() };
        peer.connection.begin(now, hint);
        peer.drain();
        peer
    }

    pub fn config() -> Config {
        Config {
            url: "https://peer.example/sse".to_owned(),
            ..Config::new(json!({"name": "test", "version": "1"}).to_string())
        }
    }

    /// A peer that is ready at the modern version, with every capability.
    pub fn modern() -> Self {
        let mut peer = Self::new(Self::config());
        let discover = peer.expect_post("server/discover");
        peer.reply(&discover, discover_result());
        assert_eq!(peer.events.pop_front(), Some(Event::Ready));
        peer
    }

    /// A peer that is ready at a legacy version, in session `s-1`.
    pub fn legacy() -> Self {
        Self::legacy_at("2025-11-25", Self::config())
    }

    pub fn legacy_at(version: &str, config: Config) -> Self {
        let mut peer = Self::legacy_opening(version, config);
        let get = peer.expect_get();
        peer.head(&get, 405, "");
        assert_eq!(peer.events.pop_front(), Some(Event::Stream(StreamState::Unsupported)));
        peer
    }

    /// A peer in session `s-1` whose standing stream is open, and that stream.
    pub fn legacy_pushing() -> (Self, Post) {
        let mut peer = Self::legacy_opening("2025-11-25", Self::config());
        let get = peer.expect_get();
        peer.open_stream(&get);
        assert_eq!(peer.events.pop_front(), Some(Event::Stream(StreamState::Up)));
        (peer, get)
    }

    /// A peer in session `s-1` that has just asked for its standing stream.
    pub fn legacy_opening(version: &str, config: Config) -> Self {
        let mut peer = Self::new(config);
        if peer.sent.front().is_some_and(|sent| format!("{sent:?}").contains("server/discover")) {
            let discover = peer.expect_post("server/discover");
            peer.reply_status(&discover, 404, "no such thing");
        }
        let initialize = peer.expect_post("initialize");
        peer.reply_in(&initialize, initialize_result(version), Some("s-1"));
        let initialized = peer.expect_post("notifications/initialized");
        peer.accept(&initialized);
        assert_eq!(peer.events.pop_front(), Some(Event::Ready));
        peer
    }

    /// Takes out what the connection wants done and told.
    pub fn drain(&mut self) {
        while let Some(output) = self.connection.poll_output() {
            match output {
                Output::Transmit(transmit) => self.sent.push_back(transmit),
                Output::Event(event) => self.events.push_back(event),
            }
        }
    }

    pub fn call(&mut self, method: &str, params: Value) -> CallId {
        self.call_with(method, params, CallOptions::default())
    }

    pub fn call_with(&mut self, method: &str, params: Value, options: CallOptions) -> CallId {
        self.try_call(method, params, options).expect("the call is allowed")
    }

    pub fn try_call(
        &mut self,
        method: &str,
        params: Value,
        options: CallOptions,
    ) -> Result<CallId, Box<Error>> {
        let params = Params::from_value(&params).expect("params that JSON can hold");
        let request = Request { method: method.to_owned(), params, options };
        let id = self.connection.call(self.now, request);
        self.drain();
        id
    }

    pub fn cancel(&mut self, call: CallId) {
        self.connection.cancel(self.now, call, Some("changed my mind"));
        self.drain();
    }

    pub fn close(&mut self, reason: CloseReason) {
        self.connection.close(reason);
        self.drain();
    }

    pub fn pass(&mut self, millis: u64) {
        self.now = self.now + millis;
        self.connection.handle_timeout(self.now);
        self.drain();
    }

    /// The next thing sent, which has to be a POST of that method.
    pub fn expect_post(&mut self, method: &str) -> Post {
        let post = self.next_post();
        assert_eq!(post.method(), method, "{}", post.body);
        post
    }

    /// The next thing sent, which has to be a GET.
    pub fn expect_get(&mut self) -> Post {
        match self.sent.pop_front() {
            Some(Transmit::Get { exchange, headers }) => {
                Post { exchange, to: None, headers, body: Value::Null }
            }
            other => panic!("expected a GET, got {other:?}"),
        }
    }

    pub fn next_post(&mut self) -> Post {
        match self.sent.pop_front() {
            Some(Transmit::Post { exchange, to, headers, body }) => {
                let body = serde_json::from_str(&body).expect("a JSON body");
                Post { exchange, to, headers, body }
            }
            other => panic!("expected a POST, got {other:?}"),
        }
    }

    pub fn expect_abort(&mut self, of: &Post) {
        assert_eq!(self.sent.pop_front(), Some(Transmit::Abort { exchange: of.exchange }));
    }

    pub fn head(&mut self, of: &Post, status: u16, media_type: &str) -> Reading {
        self.head_in(of, status, media_type, None)
    }

    pub fn head_in(
        &mut self,
        of: &Post,
        status: u16,
        media_type: &str,
        session: Option<&str>,
    ) -> Reading {
        let head = Head {
            status,
            status_text: String::new(),
            content_type: Some(media_type.to_owned()).filter(|kind| !kind.is_empty()),
            session_id: session.map(str::to_owned),
        };
        let reading = self.connection.handle_head(self.now, of.exchange, head);
        self.drain();
        reading
    }

    pub fn accept(&mut self, of: &Post) {
        assert_eq!(self.head(of, 202, ""), Reading::Nothing);
    }

    /// Answers with a JSON body that holds the result.
    pub fn reply(&mut self, to: &Post, result: Value) {
        self.reply_in(to, result, None);
    }

    pub fn reply_in(&mut self, to: &Post, result: Value, session: Option<&str>) {
        let reading = self.head_in(to, 200, "application/json", session);
        assert!(matches!(reading, Reading::Whole { .. }), "{reading:?}");
        self.body(to, &json!({"jsonrpc": "2.0", "id": to.id(), "result": result}).to_string());
    }

    pub fn reply_error(&mut self, to: &Post, status: u16, error: Value) {
        self.head(to, status, "application/json");
        self.body(to, &json!({"jsonrpc": "2.0", "id": to.id(), "error": error}).to_string());
    }

    pub fn reply_status(&mut self, to: &Post, status: u16, text: &str) {
        self.head(to, status, "text/plain");
        self.body(to, text);
    }

    pub fn body(&mut self, of: &Post, text: &str) {
        let body = Body {
            json: Value::parse(text),
            excerpt: text.chars().take(mcp_tether::proto::EXCERPT).collect(),
            bytes: text.len(),
            truncated: false,
            annotated: headers::is_annotated(text),
        };
        self.connection.handle_body(self.now, of.exchange, body);
        self.drain();
    }

    /// Answers with an event stream that stays open.
    pub fn open_stream(&mut self, to: &Post) {
        assert_eq!(self.head(to, 200, "text/event-stream"), Reading::Stream);
    }

    pub fn event(&mut self, on: &Post, message: &Value) {
        self.chunk(on, format!("data: {message}\n\n").as_bytes());
    }

    pub fn result_event(&mut self, on: &Post, result: Value) {
        self.event(on, &json!({"jsonrpc": "2.0", "id": on.id(), "result": result}));
    }

    pub fn chunk(&mut self, on: &Post, bytes: &[u8]) {
        self.connection.handle_chunk(self.now, on.exchange, bytes);
        self.drain();
    }

    pub fn end(&mut self, of: &Post) {
        self.connection.handle_end(self.now, of.exchange);
        self.drain();
    }

    pub fn fail(&mut self, of: &Post, why: &str) {
        self.connection.handle_failure(self.now, of.exchange, why, None);
        self.drain();
    }

    /// The settlements so far, taken out of the events.
    pub fn settled(&mut self) -> Vec<(CallId, Result<Value, Box<Error>>)> {
        let mut settled = Vec::new();
        self.events.retain(|event| match event {
            Event::Settled(id, outcome) => {
                settled.push((*id, outcome.clone()));
                false
            }
            _ => true,
        });
        settled
    }

    /// The one settlement so far.
    pub fn outcome(&mut self) -> Result<Value, Box<Error>> {
        let mut settled = self.settled();
        assert_eq!(settled.len(), 1, "{settled:?}; events {:?}", self.events);
        settled.remove(0).1
    }

    pub fn warnings(&self) -> usize {
        self.events.iter().filter(|event| matches!(event, Event::Warning(_))).count()
    }
}

pub fn capabilities() -> Value {
    json!({
        "tools": {"listChanged": true},
        "resources": {"subscribe": true, "listChanged": true},
        "prompts": {}, "completions": {}, "logging": {},
    })
}

pub fn discover_result() -> Value {
    json!({
        "resultType": "complete",
        "supportedVersions": ["2026-07-28", "2025-11-25"],
        "capabilities": capabilities(),
        "instructions": "be kind",
        "ttlMs": 0, "cacheScope": "private",
        "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "peer", "version": "2"}},
    })
}

pub fn initialize_result(version: &str) -> Value {
    json!({
        "protocolVersion": version,
        "capabilities": capabilities(),
        "serverInfo": {"name": "peer", "version": "1"},
    })
}
