//! What goes out: calls in their turn, notices, and the farewell.

use super::connection::Connection;
use super::exchange::{Exchange, Purpose, is_visible_ascii, quoted};
use super::io::{Channel, Direction, Header, Transmit};
use super::negotiated::Negotiated;
use super::outgoing::{self, Envelope};
use super::pending::{Call, Kind};
use super::state::State;
use crate::error::{CloseReason, Fault};
use crate::ids::{CallId, ExchangeId, RequestId};
use crate::json::Json;
use crate::text::decimal;
use crate::time::Instant;
use crate::wire::json_rpc;
use crate::wire::params::Params;
use crate::wire::version::{Era, ProtocolVersion};

impl<J: Json> Connection<J> {
    /// Sends what waits, as far as the connection and the limits allow.
    ///
    /// A call that is settled on the way leaves the rest to who is sending already:
    /// thousands may wait, and each would go one deeper.
    pub(super) fn send_waiting(&mut self, now: Instant) {
        if !matches!(self.state, State::Ready(_)) || !self.calls.start_sending() {
            return;
        }
        while let Some(id) = self.calls.next_to_send(self.config.limits.concurrent.max(1)) {
            self.send_call(now, id);
        }
        self.calls.stop_sending();
    }

    fn send_call(&mut self, now: Instant, id: CallId) {
        let (State::Ready(facts), Some(call)) = (&self.state, self.calls.get_mut(id)) else {
            return;
        };
        let method = call.request.method.clone();
        if let Err(fault) = allow(facts, call.kind, &method) {
            return self.settle(now, id, Err(fault));
        }
        if matches!(call.kind, Kind::Subscribe | Kind::Unsubscribe)
            && self.take_up(now, id).is_none()
        {
            return;
        }
        if !self.settle_from_cache(now, id) {
            self.post_call(now, id, method);
        }
    }

    fn post_call(&mut self, now: Instant, id: CallId, method: String) {
        let (State::Ready(facts), Some(call)) = (&self.state, self.calls.get_mut(id)) else {
            return;
        };
        let era = facts.era();
        if era == Era::Modern && call.kind == Kind::LogLevel {
            self.log_level = call.request.params.string("level");
            return self.settle(now, id, Ok(J::null()));
        }
        call.reads = facts.revision().method(&method).is_some_and(|method| method.reads);
        call.generation = self.cache.generation();
        let first = RequestId(id.0);
        let request = if call.was_sent { RequestId(self.ids.next()) } else { first };
        let mut params = call.request.params.clone();
        let options = &call.request.options;
        if options.progress || options.reset_on_progress {
            params.set_meta("progressToken", decimal(request.0));
        }
        if era == Era::Modern {
            let level = options.log_level.as_deref().or(self.log_level.as_deref());
            outgoing::declare(&mut params, facts.revision(), &self.config, level);
        }
        let mut headers = Envelope::of(facts).post(Some(&method), &params);
        let kind = call.kind;
        if era == Era::Modern {
            headers.extend(self.param_headers(&method, &params));
        }
        let (purpose, body) = match kind {
            Kind::Request | Kind::LogLevel | Kind::Subscribe | Kind::Unsubscribe => (
                Purpose::Call(id, request),
                json_rpc::request(request, &method, params.to_text().as_deref()),
            ),
            Kind::Notification => (
                Purpose::Notification(id),
                json_rpc::notification(&method, params.to_text().as_deref()),
            ),
        };
        let exchange = self.post(purpose, headers, body);
        self.calls.sent(id, request, Some(exchange), now, &self.config.timeouts);
    }

    /// Tells the server that nobody waits for a call any more.
    pub(super) fn abandon(&mut self, now: Instant, call: &Call, reason: Option<&str>) {
        let Some(sent) = call.sent else { return };
        if let Some(exchange) = sent.exchange
            && self.exchanges.remove(exchange).is_some()
        {
            self.transmit(Transmit::Abort { exchange });
        }
        let State::Ready(facts) = &self.state else { return };
        if facts.era() == Era::Modern || call.kind == Kind::Notification || !call.was_sent {
            return;
        }
        let mut params = Params::default();
        params.set("requestId", decimal(sent.request.0));
        if let Some(reason) = reason {
            params.set("reason", json_rpc::quote(reason));
        }
        self.tell(now, "notifications/cancelled", &params);
    }

    /// Sends a notification that nobody waits for.
    pub(super) fn tell(&mut self, now: Instant, method: &str, params: &Params) {
        let State::Ready(facts) = &self.state else { return };
        let headers = Envelope::of(facts).post(Some(method), params);
        let body = json_rpc::notification(method, params.to_text().as_deref());
        self.post_within(now, Purpose::Notice, headers, body);
    }

    /// Queues a POST that no call waits for, and so no call's time-out bounds.
    pub(super) fn post_within(
        &mut self,
        now: Instant,
        purpose: Purpose,
        headers: Vec<Header>,
        body: String,
    ) {
        let exchange = self.post(purpose, headers, body);
        if let Some(exchange) = self.exchanges.get_mut(exchange) {
            exchange.until = Some(now + self.config.timeouts.request);
        }
    }

    /// Queues a POST and files its exchange.
    pub(super) fn post(
        &mut self,
        purpose: Purpose,
        headers: Vec<Header>,
        body: String,
    ) -> ExchangeId {
        let in_session = self.negotiated().is_some_and(|facts| facts.session_id.is_some());
        let to = self.channel.as_ref().and_then(|channel| channel.endpoint.clone());
        let mut exchange = Exchange::new(purpose, Channel::Post, in_session || to.is_some());
        exchange.via_channel = to.is_some();
        let exchange = self.file(exchange);
        if self.is_tracing
            && let Ok(message) = J::parse(&body)
        {
            self.trace(Direction::Out, exchange, Channel::Post, body.len(), &message);
        }
        self.transmit(Transmit::Post { exchange, to, headers, body });
        exchange
    }

    /// Files an exchange under a new id.
    pub(super) fn file(&mut self, exchange: Exchange) -> ExchangeId {
        self.next_exchange += 1;
        let id = ExchangeId(self.next_exchange);
        self.exchanges.insert(id, exchange);
        id
    }

    /// Finds the exchange of a purpose that only one has.
    pub(super) fn exchange_for(&self, purpose: Purpose) -> Option<ExchangeId> {
        self.exchanges.first(&|exchange| exchange.purpose == purpose)
    }

    /// Ends a session that a server began with an answer that led nowhere.
    pub(super) fn end_stillborn(&mut self, offered: ProtocolVersion, session_id: Option<&str>) {
        if session_id.is_some() {
            let envelope = Envelope { session_id, ..Envelope::offer(offered.revision()) };
            self.transmit(Transmit::Delete { headers: envelope.bare() });
        }
    }

    /// Ends the server's session, if it has one that it still knows.
    pub(super) fn say_farewell(&mut self, reason: &CloseReason) {
        if matches!(reason, CloseReason::SessionExpired) {
            return;
        }
        let State::Closed(_, Some(facts)) = &self.state else { return };
        if facts.session_id.is_some() {
            let headers = Envelope::of(facts).bare();
            self.transmit(Transmit::Delete { headers });
        }
    }
}

/// Refuses what version or server do not offer, and what cannot be sent at all.
pub(super) fn allow<J: Json>(facts: &Negotiated<J>, kind: Kind, method: &str) -> Result<(), Fault> {
    if facts.revision().method_headers && !is_visible_ascii(method) {
        let expected = "visible ASCII, since it goes into a header";
        return Err(Fault::misuse("method", expected, &quoted(method)));
    }
    match kind {
        Kind::Request => facts.method(method).map(|_| ()),
        Kind::Notification => facts.notification(method),
        Kind::LogLevel | Kind::Subscribe | Kind::Unsubscribe => facts.wish(method),
    }
}
