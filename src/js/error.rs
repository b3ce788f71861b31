//! Errors as hosts get them: an `Error` with a name, a code and the facts.

use js_sys::{Error as JsError, Number};
use wasm_bindgen::prelude::*;
use web_sys::AbortSignal;

use super::record::Record;
use crate::error::{CloseReason, Error, Fault};
use crate::ids::ConnectionId;
use crate::json::Json;
use crate::web::Payload;

/// Which connection an error is about.
pub(super) struct Identity {
    pub(super) connection: ConnectionId,
    pub(super) server: String,
    pub(super) url: String,
    /// The signal that may end the connection, whose reason is then the cause.
    pub(super) signal: Option<AbortSignal>,
}

impl Identity {
    /// Makes the host's error.
    pub(super) fn error(&self, error: &Error) -> JsValue {
        let record = plain(error);
        self.add_to(&record);
        if error.step.is_some() || matches!(error.fault, Fault::Cors(_)) {
            record.text("url", &self.url);
        }
        if let Fault::Closed(reason) = &error.fault {
            self.add_cause(&record, reason);
        }
        record.done()
    }

    /// Makes the host's error of a fault that concerns no request.
    pub(super) fn fault(&self, fault: Fault) -> JsValue {
        self.error(&fault.into())
    }

    /// Says whose an error is that was made without knowing.
    pub(super) fn sign(&self, error: &JsValue, method: Option<&str>) {
        let record = Record::of(error.clone());
        self.add_to(&record);
        if let Some(method) = method {
            record.text("method", method);
        }
    }

    /// Names the connection in an object.
    pub(super) fn add_to(&self, record: &Record) {
        record.number("connectionId", self.connection.0).text("serverId", &self.server);
    }

    fn add_cause(&self, record: &Record, reason: &CloseReason) {
        record.text("reason", reason.as_str());
        if let Some(error) = reason.error() {
            record.set("cause", &self.error(error));
        } else if let (CloseReason::Aborted, Some(signal)) = (reason, &self.signal) {
            record.set("cause", &signal.reason());
        }
    }
}

/// Makes the host's error of bad input that no connection was made for.
pub(super) fn misuse(fault: Fault) -> JsValue {
    plain(&fault.into()).done()
}

fn plain(error: &Error) -> Record {
    let object = JsError::new(&error.message());
    object.set_name("McpError");
    let record = Record::of(object.into());
    record.text("code", error.code().as_str());
    record.set("retrySafe", &error.retry_safe.into());
    record.maybe("method", error.method.as_ref());
    if let Some(step) = error.step {
        record.text("step", step.as_str());
    }
    add_facts(&record, &error.fault);
    record
}

fn add_facts(record: &Record, fault: &Fault) {
    match fault {
        Fault::Rpc(error, _) => {
            let rpc = Record::new();
            #[expect(clippy::cast_precision_loss, reason = "JSON numbers are doubles here")]
            rpc.set("code", &Number::from(error.code as f64)).text("message", &error.message);
            if let Some(data) = error.data.as_ref().and_then(|text| Payload::parse(text).ok()) {
                rpc.set("data", &data.into_js());
            }
            record.set("rpc", &rpc.done());
        }
        Fault::Http(error) => {
            let http = Record::new();
            http.number("status", error.status.into()).text("statusText", &error.status_text);
            http.maybe("body", error.body.as_ref());
            record.set("http", &http.done());
        }
        Fault::Cors(header) => {
            record.text("missing", header);
        }
        Fault::HiddenHeader(name) => {
            record.text("missing", name);
        }
        // The last step is the one that the code comes from.
        Fault::Unreachable(steps) => {
            if let Some((_, fault)) = steps.last() {
                add_facts(record, fault);
            }
        }
        Fault::Closed(_)
        | Fault::TimedOut(_)
        | Fault::CancelledByServer(_)
        | Fault::Network(_)
        | Fault::StreamEnded(_)
        | Fault::EmptyResponse(_)
        | Fault::InvalidMessage(_)
        | Fault::LimitExceeded { .. }
        | Fault::UnsupportedVersion(_)
        | Fault::NotSupported(_)
        | Fault::AuthorizationRequired
        | Fault::InputRequired(_)
        | Fault::Storage(_)
        | Fault::InvalidArgument(_) => {}
    }
}
