//! How a host wants a session to behave.

use js_sys::Function;
use wasm_bindgen::prelude::*;
use web_sys::AbortSignal;

use super::bag::Bag;
use super::spec::Spec;
use crate::error::Fault;
use crate::proto::{Config, Limits, Push, Timeouts};

/// The levels of a log, least grave first.
pub(super) const LOG_LEVELS: [&str; 8] =
    ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

/// `SessionOptions` that were checked.
pub(super) struct Options {
    pub(super) config: Config,
    pub(super) signal: Option<AbortSignal>,
    pub(super) fetch: Option<Function>,
    /// Milliseconds that `close()` waits for the farewell.
    pub(super) close: u64,
}

impl Options {
    /// Reads the host's object.
    pub(super) fn read(value: JsValue, spec: &Spec) -> Result<Self, Fault> {
        let bag = Bag::required(value, "options")?;
        let (timeouts, limits) = (bag.bag("timeouts")?, bag.bag("limits")?);
        check_what_is_to_come(&bag)?;
        let config = Config {
            client_info: client_info(&bag)?,
            capabilities: capabilities(&bag, spec)?,
            url: spec.url.clone(),
            transport: spec.transport,
            protocol: spec.protocol,
            hint: None,
            timeouts: read_timeouts(&timeouts)?,
            limits: read_limits(&limits)?,
            push: push(&bag)?,
            roots: spec.roots.clone(),
            answers: Vec::new(),
            param_headers: true,
            // Until it is known whether somebody listens.
            tracing: true,
            log_level: bag.choice("logLevel", &LOG_LEVELS)?,
        };
        Ok(Self {
            config,
            signal: signal(&bag)?,
            fetch: bag.function("fetch")?,
            close: timeouts.number("close")?.unwrap_or(2_000),
        })
    }
}

/// Reads an abort signal, of this realm or another.
pub(super) fn signal(bag: &Bag) -> Result<Option<AbortSignal>, Fault> {
    let value = bag.get("signal")?;
    if value.is_undefined() {
        return Ok(None);
    }
    let inner = Bag::required(value.clone(), &bag.field("signal"))?;
    let fits =
        inner.get("aborted")?.as_bool().is_some() && inner.get("addEventListener")?.is_function();
    if fits {
        return Ok(Some(value.unchecked_into()));
    }
    Err(bag.refuse("signal", "an AbortSignal", &value))
}

fn push(bag: &Bag) -> Result<Push, Fault> {
    let word = bag.choice("push", &["auto", "off"])?;
    Ok(if word.as_deref() == Some("off") { Push::Off } else { Push::Auto })
}

fn client_info(bag: &Bag) -> Result<String, Fault> {
    let info = Bag::required(bag.get("clientInfo")?, &bag.field("clientInfo"))?;
    info.name("name")?;
    info.name("version")?;
    bag.to_json("clientInfo", info.value().clone())
}

fn capabilities(bag: &Bag, spec: &Spec) -> Result<String, Fault> {
    let mut members = Vec::new();
    if spec.roots.is_some() {
        members.push("\"roots\":{}".to_owned());
    }
    if let Some(extensions) = bag.json("extensions")? {
        members.push(["\"extensions\":", &extensions].concat());
    }
    Ok(["{", &members.join(","), "}"].concat())
}

fn read_timeouts(bag: &Bag) -> Result<Timeouts, Fault> {
    let default = Timeouts::default();
    Ok(Timeouts {
        connect: bag.number("connect")?.unwrap_or(default.connect),
        request: bag.number("request")?.unwrap_or(default.request),
        total: bag.number("total")?.or(default.total),
    })
}

fn read_limits(bag: &Bag) -> Result<Limits, Fault> {
    let default = Limits::default();
    let read = |name, default: usize| {
        let number = bag.number(name)?;
        Ok(number.map_or(default, |number| usize::try_from(number).unwrap_or(usize::MAX)))
    };
    let count = |name, default: u32| {
        let number = bag.number(name)?;
        Ok(number.map_or(default, |number| u32::try_from(number).unwrap_or(u32::MAX)))
    };
    Ok(Limits {
        message: read("messageBytes", default.message)?,
        error_body: read("errorBodyBytes", default.error_body)?,
        concurrent: read("concurrentRequests", default.concurrent)?,
        waiting: read("waitingRequests", default.waiting)?,
        inbound: read("inboundRequests", default.inbound)?,
        pages: count("pages", default.pages)?,
        rounds: count("rounds", default.rounds)?,
    })
}

/// Checks the fields whose effect is still to come, so that a mistake in them
/// shows today.
fn check_what_is_to_come(bag: &Bag) -> Result<(), Fault> {
    let handlers = bag.bag("handlers")?;
    handlers.function("elicitation")?;
    handlers.function("sampling")?;
    bag.choice("validateOutput", &["on", "off"])?;
    let verdicts = bag.bag("verdicts")?;
    for name in ["get", "set", "delete"] {
        verdicts.function(name)?;
    }
    Ok(())
}
