//! What a host asks of a connection.

use crate::wire::params::Params;

/// A request or notification that the host wants sent.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The method.
    pub method: String,
    /// The params, `_meta` of the host included.
    pub params: Params,
    /// How long to wait and what to ask for.
    pub options: CallOptions,
}

impl Request {
    /// Makes a request with default options.
    #[must_use]
    pub fn new(method: impl Into<String>, params: Params) -> Self {
        Self { method: method.into(), params, options: CallOptions::default() }
    }
}

/// How long to wait for an answer and what to ask for on the way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallOptions {
    /// Milliseconds to wait from when it is sent; `None` for the connection's own.
    pub timeout: Option<u64>,
    /// Milliseconds to wait whatever progress says; `None` for the connection's own.
    pub total: Option<u64>,
    /// Whether to ask for progress.
    pub progress: bool,
    /// Whether progress starts the time-out anew (it is asked for then).
    pub reset_on_progress: bool,
    /// Whether to ask the server even when an earlier answer is still good.
    pub fresh: bool,
    /// Whether a question of the server is the call's outcome, rather than asked.
    pub return_input: bool,
    /// The log level to ask for, where the version has that per request.
    pub log_level: Option<String>,
}
