//! What a `Content-Type` says about how to read a body.

#[cfg(test)]
mod tests;

/// The media types that tell this crate's bodies apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MediaType {
    /// `application/json`, or `application/…+json`: one JSON text.
    Json,
    /// `text/event-stream`: server-sent events.
    EventStream,
    /// Anything else, by its lower-case name without parameters; empty when none was given.
    Other(String),
}

impl MediaType {
    /// Reads a `Content-Type` header's value; case and parameters do not matter.
    ///
    /// Of several values that were joined by commas, the first counts.
    #[must_use]
    pub fn parse(value: &str) -> Self {
        let end = value.bytes().position(|byte| matches!(byte, b';' | b','));
        let name = value.get(..end.unwrap_or(value.len())).unwrap_or_default();
        let name = name.trim_ascii().to_ascii_lowercase();
        match name.as_str() {
            "application/json" => Self::Json,
            "text/event-stream" => Self::EventStream,
            other if is_json_suffixed(other) => Self::Json,
            _ => Self::Other(name),
        }
    }
}

fn is_json_suffixed(name: &str) -> bool {
    name.strip_prefix("application/")
        .and_then(|subtype| subtype.strip_suffix("+json"))
        .is_some_and(|vendor| !vendor.is_empty())
}
