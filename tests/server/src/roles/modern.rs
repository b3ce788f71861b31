//! A server of 2026-07-28: no session, everything on the request.

use serde_json::{Value, json};

use super::catalog::Catalog;
use super::legacy::Legacy;
use super::tools::{Answer, Ending};
use super::{method_not_allowed, refuse};
use crate::http::Request;
use crate::json_rpc::Message;
use crate::script::{Field, Invalid};

const VERSION_KEY: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES_KEY: &str = "io.modelcontextprotocol/clientCapabilities";
const HEADER_MISMATCH: i64 = -32020;
const UNSUPPORTED_VERSION: i64 = -32022;

/// See the module.
#[derive(Debug)]
pub(crate) struct Modern {
    catalog: Catalog,
    versions: Vec<String>,
    /// Versions that `server/discover` names beside its own.
    others: Vec<String>,
    ttl_ms: u64,
    /// Whether the standard headers and `_meta` are checked.
    strict: bool,
}

/// Whether a message belongs to a modern server where there are both.
pub(super) fn is_modern(message: &Message) -> bool {
    meta(message, VERSION_KEY).is_some() || message.method() == Some("server/discover")
}

impl Modern {
    pub(super) fn parse(field: &Field<'_>) -> Result<Self, Invalid> {
        let object = field.object(&[
            "capabilities",
            "serverInfo",
            "instructions",
            "pageSize",
            "extraTools",
            "answer",
            "versions",
            "ttlMs",
            "strict",
        ])?;
        let versions = object.field("versions").map(|field| field.texts()).transpose()?;
        Ok(Self {
            catalog: Catalog::parse(&object)?,
            versions: versions.unwrap_or_else(|| vec!["2026-07-28".into()]),
            others: Vec::new(),
            ttl_ms: object.number("ttlMs", 0..=86_400_000)?.unwrap_or(0),
            strict: object.flag("strict")?.unwrap_or(true),
        })
    }

    /// The same server, which knows that it also speaks what `legacy` speaks.
    pub(super) fn beside(self, legacy: &Legacy) -> Self {
        Self { others: legacy.versions.clone(), ..self }
    }

    pub(super) fn answer(&self, request: &Request, message: &Message) -> Value {
        if request.method != "POST" {
            return method_not_allowed("POST");
        }
        let Some(method) = message.method() else {
            return refuse(400, -32600, "expected one JSON-RPC request or notification");
        };
        if message.id().is_none() {
            return json!({ "status": 202 });
        }
        if method == "initialize" {
            return self.unsupported_version("{{param:protocolVersion}}");
        }
        if let Some(refusal) = self.check(request, message, method) {
            return refusal;
        }
        match method {
            "server/discover" => self.catalog.reply(Answer::result(self.discovery())),
            "subscriptions/listen" => listen(),
            _ => match self.catalog.answer(message) {
                Some(answer) => self.catalog.reply(self.envelop(method, answer)),
                None => refuse(404, -32601, "method not found"),
            },
        }
    }

    /// What is wrong with the envelope, if anything.
    fn check(&self, request: &Request, message: &Message, method: &str) -> Option<Value> {
        if !self.strict {
            return None;
        }
        let version = meta(message, VERSION_KEY).and_then(Value::as_str);
        let (Some(version), Some(_)) = (version, meta(message, CAPABILITIES_KEY)) else {
            return Some(refuse(
                400,
                -32602,
                "_meta: expected protocolVersion, clientCapabilities",
            ));
        };
        let mismatch = |name: &str| {
            Some(refuse(400, HEADER_MISMATCH, &format!("{name}: expected what the body says")))
        };
        if request.header("mcp-protocol-version") != Some(version) {
            return mismatch("mcp-protocol-version");
        }
        if request.header("mcp-method") != Some(method) {
            return mismatch("mcp-method");
        }
        let named = matches!(method, "tools/call" | "prompts/get" | "resources/read");
        if named && header_text(request, "mcp-name").as_deref() != message.name() {
            return mismatch("mcp-name");
        }
        let region = message.param("arguments.region").filter(|region| !region.is_null());
        let mirrored = header_text(request, "mcp-param-region");
        if message.name() == Some("deploy") && region.and_then(Value::as_str) != mirrored.as_deref()
        {
            return mismatch("mcp-param-region");
        }
        if !self.versions.iter().any(|supported| supported == version) {
            return Some(self.unsupported_version("{{header:mcp-protocol-version}}"));
        }
        None
    }

    fn unsupported_version(&self, requested: &str) -> Value {
        json!({ "status": 400, "error": {
            "code": UNSUPPORTED_VERSION,
            "message": "unsupported protocol version",
            "data": { "supported": self.versions, "requested": requested },
        }})
    }

    fn discovery(&self) -> Value {
        let versions: Vec<_> = self.versions.iter().chain(&self.others).collect();
        let mut result = json!({
            "resultType": "complete",
            "supportedVersions": versions,
            "capabilities": self.catalog.capabilities,
            "ttlMs": self.ttl_ms,
            "cacheScope": "private",
            "_meta": self.meta(),
        });
        if let (Some(map), Some(text)) = (result.as_object_mut(), &self.catalog.instructions) {
            map.insert("instructions".into(), text.as_str().into());
        }
        result
    }

    /// Adds what every result of this era carries.
    fn envelop(&self, method: &str, answer: Answer) -> Answer {
        let Answer { before, ending } = answer;
        let Ending::Result(mut result) = ending else { return Answer { before, ending } };
        if let Some(map) = result.as_object_mut() {
            map.insert("resultType".into(), "complete".into());
            map.insert("_meta".into(), self.meta());
            if method.ends_with("/list") || method == "resources/read" {
                map.insert("ttlMs".into(), self.ttl_ms.into());
                map.insert("cacheScope".into(), "private".into());
            }
        }
        Answer { before, ending: Ending::Result(result) }
    }

    fn meta(&self) -> Value {
        json!({ "io.modelcontextprotocol/serverInfo": self.catalog.server_info })
    }
}

/// Acknowledges all that was asked for, then writes what is sent to the box `push`.
fn listen() -> Value {
    json!({ "sse": [
        { "notify": "notifications/subscriptions/acknowledged", "params": {
            "_meta": { "io.modelcontextprotocol/subscriptionId": "{{id}}" },
            "notifications": "{{param:notifications}}",
        }},
        { "relay": "push" },
    ]})
}

fn meta<'m>(message: &'m Message, key: &str) -> Option<&'m Value> {
    message.param("_meta")?.get(key)
}

/// A mirrored header, decoded where it is in Base64.
fn header_text(request: &Request, name: &str) -> Option<String> {
    use base64::Engine as _;
    let value = request.header(name)?;
    let Some(encoded) = value.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?="))
    else {
        return Some(value.to_owned());
    };
    let bytes = base64::prelude::BASE64_STANDARD.decode(encoded).ok()?;
    String::from_utf8(bytes).ok()
}
