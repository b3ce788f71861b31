//! Scenarios through the public Rust API: a scripted server and a virtual clock.

#![cfg(not(target_family = "wasm"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![allow(clippy::wildcard_enum_match_arm, reason = "a test names what it looks at")]

mod support;

#[path = "protocol/breaches.rs"]
mod breaches;
#[path = "protocol/cache.rs"]
mod cache;
#[path = "protocol/calls.rs"]
mod calls;
#[path = "protocol/catalog.rs"]
mod catalog;
#[path = "protocol/channel.rs"]
mod channel;
#[path = "protocol/close.rs"]
mod close;
#[path = "protocol/handshake.rs"]
mod handshake;
#[path = "protocol/limits.rs"]
mod limits;
#[path = "protocol/push.rs"]
mod push;
#[path = "protocol/resume.rs"]
mod resume;
#[path = "protocol/rounds.rs"]
mod rounds;
#[path = "protocol/streams.rs"]
mod streams;
#[path = "protocol/subscriptions.rs"]
mod subscriptions;
