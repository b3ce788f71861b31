//! The sentences: what was expected, what came, what to do.

use super::{CloseReason, Fault, HttpError, RpcError};
use crate::text::{concat, decimal, join, signed};

/// Gives the sentence of a fault, lower case and without a full stop.
pub(super) fn of(fault: &Fault) -> String {
    match fault {
        Fault::Closed(reason) => closed(reason),
        Fault::TimedOut(millis) => {
            concat(&["no answer within ", &decimal(*millis), " ms; the server may still be at it"])
        }
        Fault::CancelledByServer(Some(why)) => {
            concat(&["the server cancelled the request and says: ", why])
        }
        Fault::CancelledByServer(None) => {
            "the server cancelled the request and gave no reason".to_owned()
        }
        Fault::Rpc(error, _) => rpc(error),
        Fault::Http(error) => http(error),
        Fault::Network(why) => concat(&[
            "no answer that this page may read: ",
            why,
            "; the server is out of reach, or its CORS policy does not allow this page, method or header",
        ]),
        Fault::Cors(header) => cors(header),
        Fault::HiddenHeader(name) => concat(&[
            "the server's answer hides the header ",
            name,
            " from this page; the server must send access-control-expose-headers: ",
            name,
        ]),
        Fault::StreamEnded(None) => {
            "expected the response on the event stream, and the stream ended without it".to_owned()
        }
        Fault::StreamEnded(Some(why)) => {
            concat(&["expected the response, and the connection broke before it came: ", why])
        }
        Fault::EmptyResponse(status) => concat(&[
            "expected a response in the body, and none came with HTTP status ",
            &decimal((*status).into()),
        ]),
        Fault::InvalidMessage(it) => {
            concat(&["expected ", &it.expected, ", and the server sent ", &it.came])
        }
        Fault::LimitExceeded { limit, value } => concat(&[
            "exceeded the limit ",
            limit,
            " = ",
            &decimal(*value as u64),
            "; raise it in the session's options if that much is meant to come",
        ]),
        Fault::UnsupportedVersion(it) => unsupported(it.asked, &it.offered),
        Fault::NotSupported(what) => what.clone(),
        Fault::AuthorizationRequired => {
            "the server answers 401: give the spec a token, or an `auth` that can sign in"
                .to_owned()
        }
        Fault::InputRequired(what) => what.clone(),
        Fault::InvalidArgument(it) => {
            concat(&[&it.field, ": expected ", &it.expected, ", and got ", &it.came])
        }
        Fault::Storage(why) => {
            concat(&["options.verdicts failed, and the session goes on without it: ", why])
        }
        Fault::Unreachable(steps) => unreachable_server(steps),
    }
}

fn closed(reason: &CloseReason) -> String {
    match reason {
        CloseReason::Local => "the session was closed by its host".to_owned(),
        CloseReason::Freed => "the session was freed by its host".to_owned(),
        CloseReason::Aborted => "the session's abort signal fired".to_owned(),
        CloseReason::Collected => "the session was no longer held by anyone".to_owned(),
        CloseReason::PageHidden => "the page went away".to_owned(),
        CloseReason::SessionExpired => {
            "the server no longer knows this session; make a new one".to_owned()
        }
        CloseReason::ConnectFailed(error) => {
            concat(&["the connection could not be made: ", &of(&error.fault)])
        }
        CloseReason::ProtocolError(error) => {
            concat(&["the server broke the protocol: ", &of(&error.fault)])
        }
    }
}

fn cors(header: &str) -> String {
    let hint = if header.starts_with("access-control-allow-headers: mcp-param-") {
        ", or the spec to say parameterHeaders: \"off\""
    } else {
        ""
    };
    const WHAT: &str =
        "the server is up, and its CORS policy keeps this page from it; it has to send ";
    concat(&[WHAT, header, hint])
}

fn rpc(error: &RpcError) -> String {
    concat(&["the server refused with error ", &signed(error.code), ": ", &error.message])
}

fn http(error: &HttpError) -> String {
    let mut text = concat(&[
        "expected an MCP answer, and the server sent HTTP ",
        &decimal(error.status.into()),
    ]);
    if !error.status_text.is_empty() {
        text.push(' ');
        text.push_str(&error.status_text);
    }
    text
}

fn unsupported(asked: &str, offered: &[String]) -> String {
    let mut text = concat(&["asked for protocol ", asked, ", and the server "]);
    if offered.is_empty() {
        text.push_str("does not speak it");
    } else {
        text.push_str("speaks ");
        text.push_str(&join(offered, ", "));
    }
    text
}

fn unreachable_server(steps: &[(super::Step, Fault)]) -> String {
    let mut text = "no way of connecting worked".to_owned();
    for (step, fault) in steps {
        text.push_str("; ");
        text.push_str(step.as_str());
        text.push_str(": ");
        text.push_str(&of(fault));
    }
    text
}
