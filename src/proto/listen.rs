//! `subscriptions/listen`: one stream for everything that the host wants to hear of.
//!
//! A filter cannot be edited: when the wishes change, a new stream is opened and
//! the old one closed once the new one is acknowledged. A stream that is lost is
//! opened again, and what may have been missed is told as changed; one that the
//! server ended is not (2026-07-28, basic/utilities, subscriptions).

use super::backoff;
use super::config::Push;
use super::connection::Connection;
use super::exchange::Purpose;
use super::io::{Channel, Event, StreamState, Transmit};
use super::outgoing::{self, Envelope};
use super::state::State;
use crate::error::Fault;
use crate::ids::{CallId, ExchangeId, RequestId};
use crate::json::Json;
use crate::text::{concat, join};
use crate::time::Instant;
use crate::wire::json_rpc::{self, quote};
use crate::wire::params::Params;
use crate::wire::version::Era;

/// The streams of a modern connection's subscriptions.
#[derive(Debug, Default)]
pub(super) struct Listening {
    /// The stream that was acknowledged last.
    current: Option<Stream>,
    /// The stream that is to take its place.
    next: Option<Stream>,
    /// When to open one, for the present wishes.
    pub(super) at: Option<Instant>,
    /// How many streams in a row were lost before they were acknowledged.
    barren: u32,
    /// Whether a stream was lost, so that something may have been missed.
    has_gap: bool,
}

#[derive(Debug)]
struct Stream {
    exchange: ExchangeId,
    request: RequestId,
    /// The text of the filter that was asked for.
    filter: String,
    /// The resources that the server agreed to tell of.
    granted: Vec<String>,
}

impl Listening {
    /// Forgets a stream; tells whether it was the acknowledged one, `None` when it is unknown.
    fn forget(&mut self, request: RequestId) -> Option<bool> {
        if self.current.take_if(|stream| stream.request == request).is_some() {
            return Some(true);
        }
        self.next.take_if(|stream| stream.request == request).map(|_| false)
    }
}

impl<J: Json> Connection<J> {
    /// Plans to tell a modern server the present wishes; those of one moment go together.
    pub(super) fn revise_listening(&mut self, now: Instant) {
        let is_modern = self.era() == Some(Era::Modern);
        if is_modern && self.config.push == Push::Auto {
            self.subscriptions.listening.at.get_or_insert(now);
        }
    }

    /// Opens, exchanges or ends the stream, when it is time to.
    pub(super) fn listen_due(&mut self, now: Instant) {
        if self.subscriptions.listening.at.is_none_or(|at| at > now) {
            return;
        }
        self.subscriptions.listening.at = None;
        let Some(filter) = self.filter() else {
            let listening = &mut self.subscriptions.listening;
            let (current, next) = (listening.current.take(), listening.next.take());
            if current.is_some() {
                self.emit(Event::Stream(StreamState::Down));
            }
            for stream in [current, next].into_iter().flatten() {
                self.hang_up(&stream);
            }
            return;
        };
        let listening = &mut self.subscriptions.listening;
        let latest = listening.next.as_ref().or(listening.current.as_ref());
        if latest.is_some_and(|stream| stream.filter == filter) {
            return self.grant_again(now);
        }
        if let Some(superseded) = listening.next.take() {
            self.hang_up(&superseded);
        }
        self.listen(filter);
    }

    /// Gives the filter for the present wishes, `None` when there are none.
    fn filter(&self) -> Option<String> {
        let mut members = Vec::new();
        for topic in self.topics_on_offer() {
            members.push(concat(&[&quote(topic.filter()), ":true"]));
        }
        let mut uris = Vec::new();
        for watched in &self.subscriptions.watched {
            uris.push(quote(&watched.uri));
        }
        if !uris.is_empty() {
            members.push(concat(&["\"resourceSubscriptions\":[", &join(&uris, ","), "]"]));
        }
        (!members.is_empty()).then(|| concat(&["{", &join(&members, ","), "}"]))
    }

    fn listen(&mut self, filter: String) {
        let State::Ready(facts) = &self.state else { return };
        let mut params = Params::default();
        params.set("notifications", filter.clone());
        outgoing::declare(&mut params, facts.revision(), &self.config, None);
        let headers = Envelope::of(facts).post(Some("subscriptions/listen"), &params);
        let request = RequestId(self.ids.next());
        let text = params.to_text();
        let body = json_rpc::request(request, "subscriptions/listen", text.as_deref());
        let exchange = self.post(Purpose::Listen(request), headers, body);
        if let Some(exchange) = self.exchanges.get_mut(exchange) {
            exchange.channel = Channel::Listen;
        }
        self.subscriptions.listening.next =
            Some(Stream { exchange, request, filter, granted: Vec::new() });
    }

    fn hang_up(&mut self, stream: &Stream) {
        if self.exchanges.remove(stream.exchange).is_some() {
            self.transmit(Transmit::Abort { exchange: stream.exchange });
        }
    }

    /// Takes in what the server will tell of; the new stream takes the old one's place.
    pub(super) fn on_acknowledged(
        &mut self,
        now: Instant,
        exchange: ExchangeId,
        params: Option<J>,
    ) {
        let listening = &mut self.subscriptions.listening;
        let Some(mut stream) = listening.next.take_if(|stream| stream.exchange == exchange) else {
            return;
        };
        let granted = params.and_then(|params| params.get("notifications"));
        let uris = granted.as_ref().map(|granted| granted.strings_at("resourceSubscriptions"));
        let uris = uris.unwrap_or_default();
        stream.granted = uris.clone();
        let was_up = listening.current.replace(stream);
        let has_gap = std::mem::take(&mut listening.has_gap);
        listening.barren = 0;
        match was_up {
            Some(old) => self.hang_up(&old),
            None => self.emit(Event::Stream(StreamState::Up)),
        }
        self.grant(now, &uris);
        if has_gap {
            self.tell_of_gap(granted.as_ref());
        }
    }

    /// Tells those who came since what the present stream was granted; a next one will say anew.
    fn grant_again(&mut self, now: Instant) {
        let listening = &self.subscriptions.listening;
        if let (Some(current), None) = (&listening.current, &listening.next) {
            let uris = current.granted.clone();
            self.grant(now, &uris);
        }
    }

    fn grant(&mut self, now: Instant, uris: &[String]) {
        let (mut granted, mut refused) = (Vec::new(), Vec::new());
        for watched in &mut self.subscriptions.watched {
            watched.granted = uris.contains(&watched.uri);
            let calls = if watched.granted { &mut granted } else { &mut refused };
            calls.append(&mut watched.waiting);
        }
        for call in granted {
            self.settle(now, call, Ok(J::null()));
        }
        let why = "the server did not agree to tell of changes of this resource";
        self.refuse_all(now, refused, &Fault::NotSupported(why.to_owned()));
    }

    /// Tells as changed what may have changed while nobody listened.
    fn tell_of_gap(&mut self, granted: Option<&J>) {
        let is_granted = |name: &str| {
            granted.and_then(|granted| granted.get(name)?.as_bool()).unwrap_or_default()
        };
        for topic in self.topics_on_offer() {
            if is_granted(topic.filter()) {
                let method = topic.notification().to_owned();
                self.tell_host(method, None);
            }
        }
        let mut uris = Vec::new();
        for watched in &self.subscriptions.watched {
            if watched.granted {
                uris.push(quote(&watched.uri));
            }
        }
        for uri in uris {
            let params = J::parse(&concat(&["{\"uri\":", &uri, "}"])).ok();
            let method = "notifications/resources/updated".to_owned();
            self.tell_host(method, params);
        }
    }

    /// Takes in that a stream is over, and why.
    pub(super) fn on_listen_over(
        &mut self,
        now: Instant,
        request: RequestId,
        outcome: Result<J, Fault>,
    ) {
        let Some(was_up) = self.subscriptions.listening.forget(request) else { return };
        if was_up {
            self.lose_touch(Channel::Listen);
            self.emit(Event::Stream(StreamState::Down));
        }
        let listening = &mut self.subscriptions.listening;
        if was_up && listening.next.is_some() {
            // The stream that takes its place is yet to say what is granted.
            listening.has_gap = true;
            return;
        }
        let fault = match outcome {
            // The server ended it, and said so.
            Ok(_) | Err(Fault::CancelledByServer(_)) => Fault::StreamEnded(None),
            Err(fault) if is_lost(&fault) => return self.listen_again(now, was_up, fault),
            Err(fault) => {
                if listening.current.is_none() {
                    self.emit(Event::Stream(StreamState::Unsupported));
                }
                fault
            }
        };
        self.refuse_waiting(now, &fault);
    }

    fn listen_again(&mut self, now: Instant, was_up: bool, fault: Fault) {
        let chance = self.ids.chance();
        let listening = &mut self.subscriptions.listening;
        listening.has_gap = true;
        listening.barren = if was_up { 1 } else { listening.barren + 1 };
        if listening.barren >= backoff::ATTEMPTS {
            return self.refuse_waiting(now, &fault);
        }
        listening.at = Some(now + backoff::delay(listening.barren, None, chance));
    }

    fn refuse_waiting(&mut self, now: Instant, fault: &Fault) {
        let calls = self.subscriptions.take_waiting();
        self.refuse_all(now, calls, fault);
    }

    fn refuse_all(&mut self, now: Instant, calls: Vec<CallId>, fault: &Fault) {
        for call in calls {
            self.subscriptions.forget_watcher(self.calls.uri_of(call));
            self.settle(now, call, Err(fault.clone()));
        }
    }
}

/// Tells whether a stream was lost, rather than refused.
fn is_lost(fault: &Fault) -> bool {
    matches!(fault, Fault::Network(_) | Fault::StreamEnded(_))
        || fault.http_status().is_some_and(|status| status >= 500)
}
