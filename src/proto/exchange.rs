//! One HTTP exchange: its head, its body, its end, and what they mean.
//!
//! Status codes, content types and stream ends are interpreted here; whoever
//! does the I/O reports them and decides nothing.

use super::io::{Body, Channel, Head, Reading};
use super::resume::{self, Cursor};
use crate::error::{Fault, HttpError};
use crate::ids::{CallId, InboundId, RequestId};
use crate::json::Json;
use crate::time::Instant;
use crate::wire::json_rpc::{self, Message, ResponseId, shorten};
use crate::wire::media_type::MediaType;
use crate::wire::sse::{EventStream, SseLimits};

/// What an exchange is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A request of the handshake.
    Handshake(RequestId),
    /// The notification that ends the handshake.
    Confirmation,
    /// A page of the tool list that calls wait for.
    Refresh(RequestId),
    /// A request of the host.
    Call(CallId, RequestId),
    /// A notification of the host.
    Notification(CallId),
    /// The answer to a request of the server.
    Answer(InboundId),
    /// Something the server is told and nobody waits for.
    Notice,
    /// The channel for what the server sends of itself.
    Push,
    /// The stream of the HTTP+SSE transport.
    Channel,
    /// A stream of subscriptions.
    Listen(RequestId),
}

impl Purpose {
    /// Gives the request that the response has to answer, if it has to answer one.
    pub(super) const fn request(self) -> Option<RequestId> {
        if let Self::Handshake(request)
        | Self::Refresh(request)
        | Self::Call(_, request)
        | Self::Listen(request) = self
        {
            Some(request)
        } else {
            None
        }
    }

    /// Gives the call that the exchange serves, if it serves one.
    pub(super) const fn call(self) -> Option<CallId> {
        if let Self::Call(call, _) | Self::Notification(call) = self { Some(call) } else { None }
    }
}

/// One HTTP request and what came of it so far.
#[derive(Debug)]
pub(super) struct Exchange {
    pub(super) purpose: Purpose,
    pub(super) channel: Channel,
    /// Whether the request named a session; a 404 then means that it is over.
    pub(super) in_session: bool,
    /// Whether the answer comes on the connection's own stream.
    pub(super) via_channel: bool,
    /// The session that the response named.
    pub(super) session_id: Option<String>,
    pub(super) progress: Progress,
    /// Whether its outcome is known; what else comes concerns others.
    pub(super) answered: bool,
    /// Where the stream was taken up, when it was one before.
    pub(super) cursor: Cursor,
    /// Whether what came may hold tools that want headers.
    pub(super) annotated: bool,
    /// Whether the stream brought a message.
    pub(super) delivered: bool,
    /// When to give it up, if it is still there and no call's time-out does that.
    pub(super) until: Option<Instant>,
    status: u16,
    status_text: String,
    /// What came in place of a message, for the error if nothing else comes.
    pub(super) nonsense: Option<String>,
}

/// How far an exchange got.
#[derive(Debug)]
pub(super) enum Progress {
    /// No head yet.
    Sent,
    /// The body is being read whole, which should be a message or is to be quoted.
    Whole { is_message: bool },
    /// The body is an event stream.
    Stream(Box<EventStream>),
}

/// What the head of a response means.
#[derive(Debug, PartialEq)]
pub(super) enum HeadVerdict {
    /// Read on.
    Read(Reading),
    /// This is the outcome; the body does not matter.
    Accepted,
    /// The answer comes on the connection's own stream.
    Promised,
    /// This is the outcome; the body does not matter.
    Refused(Fault),
    /// The session is over.
    Expired,
}

impl Exchange {
    pub(super) fn new(purpose: Purpose, channel: Channel, in_session: bool) -> Self {
        Self {
            purpose,
            channel,
            in_session,
            via_channel: false,
            session_id: None,
            progress: Progress::Sent,
            answered: false,
            cursor: Cursor::default(),
            annotated: false,
            delivered: false,
            until: None,
            status: 0,
            status_text: String::new(),
            nonsense: None,
        }
    }

    /// Takes in the head of the response.
    pub(super) fn on_head(&mut self, head: Head, limits: &super::Limits) -> HeadVerdict {
        self.status = head.status;
        self.status_text = head.status_text;
        self.session_id = head.session_id.filter(|id| is_visible_ascii(id));
        if head.status == 404 && self.in_session {
            return HeadVerdict::Expired;
        }
        if head.status == 401 {
            return HeadVerdict::Refused(Fault::AuthorizationRequired);
        }
        let media_type = MediaType::parse(head.content_type.as_deref().unwrap_or_default());
        let is_success = (200..300).contains(&head.status);
        if self.channel == Channel::Get && !(is_success && media_type == MediaType::EventStream) {
            return HeadVerdict::Refused(self.no_stream(is_success, media_type));
        }
        if is_success && self.via_channel {
            return HeadVerdict::Promised;
        }
        if is_success && self.channel == Channel::Post && self.purpose.request().is_none() {
            return HeadVerdict::Accepted;
        }
        if is_success && matches!(head.status, 202 | 204 | 205) {
            return HeadVerdict::Refused(Fault::EmptyResponse(head.status));
        }
        if is_success && media_type == MediaType::EventStream {
            let limits = SseLimits { line: limits.message, event: limits.message };
            self.progress = Progress::Stream(Box::new(EventStream::new(limits)));
            return HeadVerdict::Read(Reading::Stream);
        }
        let is_message = is_success && media_type == MediaType::Json;
        self.progress = Progress::Whole { is_message };
        let limit = if is_message { limits.message } else { limits.error_body };
        HeadVerdict::Read(Reading::Whole { limit })
    }

    /// Says what it means that a GET brought no event stream.
    fn no_stream(&self, is_success: bool, came: MediaType) -> Fault {
        if self.purpose != Purpose::Channel {
            return resume::refused(self.status);
        }
        match came {
            MediaType::Other(name) if is_success => {
                Fault::invalid("an event stream", &quoted(&name))
            }
            MediaType::Json if is_success => Fault::invalid("an event stream", "JSON"),
            MediaType::Json | MediaType::Other(_) | MediaType::EventStream => {
                let (status, status_text) = (self.status, self.status_text.clone());
                Fault::Http(Box::new(HttpError { status, status_text, body: None }))
            }
        }
    }

    /// Says what a body means that holds no answer to the exchange's request.
    pub(super) fn unanswered<J: Json>(&self, body: &Body<J>, limits: &super::Limits) -> Fault {
        if !(200..300).contains(&self.status) {
            return self.refusal(body);
        }
        if body.truncated && matches!(self.progress, Progress::Whole { is_message: true }) {
            return Fault::LimitExceeded { limit: "messageBytes", value: limits.message };
        }
        if body.bytes == 0 {
            return Fault::EmptyResponse(self.status);
        }
        let came = match (&self.nonsense, &body.json) {
            (Some(nonsense), _) => nonsense.clone(),
            (None, Ok(value)) => json_rpc::describe(value),
            (None, Err(_)) => quoted(&body.excerpt),
        };
        Fault::invalid("the response as JSON or as an event stream", &came)
    }

    /// Says what an HTTP error means, looking for a JSON-RPC error in its body.
    fn refusal<J: Json>(&self, body: &Body<J>) -> Fault {
        let message = body.json.as_ref().map(json_rpc::decode);
        if let Ok(Message::Response { id, outcome: Err(error) }) = message {
            let is_ours = match id {
                ResponseId::Absent => true,
                ResponseId::Number(id) => self.purpose.request() == Some(id),
                ResponseId::Other(_) => false,
            };
            if is_ours {
                return Fault::Rpc(error, self.status);
            }
        }
        Fault::Http(Box::new(HttpError {
            status: self.status,
            status_text: self.status_text.clone(),
            body: Some(body.excerpt.clone()).filter(|text| !text.is_empty()),
        }))
    }

    /// Says what the end of the body means when no answer came.
    pub(super) fn ended(&self) -> Fault {
        match &self.nonsense {
            Some(came) => Fault::invalid("the response as a JSON-RPC message", came),
            None => Fault::StreamEnded(None),
        }
    }

    /// Says what a failed fetch or a broken body means.
    pub(super) fn broken(&self, why: &str) -> Fault {
        match self.progress {
            Progress::Sent => Fault::Network(shorten(why)),
            Progress::Whole { .. } | Progress::Stream(_) => Fault::StreamEnded(Some(shorten(why))),
        }
    }

    pub(super) const fn status(&self) -> u16 {
        self.status
    }
}

/// Quotes the beginning of a foreign text.
pub(super) fn quoted(text: &str) -> String {
    json_rpc::quote(&shorten(text))
}

/// A session id is visible ASCII (2025-11-25, basic/transports, session management).
pub(super) fn is_visible_ascii(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| (0x21..=0x7e).contains(&byte))
}
