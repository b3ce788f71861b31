//! A map that lives as long as a connection.

use std::cell::OnceCell;
use std::rc::Rc;

use js_sys::Map;
use wasm_bindgen::prelude::*;

use super::error::misuse;
use super::keep_alive::KeepAlive;
use crate::error::{CloseReason, Fault};

/// The map behind a scope, and why its time is over once it is.
pub(super) struct Scope {
    map: Map,
    over: OnceCell<CloseReason>,
}

impl Scope {
    /// Empties the map for good.
    pub(super) fn end(&self, reason: &CloseReason) {
        let _ = self.over.set(reason.clone());
        self.map.clear();
    }
}

/// What a host derives from a connection and keeps no longer than that.
#[wasm_bindgen(skip_typescript)]
pub struct SessionScope {
    scope: Rc<Scope>,
    handle: Rc<OnceCell<KeepAlive>>,
}

impl SessionScope {
    /// Makes an empty scope: the map, and the object that hosts get.
    pub(super) fn open() -> (Rc<Scope>, JsValue) {
        let scope = Rc::new(Scope { map: Map::new(), over: OnceCell::new() });
        let handle = Rc::new(OnceCell::new());
        let object: JsValue = Self { scope: scope.clone(), handle: handle.clone() }.into();
        let mut own = KeepAlive::of(&object);
        own.set_busy(false); // it must not hold itself
        let _ = handle.set(own);
        (scope, object)
    }
}

impl std::fmt::Debug for SessionScope {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SessionScope")
    }
}

#[wasm_bindgen]
impl SessionScope {
    /// Gives the value of a key.
    #[wasm_bindgen(skip_typescript)]
    pub fn get(&self, key: &JsValue) -> JsValue {
        self.scope.map.get(key)
    }

    /// Sets the value of a key and gives the scope.
    ///
    /// Throws `CLOSED` when the connection has ended.
    #[wasm_bindgen(skip_typescript)]
    pub fn set(&self, key: &JsValue, value: &JsValue) -> Result<JsValue, JsValue> {
        if let Some(reason) = self.scope.over.get() {
            return Err(misuse(Fault::Closed(reason.clone())));
        }
        self.scope.map.set(key, value);
        Ok(self.handle.get().and_then(KeepAlive::handle).unwrap_or_default())
    }

    /// Tells whether a key has a value.
    #[wasm_bindgen(skip_typescript)]
    pub fn has(&self, key: &JsValue) -> bool {
        self.scope.map.has(key)
    }

    /// Removes a key; tells whether it was there.
    #[wasm_bindgen(skip_typescript)]
    pub fn delete(&self, key: &JsValue) -> bool {
        self.scope.map.delete(key)
    }

    /// Gives the keys in the order they were set.
    #[wasm_bindgen(skip_typescript)]
    pub fn keys(&self) -> JsValue {
        self.scope.map.keys().into()
    }
}
