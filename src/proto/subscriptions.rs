//! What the host wants to hear of, and what the server granted; one face for both eras.
//!
//! A legacy server is told of each resource by a request and sends its news on
//! the standing stream. A modern one is told of everything at once by a
//! `subscriptions/listen` request, whose response is the stream (see `listen`).

use super::calls::{CallOptions, Request};
use super::config::Push;
use super::connection::Connection;
use super::listen::Listening;
use super::pending::Kind;
use crate::error::{Error, Fault};
use crate::ids::CallId;
use crate::json::Json;
use crate::time::Instant;
use crate::wire::json_rpc::quote;
use crate::wire::params::Params;
use crate::wire::version::Era;

/// A list whose changes a host may want to hear of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// `tools/list`
    Tools,
    /// `prompts/list`
    Prompts,
    /// `resources/list` and `resources/templates/list`
    Resources,
}

impl Topic {
    pub(super) const ALL: [Self; 3] = [Self::Tools, Self::Prompts, Self::Resources];

    /// The member of a listen filter.
    pub(super) const fn filter(self) -> &'static str {
        match self {
            Self::Tools => "toolsListChanged",
            Self::Prompts => "promptsListChanged",
            Self::Resources => "resourcesListChanged",
        }
    }

    /// The notification that says so.
    pub(super) const fn notification(self) -> &'static str {
        match self {
            Self::Tools => "notifications/tools/list_changed",
            Self::Prompts => "notifications/prompts/list_changed",
            Self::Resources => "notifications/resources/list_changed",
        }
    }

    /// The server capability behind it.
    pub(super) const fn capability(self) -> &'static str {
        match self {
            Self::Tools => "tools.listChanged",
            Self::Prompts => "prompts.listChanged",
            Self::Resources => "resources.listChanged",
        }
    }
}

/// A resource that somebody watches.
#[derive(Debug)]
pub(super) struct Watched {
    pub(super) uri: String,
    /// How many watch it.
    watchers: u32,
    /// Whether the server said that it tells of changes.
    pub(super) granted: bool,
    /// The calls that wait for the server to say so; at a legacy server the first has asked.
    pub(super) waiting: Vec<CallId>,
}

/// Everything that the host wants to hear of.
#[derive(Debug, Default)]
pub(super) struct Subscriptions {
    pub(super) topics: Vec<Topic>,
    pub(super) watched: Vec<Watched>,
    pub(super) listening: Listening,
}

impl Subscriptions {
    /// Tells whether anything is wanted.
    pub(super) const fn is_wanted(&self) -> bool {
        !self.topics.is_empty() || !self.watched.is_empty()
    }

    fn find(&mut self, uri: &str) -> Option<&mut Watched> {
        self.watched.iter_mut().find(|watched| watched.uri == uri)
    }

    /// Forgets a call; `None` when it did not wait.
    ///
    /// Gives the one that is to ask in its place, if it had asked and others wait.
    fn forget(&mut self, call: CallId) -> Option<Option<CallId>> {
        let waits = |watched: &Watched| watched.waiting.contains(&call);
        let watched = self.watched.iter_mut().find(|watched| waits(watched))?;
        let had_asked = watched.waiting.first() == Some(&call);
        watched.waiting.retain(|waiting| *waiting != call);
        watched.watchers = watched.watchers.saturating_sub(1);
        let next = watched.waiting.first().copied().filter(|_| had_asked);
        self.drop_unwatched();
        Some(next)
    }

    /// Takes one watcher off a resource.
    pub(super) fn forget_watcher(&mut self, uri: Option<String>) {
        if let Some(watched) = uri.and_then(|uri| self.find(&uri)) {
            watched.watchers = watched.watchers.saturating_sub(1);
        }
        self.drop_unwatched();
    }

    fn drop_unwatched(&mut self) {
        self.watched.retain(|watched| watched.watchers > 0);
    }

    /// Takes out the calls that wait for a resource to be granted.
    pub(super) fn take_waiting(&mut self) -> Vec<CallId> {
        let mut calls = Vec::new();
        for watched in &mut self.watched {
            calls.append(&mut watched.waiting);
        }
        calls
    }
}

impl<J: Json> Connection<J> {
    /// Watches a resource; settles with `null` once the server granted it.
    ///
    /// A resource may be watched any number of times; the server is told once.
    ///
    /// # Errors
    ///
    /// As for [`call`](Self::call).
    pub fn subscribe(
        &mut self,
        now: Instant,
        uri: &str,
        options: CallOptions,
    ) -> Result<CallId, Box<Error>> {
        let request = Request { options, ..about("resources/subscribe", uri) };
        self.submit(now, Kind::Subscribe, request)
    }

    /// Watches a resource no more; settles with `null`.
    ///
    /// # Errors
    ///
    /// As for [`call`](Self::call).
    pub fn unsubscribe(&mut self, now: Instant, uri: &str) -> Result<CallId, Box<Error>> {
        self.submit(now, Kind::Unsubscribe, about("resources/unsubscribe", uri))
    }

    /// Says whether the host wants to hear of changes of a list.
    ///
    /// A modern server is told; a legacy one tells by itself.
    pub fn want(&mut self, now: Instant, topic: Topic, wanted: bool) {
        if self.subscriptions.topics.contains(&topic) == wanted || self.closed().is_some() {
            return;
        }
        self.subscriptions.topics.retain(|known| *known != topic);
        if wanted {
            self.subscriptions.topics.push(topic);
        }
        self.revise_listening(now);
    }

    /// Gives the topics that are wanted and that the server tells of.
    pub(super) fn topics_on_offer(&self) -> Vec<Topic> {
        let Some(facts) = self.negotiated() else { return Vec::new() };
        let mut topics = Vec::new();
        for topic in Topic::ALL {
            if self.subscriptions.topics.contains(&topic) && facts.offers(topic.capability()) {
                topics.push(topic);
            }
        }
        topics
    }

    /// Takes up a wish to watch, or to watch no more; `None` when it is done for now.
    ///
    /// What is left for a legacy server goes out as the request that it is.
    pub(super) fn take_up(&mut self, now: Instant, id: CallId) -> Option<()> {
        let (kind, uri) = {
            let call = self.calls.get(id)?;
            (call.kind, call.request.params.string("uri").unwrap_or_default())
        };
        let is_modern = self.era() == Some(Era::Modern);
        if kind == Kind::Subscribe {
            return self.take_up_watching(now, id, uri, is_modern);
        }
        let watched = self.subscriptions.find(&uri);
        let given_up = watched.and_then(|watched| {
            watched.watchers = watched.watchers.saturating_sub(1);
            (watched.watchers == 0).then(|| std::mem::take(&mut watched.waiting))
        });
        self.subscriptions.drop_unwatched();
        let is_last = given_up.is_some();
        for call in given_up.unwrap_or_default() {
            // Granted for a moment, as far as anybody can tell; one that has asked is answered.
            if !self.calls.is_on_the_wire(call) {
                self.settle(now, call, Ok(J::null()));
            }
        }
        if is_last && !is_modern {
            return Some(());
        }
        self.settle(now, id, Ok(J::null()));
        self.revise_listening(now);
        None
    }

    fn take_up_watching(
        &mut self,
        now: Instant,
        id: CallId,
        uri: String,
        is_modern: bool,
    ) -> Option<()> {
        if is_modern && self.config.push == Push::Off {
            let why = "the session's option push is off, so that no server can tell of changes";
            self.settle(now, id, Err(Fault::NotSupported(why.to_owned())));
            return None;
        }
        match self.subscriptions.find(&uri) {
            Some(watched) if watched.waiting.contains(&id) => return Some(()),
            Some(watched) => {
                watched.watchers += 1;
                if watched.granted {
                    self.settle(now, id, Ok(J::null()));
                    return None;
                }
                watched.waiting.push(id);
            }
            None => {
                let waiting = vec![id];
                let watched = Watched { uri, watchers: 1, granted: false, waiting };
                self.subscriptions.watched.push(watched);
                if !is_modern {
                    return Some(());
                }
            }
        }
        self.calls.awaits_stream(id, now, &self.config.timeouts);
        self.revise_listening(now);
        None
    }

    /// Forgets that a call waits; another that does asks a legacy server in its place.
    pub(super) fn forget_waiting(&mut self, now: Instant, id: CallId) {
        let Some(next) = self.subscriptions.forget(id) else { return };
        self.revise_listening(now);
        let is_legacy = self.era() == Some(Era::Legacy);
        if let Some(next) = next.filter(|_| is_legacy) {
            self.calls.send_again(next);
        }
    }

    /// Takes in a legacy server's answer to a wish to watch; all who wait share it.
    pub(super) fn on_subscribed(&mut self, now: Instant, id: CallId, outcome: &Result<J, Fault>) {
        let waits = |watched: &Watched| watched.waiting.contains(&id);
        let Some(watched) = self.subscriptions.watched.iter_mut().find(|x| waits(x)) else {
            return;
        };
        let waiting = watched.waiting.clone();
        if outcome.is_ok() {
            watched.granted = true;
            watched.waiting.clear();
        }
        for call in waiting {
            if call == id {
                continue;
            }
            self.settle(now, call, outcome.as_ref().map(|_| J::null()).map_err(Fault::clone));
        }
    }
}

fn about(method: &str, uri: &str) -> Request {
    let mut params = Params::default();
    params.set("uri", quote(uri));
    Request::new(method, params)
}
