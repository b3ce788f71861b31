//! What events lead to, done when no borrow is held.

use std::rc::Rc;

use wasm_bindgen::prelude::*;
use web_sys::AbortController;

use super::asking::Question;
use super::deferred::Deferred;
use super::events::{Happening, close_info};
use super::host_side::Line;
use super::listeners::{Listener, ListenerId, call_later};
use super::subscription::Subscription;
use super::verdicts::Verdicts;
use crate::error::{CloseReason, Error};
use crate::web::{EventListener, Timer};
use crate::wire::version::ProtocolVersion;

/// Something to do for the host.
pub(super) enum Effect {
    /// Settle a promise.
    Settle(Deferred, Outcome),
    /// Call listeners, in a microtask.
    Call(Vec<Rc<Listener>>, Happening),
    /// Ask the host, in a microtask.
    Ask(Question),
    /// Say that a question is over.
    Withdraw(AbortController),
    /// Remember a version of the server, or forget what is remembered.
    Remember(Rc<Verdicts>, Option<ProtocolVersion>),
    /// Stop hearing of a signal or of the page.
    Unlisten(EventListener),
    /// Stop a timer.
    Disarm(Timer),
}

/// How a promise is to settle.
pub(super) enum Outcome {
    Value(JsValue),
    Failed(Box<Error>),
    Ended(CloseReason),
    Subscribed(String, ListenerId),
}

/// Does everything: listeners first get their place in the queue, so that they
/// hear of what led to a promise's settling before its `await` goes on.
pub(super) fn perform(line: &Line, effects: Vec<Effect>) {
    let identity = &line.context;
    let (mut calls, mut settled) = (Vec::new(), Vec::new());
    for effect in effects {
        match effect {
            Effect::Settle(deferred, outcome) => settled.push((deferred, outcome)),
            Effect::Call(listeners, happening) => {
                let event = happening.into_js(identity);
                for listener in listeners {
                    calls.push((listener, event.clone()));
                }
            }
            Effect::Ask(question) => question.ask(line),
            Effect::Withdraw(open) => open.abort(),
            Effect::Remember(verdicts, version) => verdicts.write(line, version),
            Effect::Unlisten(listener) => drop(listener),
            Effect::Disarm(timer) => drop(timer),
        }
    }
    call_later(calls);
    for (deferred, outcome) in settled {
        deferred.settle(match outcome {
            Outcome::Value(value) => Ok(value),
            Outcome::Failed(error) => Err(identity.error(&error)),
            Outcome::Subscribed(uri, listener) => Ok(Subscription::new(line, uri, listener).into()),
            Outcome::Ended(reason) => Ok(close_info(&reason, identity)),
        });
    }
}
