//! `2025-11-25`: polling streams, URL elicitation, sampling with tools, tasks.

use super::{COMPLETION, HANDSHAKE, LISTS, Method, Revision, act, read};
use crate::wire::version::Era;

/// The experimental tasks of this version's core.
const TASKS: &[Method] = &[
    read("tasks/get", Some("tasks")).of("taskId"),
    read("tasks/result", Some("tasks")).of("taskId"),
    read("tasks/list", Some("tasks.list")),
    act("tasks/cancel", Some("tasks.cancel")).of("taskId"),
];

/// The version's rules.
pub static REVISION: Revision = Revision {
    name: "2025-11-25",
    era: Era::Legacy,
    methods: &[LISTS, HANDSHAKE, COMPLETION, TASKS],
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
