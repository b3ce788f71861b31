//! What one session owes its host: promises, listeners, a scope.

use std::rc::Rc;

use js_sys::{Array, Function, Promise};
use wasm_bindgen::prelude::*;
use web_sys::AbortController;

use super::asking::{Handlers, Question};
use super::deferred::Deferred;
use super::effects::{Effect, Outcome, perform};
use super::error::Identity;
use super::events::{EventType, Happening, fault_of};
use super::keep_alive::KeepAlive;
use super::listeners::{Listener, ListenerId, Listeners};
use super::record::Record;
use super::scope::Scope;
use super::verdicts::Verdicts;
use crate::error::{CloseReason, Error, Fault, RpcError, Step};
use crate::ids::{CallId, InboundId};
use crate::json::Json;
use crate::proto::{Connection, Event, Negotiated, Timing, Warning};
use crate::web::{EventListener, Host, Payload, Shared, Timer, now};
use crate::wire::version::ProtocolVersion;

/// A session's state, reached through its driver.
pub(super) type Line = Rc<Shared<HostSide>>;

/// A call whose promise is not settled.
pub(super) struct PendingCall {
    pub(super) deferred: Deferred,
    pub(super) progress: Option<Rc<Listener>>,
    pub(super) signal: Option<EventListener>,
    pub(super) answer: Answer,
}

/// What a call's promise gives.
pub(super) enum Answer {
    /// The result that the server sent.
    Result,
    /// Nothing: it is enough that the server took it.
    Nothing,
    /// A subscription to the resource with that URI.
    Subscription(String, Function),
}

/// A `close()` that waits for the farewell.
struct Closing {
    promise: Promise,
    deferred: Option<Deferred>,
    timer: Option<Timer>,
    /// Whether to wait no longer.
    enough: bool,
}

/// The host's side of one connection.
pub(super) struct HostSide {
    calls: Vec<(CallId, PendingCall)>,
    handlers: Handlers,
    /// The questions without an answer, and what ends their signals.
    questions: Vec<(InboundId, AbortController)>,
    /// Questions that came before the session was ready.
    early: Vec<Question>,
    pub(super) listeners: Listeners,
    pub(super) keep_alive: KeepAlive,
    /// What ends the session from outside: its signal, the page's end.
    pub(super) endings: Vec<EventListener>,
    pub(super) state: &'static str,
    pub(super) server: JsValue,
    ready: Option<Deferred>,
    closed: Option<Deferred>,
    closing: Option<Closing>,
    scope: Rc<Scope>,
    /// What is remembered of the server, where that is of use.
    pub(super) verdicts: Option<Rc<Verdicts>>,
    /// Ends the wait for what is remembered.
    pub(super) lookup: Option<Timer>,
}

impl HostSide {
    pub(super) fn new(
        handlers: Handlers,
        verdicts: Option<Rc<Verdicts>>,
        ready: Deferred,
        closed: Deferred,
        scope: Rc<Scope>,
    ) -> Self {
        Self {
            calls: Vec::new(),
            handlers,
            questions: Vec::new(),
            early: Vec::new(),
            listeners: Listeners::default(),
            keep_alive: KeepAlive::default(),
            endings: Vec::new(),
            state: "connecting",
            server: JsValue::UNDEFINED,
            ready: Some(ready),
            closed: Some(closed),
            closing: None,
            scope,
            verdicts,
            lookup: None,
        }
    }

    /// Adds a listener, unless there will be nothing to hear.
    pub(super) fn hear(&mut self, kind: EventType, function: Function) -> ListenerId {
        if self.state == "closed" {
            return ListenerId::default();
        }
        self.listeners.add(kind, function, None)
    }

    /// Files a call.
    pub(super) fn expect(&mut self, id: CallId, call: PendingCall) {
        self.calls.push((id, call));
    }

    /// Gives up a call.
    pub(super) fn take(&mut self, id: CallId) -> Option<PendingCall> {
        let index = self.calls.iter().position(|(known, _)| *known == id)?;
        Some(self.calls.swap_remove(index).1)
    }

    /// Gives up a question.
    pub(super) fn take_question(&mut self, id: InboundId) -> Option<AbortController> {
        let index = self.questions.iter().position(|(known, _)| *known == id)?;
        Some(self.questions.swap_remove(index).1)
    }

    /// Gives the promise of an earlier `close()`.
    pub(super) fn closing(&self) -> Option<Promise> {
        self.closing.as_ref().map(|closing| closing.promise.clone())
    }

    /// Takes note that the host waits for the farewell.
    pub(super) fn wait_for_farewell(&mut self, promise: Promise, deferred: Deferred, timer: Timer) {
        let (deferred, timer) = (Some(deferred), Some(timer));
        self.closing = Some(Closing { promise, deferred, timer, enough: false });
    }

    /// Lets nobody wait for the farewell any longer.
    pub(super) fn stop_waiting(&mut self) {
        if let Some(closing) = &mut self.closing {
            closing.enough = true;
        }
    }

    fn emit(&self, kind: EventType, happening: Happening, effects: &mut Vec<Effect>) {
        let uri = match (&happening, kind) {
            (Happening::Params(Some(params)), EventType::ResourceUpdated) => params.str_at("uri"),
            _ => None,
        };
        let listeners = self.listeners.of(kind, uri.as_deref());
        if !listeners.is_empty() {
            effects.push(Effect::Call(listeners, happening));
        }
    }

    fn on_ready(&mut self, connection: &Connection<Payload>, effects: &mut Vec<Effect>) {
        let Some(negotiated) = connection.negotiated() else { return };
        self.server = describe(negotiated, connection.timings());
        self.state = "ready";
        self.emit(EventType::State, Happening::State("ready"), effects);
        if let Some(ready) = self.ready.take() {
            effects.push(Effect::Settle(ready, Outcome::Value(self.server.clone())));
        }
        for question in std::mem::take(&mut self.early) {
            effects.push(Effect::Ask(question));
        }
        self.remember(connection, Some(negotiated.version), effects);
    }

    /// Keeps what the ladder found out; a verdict that held is left to grow old.
    fn remember(
        &self,
        connection: &Connection<Payload>,
        version: Option<ProtocolVersion>,
        effects: &mut Vec<Effect>,
    ) {
        let was_asked = connection.timings().iter().any(|timing| timing.step == Step::Discover);
        let verdicts = self.verdicts.iter().filter(|_| was_asked).cloned();
        effects.extend(verdicts.map(|verdicts| Effect::Remember(verdicts, version)));
    }

    /// Hands a question to its handler, or refuses it.
    fn on_asked(
        &mut self,
        connection: &mut Connection<Payload>,
        id: InboundId,
        question: Result<(Question, AbortController), RpcError>,
        effects: &mut Vec<Effect>,
    ) {
        match question {
            Ok((question, open)) => {
                self.questions.push((id, open));
                if self.server.is_undefined() {
                    self.early.push(question);
                } else {
                    effects.push(Effect::Ask(question));
                }
            }
            Err(refusal) => connection.answer(now(), id, Err(&refusal)),
        }
    }

    fn on_settled(
        &mut self,
        id: CallId,
        outcome: Result<Payload, Box<Error>>,
        effects: &mut Vec<Effect>,
    ) {
        let Some(call) = self.take(id) else { return };
        let outcome = match (outcome, call.answer) {
            (Ok(result), Answer::Result) => Outcome::Value(result.into_js()),
            (Ok(_), Answer::Nothing) => Outcome::Value(JsValue::UNDEFINED),
            (Ok(_), Answer::Subscription(uri, listener)) => {
                let kind = EventType::ResourceUpdated;
                let listener = self.listeners.add(kind, listener, Some(uri.clone()));
                Outcome::Subscribed(uri, listener)
            }
            (Err(error), _) => {
                // No report of a call may follow its failure.
                if let Some(progress) = &call.progress {
                    progress.remove();
                }
                Outcome::Failed(error)
            }
        };
        effects.push(Effect::Settle(call.deferred, outcome));
        effects.extend(call.signal.map(Effect::Unlisten));
    }

    fn on_progress(&self, id: CallId, progress: Payload, effects: &mut Vec<Effect>) {
        let call = self.calls.iter().find(|(known, _)| *known == id);
        if let Some(listener) = call.and_then(|(_, call)| call.progress.clone()) {
            effects.push(Effect::Call(vec![listener], Happening::Params(Some(progress))));
        }
    }

    fn on_closed(
        &mut self,
        connection: &Connection<Payload>,
        reason: CloseReason,
        effects: &mut Vec<Effect>,
    ) {
        self.state = "closed";
        effects.extend(self.lookup.take().map(Effect::Disarm));
        let relied_on = self.verdicts.as_ref().is_some_and(|verdicts| verdicts.is_relied_on());
        if relied_on && matches!(reason, CloseReason::ConnectFailed(_)) {
            self.remember(connection, None, effects);
        }
        self.emit(EventType::State, Happening::State("closed"), effects);
        self.emit(EventType::Close, Happening::Close(reason.clone()), effects);
        self.listeners.end();
        self.scope.end(&reason);
        for ending in std::mem::take(&mut self.endings) {
            effects.push(Effect::Unlisten(ending));
        }
        if let Some(ready) = self.ready.take() {
            let error = fault_of(&reason).unwrap_or_else(|| Fault::Closed(reason.clone()).into());
            effects.push(Effect::Settle(ready, Outcome::Failed(error)));
        }
        if let Some(closed) = self.closed.take() {
            effects.push(Effect::Settle(closed, Outcome::Ended(reason)));
        }
    }
}

impl Host for HostSide {
    type Context = Identity;
    type Effect = Effect;

    fn receive(
        &mut self,
        connection: &mut Connection<Payload>,
        event: Event<Payload>,
        effects: &mut Vec<Effect>,
    ) {
        match event {
            Event::Ready => self.on_ready(connection, effects),
            Event::Settled(id, outcome) => self.on_settled(id, outcome, effects),
            Event::Progress(id, progress) => self.on_progress(id, progress, effects),
            Event::Notification { method, params } => {
                if let Some(kind) = EventType::of_notification(&method) {
                    self.emit(kind, Happening::Params(params), effects);
                }
            }
            Event::Asked { id, method, params, call } => {
                let behind = call.and_then(|call| connection.method(call)).map(str::to_owned);
                let question = self.handlers.question(id, &method, params, behind);
                self.on_asked(connection, id, question, effects);
            }
            Event::Withdrawn(id) => effects.extend(self.take_question(id).map(Effect::Withdraw)),
            Event::Stream(state) => {
                self.emit(EventType::Stream, Happening::Stream(state), effects);
            }
            Event::Warning(warning) => {
                self.emit(EventType::Warning, Happening::Warning(warning), effects);
            }
            Event::Trace(trace) => {
                self.emit(EventType::Trace, Happening::Trace(trace, now()), effects);
            }
            Event::Closed(reason) => self.on_closed(connection, reason, effects),
        }
    }

    fn after_step(
        &mut self,
        connection: &Connection<Payload>,
        farewells: usize,
        effects: &mut Vec<Effect>,
    ) {
        if let Some(closing) = self.closing.as_mut().filter(|c| farewells == 0 || c.enough) {
            let deferred = closing.deferred.take();
            effects.extend(deferred.map(|d| Effect::Settle(d, Outcome::Value(JsValue::UNDEFINED))));
            effects.extend(closing.timer.take().map(Effect::Disarm));
        }
        if self.state == "closed" {
            return self.keep_alive.end();
        }
        let heard = connection.is_busy() && !self.listeners.is_empty();
        let asked = !self.questions.is_empty();
        self.keep_alive.set_busy(self.ready.is_some() || !self.calls.is_empty() || asked || heard);
    }

    fn perform(line: &Line, effects: Vec<Effect>) {
        perform(line, effects);
    }
}

/// Makes a `ServerDescription`.
fn describe(negotiated: &Negotiated<Payload>, timings: &[Timing]) -> JsValue {
    let steps = Array::new();
    for timing in timings {
        let step = Record::new();
        step.text("step", timing.step.as_str())
            .number("ms", timing.millis)
            .text("outcome", &timing.outcome);
        steps.push(&step.done());
    }
    let record = Record::new();
    record
        .text("protocolVersion", negotiated.version.as_str())
        .text("era", negotiated.era().as_str())
        .text("transport", negotiated.transport.as_str())
        .set("capabilities", &negotiated.capabilities.clone().into_js());
    if let Some(info) = &negotiated.server_info {
        record.set("info", &info.clone().into_js());
    }
    record.maybe("instructions", negotiated.instructions.as_ref()).set("timings", &steps);
    record.done()
}

/// Tells listeners of a fault that the session survives.
pub(super) fn warn(line: &Line, fault: Fault) {
    let listeners = line.look(|driver| driver.host.listeners.of(EventType::Warning, None));
    let warning = Happening::Warning(Warning { fault, exchange: None });
    perform(line, vec![Effect::Call(listeners, warning)]);
}
