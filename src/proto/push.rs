//! The channel for what a legacy server sends of itself: one standing GET stream.
//!
//! A server need not have one; calls work without it. It is opened again when
//! it is lost, ever more slowly while it brings nothing, and then given up.

use super::backoff;
use super::config;
use super::connection::Connection;
use super::exchange::{Exchange, Purpose};
use super::io::{Channel, Event, StreamState, Transmit};
use super::outgoing::Envelope;
use super::resume::Cursor;
use super::state::State;
use crate::error::Fault;
use crate::ids::CallId;
use crate::json::Json;
use crate::time::Instant;
use crate::wire::version::Era;

/// A stream that lived this long was worth opening, in milliseconds.
const WORTHWHILE: u64 = 30_000;

/// Where the channel stands.
#[derive(Debug, Default)]
pub(super) enum PushChannel {
    /// Not opened, or given up.
    #[default]
    Off,
    /// Asked for.
    Opening(Cursor),
    /// Open since then.
    Up(Cursor, Instant),
    /// Lost; to be opened again then.
    Waiting(Instant, Cursor),
}

impl PushChannel {
    /// Gives the instant at which it is to be opened again.
    pub(super) const fn due(&self) -> Option<Instant> {
        match self {
            Self::Waiting(at, _) => Some(*at),
            Self::Off | Self::Opening(..) | Self::Up(..) => None,
        }
    }

    /// Tells whether an answer may come on it.
    pub(super) const fn may_answer(&self) -> bool {
        matches!(self, Self::Opening(..) | Self::Up(..))
    }

    /// Tells whether it is open.
    pub(super) const fn is_up(&self) -> bool {
        matches!(self, Self::Up(..))
    }
}

impl<J: Json> Connection<J> {
    /// Opens the channel, where the era and the host want it.
    pub(super) fn open_push(&mut self) {
        if self.channel.is_some() {
            return self.emit(Event::Stream(StreamState::Up));
        }
        let is_legacy = self.era() == Some(Era::Legacy);
        if is_legacy && self.config.push == config::Push::Auto {
            self.request_push(Cursor::default());
        }
    }

    /// Opens the channel again, when its time has come.
    pub(super) fn reopen_push(&mut self, now: Instant) {
        if self.push.due().is_none_or(|at| at > now) {
            return;
        }
        if let PushChannel::Waiting(_, cursor) = std::mem::take(&mut self.push) {
            self.request_push(cursor);
        }
    }

    fn request_push(&mut self, cursor: Cursor) {
        let State::Ready(facts) = &self.state else { return };
        let resumable = facts.revision().resumable;
        let last = cursor.last_event_id.as_deref().filter(|_| resumable);
        let headers = Envelope::of(facts).get(last);
        let in_session = facts.session_id.is_some();
        let exchange = self.file(Exchange::new(Purpose::Push, Channel::Get, in_session));
        self.push = PushChannel::Opening(cursor);
        self.transmit(Transmit::Get { exchange, headers });
    }

    /// Takes in that the channel is open.
    pub(super) fn on_push_open(&mut self, now: Instant) {
        if let PushChannel::Opening(cursor) = std::mem::take(&mut self.push) {
            self.push = PushChannel::Up(cursor, now);
            self.emit(Event::Stream(StreamState::Up));
        }
    }

    /// Takes in that the server has no such channel.
    pub(super) fn on_push_refused(&mut self, now: Instant) {
        self.push = PushChannel::Off;
        self.emit(Event::Stream(StreamState::Unsupported));
        self.give_up_on_push(now);
    }

    /// Takes in that the channel ended or broke.
    pub(super) fn on_push_lost(&mut self, now: Instant, exchange: &Exchange) {
        let (cursor, since) = match std::mem::take(&mut self.push) {
            PushChannel::Opening(cursor) => (cursor, now),
            PushChannel::Up(cursor, since) => {
                self.lose_touch(Channel::Get);
                self.emit(Event::Stream(StreamState::Down));
                (cursor, since)
            }
            PushChannel::Off | PushChannel::Waiting(..) => return,
        };
        let mut cursor = cursor.advance(exchange);
        if now.since(since) >= WORTHWHILE {
            cursor.barren = 0;
        }
        if cursor.barren >= backoff::ATTEMPTS {
            return self.give_up_on_push(now);
        }
        // The channel is nobody's answer: it may always wait a second.
        let barren = cursor.barren.max(1);
        let at = now + backoff::delay(barren, cursor.retry, self.ids.chance());
        self.push = PushChannel::Waiting(at, cursor);
    }

    /// Rejects the calls whose answers were promised on the channel.
    fn give_up_on_push(&mut self, now: Instant) {
        for call in self.calls.without_exchange() {
            if self.resumptions.get(call).is_none() {
                self.settle_lost(now, call);
            }
        }
    }

    fn settle_lost(&mut self, now: Instant, call: CallId) {
        self.settle(now, call, Err(Fault::StreamEnded(None)));
    }
}
