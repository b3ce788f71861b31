//! What the host wants of a connection; shared, never written.

use crate::wire::version::ProtocolVersion;

/// The host's wishes for one connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The JSON text of the client's `Implementation`.
    pub client_info: String,
    /// The JSON text of the `ClientCapabilities` to declare.
    pub capabilities: String,
    /// The server's URL, against which it may name others.
    pub url: String,
    /// Which transports to try.
    pub transport: TransportChoice,
    /// Which protocol versions to try.
    pub protocol: ProtocolChoice,
    /// How long to wait for what.
    pub timeouts: Timeouts,
    /// What a peer may make us hold.
    pub limits: Limits,
    /// Whether to open the channel for what the server sends of itself.
    pub push: Push,
    /// The JSON text of the roots array to answer, when roots are declared.
    pub roots: Option<String>,
    /// The requests of a server that the host answers; others are refused.
    pub answers: Vec<String>,
    /// Whether to mirror arguments in headers where a tool wants that.
    pub param_headers: bool,
    /// The log level to ask for with each request, where the version has that.
    pub log_level: Option<String>,
}

impl Config {
    /// Makes a configuration of defaults for a client that declares nothing.
    ///
    /// `client_info` is the JSON text of an `Implementation` object.
    #[must_use]
    pub fn new(client_info: impl Into<String>) -> Self {
        Self {
            client_info: client_info.into(),
            capabilities: "{}".to_owned(),
            url: String::new(),
            transport: TransportChoice::Auto,
            protocol: ProtocolChoice::Auto,
            timeouts: Timeouts::default(),
            limits: Limits::default(),
            push: Push::default(),
            roots: None,
            answers: Vec::new(),
            param_headers: true,
            log_level: None,
        }
    }
}

/// Which transports a connection tries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TransportChoice {
    /// Streamable HTTP first, then HTTP+SSE.
    #[default]
    Auto,
    /// Streamable HTTP only.
    StreamableHttp,
    /// HTTP+SSE only.
    HttpSse,
}

/// Which protocol versions a connection tries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProtocolChoice {
    /// The modern era first, then the legacy one.
    #[default]
    Auto,
    /// The modern era only.
    Modern,
    /// The legacy era only.
    Legacy,
    /// This version only.
    Pinned(ProtocolVersion),
}

/// Whether the channel for what the server sends of itself is opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Push {
    /// As soon as there is use for it.
    #[default]
    Auto,
    /// Never.
    Off,
}

/// How long to wait, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// For the connection to be ready.
    pub connect: u64,
    /// For the answer to a request, from when it is sent.
    pub request: u64,
    /// For the answer to a request whatever progress says; `None` for no limit.
    pub total: Option<u64>,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self { connect: 30_000, request: 60_000, total: None }
    }
}

/// What a peer may make this side hold; each breach is an error, not our memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of one message, in a body or in an event.
    pub message: usize,
    /// Bytes of an error body that are read.
    pub error_body: usize,
    /// Requests of this side in flight at once, one at least; more wait their turn.
    pub concurrent: usize,
    /// Requests of this side that wait, for the connection or for their turn.
    pub waiting: usize,
    /// Requests of the server whose answers are due.
    pub inbound: usize,
    /// Rounds of questions before a call is answered.
    pub rounds: usize,
    /// Pages of one list.
    pub pages: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            message: 16 * 1024 * 1024,
            error_body: 64 * 1024,
            concurrent: 64,
            waiting: 4096,
            inbound: 64,
            rounds: 10,
            pages: 1_000,
        }
    }
}
