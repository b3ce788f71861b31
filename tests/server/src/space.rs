//! A namespace: one script, its state and its request log.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::http::Request;
use crate::json_rpc::Message;
use crate::log::{Arrival, Entry, Outcome};
use crate::roles::Memory;
use crate::script::{Cors, Invalid, Reply, Script};

const MAX_ENTRIES: usize = 100_000;
const MAX_LOGGED_BYTES: usize = 512 << 20;
const MAX_BOX_EVENTS: usize = 100_000;

/// The addresses under which a namespace is reached.
#[derive(Clone, Debug)]
pub(crate) struct Links {
    pub(crate) base: String,
    /// The same namespace on another origin.
    pub(crate) second: String,
    /// The same again, for tests to talk to: held streams never use up its connections.
    pub(crate) control: String,
    /// An origin of its own, with nothing but this namespace on it.
    pub(crate) origin: String,
}

impl Links {
    /// The endpoint to give to a client.
    pub(crate) fn url(&self) -> String {
        format!("{}/mcp", self.base)
    }
}

/// Which list an entry is in, and where.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ticket {
    Request(usize),
    Preflight(usize),
}

#[derive(Debug)]
pub(crate) struct Space {
    pub(crate) links: Links,
    script: Script,
    began: Instant,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    requests: Vec<Entry>,
    preflights: Vec<Entry>,
    /// Bytes of the bodies in both.
    logged_bytes: usize,
    /// Requests that each rule has matched.
    matched: Vec<u64>,
    signals: BTreeSet<String>,
    boxes: BTreeMap<String, VecDeque<Vec<u8>>>,
    memory: Memory,
    unique: u64,
    deleted: bool,
}

/// What a request is answered with.
#[derive(Debug)]
pub(crate) struct Verdict {
    pub(crate) by: Value,
    pub(crate) reply: Reply,
    pub(crate) cors: Cors,
}

impl Space {
    pub(crate) fn new(script: Script, links: Links) -> Self {
        let matched = vec![0; script.rules.len()];
        Self {
            links,
            script,
            began: Instant::now(),
            state: Mutex::new(State { matched, ..State::default() }),
            changed: Condvar::new(),
        }
    }

    /// Logs a request; `None` when the log is full.
    pub(crate) fn log(
        &self,
        request: &Request,
        path: &str,
        message: &Message,
        arrival: Arrival,
    ) -> Option<Ticket> {
        let entry = Entry::new(request, path, message, arrival, self.began);
        let mut state = self.lock();
        state.logged_bytes = state.logged_bytes.saturating_add(request.body.len());
        if state.logged_bytes > MAX_LOGGED_BYTES {
            return None;
        }
        let (list, ticket): (_, fn(usize) -> Ticket) = match request.is_preflight() {
            true => (&mut state.preflights, Ticket::Preflight),
            false => (&mut state.requests, Ticket::Request),
        };
        if list.len() >= MAX_ENTRIES {
            return None;
        }
        let index = list.len();
        list.push(entry);
        drop(state);
        self.changed.notify_all();
        Some(ticket(index))
    }

    /// Finds what answers a request, and counts the rules it matches.
    ///
    /// # Errors
    ///
    /// `Invalid` when a role wrote a reply that cannot be read: a fault of ours.
    pub(crate) fn judge(
        &self,
        request: &Request,
        path: &str,
        message: &Message,
    ) -> Result<Option<Verdict>, Invalid> {
        let mut state = self.lock();
        for (index, rule) in self.script.rules.iter().enumerate() {
            if !rule.on.matches(request, path, message) {
                continue;
            }
            let Some(matched) = state.matched.get_mut(index) else { continue };
            *matched = matched.saturating_add(1);
            if *matched > rule.skip && *matched - rule.skip <= rule.times {
                let cors = rule.cors.as_ref().unwrap_or(&self.script.cors).clone();
                return Ok(Some(Verdict { by: index.into(), reply: rule.reply.clone(), cors }));
            }
        }
        let Some(role) = self.script.role.as_ref().filter(|_| !request.is_preflight()) else {
            return Ok(None);
        };
        let reply = role.answer(request, message, &mut state.memory);
        drop(state);
        let reply = Reply::from_role(&reply)?;
        Ok(Some(Verdict { by: "role".into(), reply, cors: self.script.cors.clone() }))
    }

    /// The policy for requests that no rule answers.
    pub(crate) fn cors(&self) -> &Cors {
        &self.script.cors
    }

    /// The policy that speaks for the request which a preflight asks about.
    pub(crate) fn preflight_cors(&self, method: &str, path: &str) -> &Cors {
        let rule =
            self.script.rules.iter().find_map(|rule| {
                rule.cors.as_ref().filter(|_| rule.on.covers_preflight(method, path))
            });
        rule.unwrap_or(&self.script.cors)
    }

    /// Changes a logged entry and wakes those who wait for the change.
    pub(crate) fn note(&self, ticket: Ticket, change: impl FnOnce(&mut Entry, Duration)) {
        let at = self.began.elapsed();
        let mut state = self.lock();
        let entry = match ticket {
            Ticket::Request(index) => state.requests.get_mut(index),
            Ticket::Preflight(index) => state.preflights.get_mut(index),
        };
        if let Some(entry) = entry {
            change(entry, at);
        }
        drop(state);
        self.changed.notify_all();
    }

    pub(crate) fn finish(&self, ticket: Ticket, outcome: Outcome) {
        self.note(ticket, |entry, at| entry.finish(outcome, at));
    }

    /// The JSON-RPC id of a logged request, or null.
    pub(crate) fn id_of(&self, index: usize) -> Value {
        let state = self.lock();
        state.requests.get(index).and_then(|entry| entry.message.id()).cloned().unwrap_or_default()
    }

    /// A text that no other call has returned.
    pub(crate) fn unique(&self) -> String {
        let mut state = self.lock();
        state.unique += 1;
        format!("u{}", state.unique)
    }

    pub(crate) fn signal(&self, name: String) {
        self.lock().signals.insert(name);
        self.changed.notify_all();
    }

    pub(crate) fn has_signal(&self, name: &str) -> bool {
        self.lock().signals.contains(name)
    }

    pub(crate) fn is_deleted(&self) -> bool {
        self.lock().deleted
    }

    pub(crate) fn delete(&self) {
        self.lock().deleted = true;
        self.changed.notify_all();
    }

    /// Puts bytes into a box; false when it is full.
    pub(crate) fn send(&self, name: String, bytes: Vec<u8>) -> bool {
        let mut state = self.lock();
        let events = state.boxes.entry(name).or_default();
        if events.len() >= MAX_BOX_EVENTS {
            return false;
        }
        events.push_back(bytes);
        drop(state);
        self.changed.notify_all();
        true
    }

    /// Takes the oldest event out of a box.
    pub(crate) fn receive(&self, name: &str) -> Option<Vec<u8>> {
        self.lock().boxes.get_mut(name)?.pop_front()
    }

    /// Whether a request is still being answered.
    pub(crate) fn is_busy(&self) -> bool {
        self.lock().requests.iter().any(|entry| !entry.is_ended())
    }

    /// Returns when something may have changed, after `limit` at the latest.
    pub(crate) fn pause(&self, limit: Duration) {
        let state = self.lock();
        drop(self.changed.wait_timeout(state, limit).unwrap_or_else(PoisonError::into_inner));
    }

    /// Waits until `look` finds something in the two logs, for `limit` at most.
    pub(crate) fn wait_for<T>(
        &self,
        limit: Duration,
        look: impl Fn(&[Entry], &[Entry]) -> Option<T>,
    ) -> Option<T> {
        let deadline = Instant::now() + limit;
        let mut state = self.lock();
        loop {
            let found = look(&state.requests, &state.preflights);
            let left = deadline.saturating_duration_since(Instant::now());
            if found.is_some() || left.is_zero() || state.deleted {
                return found;
            }
            let waited = self.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
