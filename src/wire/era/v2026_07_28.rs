//! `2026-07-28`: no handshake and no session; every request declares itself.

use super::{
    CALL_TOOL, COMPLETE, GET_PROMPT, LIST_PROMPTS, LIST_RESOURCES, LIST_TEMPLATES, LIST_TOOLS,
    READ_RESOURCE, Revision, act, read,
};
use crate::wire::version::Era;

/// The extension that the `tasks/*` methods belong to.
const TASKS: Option<&str> = Some("extensions.io.modelcontextprotocol/tasks");

/// The version's rules.
pub static REVISION: Revision = Revision {
    name: "2026-07-28",
    era: Era::Modern,
    methods: &[
        read("server/discover", None),
        LIST_TOOLS,
        CALL_TOOL.asks(),
        LIST_RESOURCES,
        LIST_TEMPLATES,
        READ_RESOURCE.asks(),
        LIST_PROMPTS,
        GET_PROMPT.asks(),
        COMPLETE,
        read("subscriptions/listen", None),
        read("tasks/get", TASKS).of("taskId"),
        act("tasks/update", TASKS).of("taskId"),
        act("tasks/cancel", TASKS).of("taskId"),
    ],
    notifications: &[],
    version_header: true,
    method_headers: true,
    batches: false,
    resumable: false,
};
