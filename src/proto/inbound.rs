//! What the server sends of itself: requests, whose answers are due, and notifications.

use super::connection::Connection;
use super::exchange::{Exchange, Purpose};
use super::handshake::Stage;
use super::io::{Event, Header};
use super::outgoing::Envelope;
use super::state::State;
use crate::error::{Fault, RpcError};
use crate::ids::{CallId, ExchangeId, InboundId, RequestId};
use crate::json::Json;
use crate::text::concat;
use crate::time::Instant;
use crate::wire::json_rpc;
use crate::wire::params::Params;
use crate::wire::version::Era;

/// A question of the server without an answer.
#[derive(Debug)]
pub(super) struct Inbound(pub(super) Asker);

/// How a question came, and so how its answer goes back.
#[derive(Debug)]
pub(super) enum Asker {
    /// As a request.
    Request {
        /// The JSON text of the server's own id, which is echoed as it is.
        id: String,
        /// The call on whose stream it came.
        of: Option<CallId>,
        /// The calls whose clocks it holds.
        holds: Vec<CallId>,
    },
    /// In a round of that call.
    Round(CallId),
}

const METHOD_NOT_FOUND: i64 = -32601;
const TOO_MANY: i64 = -32000;

impl<J: Json> Connection<J> {
    /// Answers a question of the server; one that was withdrawn is left alone.
    ///
    /// A result is given as its JSON text. An error goes back to a legacy server;
    /// in a modern one's round there is no place for it, so it ends the call.
    pub fn answer(&mut self, now: Instant, id: InboundId, outcome: Result<&str, &RpcError>) {
        match self.inbound.remove(id).map(|question| question.0) {
            None => {}
            Some(Asker::Request { id: theirs, holds, .. }) => {
                self.calls.release(&holds, now);
                self.send_answer(now, id, &theirs, outcome);
            }
            Some(Asker::Round(call)) => {
                let answer = outcome.map_err(|error| error.message.as_str());
                self.answer_round(now, call, id, answer);
            }
        }
    }

    /// Gives the method of a call that is not settled.
    #[must_use]
    pub fn method(&self, call: CallId) -> Option<&str> {
        self.calls.get(call).map(|call| call.request.method.as_str())
    }

    pub(super) fn on_request(
        &mut self,
        now: Instant,
        exchange: ExchangeId,
        id: &J,
        method: String,
        params: Option<J>,
    ) {
        if self.answer_headers().is_none() {
            let came = concat(&["a request: ", &method]);
            let fault = Fault::invalid("no requests of the server in this protocol version", &came);
            return self.warn(fault, Some(exchange));
        }
        let limit = self.config.limits.inbound.max(1);
        if self.answers_under_way() >= limit {
            let fault = Fault::LimitExceeded { limit: "inboundRequests", value: limit };
            return self.warn(fault, Some(exchange));
        }
        let inbound = self.next_inbound();
        let theirs = id.to_text().unwrap_or_default();
        let roots = self.config.roots.as_deref().filter(|_| method == "roots/list");
        if method == "ping" {
            return self.send_answer(now, inbound, &theirs, Ok("{}"));
        }
        if let Some(roots) = roots {
            let result = concat(&["{\"roots\":", roots, "}"]);
            return self.send_answer(now, inbound, &theirs, Ok(&result));
        }
        if !self.config.answers.contains(&method) {
            let message = concat(&["this client does not offer ", &method]);
            return self.refuse(now, inbound, &theirs, METHOD_NOT_FOUND, message);
        }
        if self.inbound.len() >= self.config.limits.inbound {
            let message = "this client has too many requests to answer".to_owned();
            return self.refuse(now, inbound, &theirs, TOO_MANY, message);
        }
        // What comes on a stream of no call may be about any of them.
        let call = self.exchanges.get(exchange).and_then(|exchange| exchange.purpose.call());
        let call = call.filter(|call| self.calls.get(*call).is_some());
        let holds = self.calls.hold(call, now);
        self.inbound.insert(inbound, Inbound(Asker::Request { id: theirs, of: call, holds }));
        self.emit(Event::Asked { id: inbound, method, params, call });
    }

    pub(super) fn on_notification(
        &mut self,
        now: Instant,
        exchange: ExchangeId,
        method: String,
        params: Option<J>,
    ) {
        match method.as_str() {
            "notifications/progress" => self.on_progress(now, params),
            "notifications/cancelled" => self.on_cancelled(now, params),
            "notifications/subscriptions/acknowledged" => {
                self.on_acknowledged(now, exchange, params);
            }
            _ => self.tell_host(method, params),
        }
    }

    /// Hands a notification on, after it has ended what it concerns.
    pub(super) fn tell_host(&mut self, method: String, params: Option<J>) {
        self.invalidate(&method, params.as_ref());
        self.emit(Event::Notification { method, params });
    }

    /// Routes progress by its token; a foreign or late one changes nothing.
    fn on_progress(&mut self, now: Instant, params: Option<J>) {
        let Some(params) = params else { return };
        let token = params.get("progressToken").and_then(|token| token.as_u64());
        let Some(call) = token.and_then(|token| self.calls.by_request(RequestId(token))) else {
            return;
        };
        self.calls.progressed(call, now, &self.config);
        self.emit(Event::Progress(call, params));
    }

    /// Withdraws what a call's server has asked, when the call is over.
    pub(super) fn drop_questions(&mut self, call: CallId) {
        let is_of =
            |x: &Inbound| matches!(&x.0, Asker::Request { of: Some(of), .. } if *of == call);
        for inbound in self.inbound.pick(&is_of) {
            self.inbound.remove(inbound);
            self.emit(Event::Withdrawn(inbound));
        }
    }

    /// The server gives up one of its own requests, or one of ours.
    fn on_cancelled(&mut self, now: Instant, params: Option<J>) {
        let Some(params) = params else { return };
        let Some(id) = params.get("requestId") else { return };
        let text = id.to_text().unwrap_or_default();
        let is_it = |x: &Inbound| matches!(&x.0, Asker::Request { id, .. } if *id == text);
        if let Some(inbound) = self.inbound.first(&is_it) {
            let question = self.inbound.remove(inbound).map(|question| question.0);
            if let Some(Asker::Request { holds, .. }) = question {
                self.calls.release(&holds, now);
            }
            return self.emit(Event::Withdrawn(inbound));
        }
        let Some(request) = id.as_u64().map(RequestId) else { return };
        let fault = Fault::CancelledByServer(params.str_at("reason"));
        if let Some(call) = self.calls.by_request(request) {
            self.conclude_call(now, call, Err(fault));
        } else if let Some(stream) = self.exchange_for(Purpose::Listen(request)) {
            self.conclude(now, stream, Err(fault));
        }
    }

    /// Gives the headers of an answer, `None` while or where the server may ask nothing.
    fn answer_headers(&self) -> Option<Vec<Header>> {
        let envelope = match &self.state {
            State::Ready(facts) if facts.era() == Era::Legacy => Envelope::of(facts),
            State::Connecting(handshake) => match &handshake.stage {
                Stage::Initializing { offered, .. } => {
                    let named = self.exchanges.first(&|exchange| exchange.session_id.is_some());
                    let exchange = named.and_then(|id| self.exchanges.get(id));
                    let session_id = exchange.and_then(|exchange| exchange.session_id.as_deref());
                    Envelope { session_id, ..Envelope::offer(offered.revision()) }
                }
                Stage::Confirming(facts) => Envelope::of(facts),
                Stage::Discovering { .. } | Stage::Opening => return None,
            },
            State::New | State::Ready(_) | State::Closed(..) => return None,
        };
        Some(envelope.post(None, &Params::default()))
    }

    /// Counts the answers that the server has not taken yet.
    fn answers_under_way(&self) -> usize {
        let is_answer = |exchange: &Exchange| matches!(exchange.purpose, Purpose::Answer(_));
        self.exchanges.pick(&is_answer).len()
    }

    pub(super) fn next_inbound(&mut self) -> InboundId {
        self.next_inbound += 1;
        InboundId(self.next_inbound)
    }

    fn refuse(
        &mut self,
        now: Instant,
        inbound: InboundId,
        theirs: &str,
        code: i64,
        message: String,
    ) {
        self.send_answer(now, inbound, theirs, Err(&RpcError { code, message, data: None }));
    }

    fn send_answer(
        &mut self,
        now: Instant,
        id: InboundId,
        theirs: &str,
        outcome: Result<&str, &RpcError>,
    ) {
        let Some(headers) = self.answer_headers() else { return };
        self.post_within(now, Purpose::Answer(id), headers, json_rpc::response(theirs, outcome));
    }
}
