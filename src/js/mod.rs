//! What a page sees: the class `Session`, and the shapes around it.
//!
//! Only what needs an identity of its own is exported: a session, the scope
//! that lives as long as it, the iterators over its lists, and what it watches.
//! Everything else is a plain object that the declaration files here describe.
//!
//! Exported methods are `&self` and synchronous; one that takes time makes a
//! promise whose two functions are filed and called once. So no borrow outlives
//! a call, and `free()` finds nothing in its way.

mod asking;
mod bag;
mod calling;
mod deferred;
mod effects;
mod error;
mod events;
mod host_side;
mod keep_alive;
mod listeners;
mod options;
mod pages;
mod panic;
mod record;
mod request_options;
mod scope;
mod session;
mod session_calls;
mod spec;
mod subscription;
mod verdicts;

pub use pages::Pages;
pub use scope::SessionScope;
pub use session::Session;
pub use subscription::Subscription;

use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const PROTOCOL: &str = include_str!("protocol.d.ts");

#[wasm_bindgen(typescript_custom_section)]
const API: &str = include_str!("api.d.ts");
