//! Steps: what is done for one request, in order.

use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use super::event::{EVENT_KEYS, Event};
use super::field::{Field, Invalid, Object};
use super::template::{Payload, Text};

pub(crate) const MAX_DELAY_MS: u64 = 600_000;
const MAX_STEPS: usize = 10_000;
const MAX_REPEAT: u64 = 10_000_000;
const MAX_DEPTH: usize = 8;

const ACTIONS: &[&str] = &[
    "head", "write", "base64", "raw", "delay", "wait", "signal", "hold", "reset", "close", "end",
    "repeat", "send", "relay",
];
const STEP_KEYS: &[&str] = &[
    "head", "write", "base64", "raw", "delay", "wait", "signal", "hold", "reset", "close", "end",
    "repeat", "send", "relay", "data", "result", "error", "progress", "notify", "comment", "event",
    "id", "retry", "params", "eol", "pieces", "gap", "timeout", "steps", "join", "count",
];

/// One step.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// Sends status and headers; the first write does so by itself.
    Head,
    /// Writes a part of the body, each piece flushed.
    Write(Payload, Pieces),
    /// Writes to the socket as it is, outside of any framing.
    Raw(Payload),
    /// Writes a server-sent event.
    Event(Box<Event>, Pieces),
    Delay(Duration),
    /// Waits until the signal was given, at most this long.
    Wait(Text, Duration),
    Signal(Text),
    /// Waits until the client closes the connection.
    Hold,
    /// Sends RST.
    Reset,
    /// Sends FIN, whatever the framing still promises.
    Close,
    /// Ends the response; steps after it may still delay, signal and send.
    End,
    Repeat {
        times: u64,
        join: bool,
        steps: Vec<Self>,
    },
    /// Puts an event into a named box of the namespace.
    Send(Text, Box<Event>),
    /// Writes what comes into that box: so many events, or until the client closes.
    Relay(Text, u64),
}

/// How bytes are cut when they are written.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pieces {
    /// Bytes per piece; all at once where absent.
    pub(crate) size: Option<usize>,
    /// Pause after each piece but the last.
    pub(crate) gap: Duration,
}

impl Step {
    pub(crate) fn parse_list(field: &Field<'_>) -> Result<Vec<Self>, Invalid> {
        Self::parse_nested(field, 0)
    }

    fn parse_nested(field: &Field<'_>, depth: usize) -> Result<Vec<Self>, Invalid> {
        let items = field.list()?;
        if items.len() > MAX_STEPS || depth > MAX_DEPTH {
            let limit = format!("at most {MAX_STEPS} steps, nested at most {MAX_DEPTH} deep");
            return Err(field.wrong(&limit));
        }
        items.iter().map(|item| Self::parse(item, depth)).collect()
    }

    fn parse(field: &Field<'_>, depth: usize) -> Result<Self, Invalid> {
        let object = field.object(STEP_KEYS)?;
        let Some(action) = object.choice(ACTIONS)? else {
            if !EVENT_KEYS.iter().any(|key| object.has(key)) {
                return Err(
                    object.wrong(&format!("one of {}", [ACTIONS, EVENT_KEYS].concat().join(", ")))
                );
            }
            return Ok(Self::Event(Box::new(Event::parse(&object)?), Pieces::parse(&object)?));
        };
        let field = object.field(action).ok_or_else(|| object.wrong(action))?;
        match action {
            "write" => Ok(Self::Write(Payload::parse(&field)?, Pieces::parse(&object)?)),
            "base64" => Ok(Self::Write(bytes(&field)?, Pieces::parse(&object)?)),
            "raw" => Ok(Self::Raw(Payload::Text(Text::parse(&field)?))),
            "delay" => Ok(Self::Delay(milliseconds(&field)?)),
            "wait" => Ok(Self::Wait(Text::parse(&field)?, time_limit(&object)?)),
            "signal" => Ok(Self::Signal(Text::parse(&field)?)),
            "send" => Ok(Self::Send(Text::parse(&field)?, Box::new(Event::parse(&object)?))),
            "relay" => {
                let count = object.number("count", 1..=MAX_REPEAT)?.unwrap_or(u64::MAX);
                Ok(Self::Relay(Text::parse(&field)?, count))
            }
            "repeat" => Ok(Self::Repeat {
                times: field.number(0..=MAX_REPEAT)?,
                join: object.flag("join")?.unwrap_or(false),
                steps: match object.field("steps") {
                    Some(steps) => Self::parse_nested(&steps, depth + 1)?,
                    None => return Err(object.wrong("steps to repeat")),
                },
            }),
            plain => Self::parse_plain(plain, &field),
        }
    }

    /// A step that is only switched on: `{"end": true}`.
    fn parse_plain(action: &str, field: &Field<'_>) -> Result<Self, Invalid> {
        if field.value.as_bool() != Some(true) {
            return Err(field.wrong("true"));
        }
        match action {
            "head" => Ok(Self::Head),
            "hold" => Ok(Self::Hold),
            "reset" => Ok(Self::Reset),
            "close" => Ok(Self::Close),
            _ => Ok(Self::End),
        }
    }

    /// Its name in the log.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Head => "head",
            Self::Write(..) => "write",
            Self::Raw(_) => "raw",
            Self::Event(..) => "event",
            Self::Delay(_) => "delay",
            Self::Wait(..) => "wait",
            Self::Signal(_) => "signal",
            Self::Hold => "hold",
            Self::Reset => "reset",
            Self::Close => "close",
            Self::End => "end",
            Self::Repeat { .. } => "repeat",
            Self::Send(..) => "send",
            Self::Relay(..) => "relay",
        }
    }
}

impl Pieces {
    pub(crate) fn parse(object: &Object<'_>) -> Result<Self, Invalid> {
        let size = object.number("pieces", 1..=1 << 30)?;
        let gap = object.field("gap").map(|field| milliseconds(&field)).transpose()?;
        Ok(Self {
            size: size.and_then(|size| usize::try_from(size).ok()),
            gap: gap.unwrap_or_default(),
        })
    }
}

pub(crate) fn bytes(field: &Field<'_>) -> Result<Payload, Invalid> {
    let decoded = BASE64_STANDARD.decode(field.text()?);
    decoded.map(Payload::Bytes).map_err(|_| field.wrong("standard base64 with padding"))
}

pub(crate) fn milliseconds(field: &Field<'_>) -> Result<Duration, Invalid> {
    let range = field.number(0..=MAX_DELAY_MS);
    range
        .map(Duration::from_millis)
        .map_err(|_| field.wrong(&format!("milliseconds from 0 to {MAX_DELAY_MS}")))
}

fn time_limit(object: &Object<'_>) -> Result<Duration, Invalid> {
    let limit = object.field("timeout").map(|field| milliseconds(&field)).transpose()?;
    Ok(limit.unwrap_or(Duration::from_millis(MAX_DELAY_MS)))
}
