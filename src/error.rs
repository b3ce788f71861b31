//! Why something did not work, sorted by whose fault it was.
//!
//! A [`Fault`] says what happened, an [`Error`] which request it happened to and
//! whether sending that request again is harmless. Messages name what was
//! expected, what came and what to do; never a token, a code or a header's value.

mod message;

use std::fmt;

use crate::text::concat;

/// The stable name of a kind of failure, as hosts branch on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Code {
    /// The connection ended first.
    Closed,
    /// The server ended the session.
    SessionExpired,
    /// No answer came in time.
    TimedOut,
    /// The server cancelled the request.
    CancelledByServer,
    /// The server answered with a JSON-RPC error.
    RpcError,
    /// The server answered with an HTTP error that holds no JSON-RPC error.
    HttpError,
    /// The network failed, or the browser refused to let the answer be read.
    Network,
    /// The browser's same-origin rules kept the answer, or a header of it, back.
    Cors,
    /// The response stream ended without the response.
    StreamEnded,
    /// The response had no body where one was due.
    EmptyResponse,
    /// What came was no valid message.
    InvalidMessage,
    /// A limit was exceeded.
    LimitExceeded,
    /// There is no protocol version that both sides speak.
    UnsupportedVersion,
    /// The protocol era or the server does not offer this.
    NotSupported,
    /// The server wants to know who is calling.
    AuthorizationRequired,
    /// The server wants an answer of the host before it goes on.
    InputRequired,
    /// The host passed something unusable.
    InvalidArgument,
    /// A store of the host failed.
    Storage,
}

impl Code {
    /// Gives the name that hosts see.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Closed => "CLOSED",
            Self::SessionExpired => "SESSION_EXPIRED",
            Self::TimedOut => "TIMED_OUT",
            Self::CancelledByServer => "CANCELLED_BY_SERVER",
            Self::RpcError => "RPC_ERROR",
            Self::HttpError => "HTTP_ERROR",
            Self::Network => "NETWORK",
            Self::Cors => "CORS",
            Self::StreamEnded => "STREAM_ENDED",
            Self::EmptyResponse => "EMPTY_RESPONSE",
            Self::InvalidMessage => "INVALID_MESSAGE",
            Self::LimitExceeded => "LIMIT_EXCEEDED",
            Self::UnsupportedVersion => "UNSUPPORTED_VERSION",
            Self::NotSupported => "NOT_SUPPORTED",
            Self::AuthorizationRequired => "AUTHORIZATION_REQUIRED",
            Self::InputRequired => "INPUT_REQUIRED",
            Self::InvalidArgument => "INVALID_ARGUMENT",
            Self::Storage => "STORAGE",
        }
    }
}

/// A JSON-RPC error object, as the server sent it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RpcError {
    /// The numeric code.
    pub code: i64,
    /// The server's own sentence.
    pub message: String,
    /// The JSON text of `data`, when there is one.
    pub data: Option<String>,
}

/// An HTTP answer that was no MCP message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpError {
    /// The status code.
    pub status: u16,
    /// The reason phrase, empty over HTTP/2.
    pub status_text: String,
    /// The beginning of the body.
    pub body: Option<String>,
}

/// A step of connecting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The `server/discover` request.
    Discover,
    /// The `initialize` request.
    Initialize,
    /// The `notifications/initialized` notification.
    Initialized,
    /// The event stream of the HTTP+SSE transport and its `endpoint` event.
    HttpSse,
}

impl Step {
    /// Gives the name that hosts see.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Discover => "discover",
            Self::Initialize => "initialize",
            Self::Initialized => "initialized",
            Self::HttpSse => "http+sse",
        }
    }
}

/// Why a connection ended.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum CloseReason {
    /// The host called `close()`.
    Local,
    /// The host called `free()`, or disposed of the session.
    Freed,
    /// The host's abort signal fired.
    Aborted,
    /// Nobody held the session any more.
    Collected,
    /// The page went away.
    PageHidden,
    /// The server no longer knows the session.
    SessionExpired,
    /// The connection could not be made.
    ConnectFailed(Box<Error>),
    /// The server broke the protocol so that going on was not possible.
    ProtocolError(Box<Error>),
}

impl CloseReason {
    /// Gives the name that hosts see.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Local => "LOCAL",
            Self::Freed => "FREED",
            Self::Aborted => "ABORTED",
            Self::Collected => "COLLECTED",
            Self::PageHidden => "PAGE_HIDDEN",
            Self::SessionExpired => "SESSION_EXPIRED",
            Self::ConnectFailed(_) => "CONNECT_FAILED",
            Self::ProtocolError(_) => "PROTOCOL_ERROR",
        }
    }

    /// Gives the error behind the end, when there was one.
    #[must_use]
    pub fn error(&self) -> Option<&Error> {
        match self {
            Self::ConnectFailed(error) | Self::ProtocolError(error) => Some(error),
            Self::Local
            | Self::Freed
            | Self::Aborted
            | Self::Collected
            | Self::PageHidden
            | Self::SessionExpired => None,
        }
    }
}

/// A message of the server that the protocol does not allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// What was expected.
    pub expected: String,
    /// What came, shortened.
    pub came: String,
}

/// A value of the host that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misuse {
    /// The field's name.
    pub field: String,
    /// What was expected.
    pub expected: String,
    /// What came.
    pub came: String,
}

/// The protocol versions of two sides that have none in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Versions {
    /// What this side asked for.
    pub asked: &'static str,
    /// What the server offers, when it said so.
    pub offered: Vec<String>,
}

/// What happened, named by cause.
///
/// It is passed on through every layer and is therefore small: details are boxed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Fault {
    /// The connection ended first, for this reason.
    Closed(CloseReason),
    /// No answer came within this many milliseconds.
    TimedOut(u64),
    /// The server cancelled the request, for this reason if it gave one.
    CancelledByServer(Option<String>),
    /// The server answered with a JSON-RPC error, under this HTTP status.
    Rpc(Box<RpcError>, u16),
    /// The server answered with an HTTP error that holds no JSON-RPC error.
    Http(Box<HttpError>),
    /// The request got no answer that could be read; the text is the browser's.
    Network(String),
    /// The browser let no answer through for want of this response header, `NAME` or `NAME: VALUE`.
    Cors(String),
    /// Same-origin rules kept this response header back, which is needed to go on.
    HiddenHeader(&'static str),
    /// The response stream ended (or broke, with the text) before the response.
    StreamEnded(Option<String>),
    /// The answer to a request had no body.
    EmptyResponse(u16),
    /// What came was no valid message.
    InvalidMessage(Box<Mismatch>),
    /// The named limit was exceeded.
    LimitExceeded {
        /// The field of the limits.
        limit: &'static str,
        /// Its value.
        value: usize,
    },
    /// The server speaks other protocol versions than asked for.
    UnsupportedVersion(Box<Versions>),
    /// The named method is not offered; the text says by whom and why.
    NotSupported(String),
    /// The server answered 401 and nobody can sign in.
    AuthorizationRequired,
    /// The server wants input that nobody here can give.
    InputRequired(String),
    /// The host passed something unusable.
    InvalidArgument(Box<Misuse>),
    /// A store of the host failed, for this reason.
    Storage(String),
    /// Every step of connecting failed, each for the reason given.
    Unreachable(Vec<(Step, Self)>),
}

impl Fault {
    /// Gives the stable name of the kind of failure.
    #[must_use]
    pub fn code(&self) -> Code {
        match self {
            Self::Closed(CloseReason::SessionExpired) => Code::SessionExpired,
            Self::Closed(_) => Code::Closed,
            Self::TimedOut(_) => Code::TimedOut,
            Self::CancelledByServer(_) => Code::CancelledByServer,
            Self::Rpc(..) => Code::RpcError,
            Self::Http(_) => Code::HttpError,
            Self::Network(_) => Code::Network,
            Self::Cors(_) | Self::HiddenHeader(_) => Code::Cors,
            Self::StreamEnded(_) => Code::StreamEnded,
            Self::EmptyResponse(_) => Code::EmptyResponse,
            Self::InvalidMessage(_) => Code::InvalidMessage,
            Self::LimitExceeded { .. } => Code::LimitExceeded,
            Self::UnsupportedVersion(_) => Code::UnsupportedVersion,
            Self::NotSupported(_) => Code::NotSupported,
            Self::AuthorizationRequired => Code::AuthorizationRequired,
            Self::InputRequired(_) => Code::InputRequired,
            Self::InvalidArgument(_) => Code::InvalidArgument,
            Self::Storage(_) => Code::Storage,
            Self::Unreachable(steps) => {
                steps.last().map_or(Code::Network, |(_, fault)| fault.code())
            }
        }
    }

    /// Gives the sentence that says what was expected, what came and what to do.
    #[must_use]
    pub fn message(&self) -> String {
        message::of(self)
    }

    /// Gives the code of a JSON-RPC error.
    #[must_use]
    pub fn rpc_code(&self) -> Option<i64> {
        if let Self::Rpc(error, _) = self { Some(error.code) } else { None }
    }

    /// Gives the status of an HTTP error that holds no JSON-RPC error.
    #[must_use]
    pub fn http_status(&self) -> Option<u16> {
        if let Self::Http(error) = self { Some(error.status) } else { None }
    }

    /// Makes an [`InvalidMessage`](Self::InvalidMessage).
    pub(crate) fn invalid(expected: &str, came: &str) -> Self {
        let (expected, came) = (expected.to_owned(), came.to_owned());
        Self::InvalidMessage(Box::new(Mismatch { expected, came }))
    }

    /// Makes an [`InvalidArgument`](Self::InvalidArgument).
    pub(crate) fn misuse(field: &str, expected: &str, came: &str) -> Self {
        let (field, expected, came) = (field.to_owned(), expected.to_owned(), came.to_owned());
        Self::InvalidArgument(Box::new(Misuse { field, expected, came }))
    }
}

/// A failure, the request that it happened to, and whether to send that again.
#[derive(Clone, Debug, PartialEq)]
pub struct Error {
    /// What happened.
    pub fault: Fault,
    /// The method of the request, when there was one.
    pub method: Option<String>,
    /// Whether sending the same request again cannot do anything twice.
    pub retry_safe: bool,
    /// The step of connecting that failed, when it was one.
    pub step: Option<Step>,
}

impl Error {
    /// Makes an error of a request that was never sent.
    #[must_use]
    pub fn unsent(fault: Fault, method: &str) -> Box<Self> {
        Box::new(Self { fault, method: Some(method.to_owned()), retry_safe: true, step: None })
    }

    /// Makes an error of a step of connecting.
    #[must_use]
    pub fn connecting(fault: Fault, step: Step) -> Box<Self> {
        Box::new(Self { fault, method: None, retry_safe: true, step: Some(step) })
    }

    /// Gives the stable name of the kind of failure.
    #[must_use]
    pub fn code(&self) -> Code {
        self.fault.code()
    }

    /// Gives the fault's sentence, after the method that it happened to.
    #[must_use]
    pub fn message(&self) -> String {
        let fault = self.fault.message();
        match &self.method {
            Some(method) => concat(&[method, ": ", &fault]),
            None => fault,
        }
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        Self { fault, method: None, retry_safe: false, step: None }
    }
}

impl From<Fault> for Box<Error> {
    fn from(fault: Fault) -> Self {
        Self::new(fault.into())
    }
}

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message())
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message())
    }
}

/// A fault costs code wherever it passes, by its size.
#[cfg(target_pointer_width = "32")]
const _: () = assert!(size_of::<Fault>() <= 16);
