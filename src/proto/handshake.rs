//! The ladder: which era does this server speak, and at which version.
//!
//! ```text
//! discover ──modern──────────────────────────► ready
//!    │ legacy, or no evidence that it is modern
//!    ▼
//! initialize ──► initialized ────────────────► ready
//!    │ 400, 404 or 405           ▲
//!    ▼                           │
//! event stream ──endpoint──► initialize
//! ```
//!
//! What an outcome says of the server's era is decided by pure functions here
//! (2026-07-28 specification, basic/versioning and basic/transports; the cases
//! that the text leaves open are decided as the table in ARCHITECTURE.md says).

use super::config::{Config, ProtocolChoice, TransportChoice};
use super::negotiated::{Negotiated, Transport};
use crate::error::{Error, Fault, RpcError, Step, Versions};
use crate::ids::{IdSource, RequestId};
use crate::json::Json;
use crate::time::Instant;
use crate::wire::version::{Era, ProtocolVersion};

/// The state of a connection that is not agreed yet.
#[derive(Debug)]
pub(super) struct Handshake<J> {
    pub(super) stage: Stage<J>,
    /// Whether the first step was chosen by what the server spoke before.
    pub(super) hinted: bool,
    /// When the present step began.
    pub(super) began: Instant,
    /// When to give up altogether.
    pub(super) deadline: Instant,
    /// The steps that failed, and why.
    pub(super) failures: Vec<(Step, Fault)>,
}

/// The step that is being taken.
#[derive(Debug)]
pub(super) enum Stage<J> {
    /// `server/discover` is out.
    Discovering { request: RequestId, offered: ProtocolVersion, again: bool },
    /// The stream of the older transport is asked for; its endpoint is not named yet.
    Opening,
    /// `initialize` is out.
    Initializing { request: RequestId, offered: ProtocolVersion, again: bool },
    /// `notifications/initialized` is out; the facts are known.
    Confirming(Negotiated<J>),
}

/// What the answer to a step says.
#[derive(Debug, PartialEq)]
pub(super) enum Verdict<J> {
    /// Agreed, nothing more to say.
    Ready(Negotiated<J>),
    /// Agreed, to be confirmed by a notification.
    Confirm(Negotiated<J>),
    /// The server is modern: ask again at this version.
    DiscoverAt(ProtocolVersion),
    /// The server is legacy: offer this version. The fault is what led here.
    InitializeAt(ProtocolVersion, Option<Fault>),
    /// The server may speak the older transport; the fault is what led here.
    OpenStream(Fault),
    /// No way on.
    Fail(Fault),
}

impl<J> Stage<J> {
    pub(super) const fn step(&self) -> Step {
        match self {
            Self::Discovering { .. } => Step::Discover,
            Self::Opening => Step::HttpSse,
            Self::Initializing { .. } => Step::Initialize,
            Self::Confirming(_) => Step::Initialized,
        }
    }
}

impl<J> Stage<J> {
    /// Gives the request that is out.
    pub(super) const fn request(&self) -> Option<RequestId> {
        match self {
            Self::Discovering { request, .. } | Self::Initializing { request, .. } => {
                Some(*request)
            }
            Self::Opening | Self::Confirming(_) => None,
        }
    }
}

impl<J> Handshake<J> {
    /// Takes the first step that the host's wishes and what is known of the server allow.
    pub(super) fn first(
        config: &Config,
        ids: &dyn IdSource,
        now: Instant,
        hint: Option<Era>,
    ) -> Self {
        let mut offered = config.protocol.first_offer();
        let hinted = hint == Some(Era::Legacy) && config.protocol == ProtocolChoice::Auto;
        if hinted {
            offered = ProtocolVersion::NEWEST_LEGACY;
        }
        let stage = if config.transport == TransportChoice::HttpSse {
            Stage::Opening
        } else {
            let request = RequestId(ids.next());
            match offered.era() {
                Era::Modern => Stage::Discovering { request, offered, again: false },
                Era::Legacy => Stage::Initializing { request, offered, again: false },
            }
        };
        let deadline = now + config.timeouts.connect;
        Self { stage, hinted, began: now, deadline, failures: Vec::new() }
    }

    /// Gives the facts, if the handshake came so far.
    pub(super) fn into_facts(self) -> Option<Negotiated<J>> {
        match self.stage {
            Stage::Confirming(facts) => Some(facts),
            Stage::Discovering { .. } | Stage::Opening | Stage::Initializing { .. } => None,
        }
    }

    /// Makes the error of a connection that could not be made.
    pub(super) fn failed(&mut self, fault: Fault) -> Box<Error> {
        let step = self.stage.step();
        if self.failures.is_empty() {
            return Error::connecting(fault, step);
        }
        let mut steps = std::mem::take(&mut self.failures);
        steps.push((step, fault));
        Error::connecting(Fault::Unreachable(steps), step)
    }
}

impl ProtocolChoice {
    /// Gives the first step: discover at a modern version, or initialize at a legacy one.
    pub(super) const fn first_offer(self) -> ProtocolVersion {
        match self {
            Self::Auto | Self::Modern => ProtocolVersion::NEWEST_MODERN,
            Self::Legacy => ProtocolVersion::NEWEST_LEGACY,
            Self::Pinned(version) => version,
        }
    }

    /// Gives the version to offer in `initialize`.
    pub(super) const fn legacy_offer(self) -> ProtocolVersion {
        match self {
            Self::Auto | Self::Modern | Self::Legacy => ProtocolVersion::NEWEST_LEGACY,
            Self::Pinned(version) => version,
        }
    }

    /// Tells whether a version may be agreed on.
    fn allows(self, version: ProtocolVersion) -> bool {
        match self {
            Self::Auto => true,
            Self::Modern => version.era() == Era::Modern,
            Self::Legacy => version.era() == Era::Legacy,
            Self::Pinned(only) => version == only,
        }
    }

    /// Gives the newest of the server's versions that may be agreed on.
    fn pick(self, offered: &[String], era: Era) -> Option<ProtocolVersion> {
        let fits = |version: &ProtocolVersion| {
            version.era() == era
                && self.allows(*version)
                && offered.iter().any(|name| name == version.as_str())
        };
        ProtocolVersion::ALL.into_iter().rev().find(fits)
    }

    /// Goes on to the legacy era, if that is allowed.
    fn demote<J>(self, why: Fault) -> Verdict<J> {
        if self.allows(ProtocolVersion::NEWEST_LEGACY) {
            return Verdict::InitializeAt(ProtocolVersion::NEWEST_LEGACY, Some(why));
        }
        Verdict::Fail(why)
    }
}

/// Judges the answer to `server/discover`.
pub(super) fn judge_discover<J: Json>(
    choice: ProtocolChoice,
    offered: ProtocolVersion,
    again: bool,
    answer: Result<J, Fault>,
) -> Verdict<J> {
    match answer {
        Ok(result) => discovered(choice, offered, &result),
        Err(Fault::Rpc(error, status)) => refused(choice, offered, again, error, status),
        Err(fault) if is_silent_about_era(&fault) => Verdict::Fail(fault),
        Err(fault) => choice.demote(fault),
    }
}

/// The codes that only a modern server sends.
const HEADER_MISMATCH: i64 = -32020;
const MISSING_CAPABILITY: i64 = -32021;
const UNSUPPORTED_VERSION: i64 = -32022;
const METHOD_NOT_FOUND: i64 = -32601;

fn discovered<J: Json>(choice: ProtocolChoice, offered: ProtocolVersion, result: &J) -> Verdict<J> {
    let versions = result.strings_at("supportedVersions");
    if let Some(version) = choice.pick(&versions, Era::Modern) {
        return match result.get("capabilities").filter(Json::is_object) {
            Some(capabilities) => Verdict::Ready(modern_facts(version, capabilities, result)),
            None => Verdict::Fail(Fault::invalid("a discover result with capabilities", "none")),
        };
    }
    match choice.pick(&versions, Era::Legacy) {
        Some(version) => Verdict::InitializeAt(version, None),
        None if versions.is_empty() => {
            choice.demote(Fault::invalid("a discover result with supportedVersions", "none"))
        }
        None => Verdict::Fail(unsupported(offered, versions)),
    }
}

fn modern_facts<J: Json>(version: ProtocolVersion, capabilities: J, result: &J) -> Negotiated<J> {
    const SERVER_KEY: &str = "io.modelcontextprotocol/serverInfo";
    let named = result.get("_meta").and_then(|meta| meta.get(SERVER_KEY));
    Negotiated {
        version,
        transport: Transport::StreamableHttp,
        capabilities,
        server_info: named.or_else(|| result.get("serverInfo")).filter(Json::is_object),
        instructions: result.str_at("instructions"),
        session_id: None,
    }
}

fn refused<J: Json>(
    choice: ProtocolChoice,
    offered: ProtocolVersion,
    again: bool,
    error: Box<RpcError>,
    status: u16,
) -> Verdict<J> {
    match error.code {
        UNSUPPORTED_VERSION => {
            let versions = supported::<J>(&error);
            match (choice.pick(&versions, Era::Modern), choice.pick(&versions, Era::Legacy)) {
                (Some(version), _) if !again => Verdict::DiscoverAt(version),
                (None, Some(version)) => Verdict::InitializeAt(version, None),
                _ => Verdict::Fail(unsupported(offered, versions)),
            }
        }
        HEADER_MISMATCH | MISSING_CAPABILITY => Verdict::Fail(Fault::Rpc(error, status)),
        METHOD_NOT_FOUND => choice.demote(Fault::Rpc(error, status)),
        _ if is_server_failure(status) || status == 403 => Verdict::Fail(Fault::Rpc(error, status)),
        _ => choice.demote(Fault::Rpc(error, status)),
    }
}

/// Tells whether a fault says nothing about the era the server speaks.
pub(super) fn is_silent_about_era(fault: &Fault) -> bool {
    matches!(
        fault,
        Fault::TimedOut(_)
            | Fault::AuthorizationRequired
            | Fault::LimitExceeded { .. }
            | Fault::Closed(_)
    ) || fault.http_status().is_some_and(|status| status == 403 || is_server_failure(status))
}

/// A failing server; 501 is none, since it says that it knows no such thing.
const fn is_server_failure(status: u16) -> bool {
    status >= 500 && status != 501
}

/// Judges the answer to `initialize`.
pub(super) fn judge_initialize<J: Json>(
    choice: ProtocolChoice,
    offered: ProtocolVersion,
    again: bool,
    transport: Transport,
    session_id: Option<String>,
    answer: Result<J, Fault>,
) -> Verdict<J> {
    let result = match answer {
        Ok(result) => result,
        Err(Fault::Rpc(error, status)) => {
            let versions = supported::<J>(&error);
            return match choice.pick(&versions, Era::Legacy).filter(|version| *version != offered) {
                Some(version) if !again => Verdict::InitializeAt(version, None),
                _ if !versions.is_empty() => Verdict::Fail(unsupported(offered, versions)),
                _ if is_modern(&error) => Verdict::Fail(Fault::Rpc(error, status)),
                _ => Verdict::older_transport(Fault::Rpc(error, status), status),
            };
        }
        Err(Fault::Http(error)) => {
            let status = error.status;
            return Verdict::older_transport(Fault::Http(error), status);
        }
        Err(fault) => return Verdict::Fail(fault),
    };
    let Some(name) = result.str_at("protocolVersion") else {
        return Verdict::Fail(Fault::invalid("an initialize result with protocolVersion", "none"));
    };
    let version = ProtocolVersion::parse(&name)
        .filter(|version| version.era() == Era::Legacy && choice.allows(*version));
    let Some(version) = version else {
        return Verdict::Fail(unsupported(offered, vec![name]));
    };
    let Some(capabilities) = result.get("capabilities").filter(Json::is_object) else {
        return Verdict::Fail(Fault::invalid("an initialize result with capabilities", "none"));
    };
    Verdict::Confirm(Negotiated {
        version,
        transport,
        capabilities,
        server_info: result.get("serverInfo").filter(Json::is_object),
        instructions: result.str_at("instructions"),
        session_id,
    })
}

/// Judges the answer to `notifications/initialized`.
///
/// A server that wants a session id and gave none that can be read most likely
/// gave one that the browser hides.
pub(super) fn judge_initialized<J>(facts: Negotiated<J>, answer: Result<J, Fault>) -> Verdict<J> {
    let status = match &answer {
        Ok(_) => return Verdict::Ready(facts),
        Err(Fault::Rpc(_, status)) => *status,
        Err(Fault::Http(error)) => error.status,
        Err(_) => 0,
    };
    match answer {
        Err(_) if status == 400 && facts.session_id.is_none() => {
            Verdict::Fail(Fault::HiddenHeader("mcp-session-id"))
        }
        Err(fault) => Verdict::Fail(fault),
        Ok(_) => Verdict::Ready(facts),
    }
}

impl<J> Verdict<J> {
    /// Goes on to the older transport, if the status says that this one is unknown.
    const fn older_transport(fault: Fault, status: u16) -> Self {
        match status {
            400 | 404 | 405 => Self::OpenStream(fault),
            _ => Self::Fail(fault),
        }
    }
}

/// Tells whether only a modern server sends such an error.
const fn is_modern(error: &RpcError) -> bool {
    matches!(error.code, HEADER_MISMATCH | MISSING_CAPABILITY | UNSUPPORTED_VERSION)
}

fn unsupported(asked: ProtocolVersion, offered: Vec<String>) -> Fault {
    Fault::UnsupportedVersion(Box::new(Versions { asked: asked.as_str(), offered }))
}

/// Reads the versions that an error's data names.
fn supported<J: Json>(error: &RpcError) -> Vec<String> {
    let data = error.data.as_deref().and_then(|data| J::parse(data).ok());
    data.map(|data| data.strings_at("supported")).unwrap_or_default()
}
