//! Answers that are still good: lists and contents, by each era's rules.
//!
//! A modern answer says how long it is fresh; a legacy one is good until the
//! server says otherwise, if it said that it would. A notification ends what it
//! concerns at once, and an answer that was under way by then is never kept
//! (2026-07-28, basic/utilities, caching).

use super::connection::Connection;
use super::io::Channel;
use super::pending::{Call, Kind};
use super::subscriptions::Topic;
use crate::error::Fault;
use crate::ids::CallId;
use crate::json::Json;
use crate::time::Instant;
use crate::wire::params::Params;
use crate::wire::version::Era;

/// The answers of one connection that are still good.
#[derive(Debug)]
pub(super) struct Cache<J> {
    entries: Vec<Entry<J>>,
    /// Grows with each invalidation, so that an answer from before it is known.
    generation: u64,
}

#[derive(Debug)]
struct Entry<J> {
    method: &'static str,
    /// The text of the params that the answer depends on.
    params: String,
    uri: Option<String>,
    fresh_until: Option<Instant>,
    result: J,
}

impl<J> Default for Cache<J> {
    fn default() -> Self {
        Self { entries: Vec::new(), generation: 0 }
    }
}

/// Answers kept at most; the oldest goes first.
const KEPT: usize = 256;

impl<J: Json> Cache<J> {
    /// Gives a copy of an answer that is still good.
    fn get(&self, method: &str, params: &str, now: Instant) -> Option<J> {
        let is_fresh = |entry: &&Entry<J>| entry.fresh_until.is_none_or(|until| now < until);
        let is_it = |entry: &&Entry<J>| entry.method == method && entry.params == params;
        self.entries.iter().filter(is_fresh).find(is_it).map(|entry| entry.result.copy())
    }

    fn put(&mut self, entry: Entry<J>) {
        self.entries.retain(|old| old.method != entry.method || old.params != entry.params);
        if self.entries.len() == KEPT {
            self.entries.remove(0);
        }
        self.entries.push(entry);
    }

    /// Ends the entries that the test picks, and whatever is under way.
    fn end(&mut self, is_stale: &dyn Fn(&Entry<J>) -> bool) {
        self.generation += 1;
        self.entries.retain(|entry| !is_stale(entry));
    }

    /// Ends everything: something may have been missed.
    pub(super) fn end_all(&mut self) {
        self.end(&|_| true);
    }

    pub(super) const fn generation(&self) -> u64 {
        self.generation
    }
}

impl<J: Json> Connection<J> {
    /// Settles a call by an answer that is still good; tells whether there was one.
    pub(super) fn settle_from_cache(&mut self, now: Instant, id: CallId) -> bool {
        let Some(call) = self.calls.get(id).filter(|call| !call.request.options.fresh) else {
            return false;
        };
        if !is_cacheable(call) {
            return false;
        }
        let params = call.request.params.members_text();
        let Some(result) = self.cache.get(&call.request.method, &params, now) else {
            return false;
        };
        self.settle(now, id, Ok(result));
        true
    }

    /// Keeps an answer, if it may be kept.
    pub(super) fn keep(&mut self, now: Instant, id: CallId, result: &J) {
        let Some(facts) = self.negotiated() else { return };
        let Some(call) = self.calls.get(id).filter(|call| is_cacheable(call)) else { return };
        if call.generation != self.cache.generation() {
            return;
        }
        let Some(method) = facts.revision().method(&call.request.method) else { return };
        let uri = call.request.params.string("uri");
        let fresh_until = match facts.era() {
            Era::Modern => match result.get("ttlMs").and_then(|ttl| ttl.as_u64()) {
                Some(ttl) if ttl > 0 => Some(now + ttl),
                _ => return,
            },
            Era::Legacy if self.hears_of(method.name, uri.as_deref()) => None,
            Era::Legacy => return,
        };
        let params = call.request.params.members_text();
        let result = result.copy();
        self.cache.put(Entry { method: method.name, params, uri, fresh_until, result });
    }

    /// Tells whether a legacy server would tell of a change, and be heard.
    fn hears_of(&self, method: &str, uri: Option<&str>) -> bool {
        if !self.push.is_up() && self.channel.is_none() {
            return false;
        }
        let granted = |uri: &str| {
            self.subscriptions.watched.iter().any(|watched| watched.granted && watched.uri == uri)
        };
        match topic_of(method) {
            Some(topic) => self.negotiated().is_some_and(|x| x.offers(topic.capability())),
            None => uri.is_some_and(granted),
        }
    }

    /// Ends what a notification says has changed.
    pub(super) fn invalidate(&mut self, method: &str, params: Option<&J>) {
        if method == "notifications/resources/updated" {
            let Some(uri) = params.and_then(|params| params.str_at("uri")) else { return };
            // It may name a part of what was read.
            let concerns = |known: &str| uri.starts_with(known) || known.starts_with(&*uri);
            return self.cache.end(&|entry| entry.uri.as_deref().is_some_and(concerns));
        }
        let topic = Topic::ALL.into_iter().find(|topic| topic.notification() == method);
        if let Some(topic) = topic {
            self.cache.end(&|entry| topic_of(entry.method) == Some(topic));
        }
    }

    /// Ends a list whose cursor the server no longer knows.
    pub(super) fn distrust(&mut self, id: CallId, fault: &Fault) {
        let Some(call) = self.calls.get(id) else { return };
        let has_cursor = call.request.params.text("cursor").is_some();
        if fault.rpc_code() == Some(-32602) && has_cursor {
            let topic = topic_of(&call.request.method);
            self.cache.end(&|entry| topic_of(entry.method) == topic);
        }
    }

    /// A channel that tells of changes was lost: what it would have told is unknown.
    pub(super) fn lose_touch(&mut self, channel: Channel) {
        let is_legacy = self.era() == Some(Era::Legacy);
        if is_legacy || channel == Channel::Listen {
            self.cache.end_all();
        }
    }
}

/// Tells whether a call's answer depends on its method and params alone.
fn is_cacheable(call: &Call) -> bool {
    let is_read = topic_of(&call.request.method).is_some() || call.request.method == READ;
    let params: &Params = &call.request.params;
    let is_round =
        ["inputResponses", "requestState"].iter().any(|name| params.text(name).is_some());
    call.kind == Kind::Request && is_read && !is_round
}

const READ: &str = "resources/read";

/// Gives the list that a method reads.
fn topic_of(method: &str) -> Option<Topic> {
    match method {
        "tools/list" => Some(Topic::Tools),
        "prompts/list" => Some(Topic::Prompts),
        "resources/list" | "resources/templates/list" => Some(Topic::Resources),
        _ => None,
    }
}
