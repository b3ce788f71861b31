//! How a host wants a session to behave.

use js_sys::Function;
use wasm_bindgen::prelude::*;
use web_sys::AbortSignal;

use super::bag::{Bag, Refusal};
use super::spec::Spec;
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
    pub(super) fn read(value: JsValue, spec: &Spec) -> Result<Self, Refusal> {
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
pub(super) fn signal(bag: &Bag) -> Result<Option<AbortSignal>, Refusal> {
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

fn push(bag: &Bag) -> Result<Push, Refusal> {
    let word = bag.choice("push", &["auto", "off"])?;
    Ok(if word.as_deref() == Some("off") { Push::Off } else { Push::Auto })
}

fn client_info(bag: &Bag) -> Result<String, Refusal> {
    let info = Bag::required(bag.get("clientInfo")?, &bag.field("clientInfo"))?;
    info.name("name")?;
    info.name("version")?;
    bag.to_json("clientInfo", info.value().clone())
}

fn capabilities(bag: &Bag, spec: &Spec) -> Result<String, Refusal> {
    let mut members = Vec::new();
    if spec.roots.is_some() {
        members.push("\"roots\":{}".to_owned());
    }
    if let Some(extensions) = bag.json("extensions")? {
        members.push(["\"extensions\":", &extensions].concat());
    }
    Ok(["{", &members.join(","), "}"].concat())
}

fn read_timeouts(bag: &Bag) -> Result<Timeouts, Refusal> {
    let default = Timeouts::default();
    Ok(Timeouts {
        connect: bag.number("connect")?.unwrap_or(default.connect),
        request: bag.number("request")?.unwrap_or(default.request),
        total: bag.number("total")?.or(default.total),
    })
}

fn read_limits(bag: &Bag) -> Result<Limits, Refusal> {
    let default = Limits::default();
    Ok(Limits {
        message: limit(bag, "messageBytes", default.message)?,
        error_body: limit(bag, "errorBodyBytes", default.error_body)?,
        concurrent: limit(bag, "concurrentRequests", default.concurrent)?,
        waiting: limit(bag, "waitingRequests", default.waiting)?,
        inbound: limit(bag, "inboundRequests", default.inbound)?,
        pages: limit(bag, "pages", default.pages)?,
        rounds: limit(bag, "rounds", default.rounds)?,
    })
}

/// Reads a number, which is cut to what its limit can hold.
fn limit<T: TryFrom<u64>>(bag: &Bag, name: &str, default: T) -> Result<T, Refusal> {
    Ok(match bag.number(name)? {
        Some(number) => T::try_from(number.min(u64::from(u32::MAX))).unwrap_or(default),
        None => default,
    })
}

/// Checks the fields whose effect is still to come, so that a mistake in them
/// shows today.
fn check_what_is_to_come(bag: &Bag) -> Result<(), Refusal> {
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
