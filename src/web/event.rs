//! A listener on a host's or the platform's event target, removed on drop.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    type Target;

    #[wasm_bindgen(method, js_name = addEventListener, catch)]
    fn add(this: &Target, name: &str, listener: &JsValue) -> Result<(), JsValue>;

    #[wasm_bindgen(method, js_name = removeEventListener, catch)]
    fn remove(this: &Target, name: &str, listener: &JsValue) -> Result<(), JsValue>;
}

/// Listens to one event of one target for as long as it lives.
pub(crate) struct EventListener {
    target: Target,
    name: &'static str,
    listener: Closure<dyn Fn(JsValue)>,
}

impl EventListener {
    /// Starts to listen; a target that refuses is not listened to.
    pub(crate) fn new(target: &JsValue, name: &'static str, action: Box<dyn Fn(JsValue)>) -> Self {
        let target: Target = target.clone().unchecked_into();
        let listener = Closure::wrap(action);
        let _ = target.add(name, listener.as_ref());
        Self { target, name, listener }
    }
}

impl Drop for EventListener {
    fn drop(&mut self) {
        let _ = self.target.remove(self.name, self.listener.as_ref());
    }
}
