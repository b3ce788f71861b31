//! From a host's call to the connection's, and the promise in between.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::{Function, Promise};
use wasm_bindgen::prelude::*;
use web_sys::AbortSignal;

use super::bag::Refusal;
use super::deferred::Deferred;
use super::host_side::{Answer, Line, PendingCall};
use super::listeners::Listener;
use super::request_options::Wish;
use crate::error::Error;
use crate::ids::CallId;
use crate::proto::{CallOptions, Connection, Request};
use crate::time::Instant;
use crate::web::{EventListener, Payload, now};

/// The command of the connection that a call becomes.
enum Command {
    Call(Request),
    Notify(Request),
    SetLogLevel(String),
    Subscribe(String, CallOptions),
    Unsubscribe(String),
}

impl Command {
    fn issue(
        self,
        connection: &mut Connection<Payload>,
        now: Instant,
    ) -> Result<CallId, Box<Error>> {
        match self {
            Self::Call(request) => connection.call(now, request),
            Self::Notify(notification) => connection.notify(now, notification),
            Self::SetLogLevel(level) => connection.set_log_level(now, &level),
            Self::Subscribe(uri, options) => connection.subscribe(now, &uri, options),
            Self::Unsubscribe(uri) => connection.unsubscribe(now, &uri),
        }
    }
}

/// A call, with all of the host's code run that was in its arguments.
struct Call {
    command: Command,
    answer: Answer,
    signal: Option<AbortSignal>,
    on_progress: Option<Function>,
}

impl Call {
    /// Makes a call that gives nothing and that nothing stops.
    const fn plain(command: Command) -> Self {
        Self { command, answer: Answer::Nothing, signal: None, on_progress: None }
    }
}

/// Sends a request.
pub(super) fn request(line: &Line, method: &str, params: JsValue, options: JsValue) -> Promise {
    let Wish { request, signal, on_progress } = match Wish::read(method, params, options) {
        Ok(wish) => wish,
        Err(refusal) => return rejected(line, &refusal, Some(method)),
    };
    let command = Command::Call(request);
    start(line, Call { command, answer: Answer::Result, signal, on_progress })
}

/// Sends a notification.
pub(super) fn notify(line: &Line, method: &str, params: JsValue) -> Promise {
    match Wish::read(method, params, JsValue::UNDEFINED) {
        Ok(wish) => start(line, Call::plain(Command::Notify(wish.request))),
        Err(refusal) => rejected(line, &refusal, Some(method)),
    }
}

/// Sets the log level, in the way of the era.
pub(super) fn set_log_level(line: &Line, level: String) -> Promise {
    start(line, Call::plain(Command::SetLogLevel(level)))
}

/// Watches a resource.
pub(super) fn subscribe(line: &Line, uri: String, listener: Function, options: JsValue) -> Promise {
    const METHOD: &str = "resources/subscribe";
    let Wish { request, signal, .. } = match Wish::read(METHOD, JsValue::UNDEFINED, options) {
        Ok(wish) => wish,
        Err(refusal) => return rejected(line, &refusal, Some(METHOD)),
    };
    let answer = Answer::Subscription(uri.clone(), listener);
    let command = Command::Subscribe(uri, request.options);
    start(line, Call { command, answer, signal, on_progress: None })
}

/// Watches a resource no more.
pub(super) fn unsubscribe(line: &Line, uri: String) -> Promise {
    start(line, Call::plain(Command::Unsubscribe(uri)))
}

/// Makes a promise that is rejected for what the host passed.
pub(super) fn rejected(line: &Line, refusal: &Refusal, method: Option<&str>) -> Promise {
    line.context.sign(refusal, method);
    Promise::reject(refusal)
}

fn start(line: &Line, call: Call) -> Promise {
    if let Some(signal) = call.signal.as_ref().filter(|signal| signal.aborted()) {
        return Promise::reject(&signal.reason());
    }
    let (promise, deferred) = Deferred::new();
    let filed = Rc::new(Cell::new(None));
    let pending = PendingCall {
        deferred,
        progress: call.on_progress.map(Listener::new),
        signal: call.signal.map(|signal| listen(line, signal, filed.clone())),
        answer: call.answer,
    };
    let (now, command) = (now(), call.command);
    let refused = line.step(|driver| match command.issue(&mut driver.connection, now) {
        Ok(id) => {
            filed.set(Some(id));
            driver.host.expect(id, pending);
            None
        }
        Err(error) => Some((error, pending)),
    });
    if let Some((error, pending)) = refused {
        pending.deferred.settle(Err(line.context.error(&error)));
    }
    promise
}

/// Cancels the call when the host's signal says so.
fn listen(line: &Line, signal: AbortSignal, filed: Rc<Cell<Option<CallId>>>) -> EventListener {
    let (line, of) = (Rc::downgrade(line), signal.clone());
    let action = move |_| {
        let (Some(line), Some(id)) = (line.upgrade(), filed.get()) else { return };
        let now = now();
        let pending = line.step(|driver| {
            let pending = driver.host.take(id)?;
            driver.connection.cancel(now, id, None);
            Some(pending)
        });
        let Some(pending) = pending else { return };
        if let Some(progress) = &pending.progress {
            progress.remove();
        }
        pending.deferred.settle(Err(of.reason()));
    };
    EventListener::new(&signal, "abort", Box::new(action))
}
