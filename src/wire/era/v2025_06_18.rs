//! `2025-06-18`: structured output, elicitation, and the version header.

use super::{COMPLETION, HANDSHAKE, HANDSHAKE_NOTIFICATIONS, LISTS, Revision};
use crate::wire::version::Era;

/// The version's rules.
pub static REVISION: Revision = Revision {
    name: "2025-06-18",
    era: Era::Legacy,
    methods: &[LISTS, HANDSHAKE, COMPLETION],
    notifications: HANDSHAKE_NOTIFICATIONS,
    version_header: true,
    method_headers: false,
    batches: false,
    resumable: true,
};
