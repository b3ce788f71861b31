//! The request log of a namespace.

use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use crate::http::Request;
use crate::json_rpc::Message;

const MAX_BODY_BYTES: usize = 4 << 20;
const MAX_STEPS: usize = 1_000;

/// How the answer to a request came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// All steps were done.
    Complete,
    /// The client closed its socket before the end.
    ClientClosed,
    /// The script reset the connection.
    Reset,
    /// The script closed the connection.
    Closed,
    /// The namespace was deleted meanwhile.
    Deleted,
    /// A step waited longer than it may.
    Expired,
    /// The client did not read what it was sent.
    Stalled,
    /// The script wrote after the end of the response.
    Faulty,
}

impl Outcome {
    fn name(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::ClientClosed => "client-closed",
            Self::Reset => "reset",
            Self::Closed => "closed",
            Self::Deleted => "deleted",
            Self::Expired => "expired",
            Self::Stalled => "stalled",
            Self::Faulty => "faulty",
        }
    }
}

/// One logged request; times count from the namespace's creation.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) message: Message,
    request: Request,
    path: String,
    origin: &'static str,
    connection: u64,
    at: Duration,
    answered_by: Option<Value>,
    status: Option<u16>,
    steps: Vec<(&'static str, Duration)>,
    /// Bytes of the answer's body that the socket took.
    sent: u64,
    end: Option<(Outcome, Duration)>,
}

/// Where a request came in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival {
    pub(crate) origin: &'static str,
    pub(crate) connection: u64,
    pub(crate) at: Instant,
}

impl Entry {
    pub(crate) fn new(
        request: &Request,
        path: &str,
        message: &Message,
        arrival: Arrival,
        began: Instant,
    ) -> Self {
        Self {
            message: message.clone(),
            request: request.clone(),
            path: path.to_owned(),
            origin: arrival.origin,
            connection: arrival.connection,
            at: arrival.at.saturating_duration_since(began),
            answered_by: None,
            status: None,
            steps: Vec::new(),
            sent: 0,
            end: None,
        }
    }

    pub(crate) fn answer(&mut self, by: Value, status: u16) {
        self.answered_by = Some(by);
        self.status = Some(status);
    }

    pub(crate) fn step(&mut self, name: &'static str, at: Duration) {
        if self.steps.len() < MAX_STEPS {
            self.steps.push((name, at));
        }
    }

    pub(crate) fn sent(&mut self, bytes: u64) {
        self.sent = bytes;
    }

    pub(crate) fn finish(&mut self, outcome: Outcome, at: Duration) {
        self.end.get_or_insert((outcome, at));
    }

    pub(crate) fn is_ended(&self) -> bool {
        self.end.is_some()
    }

    pub(crate) fn is_client_closed(&self) -> bool {
        self.end.is_some_and(|(outcome, _)| outcome == Outcome::ClientClosed)
    }

    pub(crate) fn http_method(&self) -> &str {
        &self.request.method
    }

    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    pub(crate) fn to_json(&self, index: usize) -> Value {
        let body = self.request.body.get(..MAX_BODY_BYTES).unwrap_or(&self.request.body);
        let mut entry = json!({
            "index": index,
            "origin": self.origin,
            "connection": self.connection,
            "method": self.request.method,
            "path": self.path,
            "query": self.request.query,
            "headers": self.headers(),
            "body": String::from_utf8_lossy(body),
            "bodyBytes": self.request.body.len(),
            "json": self.message.json(),
            "rpc": self.message.method(),
            "at": milliseconds(self.at),
            "rule": self.answered_by,
            "status": self.status,
            "steps": self.steps.iter().map(|(name, at)| json!({
                "step": name, "at": milliseconds(*at),
            })).collect::<Vec<_>>(),
            "sent": self.sent,
            "outcome": self.end.map(|(outcome, _)| outcome.name()),
            "ended": self.end.map(|(_, at)| milliseconds(at)),
            "closed": self.end.filter(|_| self.is_client_closed()).map(|(_, at)| milliseconds(at)),
        });
        // Absent for a notification, null for a null id: the difference matters.
        if let (Some(map), Some(id)) = (entry.as_object_mut(), self.message.id()) {
            map.insert("id".into(), id.clone());
        }
        entry
    }

    /// Headers by name; repeated ones joined, as a browser would.
    fn headers(&self) -> Map<String, Value> {
        let mut headers = Map::new();
        for (name, value) in &self.request.headers {
            let joined = match headers.get(name).and_then(Value::as_str) {
                Some(before) => format!("{before}, {value}"),
                None => value.clone(),
            };
            headers.insert(name.clone(), joined.into());
        }
        headers
    }
}

/// Milliseconds with three decimals.
fn milliseconds(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 1e6).round() / 1e3
}
