//! A resource that a host watches.

use std::cell::Cell;
use std::rc::{Rc, Weak};

use js_sys::Promise;
use wasm_bindgen::prelude::*;

use super::calling;
use super::host_side::{HostSide, Line};
use super::listeners::ListenerId;
use crate::web::Shared;

/// One listener's interest in one resource; it does not keep its session.
#[wasm_bindgen(skip_typescript)]
pub struct Subscription {
    line: Weak<Shared<HostSide>>,
    uri: String,
    listener: ListenerId,
    over: Cell<Option<Promise>>,
}

impl Subscription {
    pub(super) fn new(line: &Line, uri: String, listener: ListenerId) -> Self {
        Self { line: Rc::downgrade(line), uri, listener, over: Cell::new(None) }
    }

    fn end(&self) -> Promise {
        let is_open = |line: &Line| line.look(|driver| driver.host.state != "closed");
        match self.line.upgrade().filter(is_open) {
            // The end of a session is the end of all that it watched.
            None => Promise::resolve(&JsValue::UNDEFINED),
            Some(line) => {
                line.adjust(|driver| driver.host.listeners.remove(self.listener));
                calling::unsubscribe(&line, self.uri.clone())
            }
        }
    }
}

#[wasm_bindgen]
impl Subscription {
    /// The resource's URI.
    #[wasm_bindgen(getter, skip_typescript)]
    pub fn uri(&self) -> JsValue {
        JsValue::from_str(&self.uri)
    }

    /// Calls the listener no more, and tells the server when nobody else watches.
    #[wasm_bindgen(skip_typescript)]
    pub fn unsubscribe(&self) -> Promise {
        let over = self.over.take().unwrap_or_else(|| self.end());
        self.over.set(Some(over.clone()));
        over
    }

    /// Does the same.
    #[wasm_bindgen(js_name = "[Symbol.asyncDispose]", skip_typescript)]
    pub fn async_dispose(&self) -> Promise {
        self.unsubscribe()
    }
}

impl std::fmt::Debug for Subscription {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Subscription")
    }
}
