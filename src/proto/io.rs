//! What goes into a connection and what comes out of it.

use crate::error::{CloseReason, Error, Fault};
use crate::ids::{CallId, ExchangeId, InboundId};

/// An HTTP request header: lower-case name, value.
pub type Header = (String, String);

/// What the driver has to do next.
#[derive(Clone, Debug, PartialEq)]
pub enum Output<J> {
    /// Do this on the network.
    Transmit(Transmit),
    /// Tell the host this.
    Event(Event<J>),
}

/// Something to do on the network.
///
/// The driver adds what is not the protocol's: the URL, the host's own headers,
/// credentials, `content-type` and `accept` are in `headers` already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Transmit {
    /// POST `body`.
    Post {
        /// The exchange to report back under.
        exchange: ExchangeId,
        /// The URL to post to, of the server's own origin; `None` for the server's URL.
        to: Option<String>,
        /// The headers that the protocol wants.
        headers: Vec<Header>,
        /// The JSON text of the message.
        body: String,
    },
    /// GET an event stream from the server's URL.
    Get {
        /// The exchange to report back under.
        exchange: ExchangeId,
        /// The headers that the protocol wants.
        headers: Vec<Header>,
    },
    /// End the server's session: sent to outlive the page, nothing is reported back.
    Delete {
        /// The headers that the protocol wants.
        headers: Vec<Header>,
    },
    /// Abort this exchange; nothing more is reported back.
    Abort {
        /// The exchange.
        exchange: ExchangeId,
    },
}

/// The head of an HTTP response, as far as the protocol looks at it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// The status code.
    pub status: u16,
    /// The reason phrase.
    pub status_text: String,
    /// The `content-type` header.
    pub content_type: Option<String>,
    /// The `mcp-session-id` header, when it may be read.
    pub session_id: Option<String>,
}

/// How to read the body of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Read the whole body, at most `limit` bytes, then `handle_body`.
    Whole {
        /// Bytes to read at most.
        limit: usize,
    },
    /// `handle_chunk` for each piece, then `handle_end`.
    Stream,
    /// Cancel the body; nothing more is reported back.
    Nothing,
}

/// Bytes of a body's text that are kept for error messages.
pub const EXCERPT: usize = 1024;

/// A body that was read whole.
#[derive(Clone, Debug, PartialEq)]
pub struct Body<J> {
    /// The parsed JSON, or the parser's sentence.
    pub json: Result<J, String>,
    /// The beginning of the text, at most [`EXCERPT`] bytes or so.
    pub excerpt: String,
    /// The bytes that were read.
    pub bytes: usize,
    /// Whether there were more bytes than asked for; `json` is an error then.
    pub truncated: bool,
    /// Whether the text has [`ANNOTATION`](crate::wire::headers::ANNOTATION) in it.
    pub annotated: bool,
}

/// Something to tell the host.
#[derive(Clone, Debug, PartialEq)]
pub enum Event<J> {
    /// The connection is ready; [`Connection::negotiated`](super::Connection::negotiated) says how.
    Ready,
    /// A call ended, with the result or an error; once for each call.
    ///
    /// The result of a notification that was sent is `null`.
    Settled(CallId, Result<J, Box<Error>>),
    /// Progress of a call: the notification's params.
    Progress(CallId, J),
    /// A notification of the server that concerns no call.
    Notification {
        /// The method.
        method: String,
        /// The params, when there are any.
        params: Option<J>,
    },
    /// The server asks something that the host has to answer.
    Asked {
        /// The id to answer under.
        id: InboundId,
        /// The method.
        method: String,
        /// The params, when there are any.
        params: Option<J>,
        /// The call whose stream it came on, when it came on one.
        call: Option<CallId>,
    },
    /// The server no longer wants that answer.
    Withdrawn(InboundId),
    /// The channel for what the server sends of itself changed.
    Stream(StreamState),
    /// The server did something wrong that the connection survives.
    Warning(Warning),
    /// A message went out or came in; only while tracing is on.
    Trace(Box<Trace<J>>),
    /// The connection ended; the last event of all.
    Closed(CloseReason),
}

/// The state of the channel for what the server sends of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamState {
    /// It is open.
    Up,
    /// It is lost; it may come back.
    Down,
    /// The server has none.
    Unsupported,
}

/// A breach that the connection survives.
#[derive(Clone, Debug, PartialEq)]
pub struct Warning {
    /// What was wrong.
    pub fault: Fault,
    /// The exchange that it came on.
    pub exchange: Option<ExchangeId>,
}

/// Which way a message went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From this side to the server.
    Out,
    /// From the server to this side.
    In,
}

/// What kind of message it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageKind {
    /// A request.
    Request,
    /// A notification.
    Notification,
    /// An answer with a result.
    Response,
    /// An answer with an error.
    Error,
    /// None of these.
    Invalid,
}

/// The channel that a message took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// A POST or its response.
    Post,
    /// The standing GET stream.
    Get,
    /// A `subscriptions/listen` stream.
    Listen,
}

/// A message, as it went over the wire.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace<J> {
    /// Which way it went.
    pub direction: Direction,
    /// The exchange that it belongs to.
    pub exchange: ExchangeId,
    /// The channel that it took.
    pub channel: Channel,
    /// What kind of message it was.
    pub kind: MessageKind,
    /// The method, for a request or notification.
    pub method: Option<String>,
    /// The JSON text of the id, when there is one.
    pub id: Option<String>,
    /// The size of its JSON text in bytes.
    pub bytes: usize,
    /// The message.
    pub message: J,
}
