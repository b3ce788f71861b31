//! Response streams that ended before the response, and are asked for the rest.
//!
//! An event id is a cursor of one stream: it is kept with the call whose stream
//! it came on, and goes back to the server only for that call
//! (2025-11-25, basic/transports, resumability and redelivery).

use super::backoff;
use super::connection::Connection;
use super::exchange::{Exchange, Progress, Purpose};
use super::io::{Channel, Transmit};
use super::outgoing::Envelope;
use super::state::State;
use crate::error::Fault;
use crate::ids::{CallId, RequestId};
use crate::json::Json;
use crate::text::{concat, decimal};
use crate::time::Instant;

/// Where a response stream can be taken up again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Cursor {
    /// The id of the last event that bore one.
    pub(super) last_event_id: Option<String>,
    /// The milliseconds that the server wants to be left alone.
    pub(super) retry: Option<u64>,
    /// How many streams in a row brought nothing new.
    pub(super) barren: u32,
}

impl Cursor {
    /// Takes in what a stream brought that was opened at this cursor.
    pub(super) fn advance(mut self, exchange: &Exchange) -> Self {
        let Progress::Stream(stream) = &exchange.progress else {
            self.barren += 1;
            return self;
        };
        self.retry = stream.retry().or(self.retry);
        let last = stream.last_event_id().filter(|id| fits_a_header(id)).map(str::to_owned);
        if exchange.delivered || (last.is_some() && last != self.last_event_id) {
            self.barren = 0;
        } else {
            self.barren += 1;
        }
        self.last_event_id = last.or(self.last_event_id);
        self
    }
}

/// A call whose stream is to be opened again.
#[derive(Debug)]
pub(super) struct Resumption {
    pub(super) at: Instant,
    request: RequestId,
    cursor: Cursor,
}

impl<J: Json> Connection<J> {
    /// Plans to take up a call's stream again; gives the exchange back when that cannot be.
    pub(super) fn plan_resumption(
        &mut self,
        now: Instant,
        exchange: Box<Exchange>,
    ) -> Option<Box<Exchange>> {
        let resumable = self.negotiated().is_some_and(|facts| facts.revision().resumable);
        let Purpose::Call(call, request) = exchange.purpose else { return Some(exchange) };
        // What failed before any answer came was no stream, unless it was to resume one.
        let was_stream =
            matches!(exchange.progress, Progress::Stream(_)) || exchange.channel == Channel::Get;
        if !resumable || !was_stream {
            return Some(exchange);
        }
        let cursor = exchange.cursor.clone().advance(&exchange);
        if cursor.last_event_id.is_none() || cursor.barren >= backoff::ATTEMPTS {
            return Some(exchange);
        }
        let at = now + backoff::delay(cursor.barren, cursor.retry, self.ids.chance());
        self.calls.left_exchange(call);
        self.resumptions.insert(call, Resumption { at, request, cursor });
        None
    }

    /// Opens the streams whose time has come.
    pub(super) fn resume_due(&mut self, now: Instant) {
        for call in self.resumptions.due(now, |resumption| Some(resumption.at)) {
            let Some(resumption) = self.resumptions.remove(call) else { continue };
            self.resume(call, *resumption);
        }
    }

    fn resume(&mut self, call: CallId, resumption: Resumption) {
        let State::Ready(facts) = &self.state else { return };
        let last = resumption.cursor.last_event_id.as_deref();
        let headers = Envelope::of(facts).get(last);
        let in_session = facts.session_id.is_some();
        let purpose = Purpose::Call(call, resumption.request);
        let mut exchange = Exchange::new(purpose, Channel::Get, in_session);
        exchange.cursor = resumption.cursor;
        let id = self.file(exchange);
        self.calls.joined_exchange(call, id);
        self.transmit(Transmit::Get { exchange: id, headers });
    }
}

/// Tells whether an event id can go back in a header; one that cannot is no cursor.
fn fits_a_header(id: &str) -> bool {
    const LONGEST: usize = 4_096;
    id.len() <= LONGEST && id.bytes().all(|byte| (0x20..=0x7e).contains(&byte))
}

/// Says why a stream was not taken up again.
pub(super) fn refused(status: u16) -> Fault {
    let why = concat(&["the server would not resume it and sent HTTP ", &decimal(status.into())]);
    Fault::StreamEnded(Some(why))
}
