//! `2024-11-05`: the first version, over HTTP+SSE.

use super::{HANDSHAKE, HANDSHAKE_NOTIFICATIONS, LISTS, Revision, read};
use crate::wire::version::Era;

/// The version's rules.
pub static REVISION: Revision = Revision {
    name: "2024-11-05",
    era: Era::Legacy,
    methods: &[LISTS, HANDSHAKE, &[read("completion/complete", None)]],
    notifications: HANDSHAKE_NOTIFICATIONS,
    version_header: false,
    method_headers: false,
    batches: false,
    resumable: false,
};
