//! One connection to one server, without I/O and without a clock.
//!
//! # How to drive a [`Connection`]
//!
//! Make one and [`begin`](Connection::begin) it, which queues the first request.
//! After that, and after every command or `handle_*` call:
//!
//! 1. [`poll_output`](Connection::poll_output) until it gives `None`, and do
//!    what each output says, in order;
//! 2. arrange for [`handle_timeout`](Connection::handle_timeout) to be called at
//!    [`poll_timeout`](Connection::poll_timeout), if that gives an instant.
//!
//! For each [`Transmit::Post`] or [`Transmit::Get`], perform the request and
//! report back under its exchange id: [`handle_head`](Connection::handle_head),
//! then what the returned [`Reading`] asks for
//! ([`handle_body`](Connection::handle_body) once, or
//! [`handle_chunk`](Connection::handle_chunk) for each piece and
//! [`handle_end`](Connection::handle_end)); or
//! [`handle_failure`](Connection::handle_failure) at any point. Whatever comes
//! for an exchange that the connection has forgotten is ignored.
//!
//! ```
//! use mcp_tether::ids::{ConnectionId, Counter};
//! use mcp_tether::proto::{Config, Connection, Output, Transmit};
//! use mcp_tether::time::Instant;
//! use serde_json::Value;
//!
//! let config = Config::new(r#"{"name":"example","version":"1.0.0"}"#);
//! let now = Instant::from_millis(0);
//! let mut connection =
//!     Connection::<Value>::new(ConnectionId(1), config.into(), Counter::shared());
//! connection.begin(now, None);
//! let Some(Output::Transmit(Transmit::Post { body, .. })) = connection.poll_output() else {
//!     unreachable!("a new connection speaks first");
//! };
//! assert!(body.contains("server/discover"));
//! assert_eq!(connection.poll_timeout(), Some(Instant::from_millis(30_000)));
//! ```

mod backoff;
mod cache;
mod calls;
mod catalog;
mod channel;
mod config;
mod connecting;
mod connection;
mod exchange;
mod handshake;
mod inbound;
mod io;
mod listen;
mod negotiated;
mod outgoing;
mod pending;
mod push;
mod receive;
mod results;
mod resume;
mod rounds;
mod sending;
mod state;
mod subscriptions;
mod table;

pub use calls::{CallOptions, Request};
pub use config::{Config, Limits, ProtocolChoice, Push, Timeouts, TransportChoice};
pub use connection::Connection;
pub use io::{
    Body, Channel, Direction, EXCERPT, Event, Head, Header, MessageKind, Output, Reading,
    StreamState, Trace, Transmit, Warning,
};
pub use negotiated::{Negotiated, Timing, Transport};
pub use subscriptions::Topic;
