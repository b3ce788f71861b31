//! What the browser does for a connection: fetches, streams, time, storage of nothing.
//!
//! Everything here works from `globalThis` alone, in a page, in any kind of
//! worker and in Node. What is started has an owner that undoes it on drop, and
//! what can come late holds a `Weak`, so a late byte finds nobody.
//!
//! The browser does not tell why a fetch failed (`cors` finds out what it can),
//! does not show headers that CORS hides, and may wake timers late; none of that
//! is interpreted here.

mod body;
mod clock;
mod control;
mod cors;
mod driver;
mod event;
mod exchange;
mod fetch;
mod ids;
mod later;
mod member;
mod payload;
mod strings;
mod timer;

pub(crate) use clock::{now, time_of_day};
pub(crate) use driver::{Host, Shared};
pub(crate) use event::EventListener;
pub(crate) use fetch::{Network, Token, ignore, settled, why};
pub(crate) use ids::PageIds;
pub(crate) use later::later;
pub(crate) use member::{member, set_member};
pub(crate) use payload::Payload;
pub(crate) use timer::Timer;

use wasm_bindgen::JsValue;

/// Finds what the environment may have or not; `undefined` when it has not.
pub(crate) fn global(name: &str) -> JsValue {
    member(&js_sys::global(), name)
}
