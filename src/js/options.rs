//! How a host wants a session to behave.

use js_sys::Function;
use wasm_bindgen::prelude::*;
use web_sys::AbortSignal;

use super::asking::Handlers;
use super::bag::{Bag, Complaints, describe};
use super::spec::Spec;
use crate::proto::{Config, Limits, Push, Timeouts};
use crate::text::{concat, join};

/// The levels of a log, least grave first.
pub(super) const LOG_LEVELS: [&str; 8] =
    ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

/// `SessionOptions` as they were read.
pub(super) struct Options {
    pub(super) config: Config,
    pub(super) handlers: Handlers,
    pub(super) signal: Option<AbortSignal>,
    pub(super) fetch: Option<Function>,
    /// The host's `EraStore`, or nothing.
    pub(super) verdicts: JsValue,
    /// Milliseconds that `close()` waits for the farewell.
    pub(super) close: u64,
}

impl Options {
    /// Reads the host's object.
    pub(super) fn read(value: JsValue, spec: &Spec, complaints: &Complaints) -> Self {
        let bag = Bag::required(value, "options", complaints);
        let timeouts = Bag::optional(bag.get("timeouts"), "options.timeouts", complaints);
        let limits = Bag::optional(bag.get("limits"), "options.limits", complaints);
        let handlers = Bag::optional(bag.get("handlers"), "options.handlers", complaints);
        let handlers = Handlers::read(&handlers);
        bag.choice("validateOutput", &["on", "off"]); // whose effect is still to come
        let config = Config {
            client_info: client_info(&bag, complaints),
            capabilities: capabilities(&bag, spec, &handlers),
            url: spec.url.clone(),
            transport: spec.transport,
            protocol: spec.protocol,
            timeouts: read_timeouts(&timeouts),
            limits: read_limits(&limits),
            push: push(&bag),
            roots: spec.roots.clone(),
            answers: handlers.methods(),
            param_headers: spec.param_headers,
            log_level: log_level(&bag),
        };
        Self {
            config,
            handlers,
            signal: signal(&bag, complaints),
            fetch: bag.function("fetch"),
            verdicts: verdicts(&bag, complaints),
            close: timeouts.number("close").unwrap_or(2_000),
        }
    }
}

/// Reads an abort signal, of this realm or another.
pub(super) fn signal(bag: &Bag<'_>, complaints: &Complaints) -> Option<AbortSignal> {
    let value = bag.get("signal");
    if value.is_undefined() {
        return None;
    }
    let signal = Bag::optional(value.clone(), "options.signal", complaints);
    let fits =
        signal.get("aborted").as_bool().is_some() && signal.get("addEventListener").is_function();
    if fits {
        return Some(value.unchecked_into());
    }
    bag.complain("signal", "an AbortSignal", &describe(&value));
    None
}

/// Reads the least grave level to hear of.
pub(super) fn log_level(bag: &Bag<'_>) -> Option<String> {
    let place = bag.choice("logLevel", &LOG_LEVELS)?;
    LOG_LEVELS.get(place).map(|level| (*level).to_owned())
}

fn push(bag: &Bag<'_>) -> Push {
    match bag.choice("push", &["auto", "off"]) {
        Some(1) => Push::Off,
        _ => Push::Auto,
    }
}

fn client_info(bag: &Bag<'_>, complaints: &Complaints) -> String {
    let info = Bag::required(bag.get("clientInfo"), "options.clientInfo", complaints);
    info.name("name");
    info.name("version");
    bag.to_json("clientInfo", info.value().clone()).unwrap_or_default()
}

fn capabilities(bag: &Bag<'_>, spec: &Spec, handlers: &Handlers) -> String {
    let mut members = handlers.capabilities();
    if spec.roots.is_some() {
        members.push("\"roots\":{}".to_owned());
    }
    if let Some(extensions) = bag.json("extensions") {
        members.push(concat(&["\"extensions\":", &extensions]));
    }
    concat(&["{", &join(&members, ","), "}"])
}

fn read_timeouts(bag: &Bag<'_>) -> Timeouts {
    let default = Timeouts::default();
    Timeouts {
        connect: bag.number("connect").unwrap_or(default.connect),
        request: bag.number("request").unwrap_or(default.request),
        total: bag.number("total").or(default.total),
    }
}

fn read_limits(bag: &Bag<'_>) -> Limits {
    let default = Limits::default();
    Limits {
        message: size(bag, "messageBytes", default.message),
        error_body: size(bag, "errorBodyBytes", default.error_body),
        concurrent: size(bag, "concurrentRequests", default.concurrent),
        waiting: size(bag, "waitingRequests", default.waiting),
        inbound: size(bag, "inboundRequests", default.inbound),
        pages: size(bag, "pages", default.pages),
        rounds: size(bag, "rounds", default.rounds),
    }
}

fn size(bag: &Bag<'_>, name: &str, default: usize) -> usize {
    bag.number(name).map_or(default, |number| usize::try_from(number).unwrap_or(usize::MAX))
}

/// Reads the store of verdicts, which has to have all of its methods.
fn verdicts(bag: &Bag<'_>, complaints: &Complaints) -> JsValue {
    let store = Bag::optional(bag.get("verdicts"), "options.verdicts", complaints);
    for name in ["get", "set", "delete"] {
        if store.value().is_object() && store.function(name).is_none() {
            store.complain(name, "a function", "nothing");
        }
    }
    store.value().clone()
}
