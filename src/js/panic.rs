//! The last words of a module that is not to be trusted any more.

use wasm_bindgen::prelude::*;

use crate::text::{concat, decimal};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn console_error(text: &str);
}

/// Has panic messages printed: a trap alone says nothing.
#[wasm_bindgen(start, private)]
fn start() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(|place| (place.file(), decimal(place.line().into())));
        let (file, line) = place.unwrap_or_default();
        let what = info.payload().downcast_ref::<&str>().copied().unwrap_or_default();
        let text = ["mcp-tether has a bug; reload the module. ", file, ":", &line, ": ", what];
        console_error(&concat(&text));
    }));
}
