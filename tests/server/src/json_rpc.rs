//! The few looks that the server takes into a request's body.

use serde_json::Value;

/// A request's body, read as a JSON-RPC message where it is one.
#[derive(Clone, Debug)]
pub(crate) struct Message(Value);

impl Message {
    /// Reads `body`; what is not JSON becomes an empty message.
    pub(crate) fn read(body: &[u8]) -> Self {
        Self(serde_json::from_slice(body).unwrap_or(Value::Null))
    }

    pub(crate) fn json(&self) -> &Value {
        &self.0
    }

    /// The id; `Some(Null)` when the message has one that is null.
    pub(crate) fn id(&self) -> Option<&Value> {
        self.0.get("id")
    }

    pub(crate) fn method(&self) -> Option<&str> {
        self.0.get("method")?.as_str()
    }

    /// A value below `params`, named by keys joined with dots.
    pub(crate) fn param(&self, path: &str) -> Option<&Value> {
        path.split('.').try_fold(self.0.get("params")?, |value, key| value.get(key))
    }

    /// What the request is about: `params.name`, else `params.uri`.
    pub(crate) fn name(&self) -> Option<&str> {
        self.param("name").or_else(|| self.param("uri"))?.as_str()
    }

    pub(crate) fn progress_token(&self) -> Option<&Value> {
        self.param("_meta")?.get("progressToken")
    }

    /// Whether it answers a request of the server.
    pub(crate) fn is_answer(&self) -> bool {
        self.method().is_none() && (self.0.get("result").is_some() || self.0.get("error").is_some())
    }
}
