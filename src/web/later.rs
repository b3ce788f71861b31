//! Work that waits until the present stack is done.

use wasm_bindgen_futures::spawn_local;

/// Runs an action in a microtask of its own.
pub(crate) fn later(action: Box<dyn FnOnce()>) {
    spawn_local(async move { action() });
}
