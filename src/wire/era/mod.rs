//! What each protocol version says, as data: one file per version.
//!
//! Nothing else in the crate compares versions. Whoever needs to know whether a
//! method exists, which headers go out or how a result is read asks the
//! connection's [`Revision`].

pub mod v2024_11_05;
pub mod v2025_03_26;
pub mod v2025_06_18;
pub mod v2025_11_25;
pub mod v2026_07_28;

use super::version::Era;

/// One protocol version's vocabulary and rules.
#[derive(Debug)]
pub struct Revision {
    /// The version's name on the wire.
    pub name: &'static str,
    /// Whether a handshake opens the conversation.
    pub era: Era,
    /// The requests that a client may send, in groups that versions share.
    pub methods: &'static [&'static [Method]],
    /// The notifications that a client may send.
    pub notifications: &'static [&'static str],
    /// Whether requests after the handshake name the version in a header.
    pub version_header: bool,
    /// Whether requests name their method (and object) in headers.
    pub method_headers: bool,
    /// Whether a body or an event may hold an array of messages.
    pub batches: bool,
    /// Whether a broken or ended response stream can be resumed by its event id.
    pub resumable: bool,
}

/// A request that a client may send.
#[derive(Debug)]
pub struct Method {
    /// Its name on the wire.
    pub name: &'static str,
    /// The server capability that it needs.
    pub needs: Option<&'static str>,
    /// The member of `params` that names the request's object.
    pub object: Option<&'static str>,
    /// Whether the request changes nothing on the server.
    pub reads: bool,
    /// Whether the server may ask for input before it answers.
    pub asks: bool,
    /// The array that every result has.
    pub yields: Option<&'static str>,
}

impl Revision {
    /// Finds a request by its name.
    #[must_use]
    pub fn method(&self, name: &str) -> Option<&'static Method> {
        self.methods.iter().copied().flatten().find(|method| method.name == name)
    }
}

/// Tells whether any version knows a request of that name.
///
/// A method that no version knows belongs to an extension and passes as it is.
#[must_use]
pub fn is_known(method: &str) -> bool {
    use super::version::ProtocolVersion;
    ProtocolVersion::ALL.iter().any(|version| version.revision().method(method).is_some())
}

/// Tells whether any version knows a client notification of that name.
#[must_use]
pub fn is_known_notification(method: &str) -> bool {
    use super::version::ProtocolVersion;
    ProtocolVersion::ALL.iter().any(|version| version.revision().notifications.contains(&method))
}

/// Makes a request that only reads.
const fn read(name: &'static str, needs: Option<&'static str>) -> Method {
    Method { name, needs, object: None, reads: true, asks: false, yields: None }
}

/// Makes a request that may act on the server.
const fn act(name: &'static str, needs: Option<&'static str>) -> Method {
    Method { name, needs, object: None, reads: false, asks: false, yields: None }
}

impl Method {
    /// Says which member of `params` names the object.
    const fn of(mut self, object: &'static str) -> Self {
        self.object = Some(object);
        self
    }

    /// Says that the server may ask for input before it answers.
    const fn asks(mut self) -> Self {
        self.asks = true;
        self
    }

    /// Says which array every result has.
    const fn yields(mut self, member: &'static str) -> Self {
        self.yields = Some(member);
        self
    }
}

/// What every version lists.
const LISTS: &[Method] = &[
    read("tools/list", Some("tools")).yields("tools"),
    read("resources/list", Some("resources")).yields("resources"),
    read("resources/templates/list", Some("resources")).yields("resourceTemplates"),
    read("prompts/list", Some("prompts")).yields("prompts"),
];
const CALL_TOOL: Method = act("tools/call", Some("tools")).of("name");
const READ_RESOURCE: Method =
    read("resources/read", Some("resources")).of("uri").yields("contents");
const GET_PROMPT: Method = read("prompts/get", Some("prompts")).of("name").yields("messages");

/// What every version with a handshake has besides.
const HANDSHAKE: &[Method] = &[
    act("initialize", None),
    read("ping", None),
    CALL_TOOL,
    READ_RESOURCE,
    GET_PROMPT,
    act("resources/subscribe", Some("resources.subscribe")).of("uri"),
    act("resources/unsubscribe", Some("resources.subscribe")).of("uri"),
    act("logging/setLevel", Some("logging")),
];
const COMPLETION: &[Method] = &[read("completion/complete", Some("completions"))];

const HANDSHAKE_NOTIFICATIONS: &[&str] = &[
    "notifications/initialized",
    "notifications/cancelled",
    "notifications/progress",
    "notifications/roots/list_changed",
];

#[cfg(test)]
mod tests;
