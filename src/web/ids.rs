//! The numbers that never repeat in a page.

use std::fmt;

use js_sys::{Map, Object, Reflect, Symbol, global};
use wasm_bindgen::prelude::*;
use web_sys::Url;

use crate::ids::{ConnectionId, IdSource};

#[wasm_bindgen]
extern "C" {
    type Counters;

    #[wasm_bindgen(method, getter, structural)]
    fn requests(this: &Counters) -> Option<f64>;

    #[wasm_bindgen(method, setter, structural)]
    fn set_requests(this: &Counters, value: f64);

    #[wasm_bindgen(method, getter, structural)]
    fn connections(this: &Counters) -> Option<f64>;

    #[wasm_bindgen(method, setter, structural)]
    fn set_connections(this: &Counters, value: f64);

    #[wasm_bindgen(method, getter, structural)]
    fn verdicts(this: &Counters) -> JsValue;

    #[wasm_bindgen(method, setter, structural)]
    fn set_verdicts(this: &Counters, value: &JsValue);
}

/// The page's counters, kept on `globalThis` under a registered symbol.
///
/// Two copies of this module in one page share them, so a request id or a
/// connection number is never given twice. They only grow.
pub(crate) struct PageIds(Counters);

impl PageIds {
    /// Finds the page's counters, or starts them.
    pub(crate) fn find() -> Self {
        let (page, key) = (global(), Symbol::for_("mcp-tether.ids"));
        let known = Reflect::get(&page, &key).ok().filter(JsValue::is_object);
        let counters = known.unwrap_or_else(|| {
            let counters = JsValue::from(Object::new());
            let _ = Reflect::set(&page, &key, &counters);
            counters
        });
        Self(counters.unchecked_into())
    }

    /// Gives what the page remembers of URLs, a `Map`.
    pub(crate) fn verdicts(&self) -> JsValue {
        if self.0.verdicts().is_undefined() {
            self.0.set_verdicts(&Map::new());
        }
        self.0.verdicts()
    }

    /// Gives the next connection number.
    pub(crate) fn next_connection(&self) -> ConnectionId {
        let next = self.0.connections().unwrap_or_default() + 1.0;
        self.0.set_connections(next);
        ConnectionId(whole(next))
    }
}

impl IdSource for PageIds {
    fn next(&self) -> u64 {
        let next = self.0.requests().unwrap_or_default() + 1.0;
        self.0.set_requests(next);
        whole(next)
    }

    fn resolve(&self, base: &str, reference: &str) -> Option<String> {
        let origin = Url::new(base).ok()?.origin();
        let url = Url::new_with_base(reference, base).ok()?;
        // An opaque origin, spelt "null", is nobody's own.
        (url.origin() == origin && origin != "null").then(|| url.href())
    }

    fn chance(&self) -> f64 {
        js_sys::Math::random()
    }
}

impl fmt::Debug for PageIds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PageIds")
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates, and a count is whole and positive"
)]
fn whole(count: f64) -> u64 {
    count as u64
}
