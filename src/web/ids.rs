//! The numbers that never repeat in a page.

use std::fmt;

use js_sys::{Map, Object, Reflect, Symbol, global};
use wasm_bindgen::prelude::*;
use web_sys::Url;

use super::member::{member, set_member};
use crate::ids::{ConnectionId, IdSource};

/// The page's counters, kept on `globalThis` under a registered symbol.
///
/// Two copies of this module in one page share them, so a request id or a
/// connection number is never given twice. They only grow.
pub(crate) struct PageIds(JsValue);

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
        Self(counters)
    }

    /// Gives what the page remembers of URLs, a `Map`.
    pub(crate) fn verdicts(&self) -> JsValue {
        if member(&self.0, "verdicts").is_undefined() {
            set_member(&self.0, "verdicts", &Map::new());
        }
        member(&self.0, "verdicts")
    }

    /// Gives the next connection number.
    pub(crate) fn next_connection(&self) -> ConnectionId {
        ConnectionId(self.count("connections"))
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates, and a count is whole and positive"
    )]
    fn count(&self, name: &str) -> u64 {
        let next = member(&self.0, name).as_f64().unwrap_or_default() + 1.0;
        set_member(&self.0, name, &next.into());
        next as u64
    }
}

impl IdSource for PageIds {
    fn next(&self) -> u64 {
        self.count("requests")
    }

    fn resolve(&self, base: &str, reference: &str) -> Option<String> {
        let (base_url, url) = (Url::new(base).ok()?, Url::new_with_base(reference, base).ok()?);
        let origin = member(&base_url, "origin").as_string()?;
        // An opaque origin, spelt "null", is nobody's own.
        let is_own = member(&url, "origin").as_string()? == origin && origin != "null";
        member(&url, "href").as_string().filter(|_| is_own)
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
