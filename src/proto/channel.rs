//! The HTTP+SSE transport: one event stream, and an endpoint to post to.
//!
//! The stream names the endpoint first and then carries every answer; when it
//! ends, so does the session (2024-11-05, basic/transports, HTTP with SSE).

use super::config::TransportChoice;
use super::connection::Connection;
use super::exchange::{Exchange, Purpose};
use super::handshake::Stage;
use super::io::{Channel, Event, StreamState, Transmit};
use super::negotiated::Transport;
use super::outgoing::Envelope;
use super::state::State;
use crate::error::{CloseReason, Fault};
use crate::ids::{ExchangeId, RequestId};
use crate::json::Json;
use crate::time::Instant;
use crate::wire::json_rpc::shorten;
use crate::wire::version::ProtocolVersion;

/// The stream of an HTTP+SSE connection.
#[derive(Debug)]
pub(super) struct SseChannel {
    pub(super) exchange: ExchangeId,
    /// Where to post to, once the stream has said so.
    pub(super) endpoint: Option<String>,
}

impl<J: Json> Connection<J> {
    /// Asks for the stream.
    pub(super) fn open_channel(&mut self) {
        let headers = Envelope::offer(ProtocolVersion::NEWEST_LEGACY.revision()).get(None);
        let exchange = self.file(Exchange::new(Purpose::Channel, Channel::Get, false));
        self.channel = Some(SseChannel { exchange, endpoint: None });
        self.transmit(Transmit::Get { exchange, headers });
    }

    /// Leaves the transport again, before anything is agreed; it was not what the server speaks.
    pub(super) fn leave_channel(&mut self) {
        if self.channel.take().is_some() {
            for (exchange, _) in self.exchanges.drain() {
                self.transmit(Transmit::Abort { exchange });
            }
        }
    }

    /// Tells which transport the handshake is on.
    pub(super) const fn transport(&self) -> Transport {
        match self.channel {
            Some(_) => Transport::HttpSse,
            None => Transport::StreamableHttp,
        }
    }

    /// Takes in where to post to; only the stream's own origin will do, since
    /// the host's credentials go along.
    pub(super) fn on_endpoint(&mut self, now: Instant, exchange: ExchangeId, reference: &str) {
        let State::Connecting(handshake) = &self.state else { return };
        if !matches!(handshake.stage, Stage::Opening) {
            return;
        }
        let Some(channel) = self.channel.as_mut().filter(|x| x.exchange == exchange) else {
            return;
        };
        let outcome = match self.ids.resolve(&self.config.url, reference) {
            Some(endpoint) => {
                channel.endpoint = Some(endpoint);
                Ok(J::null())
            }
            None => {
                Err(Fault::invalid("an endpoint at the stream's own origin", &shorten(reference)))
            }
        };
        self.on_handshake(now, None, outcome);
    }

    /// Takes in an answer on the stream to the handshake's request.
    pub(super) fn answers_handshake(&self, request: RequestId) -> bool {
        let State::Connecting(handshake) = &self.state else { return false };
        self.channel.is_some() && handshake.stage.request() == Some(request)
    }

    /// Takes in that answer; nothing that its POST still brings is another.
    pub(super) fn conclude_handshake(
        &mut self,
        now: Instant,
        request: RequestId,
        outcome: Result<J, Fault>,
    ) {
        match self.exchange_for(Purpose::Handshake(request)) {
            Some(post) => self.conclude(now, post, outcome),
            None => self.on_handshake(now, None, outcome),
        }
    }

    /// A POST was accepted, and its answer comes on the stream.
    pub(super) fn promise(&mut self, now: Instant, purpose: Purpose) {
        match purpose {
            Purpose::Call(call, _) => self.calls.left_exchange(call),
            Purpose::Confirmation => self.on_handshake(now, None, Ok(J::null())),
            Purpose::Notification(call) => self.settle(now, call, Ok(J::null())),
            Purpose::Handshake(_)
            | Purpose::Refresh(_)
            | Purpose::Answer(_)
            | Purpose::Notice
            | Purpose::Push
            | Purpose::Listen(_)
            | Purpose::Channel => {}
        }
    }

    /// Takes in that the stream ended or broke: the session is over.
    pub(super) fn on_channel_lost(&mut self, now: Instant, fault: Fault) {
        if matches!(self.state, State::Connecting(_)) {
            return self.on_handshake(now, None, Err(fault));
        }
        self.emit(Event::Stream(StreamState::Down));
        self.close(CloseReason::SessionExpired);
    }

    /// Tells whether a failed `initialize` may be followed by the older transport.
    pub(super) fn may_open_channel(&self) -> bool {
        self.channel.is_none() && self.config.transport == TransportChoice::Auto
    }
}
