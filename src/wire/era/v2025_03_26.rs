//! `2025-03-26`: Streamable HTTP, sessions, and arrays of messages.

use super::{
    CALL_TOOL, COMPLETE, GET_PROMPT, HANDSHAKE_NOTIFICATIONS, INITIALIZE, LIST_PROMPTS,
    LIST_RESOURCES, LIST_TEMPLATES, LIST_TOOLS, PING, READ_RESOURCE, Revision, SET_LEVEL,
    SUBSCRIBE, UNSUBSCRIBE,
};
use crate::wire::version::Era;

/// The version's rules.
pub static REVISION: Revision = Revision {
    name: "2025-03-26",
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
        COMPLETE,
        SET_LEVEL,
    ],
    notifications: HANDSHAKE_NOTIFICATIONS,
    version_header: false,
    method_headers: false,
    batches: true,
    resumable: true,
};
