//! The facts of a connection, which exist once it is ready and not before.

use super::connection::Connection;
use crate::error::{Fault, Step};
use crate::json::Json;
use crate::text::concat;
use crate::wire::era::{self, Method, Revision};
use crate::wire::version::{Era, ProtocolVersion};

/// What both sides agreed on; there is none before the connection is ready.
#[derive(Clone, Debug, PartialEq)]
pub struct Negotiated<J> {
    /// The protocol version.
    pub version: ProtocolVersion,
    /// The transport.
    pub transport: Transport,
    /// The server's capabilities, an object.
    pub capabilities: J,
    /// How the server describes itself, when it does; for display only.
    pub server_info: Option<J>,
    /// The server's advice for a language model.
    pub instructions: Option<String>,
    /// The session's secret name, when the server gave one.
    pub session_id: Option<String>,
}

/// How messages travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    /// One endpoint, answers in the response.
    StreamableHttp,
    /// An event stream and a second endpoint to post to.
    HttpSse,
}

impl Transport {
    /// Gives the name that hosts see.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::StreamableHttp => "streamable-http",
            Self::HttpSse => "http+sse",
        }
    }
}

/// What a step of connecting took and how it went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timing {
    /// The step.
    pub step: Step,
    /// How long it took, in milliseconds.
    pub millis: u64,
    /// `ok`, or why the next step was tried, in a few words.
    pub outcome: String,
}

impl<J: Json> Connection<J> {
    /// Gives the protocol era, once it is agreed on.
    pub(super) fn era(&self) -> Option<Era> {
        self.negotiated().map(Negotiated::era)
    }
}

impl<J: Json> Negotiated<J> {
    /// Gives what the protocol version says.
    #[must_use]
    pub fn revision(&self) -> &'static Revision {
        self.version.revision()
    }

    /// Gives the protocol era.
    #[must_use]
    pub fn era(&self) -> Era {
        self.version.era()
    }

    /// Finds the rules of a request; `None` for a method of an extension.
    ///
    /// # Errors
    ///
    /// [`Fault::NotSupported`] when the version or the server does not offer it.
    pub fn method(&self, name: &str) -> Result<Option<&'static Method>, Fault> {
        let Some(method) = self.revision().method(name) else {
            if era::is_known(name) {
                return Err(self.not_in_version(name));
            }
            return Ok(None);
        };
        match method.needs {
            Some(capability) if !self.offers(capability) => Err(Fault::NotSupported(concat(&[
                "the server does not offer ",
                name,
                ": it declared no capability ",
                capability,
            ]))),
            _ => Ok(Some(method)),
        }
    }

    /// Refuses a wish that is a request in the legacy era only.
    ///
    /// # Errors
    ///
    /// [`Fault::NotSupported`] when the server does not offer what is wished for.
    pub(super) fn wish(&self, method: &str) -> Result<(), Fault> {
        if self.era() == Era::Legacy {
            return self.method(method).map(|_| ());
        }
        if method != "resources/subscribe" || self.offers("resources.subscribe") {
            return Ok(());
        }
        Err(Fault::NotSupported(
            "the server does not tell of changes: it declared no capability resources.subscribe"
                .to_owned(),
        ))
    }

    /// Refuses a client notification that the version does not know.
    ///
    /// # Errors
    ///
    /// [`Fault::NotSupported`] when another version knows it and this one does not.
    pub fn notification(&self, name: &str) -> Result<(), Fault> {
        if self.revision().notifications.contains(&name) || !era::is_known_notification(name) {
            return Ok(());
        }
        Err(self.not_in_version(name))
    }

    fn not_in_version(&self, name: &str) -> Fault {
        let version = self.version.as_str();
        Fault::NotSupported(concat(&["protocol ", version, " has no ", name]))
    }

    /// Tells whether the server declared a capability, `a.b` for a member of one.
    pub(super) fn offers(&self, capability: &str) -> bool {
        let dot = capability.bytes().position(|byte| byte == b'.').unwrap_or(capability.len());
        let name = capability.get(..dot).unwrap_or_default();
        let member = capability.get(dot + 1..);
        let Some(declared) = self.capabilities.get(name).filter(|value| !value.is_null()) else {
            return false;
        };
        match member.map(|member| declared.get(member)) {
            None => true,
            Some(None) => false,
            Some(Some(value)) => !value.is_null() && value.as_bool() != Some(false),
        }
    }
}
