//! A client core for the Model Context Protocol, for browser hosts.
//!
//! A connection carries state: protocol version, capabilities, ids, pending
//! requests, subscriptions, caches. Each piece means something only against the
//! server it was negotiated with, so each lives in an object whose life is the
//! connection's life. There is one constructor and no reset: to connect again,
//! make another.
//!
//! The layers, each importing only from those below it:
//!
//! - `js`, `web` (wasm only): the exported classes, and the browser's part.
//! - [`proto`]: one connection, without I/O and without a clock.
//! - [`wire`]: JSON-RPC, SSE, headers, and what each protocol era says.
//! - [`error`], [`ids`], [`time`], [`json`], `text`: what everything shares.

pub mod error;
pub mod ids;
pub mod json;
pub mod proto;
mod text;
pub mod time;
pub mod wire;

#[cfg(target_family = "wasm")]
#[doc(hidden)]
pub mod js;
#[cfg(target_family = "wasm")]
mod web;

/// The standard library's allocator is three times as large, and no faster here.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();
