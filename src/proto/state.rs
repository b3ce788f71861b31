//! The life of a connection, which goes one way.
//!
//! ```text
//! New ──► Connecting ──► Ready ──► Closed
//!  └───────────┴─────────────────────▲
//! ```

use super::handshake::Handshake;
use super::negotiated::Negotiated;
use crate::error::CloseReason;

/// Where a connection is in its life.
#[derive(Debug)]
pub(super) enum State<J> {
    /// Made, and not begun.
    New,
    /// Finding out what the server speaks.
    Connecting(Handshake<J>),
    /// Agreed; there are facts.
    Ready(Negotiated<J>),
    /// Over, for this reason; the facts are kept for whoever still asks.
    Closed(CloseReason, Option<Negotiated<J>>),
}

impl<J> State<J> {
    /// Gives the facts, once there are any.
    pub(super) const fn negotiated(&self) -> Option<&Negotiated<J>> {
        match self {
            Self::New | Self::Connecting(_) => None,
            Self::Ready(facts) => Some(facts),
            Self::Closed(_, facts) => facts.as_ref(),
        }
    }

    /// Ends the life: the facts agreed on so far are kept.
    pub(super) fn close(self, reason: CloseReason) -> Self {
        match self {
            Self::New => Self::Closed(reason, None),
            Self::Connecting(handshake) => Self::Closed(reason, handshake.into_facts()),
            Self::Ready(facts) => Self::Closed(reason, Some(facts)),
            closed @ Self::Closed(..) => closed,
        }
    }
}
