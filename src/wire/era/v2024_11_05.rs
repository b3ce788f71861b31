//! `2024-11-05`: the first version, over HTTP+SSE.

use super::{
    CALL_TOOL, GET_PROMPT, HANDSHAKE_NOTIFICATIONS, INITIALIZE, LIST_PROMPTS, LIST_RESOURCES,
    LIST_TEMPLATES, LIST_TOOLS, PING, READ_RESOURCE, Revision, SET_LEVEL, SUBSCRIBE, UNSUBSCRIBE,
    read,
};
use crate::wire::version::Era;

/// The version's rules.
pub static REVISION: Revision = Revision {
    name: "2024-11-05",
    era: Era::Legacy,
    methods: &[
        INITIALIZE,
        PING,
        LIST_TOOLS,
        CALL_TOOL,
        LIST_RESOURCES,
        LIST_TEMPLATES,
        READ_RESOURCE,
        SUBSCRIBE,
        UNSUBSCRIBE,
        LIST_PROMPTS,
        GET_PROMPT,
        read("completion/complete", None),
        SET_LEVEL,
    ],
    notifications: HANDSHAKE_NOTIFICATIONS,
    version_header: false,
    method_headers: false,
    batches: false,
    resumable: false,
};
