//! `2026-07-28`: no handshake and no session; every request declares itself.

use super::{CALL_TOOL, COMPLETION, GET_PROMPT, LISTS, Method, READ_RESOURCE, Revision, act, read};
use crate::wire::version::Era;

/// The extension that the `tasks/*` methods belong to.
const TASKS: Option<&str> = Some("extensions.io.modelcontextprotocol/tasks");

/// What this version has of its own, and what may be answered by a question.
const OWN: &[Method] = &[
    read("server/discover", None),
    CALL_TOOL.asks(),
    READ_RESOURCE.asks(),
    GET_PROMPT.asks(),
    read("subscriptions/listen", None),
    read("tasks/get", TASKS).of("taskId"),
    act("tasks/update", TASKS).of("taskId"),
    act("tasks/cancel", TASKS).of("taskId"),
];

/// The version's rules.
pub static REVISION: Revision = Revision {
    name: "2026-07-28",
    era: Era::Modern,
    methods: &[LISTS, COMPLETION, OWN],
    notifications: &[],
    version_header: true,
    method_headers: true,
    batches: false,
    resumable: false,
};
