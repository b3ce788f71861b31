//! What has to be there before anything can be built, shown or tested.
//!
//! Each `ensure_*` looks first and returns silently when there is nothing to
//! do. Otherwise it says what it does and how long that takes, does it, and on
//! failure gives one line: what is missing, and what to do.

pub(crate) mod browsers;
mod debian;
pub(crate) mod node;
pub(crate) mod npm;
mod rust_src;
pub(crate) mod tools;
pub(crate) mod wasm_std;

use anyhow::Result;

use crate::workspace::Workspace;

/// Sets up everything that any other command needs.
pub(crate) fn everything(workspace: &Workspace) -> Result<()> {
    wasm_std::ensure(workspace)?;
    tools::ensure_wasm_bindgen(workspace)?;
    npm::ensure(workspace)?;
    browsers::Chromium::ensure(workspace)?;
    browsers::Firefox::ensure(workspace)?;
    node::ensure_modern(workspace)?;
    println!("everything is set up");
    Ok(())
}

/// Announces a step that takes a while.
fn announce(what: &str, duration: &str) {
    println!("setup: {what} ({duration})");
}
