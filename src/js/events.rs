//! The events of a session and what they look like.

use wasm_bindgen::prelude::*;

use super::bag::{Refusal, place_of, refuse};
use super::error::Identity;
use super::record::Record;
use crate::error::{CloseReason, Error, Fault};
use crate::json::Json;
use crate::proto::{Channel, Direction, MessageKind, StreamState, Topic, Trace, Warning};
use crate::text::{concat, join};
use crate::time::Instant;
use crate::web::Payload;

/// The types that `on` takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum EventType {
    ToolsChanged,
    PromptsChanged,
    ResourcesChanged,
    ResourceUpdated,
    Log,
    State,
    Stream,
    Warning,
    Authorization,
    Trace,
    Close,
}

impl EventType {
    const ALL: [Self; 11] = [
        Self::ToolsChanged,
        Self::PromptsChanged,
        Self::ResourcesChanged,
        Self::ResourceUpdated,
        Self::Log,
        Self::State,
        Self::Stream,
        Self::Warning,
        Self::Authorization,
        Self::Trace,
        Self::Close,
    ];

    /// The types' names, in the same order.
    const NAMES: [&'static str; 11] = [
        "toolschanged",
        "promptschanged",
        "resourceschanged",
        "resourceupdated",
        "log",
        "state",
        "stream",
        "warning",
        "authorization",
        "trace",
        "close",
    ];

    /// Reads the name of a type.
    pub(super) fn read(value: &JsValue) -> Result<Self, Refusal> {
        let kind = place_of(value, &Self::NAMES).and_then(|place| Self::ALL.get(place));
        let expected = || concat(&["one of ", &join(&Self::NAMES, ", ")]);
        kind.copied().ok_or_else(|| refuse("type", &expected(), value))
    }

    /// Finds the event that a notification of the server becomes.
    pub(super) fn of_notification(method: &str) -> Option<Self> {
        Some(match method.strip_prefix("notifications/")? {
            "tools/list_changed" => Self::ToolsChanged,
            "prompts/list_changed" => Self::PromptsChanged,
            "resources/list_changed" => Self::ResourcesChanged,
            "resources/updated" => Self::ResourceUpdated,
            "message" => Self::Log,
            _ => return None,
        })
    }

    /// Finds the list whose changes the event tells of.
    pub(super) fn topic(self) -> Option<Topic> {
        match self {
            Self::ToolsChanged => Some(Topic::Tools),
            Self::PromptsChanged => Some(Topic::Prompts),
            Self::ResourcesChanged => Some(Topic::Resources),
            Self::ResourceUpdated
            | Self::Log
            | Self::State
            | Self::Stream
            | Self::Warning
            | Self::Authorization
            | Self::Trace
            | Self::Close => None,
        }
    }

    pub(super) fn tells_of_the_end(self) -> bool {
        matches!(self, Self::State | Self::Close)
    }
}

/// Something that happened, not yet in the host's shape.
pub(super) enum Happening {
    /// A notification's params.
    Params(Option<Payload>),
    /// The state's new name.
    State(&'static str),
    Stream(StreamState),
    Warning(Warning),
    Trace(Box<Trace<Payload>>, Instant),
    Close(CloseReason),
}

impl Happening {
    /// Makes the object that listeners get.
    pub(super) fn into_js(self, identity: &Identity) -> JsValue {
        match self {
            Self::Params(params) => params.map_or_else(|| Record::new().done(), Payload::into_js),
            Self::State(state) => state_record(state),
            Self::Stream(StreamState::Up) => state_record("up"),
            Self::Stream(StreamState::Down) => state_record("down"),
            Self::Stream(StreamState::Unsupported) => state_record("unsupported"),
            Self::Warning(warning) => warning_error(warning, identity),
            Self::Trace(trace, time) => trace_record(*trace, time),
            Self::Close(reason) => close_info(&reason, identity),
        }
    }
}

/// Says how a session ended.
pub(super) fn close_info(reason: &CloseReason, identity: &Identity) -> JsValue {
    let record = Record::new();
    record.text("reason", reason.as_str());
    if let Some(error) = fault_of(reason) {
        record.set("error", &identity.error(&error));
    }
    record.done()
}

/// Gives the error behind an end that was nobody's wish.
pub(super) fn fault_of(reason: &CloseReason) -> Option<Box<Error>> {
    if matches!(reason, CloseReason::SessionExpired) {
        return Some(Fault::Closed(reason.clone()).into());
    }
    reason.error().cloned().map(Box::new)
}

fn state_record(state: &str) -> JsValue {
    let record = Record::new();
    record.text("state", state);
    record.done()
}

/// Makes an `McpError` of a breach, though nothing is rejected with it.
fn warning_error(warning: Warning, identity: &Identity) -> JsValue {
    let record = Record::of(identity.fault(warning.fault));
    if let Some(exchange) = warning.exchange {
        record.number("exchange", exchange.0);
    }
    record.done()
}

fn trace_record(trace: Trace<Payload>, time: Instant) -> JsValue {
    let record = Record::new();
    record
        .text(
            "direction",
            match trace.direction {
                Direction::Out => "out",
                Direction::In => "in",
            },
        )
        .number("time", time.as_millis())
        .number("bytes", trace.bytes as u64)
        .number("exchange", trace.exchange.0)
        .text(
            "kind",
            match trace.kind {
                MessageKind::Request => "request",
                MessageKind::Notification => "notification",
                MessageKind::Response => "response",
                MessageKind::Error => "error",
                MessageKind::Invalid => "invalid",
            },
        )
        .text(
            "stream",
            match trace.channel {
                Channel::Post => "post",
                Channel::Get => "get",
                Channel::Listen => "listen",
            },
        )
        .maybe("method", trace.method.as_ref());
    if let Some(id) = trace.id.and_then(|text| Payload::parse(&text).ok()) {
        record.set("id", &id.into_js());
    }
    record.set("message", &trace.message.into_js());
    record.done()
}
