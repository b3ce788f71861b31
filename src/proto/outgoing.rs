//! What goes out: the body and the headers of a request, made from one value.

use super::config::Config;
use super::io::Header;
use super::negotiated::{Negotiated, Transport};
use crate::json::Json;
use crate::wire::era::Revision;
use crate::wire::headers;
use crate::wire::json_rpc::quote;
use crate::wire::params::Params;

/// What a message's envelope depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Envelope<'a> {
    pub(super) revision: &'static Revision,
    pub(super) session_id: Option<&'a str>,
    /// Whether the handshake is over, or needs none.
    pub(super) agreed: bool,
    /// Whether the transport names the version in a header.
    pub(super) names_version: bool,
}

impl<'a> Envelope<'a> {
    /// The envelope of a request before anything is agreed.
    pub(super) const fn offer(revision: &'static Revision) -> Self {
        Self { revision, session_id: None, agreed: revision.method_headers, names_version: true }
    }

    pub(super) fn of<J: Json>(facts: &'a Negotiated<J>) -> Self {
        let session_id = facts.session_id.as_deref();
        let names_version = facts.transport == Transport::StreamableHttp;
        Self { revision: facts.revision(), session_id, agreed: true, names_version }
    }

    /// The headers of a POST.
    pub(super) fn post(&self, method: Option<&str>, params: &Params) -> Vec<Header> {
        let mut list = vec![
            header(headers::ACCEPT, headers::BOTH_TYPES),
            header(headers::CONTENT_TYPE, headers::JSON),
        ];
        self.push_common(&mut list);
        if let Some(method) = method.filter(|_| self.revision.method_headers) {
            list.push(header(headers::MCP_METHOD, method));
            let object = self.revision.method(method).and_then(|method| method.object);
            if let Some(name) = object.and_then(|member| params.string(member)) {
                list.push((headers::MCP_NAME.to_owned(), headers::encode_value(&name)));
            }
        }
        list
    }

    /// The headers of a GET for an event stream, from that event on.
    pub(super) fn get(&self, last_event_id: Option<&str>) -> Vec<Header> {
        let mut list = vec![header(headers::ACCEPT, headers::EVENT_STREAM)];
        self.push_common(&mut list);
        if let Some(id) = last_event_id {
            list.push(header(headers::LAST_EVENT_ID, id));
        }
        list
    }

    /// The headers of a request without a body.
    pub(super) fn bare(&self) -> Vec<Header> {
        let mut list = Vec::new();
        self.push_common(&mut list);
        list
    }

    fn push_common(&self, list: &mut Vec<Header>) {
        if self.agreed && self.revision.version_header && self.names_version {
            list.push(header(headers::MCP_PROTOCOL_VERSION, self.revision.name));
        }
        if let Some(id) = self.session_id {
            list.push(header(headers::MCP_SESSION_ID, id));
        }
    }
}

fn header(name: &str, value: &str) -> Header {
    (name.to_owned(), value.to_owned())
}

const VERSION_KEY: &str = "io.modelcontextprotocol/protocolVersion";
const CLIENT_KEY: &str = "io.modelcontextprotocol/clientInfo";
const CAPABILITIES_KEY: &str = "io.modelcontextprotocol/clientCapabilities";
const LOG_LEVEL_KEY: &str = "io.modelcontextprotocol/logLevel";

/// Declares version, client and capabilities in a request that stands alone.
pub(super) fn declare(
    params: &mut Params,
    revision: &Revision,
    config: &Config,
    log_level: Option<&str>,
) {
    params.set_meta(VERSION_KEY, quote(revision.name));
    params.set_meta(CLIENT_KEY, config.client_info.clone());
    params.set_meta(CAPABILITIES_KEY, config.capabilities.clone());
    if let Some(level) = log_level {
        params.set_meta(LOG_LEVEL_KEY, quote(level));
    }
}
