//! The connection: its commands and what it gives out.

use std::collections::VecDeque;
use std::rc::Rc;

use super::cache::Cache;
use super::calls::Request;
use super::catalog::{HeaderPlans, Refresh};
use super::channel::SseChannel;
use super::config::Config;
use super::exchange::Exchange;
use super::inbound::Inbound;
use super::io::{Channel, Direction, Event, MessageKind, Output, Trace, Transmit, Warning};
use super::negotiated::{Negotiated, Timing};
use super::pending::{Call, Kind, PendingCalls};
use super::push::PushChannel;
use super::resume::Resumption;
use super::rounds::Round;
use super::sending::allow;
use super::state::State;
use super::subscriptions::Subscriptions;
use super::table::{Table, sooner};
use crate::error::{CloseReason, Error, Fault};
use crate::ids::{CallId, ConnectionId, ExchangeId, IdSource, InboundId};
use crate::json::Json;
use crate::time::Instant;
use crate::wire::json_rpc;
use crate::wire::params::Params;

/// Protocol state for one connection to one server.
///
/// A `Connection` lives once and dies closed; there is no way back. To
/// talk to the server again, make a new one: nothing this one learned outlives
/// it. How to drive it is told at the [module](super).
///
/// # Invariants
///
/// - Each [`CallId`] that a command returned is named by exactly one
///   [`Event::Settled`], unless it was taken back by [`cancel`](Self::cancel).
/// - Request ids come from the [`IdSource`] and are never used twice.
/// - After [`close`](Self::close) come the settlements, [`Event::Closed`] and
///   the farewell to the server; then no output and no timeout ever again.
#[derive(Debug)]
pub struct Connection<J> {
    pub(super) id: ConnectionId,
    pub(super) config: Rc<Config>,
    pub(super) ids: Rc<dyn IdSource>,
    pub(super) state: State<J>,
    pub(super) exchanges: Table<ExchangeId, Exchange>,
    pub(super) calls: PendingCalls,
    pub(super) rounds: Table<CallId, Round>,
    pub(super) cache: Cache<J>,
    pub(super) plans: HeaderPlans,
    pub(super) refresh: Refresh,
    pub(super) resumptions: Table<CallId, Resumption>,
    pub(super) subscriptions: Subscriptions,
    pub(super) push: PushChannel,
    /// The stream of the HTTP+SSE transport, on which everything comes.
    pub(super) channel: Option<SseChannel>,
    pub(super) inbound: Table<InboundId, Inbound>,
    pub(super) log_level: Option<String>,
    pub(super) timings: Vec<Timing>,
    pub(super) next_exchange: u64,
    pub(super) next_inbound: u64,
    pub(super) is_tracing: bool,
    outputs: VecDeque<Output<J>>,
}

impl<J: Json> Connection<J> {
    /// Makes a connection, which [`begin`](Self::begin) starts.
    #[must_use]
    pub fn new(id: ConnectionId, config: Rc<Config>, ids: Rc<dyn IdSource>) -> Self {
        Self {
            id,
            log_level: config.log_level.clone(),
            is_tracing: false,
            config,
            ids,
            state: State::New,
            exchanges: Table::default(),
            calls: PendingCalls::default(),
            rounds: Table::default(),
            cache: Cache::default(),
            plans: HeaderPlans::default(),
            refresh: Refresh::default(),
            resumptions: Table::default(),
            subscriptions: Subscriptions::default(),
            push: PushChannel::default(),
            channel: None,
            inbound: Table::default(),
            timings: Vec::new(),
            next_exchange: 0,
            next_inbound: 0,
            outputs: VecDeque::new(),
        }
    }

    /// Sends a request, once the connection is ready and it is its turn.
    ///
    /// The returned id is named by one [`Event::Settled`]; its time-out runs from
    /// when it is sent.
    ///
    /// # Errors
    ///
    /// [`Fault::Closed`] after the end, [`Fault::NotSupported`] when version or
    /// server lack the method, [`Fault::LimitExceeded`] when too many wait.
    pub fn call(&mut self, now: Instant, request: Request) -> Result<CallId, Box<Error>> {
        self.submit(now, Kind::Request, request)
    }

    /// Sends a notification; its [`Event::Settled`] comes when the server accepted it.
    ///
    /// # Errors
    ///
    /// As for [`call`](Self::call).
    pub fn notify(&mut self, now: Instant, notification: Request) -> Result<CallId, Box<Error>> {
        self.submit(now, Kind::Notification, notification)
    }

    /// Asks for log messages of `level` and above, in the era's own way.
    ///
    /// # Errors
    ///
    /// As for [`call`](Self::call).
    pub fn set_log_level(&mut self, now: Instant, level: &str) -> Result<CallId, Box<Error>> {
        let mut params = Params::default();
        params.set("level", json_rpc::quote(level));
        self.submit(now, Kind::LogLevel, Request::new("logging/setLevel", params))
    }

    /// Takes a call back: tells the server in the era's way and forgets it.
    ///
    /// No [`Event::Settled`] follows; an unknown or settled id is ignored.
    pub fn cancel(&mut self, now: Instant, id: CallId, reason: Option<&str>) {
        if let Some(call) = self.take_call(now, id) {
            self.abandon(now, &call, reason);
            self.send_waiting(now);
        }
    }

    /// Ends the connection; the first reason stays.
    pub fn close(&mut self, reason: CloseReason) {
        if matches!(self.state, State::Closed(..)) {
            return;
        }
        self.state = self.take_state().close(reason.clone());
        for (exchange, _) in self.exchanges.drain() {
            self.transmit(Transmit::Abort { exchange });
        }
        self.resumptions.drain();
        self.cache.end_all();
        self.rounds.drain();
        self.push = PushChannel::Off;
        self.subscriptions = Subscriptions::default();
        self.say_farewell(&reason);
        for (id, call) in self.calls.drain() {
            let error = error_of(&call, ending(&reason));
            self.emit(Event::Settled(id, Err(error)));
        }
        for (id, _) in self.inbound.drain() {
            self.emit(Event::Withdrawn(id));
        }
        self.emit(Event::Closed(reason));
    }

    /// Gives the next thing to do, `None` when there is nothing left.
    pub fn poll_output(&mut self) -> Option<Output<J>> {
        self.outputs.pop_front()
    }

    /// Gives the instant at which to call [`handle_timeout`](Self::handle_timeout).
    #[must_use]
    pub fn poll_timeout(&self) -> Option<Instant> {
        let connect = match &self.state {
            State::Connecting(handshake) => Some(handshake.deadline),
            State::New | State::Ready(_) | State::Closed(..) => None,
        };
        let others = [
            self.calls.due(),
            self.exchanges.earliest(|exchange| exchange.until),
            self.resumptions.earliest(|resumption| Some(resumption.at)),
            self.rounds.earliest(|round| round.at),
            self.push.due(),
            self.subscriptions.listening.at,
        ];
        others.into_iter().fold(connect, sooner)
    }

    /// Takes in that time has passed.
    pub fn handle_timeout(&mut self, now: Instant) {
        if let State::Connecting(handshake) = &mut self.state
            && handshake.deadline <= now
        {
            let error = handshake.failed(Fault::TimedOut(self.config.timeouts.connect));
            return self.fail_connecting(now, error);
        }
        for id in self.calls.overdue(now) {
            let Some(call) = self.take_call(now, id) else { continue };
            self.abandon(now, &call, Some("timed out"));
            let millis = call.patience(&self.config.timeouts, now);
            let error = error_of(&call, Fault::TimedOut(millis));
            self.emit(Event::Settled(id, Err(error)));
        }
        self.give_up_exchanges(now);
        self.resume_due(now);
        self.go_on(now);
        self.reopen_push(now);
        self.listen_due(now);
        self.send_waiting(now);
    }

    /// Gives the connection's number.
    #[must_use]
    pub const fn id(&self) -> ConnectionId {
        self.id
    }

    /// Gives what was agreed on, once it is; it stays readable after the end.
    #[must_use]
    pub const fn negotiated(&self) -> Option<&Negotiated<J>> {
        self.state.negotiated()
    }

    /// Gives the steps of connecting that were taken so far.
    #[must_use]
    pub fn timings(&self) -> &[Timing] {
        &self.timings
    }

    /// Tells whether the connection is not ready yet and has not ended.
    #[must_use]
    pub const fn is_connecting(&self) -> bool {
        matches!(self.state, State::New | State::Connecting(_))
    }

    /// Gives the reason of the end, after it.
    #[must_use]
    pub const fn closed(&self) -> Option<&CloseReason> {
        match &self.state {
            State::Closed(reason, _) => Some(reason),
            State::New | State::Connecting(_) | State::Ready(_) => None,
        }
    }

    /// Tells whether anybody waits for something on this connection.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.is_connecting()
            || !self.calls.is_empty()
            || self.inbound.len() > 0
            || self.subscriptions.is_wanted()
    }

    /// Turns [`Event::Trace`] on or off.
    pub const fn set_tracing(&mut self, on: bool) {
        self.is_tracing = on;
    }

    pub(super) fn submit(
        &mut self,
        now: Instant,
        kind: Kind,
        request: Request,
    ) -> Result<CallId, Box<Error>> {
        let gate = match &self.state {
            State::Closed(reason, _) => Err(ending(reason)),
            State::Ready(facts) => allow(facts, kind, &request.method),
            State::New | State::Connecting(_) => Ok(()),
        };
        gate.map_err(|fault| Error::unsent(fault, &request.method))?;
        if self.calls.waiting() >= self.config.limits.waiting {
            let value = self.config.limits.waiting;
            let fault = Fault::LimitExceeded { limit: "waitingRequests", value };
            return Err(Error::unsent(fault, &request.method));
        }
        let id = CallId(self.ids.next());
        self.calls.insert(id, kind, request);
        self.send_waiting(now);
        Ok(id)
    }

    /// Takes a call out, with what was planned for it.
    fn take_call(&mut self, now: Instant, id: CallId) -> Option<Box<Call>> {
        self.resumptions.remove(id);
        self.drop_round(id);
        self.drop_questions(id);
        self.forget_waiting(now, id);
        self.calls.remove(id)
    }

    /// Settles a call, once; a call that is settled already is left alone.
    pub(super) fn settle(&mut self, now: Instant, id: CallId, outcome: Result<J, Fault>) {
        let Some(call) = self.take_call(now, id) else { return };
        let outcome = outcome.map_err(|fault| {
            let mut error = error_of(&call, fault);
            error.retry_safe |= was_not_acted_on(&error.fault);
            error
        });
        self.emit(Event::Settled(id, outcome));
        self.send_waiting(now);
    }

    /// Takes the state out for a transition that consumes it.
    pub(super) fn take_state(&mut self) -> State<J> {
        std::mem::replace(&mut self.state, State::Closed(CloseReason::Local, None))
    }

    pub(super) fn emit(&mut self, event: Event<J>) {
        self.outputs.push_back(Output::Event(event));
    }

    pub(super) fn transmit(&mut self, transmit: Transmit) {
        self.outputs.push_back(Output::Transmit(transmit));
    }

    pub(super) fn warn(&mut self, fault: Fault, exchange: Option<ExchangeId>) {
        self.emit(Event::Warning(Warning { fault, exchange }));
    }

    pub(super) fn trace(
        &mut self,
        direction: Direction,
        exchange: ExchangeId,
        channel: Channel,
        bytes: usize,
        message: &J,
    ) {
        if !self.is_tracing {
            return;
        }
        let method = message.str_at("method");
        let id = message.get("id").and_then(|id| id.to_text().ok());
        let kind = match (&method, &id) {
            (Some(_), Some(_)) => MessageKind::Request,
            (Some(_), None) => MessageKind::Notification,
            (None, _) if message.get("error").is_some() => MessageKind::Error,
            (None, _) if message.get("result").is_some() => MessageKind::Response,
            (None, _) => MessageKind::Invalid,
        };
        let message = message.clone();
        self.emit(Event::Trace(Box::new(Trace {
            direction,
            exchange,
            channel,
            kind,
            method,
            id,
            bytes,
            message,
        })));
    }
}

/// Tells whether a fault proves that the server did nothing.
fn was_not_acted_on(fault: &Fault) -> bool {
    matches!(
        fault,
        Fault::NotSupported(_)
            | Fault::AuthorizationRequired
            | Fault::InvalidArgument(_)
            | Fault::Closed(CloseReason::SessionExpired)
    ) || matches!(fault.rpc_code(), Some(-32602..=-32600 | -32700 | -32022..=-32020))
        || matches!(fault.http_status(), Some(403..=406 | 413..=415 | 429 | 503))
}

/// Gives what a call is told that the end of its connection cut off.
///
/// When there never was a connection, that is why there was none.
fn ending(reason: &CloseReason) -> Fault {
    if let CloseReason::ConnectFailed(error) = reason {
        return error.fault.clone();
    }
    Fault::Closed(reason.clone())
}

fn error_of(call: &Call, fault: Fault) -> Box<Error> {
    let mut error = Error::unsent(fault, &call.request.method);
    error.retry_safe = call.is_retry_safe();
    error
}
