//! `2025-11-25`: polling streams, URL elicitation, sampling with tools, tasks.

use super::{
    CALL_TOOL, COMPLETE, GET_PROMPT, INITIALIZE, LIST_PROMPTS, LIST_RESOURCES, LIST_TEMPLATES,
    LIST_TOOLS, PING, READ_RESOURCE, Revision, SET_LEVEL, SUBSCRIBE, UNSUBSCRIBE, act, read,
};
use crate::wire::version::Era;

/// The version's rules.
pub static REVISION: Revision = Revision {
    name: "2025-11-25",
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
        read("tasks/get", Some("tasks")).of("taskId"),
        read("tasks/result", Some("tasks")).of("taskId"),
        read("tasks/list", Some("tasks.list")),
        act("tasks/cancel", Some("tasks.cancel")).of("taskId"),
    ],
    notifications: &[
        "notifications/initialized",
        "notifications/cancelled",
        "notifications/progress",
        "notifications/roots/list_changed",
        "notifications/tasks/status",
    ],
    version_header: true,
    method_headers: false,
    batches: false,
    resumable: true,
};
