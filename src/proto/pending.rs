//! The calls that wait for an outcome; each is settled exactly once.

use std::collections::VecDeque;

use super::calls::Request;
use super::config::{Config, Timeouts};
use super::table::Table;
use crate::ids::{CallId, ExchangeId, RequestId};
use crate::time::Instant;

/// What kind of thing the host asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A request, which the server answers.
    Request,
    /// A notification, which the server accepts.
    Notification,
    /// A log level, which is a request in one era and a wish in the other.
    LogLevel,
    /// A wish to hear of changes of a resource.
    Subscribe,
    /// The end of such a wish.
    Unsubscribe,
}

/// A call without an outcome.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) kind: Kind,
    pub(super) request: Request,
    /// Whether sending it twice changes nothing on the server.
    pub(super) reads: bool,
    pub(super) sent: Option<Sent>,
    /// Whether it was on the wire at any time.
    pub(super) was_sent: bool,
    /// How many questions hold its clock, and since when.
    held: Option<(u32, Instant)>,
    /// The rounds of questions so far.
    pub(super) rounds: usize,
    /// Whether the tools were read anew for it.
    pub(super) refreshed: bool,
    /// The cache's generation when it was sent.
    pub(super) generation: u64,
}

/// What is known of a call once it is on the wire.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sent {
    pub(super) request: RequestId,
    /// Where the answer is expected; `None` while that is on a stream to come.
    pub(super) exchange: Option<ExchangeId>,
    deadline: Instant,
    total: Option<Instant>,
}

impl Sent {
    /// The instant at which the call times out.
    fn due(&self) -> Instant {
        self.total.map_or(self.deadline, |total| total.min(self.deadline))
    }
}

/// The calls that wait, sent or not yet sent.
#[derive(Debug, Default)]
pub(super) struct PendingCalls {
    calls: Table<CallId, Call>,
    queue: VecDeque<CallId>,
    in_flight: usize,
    is_sending: bool,
    answered: Answered,
}

impl PendingCalls {
    /// Files a call that is yet to be sent.
    pub(super) fn insert(&mut self, id: CallId, kind: Kind, request: Request) {
        let call = Call {
            kind,
            request,
            reads: false,
            sent: None,
            was_sent: false,
            held: None,
            rounds: 0,
            refreshed: false,
            generation: 0,
        };
        self.calls.insert(id, call);
        self.queue.push_back(id);
    }

    /// Begins to send what waits; tells whether nobody does that already.
    pub(super) const fn start_sending(&mut self) -> bool {
        !std::mem::replace(&mut self.is_sending, true)
    }

    pub(super) const fn stop_sending(&mut self) {
        self.is_sending = false;
    }

    /// Gives the next call to send, while fewer than `limit` are in flight.
    pub(super) fn next_to_send(&mut self, limit: usize) -> Option<CallId> {
        if self.in_flight >= limit {
            return None;
        }
        self.queue.pop_front()
    }

    /// Notes that a call went out, and starts its clock.
    pub(super) fn sent(
        &mut self,
        id: CallId,
        request: RequestId,
        exchange: Option<ExchangeId>,
        now: Instant,
        timeouts: &Timeouts,
    ) {
        let Some(call) = self.calls.get_mut(id) else { return };
        let options = &call.request.options;
        let timeout = options.timeout.unwrap_or(timeouts.request);
        let total = options.total.or(timeouts.total).map(|total| now + total);
        call.was_sent |= exchange.is_some();
        call.sent = Some(Sent { request, exchange, deadline: now + timeout, total });
        self.in_flight += 1;
    }

    /// Takes a call out: whoever gets it here settles it, and nobody else can.
    pub(super) fn remove(&mut self, id: CallId) -> Option<Box<Call>> {
        let call = self.calls.remove(id)?;
        match call.sent {
            Some(sent) => self.over(sent),
            None => self.queue.retain(|waiting| *waiting != id),
        }
        Some(call)
    }

    /// Notes that a request is answered, or given up.
    fn over(&mut self, sent: Sent) {
        self.in_flight = self.in_flight.saturating_sub(1);
        self.answered.remember(sent.request);
    }

    /// Stops a call's clock: its request was answered and it goes out again later.
    ///
    /// What is left of its total time is what the next request gets.
    pub(super) fn pause(&mut self, id: CallId, now: Instant) {
        let Some(call) = self.calls.get_mut(id) else { return };
        let Some(sent) = call.sent.take() else { return };
        if let Some(total) = sent.total {
            call.request.options.total = Some(total.since(now));
        }
        self.over(sent);
    }

    /// Holds the clock of a call, or of all, while the server's question is open.
    ///
    /// Gives the calls that are held, to be released together.
    pub(super) fn hold(&mut self, only: Option<CallId>, now: Instant) -> Vec<CallId> {
        let mut held = self.calls.pick(&|call| call.sent.is_some());
        held.retain(|id| only.is_none_or(|only| only == *id));
        for id in &held {
            let Some(call) = self.calls.get_mut(*id) else { continue };
            let (count, since) = call.held.unwrap_or((0, now));
            call.held = Some((count + 1, since));
        }
        held
    }

    /// Lets clocks go on that a question held; its time does not count.
    pub(super) fn release(&mut self, held: &[CallId], now: Instant) {
        for id in held {
            let Some(call) = self.calls.get_mut(*id) else { continue };
            call.held = match call.held {
                Some((count, since)) if count > 1 => Some((count - 1, since)),
                Some((_, since)) => {
                    call.postpone(now.since(since));
                    None
                }
                None => None,
            };
        }
    }

    /// Queues a call again, before those that have not been sent yet.
    pub(super) fn send_again(&mut self, id: CallId) {
        let Some(call) = self.calls.get_mut(id) else { return };
        if let Some(sent) = call.sent.take() {
            self.over(sent);
        }
        self.queue.push_front(id);
    }

    pub(super) fn get(&self, id: CallId) -> Option<&Call> {
        self.calls.get(id)
    }

    pub(super) fn get_mut(&mut self, id: CallId) -> Option<&mut Call> {
        self.calls.get_mut(id)
    }

    /// Finds the call that a request on the wire belongs to.
    pub(super) fn by_request(&self, request: RequestId) -> Option<CallId> {
        self.calls.first(&|call| call.sent.is_some_and(|sent| sent.request == request))
    }

    /// Tells whether a request of that id was answered or given up before.
    pub(super) fn was_answered(&self, request: RequestId) -> bool {
        self.answered.0.contains(&request)
    }

    /// Notes that a call waits for what a stream is to say, and starts its clock.
    pub(super) fn awaits_stream(&mut self, id: CallId, now: Instant, timeouts: &Timeouts) {
        self.sent(id, RequestId(id.0), None, now, timeouts);
    }

    /// Tells whether an answer to a call is on its way of itself.
    pub(super) fn is_on_the_wire(&self, id: CallId) -> bool {
        self.calls.get(id).is_some_and(|call| call.sent.is_some() && call.was_sent)
    }

    /// Gives the resource that a call is about.
    pub(super) fn uri_of(&self, id: CallId) -> Option<String> {
        self.calls.get(id)?.request.params.string("uri")
    }

    /// Notes that a call's exchange is over and its answer is not.
    pub(super) fn left_exchange(&mut self, id: CallId) {
        if let Some(sent) = self.calls.get_mut(id).and_then(|call| call.sent.as_mut()) {
            sent.exchange = None;
        }
    }

    /// Notes on which exchange a call's answer is expected now.
    pub(super) fn joined_exchange(&mut self, id: CallId, exchange: ExchangeId) {
        if let Some(sent) = self.calls.get_mut(id).and_then(|call| call.sent.as_mut()) {
            sent.exchange = Some(exchange);
        }
    }

    /// Gives the calls that are on the wire and have no exchange of their own.
    pub(super) fn without_exchange(&self) -> Vec<CallId> {
        let is_adrift =
            |call: &Call| call.was_sent && call.sent.is_some_and(|sent| sent.exchange.is_none());
        self.calls.pick(&is_adrift)
    }

    /// Starts the time-out of a call anew, if it asked for that.
    pub(super) fn progressed(&mut self, id: CallId, now: Instant, config: &Config) {
        let Some(call) = self.calls.get_mut(id) else { return };
        if !call.request.options.reset_on_progress {
            return;
        }
        if let Some((count, since)) = call.held {
            call.postpone(now.since(since));
            call.held = Some((count, now));
        }
        let Some(sent) = call.sent.as_mut() else { return };
        sent.deadline = now + call.request.options.timeout.unwrap_or(config.timeouts.request);
    }

    /// Gives the first instant at which a call times out.
    pub(super) fn due(&self) -> Option<Instant> {
        self.calls.earliest(Call::due)
    }

    /// Gives the calls whose time has come.
    pub(super) fn overdue(&self, now: Instant) -> Vec<CallId> {
        self.calls.due(now, Call::due)
    }

    /// Takes everything out, in the order of the calls.
    pub(super) fn drain(&mut self) -> Vec<(CallId, Box<Call>)> {
        self.queue.clear();
        self.in_flight = 0;
        self.calls.drain()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.calls.len() == 0
    }

    pub(super) fn waiting(&self) -> usize {
        self.queue.len()
    }
}

impl Call {
    /// The instant at which the call times out, unless its clock is held.
    fn due(&self) -> Option<Instant> {
        self.sent.as_ref().filter(|_| self.held.is_none()).map(Sent::due)
    }

    fn postpone(&mut self, millis: u64) {
        if let Some(sent) = &mut self.sent {
            sent.deadline = sent.deadline + millis;
            sent.total = sent.total.map(|total| total + millis);
        }
    }

    /// Tells whether sending the call again cannot do anything twice.
    pub(super) const fn is_retry_safe(&self) -> bool {
        self.reads || !self.was_sent
    }

    /// The milliseconds after which it times out, for the message that says so.
    pub(super) fn patience(&self, timeouts: &Timeouts, now: Instant) -> u64 {
        let options = &self.request.options;
        let total = options.total.or(timeouts.total);
        let is_total = self.sent.and_then(|sent| sent.total).is_some_and(|total| total <= now);
        let timeout = options.timeout.unwrap_or(timeouts.request);
        total.filter(|_| is_total).unwrap_or(timeout)
    }
}

/// The latest requests that are over, so that a late answer is known as one.
#[derive(Debug, Default)]
struct Answered(VecDeque<RequestId>);

impl Answered {
    fn remember(&mut self, request: RequestId) {
        const KEPT: usize = 256;
        if self.0.len() == KEPT {
            self.0.pop_front();
        }
        self.0.push_back(request);
    }
}
