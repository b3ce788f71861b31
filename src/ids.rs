//! Newtypes for everything that identifies something.

use std::cell::Cell;
use std::fmt;
use std::rc::Rc;

/// A connection's number, which no other connection of the page has or will have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnectionId(pub u64);

/// The host's own key for a server; never its URL, never what it calls itself.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ServerId(pub String);

/// A call of this side, which is also its JSON-RPC request id on the wire.
///
/// A call may need several requests (a second round, another version); each has
/// an id of its own, and the call keeps the id of the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallId(pub u64);

/// An id that this side put on a JSON-RPC request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(pub u64);

/// A request of the server, as numbered by this side on arrival.
///
/// The server's own id is kept beside it and echoed byte for byte; two servers,
/// or one careless server, may use an id twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InboundId(pub u64);

/// One HTTP request and its response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExchangeId(pub u64);

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Where request ids come from: numbers that only grow and never repeat in a page.
///
/// It belongs to whoever outlives the connections (a page), so that a response
/// bearing another connection's id can be told from one's own.
pub trait IdSource: fmt::Debug {
    /// Gives a number that was never given before; the first one is 1.
    fn next(&self) -> u64;

    /// Resolves a URL reference against `base`; `None` when it is none, or of another origin.
    fn resolve(&self, base: &str, reference: &str) -> Option<String> {
        let _ = (base, reference);
        None
    }

    /// Gives a number from 0 up to 1, by chance; what waits is spread by it.
    fn chance(&self) -> f64 {
        0.0
    }
}

/// An [`IdSource`] for one process: a counter that is shared by reference.
#[derive(Debug, Default)]
pub struct Counter(Cell<u64>);

impl Counter {
    /// Makes a counter that starts at 1, ready to be shared.
    #[must_use]
    pub fn shared() -> Rc<Self> {
        Rc::default()
    }
}

impl IdSource for Counter {
    fn next(&self) -> u64 {
        let next = self.0.get().saturating_add(1);
        self.0.set(next);
        next
    }
}
