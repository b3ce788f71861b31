//! Callbacks of the host, which run in a microtask and may do anything.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::{Function, Promise};
use wasm_bindgen::prelude::*;

use super::events::EventType;
use crate::web::{global, later};

/// A callback, until it is removed.
pub(super) struct Listener {
    function: Function,
    /// The resource whose changes it is for.
    about: Option<String>,
    removed: Cell<bool>,
}

impl Listener {
    pub(super) fn new(function: Function) -> Rc<Self> {
        Rc::new(Self { function, about: None, removed: Cell::new(false) })
    }

    /// Tells whether it is for what concerns a resource, when that is what it concerns.
    fn is_for(&self, uri: Option<&str>) -> bool {
        let Some(about) = &self.about else { return true };
        uri.is_some_and(|uri| is_within(uri, about))
    }

    /// Keeps it from being called again, for events too that are on their way.
    pub(super) fn remove(&self) {
        self.removed.set(true);
    }

    fn call(&self, event: &JsValue) {
        if self.removed.get() {
            return;
        }
        if let Err(error) = self.function.call1(&JsValue::UNDEFINED, event) {
            report(&error);
        }
    }
}

/// Tells whether a URI is another one or lies below it.
fn is_within(uri: &str, other: &str) -> bool {
    let Some(rest) = uri.strip_prefix(other) else { return false };
    rest.is_empty() || other.ends_with('/') || rest.starts_with(['/', '?', '#'])
}

/// Calls listeners, in order, when the present stack is done.
pub(super) fn call_later(calls: Vec<(Rc<Listener>, JsValue)>) {
    if calls.is_empty() {
        return;
    }
    later(Box::new(move || {
        for (listener, event) in calls {
            listener.call(&event);
        }
    }));
}

/// Tells the page of an error in its own callback.
fn report(error: &JsValue) {
    let report = global("reportError").dyn_into::<Function>();
    let reported = report.and_then(|report| report.call1(&JsValue::UNDEFINED, error));
    if reported.is_err() {
        // Nobody handles this promise, which is how such a page hears of errors.
        let _ = Promise::reject(error);
    }
}

/// Names a registration.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ListenerId(u32);

/// The listeners of one session.
#[derive(Default)]
pub(super) struct Listeners {
    all: Vec<(ListenerId, EventType, Rc<Listener>)>,
    last: u32,
}

impl Listeners {
    pub(super) fn add(
        &mut self,
        kind: EventType,
        function: Function,
        about: Option<String>,
    ) -> ListenerId {
        self.last = self.last.wrapping_add(1);
        let id = ListenerId(self.last);
        let removed = Cell::new(false);
        self.all.push((id, kind, Rc::new(Listener { function, about, removed })));
        id
    }

    pub(super) fn remove(&mut self, id: ListenerId) {
        if let Some(index) = self.all.iter().position(|(known, ..)| *known == id) {
            self.all.remove(index).2.remove();
        }
    }

    /// Gives the listeners of a type, in the order of their registration.
    ///
    /// With a resource's URI, those too that are for it alone.
    pub(super) fn of(&self, kind: EventType, uri: Option<&str>) -> Vec<Rc<Listener>> {
        let mut found = Vec::new();
        for (_, known, listener) in &self.all {
            if *known == kind && listener.is_for(uri) {
                found.push(listener.clone());
            }
        }
        found
    }

    pub(super) fn has(&self, kind: EventType) -> bool {
        self.all.iter().any(|(_, known, _)| *known == kind)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Lets go of all; only what tells of the end is still called.
    pub(super) fn end(&mut self) {
        for (_, kind, listener) in std::mem::take(&mut self.all) {
            if !kind.tells_of_the_end() {
                listener.remove();
            }
        }
    }
}
