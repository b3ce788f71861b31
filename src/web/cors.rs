//! Why the browser let no answer through, as far as a page can find out.
//!
//! A failed fetch does not say whether the host is down or the server's CORS
//! policy forbids the request. Requests without effect, credentials or values
//! tell: a plain GET that is answered shows that the page's origin is allowed,
//! the same with the name of one header that this is; a HEAD whose answer nobody
//! may read, that the host is up (a page that is cross-origin isolated cannot see
//! that of every host).

use js_sys::{Array, JsString, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::AbortSignal;

use super::fetch::{HeaderList, Network, Request, promise_of};
use super::member::{member, set_member};
use crate::text::concat;

impl Network {
    /// Names what a failed request lacked in the server's CORS policy, as the
    /// header that the server has to send; `None` when that was not it, or is not known.
    ///
    /// The answers are left for `signal` to stop.
    pub(super) async fn lacking(&self, request: &Request, signal: &AbortSignal) -> Option<String> {
        let url = self.url_of(request);
        let names = self.names(request);
        let ask = |name| self.probe(&url, &name, "cors", signal);
        let outcomes = fates(names.iter().map(ask).collect()).await?;
        if is_refused(&outcomes.get(0)) {
            let probe = self.probe(&url, &names.get(0), "no-cors", signal);
            let is_down = is_refused(&fates(Array::of1(&probe)).await?.get(0));
            return (!is_down).then(|| "access-control-allow-origin".to_owned());
        }
        let refused = Array::new();
        for (name, outcome) in names.iter().zip(outcomes.iter()) {
            if is_refused(&outcome) {
                refused.push(&name);
            }
        }
        // Whoever gave up waiting has learned nothing.
        let is_known = refused.length() > 0 && !signal.aborted();
        is_known.then(|| {
            let names = String::from(refused.join(", ").to_lower_case());
            concat(&["access-control-allow-headers: ", &names])
        })
    }

    /// Asks the server without credentials, with no more than the name of a header.
    fn probe(&self, url: &JsString, name: &JsValue, mode: &str, signal: &AbortSignal) -> Promise {
        // A redirect is an answer like any other; it is followed only where it cannot be seen.
        let (method, redirect) =
            if mode == "cors" { ("GET", "manual") } else { ("HEAD", "follow") };
        let asked = HeaderList::copy(&JsValue::UNDEFINED).and_then(|headers| {
            headers.set(name.unchecked_ref(), &"".into())?;
            let init = self.init(method, &headers);
            for (name, value) in [("cache", "no-store"), ("mode", mode), ("redirect", redirect)] {
                set_member(&init, name, &value.into());
            }
            set_member(&init, "signal", signal);
            self.fetch(url, &init)
        });
        promise_of(asked)
    }

    /// Gives the names of the headers that a server has to allow, after one that every
    /// server does.
    fn names(&self, request: &Request) -> Array {
        let names = Array::of1(&"accept".into());
        for (name, _) in &request.headers {
            names.push(&name.into());
        }
        if self.has_token() {
            names.push(&"authorization".into());
        }
        if self.headers.is_object() {
            for entry in Array::from(&self.headers).iter() {
                names.push(&entry.unchecked_ref::<Array>().get(0));
            }
        }
        names
    }
}

/// Waits until all promises have settled.
async fn fates(promises: Array) -> Option<Array> {
    JsFuture::from(Promise::all_settled(&promises)).await.ok().map(JsCast::unchecked_into)
}

fn is_refused(outcome: &JsValue) -> bool {
    !member(outcome, "reason").is_undefined()
}
