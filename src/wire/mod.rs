//! JSON-RPC, SSE, headers, and what each protocol version says.
//!
//! Everything here is a total function over bytes or values: bad input gives a
//! value that says so, never a panic, and nothing waits or remembers anything
//! but a decoder's own unfinished input.

pub mod challenge;
pub mod era;
pub mod headers;
pub mod json_rpc;
pub mod media_type;
pub mod params;
pub mod sse;
pub mod version;
