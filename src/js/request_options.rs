//! How a host wants one request to behave.

use js_sys::Function;
use wasm_bindgen::prelude::*;
use web_sys::AbortSignal;

use super::bag::{Bag, Refusal};
use super::error::misuse;
use super::options::{LOG_LEVELS, signal};
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
        let mut request = Request::new(method, read_params(params)?);
        if options.is_undefined() {
            return Ok(Self { request, signal: None, on_progress: None });
        }
        let bag = Bag::optional(options, "options")?;
        let on_progress = bag.function("onProgress")?;
        let reset = bag.flag("resetTimeoutOnProgress")?;
        request.options = CallOptions {
            timeout: bag.number("timeout")?,
            total: bag.number("total")?,
            progress: on_progress.is_some(),
            reset_on_progress: reset.unwrap_or(on_progress.is_some()),
            fresh: false,
            return_input: bag.choice("inputResponses", &["ask", "return"])?.as_deref()
                == Some("return"),
            log_level: bag.choice("logLevel", &LOG_LEVELS)?,
        };
        let meta = bag.get("meta")?;
        if !meta.is_undefined() {
            request.params.add_meta(&Payload::from(meta)).map_err(misuse)?;
        }
        Ok(Self { request, signal: signal(&bag)?, on_progress })
    }
}

fn read_params(params: JsValue) -> Result<Params, Refusal> {
    if params.is_undefined() || params.is_null() {
        return Ok(Params::default());
    }
    Params::from_value(&Payload::from(params)).map_err(misuse)
}
