//! `2025-03-26`: Streamable HTTP, sessions, and arrays of messages.

use super::{COMPLETION, HANDSHAKE, HANDSHAKE_NOTIFICATIONS, LISTS, Revision};
use crate::wire::version::Era;

/// The version's rules.
pub static REVISION: Revision = Revision {
    name: "2025-03-26",
    era: Era::Legacy,
    methods: &[LISTS, HANDSHAKE, COMPLETION],
    notifications: HANDSHAKE_NOTIFICATIONS,
    version_header: false,
    method_headers: false,
    batches: true,
    resumable: true,
};
