//! How a host wants one request to behave.

use js_sys::Function;
use wasm_bindgen::prelude::*;
use web_sys::AbortSignal;

use super::bag::{Bag, Complaints, Refusal};
use super::error::misuse;
use super::options::{log_level, signal};
use crate::proto::{CallOptions, Request};
use crate::web::Payload;
use crate::wire::params::Params;

/// A request as its host put it, with all of the host's code run.
pub(super) struct Wish {
    pub(super) request: Request,
    pub(super) signal: Option<AbortSignal>,
    pub(super) on_progress: Option<Function>,
}

impl Wish {
    /// Reads the host's params and `RequestOptions`.
    pub(super) fn read(method: &str, params: JsValue, options: JsValue) -> Result<Self, Refusal> {
        let request = Request::new(method, read_params(params)?);
        let mut wish = Self { request, signal: None, on_progress: None };
        if !options.is_undefined() {
            let complaints = Complaints::default();
            let meta =
                wish.read_options(&Bag::optional(options, "options", &complaints), &complaints);
            complaints.settle(())?;
            if !meta.is_undefined() {
                wish.request.params.add_meta(&Payload::from(meta)).map_err(misuse)?;
            }
        }
        Ok(wish)
    }

    /// Reads the options; gives what is to be added to `_meta`.
    fn read_options(&mut self, bag: &Bag<'_>, complaints: &Complaints) -> JsValue {
        self.signal = signal(bag, complaints);
        self.on_progress = bag.function("onProgress");
        let is_heard = self.on_progress.is_some();
        self.request.options = CallOptions {
            timeout: bag.number("timeout"),
            total: bag.number("total"),
            progress: is_heard,
            reset_on_progress: bag.flag("resetTimeoutOnProgress").unwrap_or(is_heard),
            fresh: bag.flag("fresh").unwrap_or_default(),
            return_input: bag.choice("inputResponses", &["ask", "return"]) == Some(1),
            log_level: log_level(bag),
        };
        bag.get("meta")
    }
}

fn read_params(params: JsValue) -> Result<Params, Refusal> {
    if params.is_undefined() || params.is_null() {
        return Ok(Params::default());
    }
    Params::from_value(&Payload::from(params)).map_err(misuse)
}
