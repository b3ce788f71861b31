//! What comes from the network: heads, bodies, chunks, ends, failures.

use super::connection::Connection;
use super::exchange::{Exchange, HeadVerdict, Progress, Purpose, quoted};
use super::io::{Body, Channel, Direction, Head, Reading, Transmit};
use crate::error::{CloseReason, Fault};
use crate::ids::{CallId, ExchangeId, RequestId};
use crate::json::Json;
use crate::text::{concat, decimal};
use crate::time::Instant;
use crate::wire::headers;
use crate::wire::json_rpc::{self, Message, ResponseId};
use crate::wire::sse::Frame;
use crate::wire::version::Era;

/// How long an exchange may go on whose outcome is known, in milliseconds.
const DRAIN: u64 = 2_000;

impl<J: Json> Connection<J> {
    /// Takes in the head of a response, and says how to read its body.
    pub fn handle_head(&mut self, now: Instant, id: ExchangeId, head: Head) -> Reading {
        let Some(exchange) = self.exchanges.get_mut(id) else { return Reading::Nothing };
        match exchange.on_head(head, &self.config.limits) {
            HeadVerdict::Read(reading) => {
                if exchange.purpose == Purpose::Push {
                    self.on_push_open(now);
                }
                return reading;
            }
            HeadVerdict::Promised => {
                let purpose = exchange.purpose;
                self.promise(now, purpose);
            }
            HeadVerdict::Accepted => self.conclude(now, id, Ok(J::null())),
            HeadVerdict::Refused(Fault::EmptyResponse(202)) if self.push.may_answer() => {
                // The answer is promised on the standing stream; the time-out bounds the wait.
                let call = exchange.purpose.call();
                call.into_iter().for_each(|call| self.calls.left_exchange(call));
            }
            HeadVerdict::Refused(fault) => self.conclude(now, id, Err(fault)),
            HeadVerdict::Expired => {
                let expired = Fault::Closed(CloseReason::SessionExpired);
                self.conclude(now, id, Err(expired));
                self.close(CloseReason::SessionExpired);
            }
        }
        self.exchanges.remove(id);
        Reading::Nothing
    }

    /// Takes in a body that was read whole.
    pub fn handle_body(&mut self, now: Instant, id: ExchangeId, body: Body<J>) {
        let Some(exchange) = self.exchanges.get_mut(id) else { return };
        exchange.annotated = body.annotated;
        let (channel, is_success) = (exchange.channel, (200..300).contains(&exchange.status()));
        if let Ok(message) = &body.json {
            self.trace(Direction::In, id, channel, body.bytes, message);
            if is_success {
                self.on_payload(now, id, message);
            }
        }
        if let Some(exchange) = self.exchanges.remove(id)
            && !exchange.answered
        {
            let fault = exchange.unanswered(&body, &self.config.limits);
            self.resolve(now, exchange.purpose, exchange.session_id, Err(fault));
        }
    }

    /// Takes in a piece of an event stream.
    pub fn handle_chunk(&mut self, now: Instant, id: ExchangeId, bytes: &[u8]) {
        if let Some(exchange) = self.exchanges.get_mut(id)
            && let Progress::Stream(stream) = &mut exchange.progress
        {
            stream.push(bytes);
        }
        // A message may close the connection or end the exchange: look anew each time.
        while let Some(exchange) = self.exchanges.get_mut(id)
            && let Progress::Stream(stream) = &mut exchange.progress
            && let Some(frame) = stream.next()
        {
            match frame {
                Frame::Event { kind: None, data } => self.on_event(now, id, &data),
                Frame::Event { kind: Some(kind), data } if kind == "endpoint" => {
                    self.on_endpoint(now, id, &data);
                }
                Frame::Event { kind: Some(_), .. } => {}
                Frame::TooLarge { limit } => self.on_too_large(now, id, limit),
            }
        }
    }

    /// Takes in the clean end of an event stream.
    pub fn handle_end(&mut self, now: Instant, id: ExchangeId) {
        self.on_end(now, id, Exchange::ended);
    }

    /// Takes in that a request got no answer, or that its body broke.
    ///
    /// `why` is the engine's own sentence. `lacking` is the header that the server has to
    /// send so that the browser lets the request pass, where that is known to be the cause.
    pub fn handle_failure(
        &mut self,
        now: Instant,
        id: ExchangeId,
        why: &str,
        lacking: Option<&str>,
    ) {
        self.on_end(now, id, |exchange| match lacking {
            Some(header) => Fault::Cors(header.to_owned()),
            None => exchange.broken(why),
        });
    }

    /// An exchange is over: its call's stream is taken up again, or that was its outcome.
    fn on_end(&mut self, now: Instant, id: ExchangeId, fault: impl FnOnce(&Exchange) -> Fault) {
        let Some(exchange) = self.exchanges.remove(id).filter(|x| !x.answered) else { return };
        match exchange.purpose {
            Purpose::Push => return self.on_push_lost(now, &exchange),
            Purpose::Channel => return self.on_channel_lost(now, fault(&exchange)),
            Purpose::Handshake(_)
            | Purpose::Confirmation
            | Purpose::Refresh(_)
            | Purpose::Listen(_)
            | Purpose::Call(..)
            | Purpose::Notification(_)
            | Purpose::Answer(_)
            | Purpose::Notice => {}
        }
        if let Some(exchange) = self.plan_resumption(now, exchange) {
            let fault = fault(&exchange);
            self.resolve(now, exchange.purpose, exchange.session_id, Err(fault));
        }
    }

    /// Gives up the exchanges that answered and do not end, and those without an answer in time.
    pub(super) fn give_up_exchanges(&mut self, now: Instant) {
        for id in self.exchanges.due(now, |exchange| exchange.until) {
            let Some(exchange) = self.exchanges.remove(id) else { continue };
            self.transmit(Transmit::Abort { exchange: id });
            if !exchange.answered {
                let fault = Fault::TimedOut(self.config.timeouts.request);
                self.resolve(now, exchange.purpose, None, Err(fault));
            }
        }
    }

    /// An event is over the limit: that is its request's outcome, or nobody's loss but its own.
    fn on_too_large(&mut self, now: Instant, id: ExchangeId, limit: usize) {
        let fault = Fault::LimitExceeded { limit: "messageBytes", value: limit };
        match self.exchanges.get(id).map(|exchange| exchange.purpose) {
            Some(Purpose::Push | Purpose::Channel | Purpose::Listen(_)) => {
                self.warn(fault, Some(id));
            }
            _ => self.conclude(now, id, Err(fault)),
        }
    }

    fn on_event(&mut self, now: Instant, id: ExchangeId, data: &str) {
        if data.is_empty() {
            return; // a priming event: it carries an id and no message
        }
        if self.reads_tools(id)
            && let Some(exchange) = self.exchanges.get_mut(id)
        {
            exchange.annotated |= headers::is_annotated(data);
        }
        match J::parse(data) {
            Ok(message) => {
                let channel = self.exchanges.get(id).map_or(Channel::Post, |x| x.channel);
                self.trace(Direction::In, id, channel, data.len(), &message);
                self.on_payload(now, id, &message);
            }
            Err(_) => self.on_nonsense(id, quoted(data)),
        }
    }

    /// Takes in one message, or several where the version allows arrays.
    fn on_payload(&mut self, now: Instant, id: ExchangeId, payload: &J) {
        let batches = self.negotiated().is_some_and(|facts| facts.revision().batches);
        match batches.then(|| payload.items()).flatten() {
            Some(messages) => {
                for message in &messages {
                    self.on_message(now, id, message);
                }
            }
            None => self.on_message(now, id, payload),
        }
    }

    fn on_message(&mut self, now: Instant, id: ExchangeId, message: &J) {
        if let Some(exchange) = self.exchanges.get_mut(id) {
            exchange.delivered = true;
        }
        match json_rpc::decode(message) {
            Message::Response { id: answered, outcome } => {
                let outcome = outcome.map_err(|error| {
                    Fault::Rpc(error, self.exchanges.get(id).map_or(200, |x| x.status()))
                });
                self.on_response(now, id, answered, outcome);
            }
            Message::Request { id: theirs, method, params } => {
                self.on_request(now, id, &theirs, method, params);
            }
            Message::Notification { method, params } => {
                self.on_notification(now, id, method, params);
            }
            Message::Invalid(came) => self.on_nonsense(id, came),
        }
    }

    /// Keeps in mind what came in place of a message; the answer may still come.
    fn on_nonsense(&mut self, id: ExchangeId, came: String) {
        self.warn(Fault::invalid("a JSON-RPC message", &came), Some(id));
        if let Some(exchange) = self.exchanges.get_mut(id) {
            exchange.nonsense = Some(came);
        }
    }

    /// Matches a response by the JSON type and value of its id.
    ///
    /// In the legacy era a response may come on any stream; in the modern one
    /// only on the stream of its own request.
    fn on_response(
        &mut self,
        now: Instant,
        id: ExchangeId,
        answered: ResponseId,
        outcome: Result<J, Fault>,
    ) {
        let Some(exchange) = self.exchanges.get(id) else { return };
        let own = exchange.purpose.request().filter(|_| !exchange.answered);
        let request = match answered {
            ResponseId::Number(request) => request,
            ResponseId::Absent => match own {
                Some(request) if outcome.is_err() => request,
                _ => return self.on_stray(id, "null".to_owned()),
            },
            ResponseId::Other(came) => return self.on_stray(id, came),
        };
        if own == Some(request) {
            return self.conclude(now, id, outcome);
        }
        if self.answers_handshake(request) {
            return self.conclude_handshake(now, request, outcome);
        }
        if let Some(call) = self.waiting_elsewhere(request) {
            return self.conclude_call(now, call, outcome);
        }
        if !self.calls.was_answered(request) {
            self.on_stray(id, decimal(request.0));
        }
    }

    /// Finds the call that waits for a request, where any stream may answer it.
    fn waiting_elsewhere(&self, request: RequestId) -> Option<CallId> {
        self.calls.by_request(request).filter(|_| self.era() == Some(Era::Legacy))
    }

    /// Notes the outcome of a call, wherever its exchange stands.
    pub(super) fn conclude_call(&mut self, now: Instant, call: CallId, outcome: Result<J, Fault>) {
        match self.calls.get(call).and_then(|call| call.sent?.exchange) {
            Some(exchange) => self.conclude(now, exchange, outcome),
            None => self.resolve_call(now, call, outcome),
        }
    }

    fn on_stray(&mut self, exchange: ExchangeId, came: String) {
        let came = concat(&["one with id ", &came]);
        let fault = Fault::invalid("a response to a request that this connection sent", &came);
        self.warn(fault, Some(exchange));
    }

    /// Notes the outcome of an exchange; what is left of it is read for a while.
    pub(super) fn conclude(&mut self, now: Instant, id: ExchangeId, outcome: Result<J, Fault>) {
        let Some(exchange) = self.exchanges.get_mut(id).filter(|x| !x.answered) else { return };
        exchange.answered = true;
        exchange.until = Some(now + DRAIN);
        let (purpose, session_id) = (exchange.purpose, exchange.session_id.take());
        self.resolve(now, purpose, session_id, outcome);
    }

    /// Hands an outcome to whoever waits for it.
    fn resolve(
        &mut self,
        now: Instant,
        purpose: Purpose,
        session_id: Option<String>,
        outcome: Result<J, Fault>,
    ) {
        match purpose {
            Purpose::Handshake(_) | Purpose::Confirmation => {
                self.on_handshake(now, session_id, outcome);
            }
            Purpose::Call(call, _) => self.resolve_call(now, call, outcome),
            Purpose::Refresh(_) => self.on_refresh(now, outcome),
            Purpose::Listen(request) => self.on_listen_over(now, request, outcome),
            Purpose::Push => self.on_push_refused(now),
            Purpose::Channel => {
                let fault = outcome.err().unwrap_or(Fault::StreamEnded(None));
                self.on_channel_lost(now, fault);
            }
            Purpose::Notification(call) => self.settle(now, call, outcome),
            Purpose::Answer(_) | Purpose::Notice => {
                if let Err(fault) = outcome {
                    self.warn(fault, None);
                }
            }
        }
    }
}
