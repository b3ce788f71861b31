//! Server-sent events: bytes in, frames out.
//!
//! [`EventStream`] interprets a body as the HTML standard's [event stream
//! interpretation] does. It promises that how the bytes were cut into chunks
//! changes nothing, that each byte is looked at once, and that it never holds
//! more than one line and one event within [`SseLimits`], beside the frames that
//! nobody took yet. It does not reconnect and gives no meaning to an event.
//!
//! [event stream interpretation]: https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation

use std::borrow::Cow;
use std::collections::VecDeque;
use std::mem;

#[cfg(test)]
mod tests;

/// The byte order mark, which a stream may bear once, at its start.
const BOM: &[u8] = b"\xEF\xBB\xBF";

/// How many places for frames an empty queue keeps for the next chunk.
const IDLE_FRAMES: usize = 64;

/// The most bytes that a decoder keeps for one line and for one event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SseLimits {
    /// Bytes of one line, its end not counted.
    pub line: usize,
    /// Bytes of one event's data, the line feeds between its lines counted.
    pub event: usize,
}

/// What a stream says next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// A dispatched event.
    Event {
        /// The event's type; `None` for `message`, named or by default.
        kind: Option<String>,
        /// The data lines, joined by line feeds.
        data: String,
    },
    /// An event that went over a limit, which is skipped up to its blank line.
    ///
    /// It comes as soon as the limit is passed, once per event.
    TooLarge {
        /// The limit that was passed, in bytes.
        limit: usize,
    },
}

/// An incremental decoder for one `text/event-stream` body.
///
/// [`push`](Self::push) each chunk as it comes and take the frames until there
/// are none. A `None` is not the end: the next chunk may bring more.
#[derive(Debug)]
pub struct EventStream {
    limits: SseLimits,
    /// The start of a line whose end has not come.
    line: Vec<u8>,
    /// The unended line is over its limit: the rest of it is dropped.
    overlong: bool,
    /// What is left of the BOM that may stand at the start.
    bom: &'static [u8],
    /// The last line ended in CR, so that an LF now belongs to that end.
    after_cr: bool,
    event: PendingEvent,
    last_event_id: String,
    retry: Option<u64>,
    frames: VecDeque<Frame>,
}

/// The fields since the last blank line.
#[derive(Debug, Default)]
struct PendingEvent {
    kind: Option<String>,
    data: Option<Vec<u8>>,
    id: Option<String>,
    /// Over a limit: its data is dropped, its id counts all the same, so that a
    /// resumed stream does not bring the event again.
    refused: bool,
}

impl EventStream {
    /// Makes a decoder for a body of which nothing has come yet.
    #[must_use]
    pub fn new(limits: SseLimits) -> Self {
        Self {
            limits,
            line: Vec::new(),
            overlong: false,
            bom: BOM,
            after_cr: false,
            event: PendingEvent::default(),
            last_event_id: String::new(),
            retry: None,
            frames: VecDeque::new(),
        }
    }

    /// Takes in the body's next bytes, cut anywhere.
    pub fn push(&mut self, bytes: &[u8]) {
        let mut rest = self.skip_bom(bytes);
        if self.after_cr && !rest.is_empty() {
            self.after_cr = false;
            rest = rest.strip_prefix(b"\n").unwrap_or(rest);
        }
        while let Some((line, after, cr)) = split_line(rest) {
            self.end_line(line);
            rest = after;
            if cr {
                self.after_cr = rest.is_empty();
                rest = rest.strip_prefix(b"\n").unwrap_or(rest);
            }
        }
        self.hold(rest);
    }

    /// Gives the last event id, `None` until a dispatch brought one that is not empty.
    ///
    /// It is that of the last blank line pushed, also when frames from before
    /// have not been taken yet.
    #[must_use]
    pub fn last_event_id(&self) -> Option<&str> {
        Some(self.last_event_id.as_str()).filter(|id| !id.is_empty())
    }

    /// Gives the reconnection time that the stream asked for last, in milliseconds.
    #[must_use]
    pub const fn retry(&self) -> Option<u64> {
        self.retry
    }

    /// Tells whether the bytes so far end within an event, which is then lost.
    #[must_use]
    pub fn has_partial(&self) -> bool {
        let in_field = !self.line.is_empty() && !is_comment(&self.line);
        let in_bom = !self.bom.is_empty() && self.bom.len() < BOM.len();
        in_field || in_bom || self.overlong || self.event.has_begun()
    }

    /// Takes the BOM off the body's first bytes, which may come one by one.
    fn skip_bom<'a>(&mut self, bytes: &'a [u8]) -> &'a [u8] {
        let mut rest = bytes;
        while let (Some((expected, bom)), Some((byte, after))) =
            (self.bom.split_first(), rest.split_first())
        {
            if byte != expected {
                // It is none: what looked like its start begins the first line.
                let seen = BOM.strip_suffix(mem::take(&mut self.bom)).unwrap_or_default();
                self.hold(seen);
                break;
            }
            self.bom = bom;
            rest = after;
        }
        rest
    }

    /// Takes a line whose end has come, together with what is held of it.
    fn end_line(&mut self, tail: &[u8]) {
        if self.line.is_empty() && !self.overlong && tail.len() <= self.limits.line {
            return self.interpret(Cow::Borrowed(tail));
        }
        self.hold(tail);
        let line = mem::take(&mut self.line);
        if !mem::take(&mut self.overlong) {
            self.interpret(Cow::Owned(line));
        }
    }

    /// Keeps a part of a line whose end has not come.
    fn hold(&mut self, part: &[u8]) {
        if self.overlong {
            return;
        }
        if part.len() <= self.limits.line.saturating_sub(self.line.len()) {
            return self.line.extend_from_slice(part);
        }
        let line = mem::take(&mut self.line);
        let known = if line.is_empty() { part } else { &line };
        self.overlong = true;
        if !is_comment(known) {
            self.refuse(self.limits.line);
        }
    }

    /// Processes one whole line, without its end.
    fn interpret(&mut self, line: Cow<'_, [u8]>) {
        if line.is_empty() {
            return self.dispatch();
        }
        let (name, value) = split_field(&line);
        match name {
            b"data" => {
                let start = line.len().saturating_sub(value.len());
                self.append(line, start);
            }
            b"event" => self.event.kind = Some(decode(value.to_vec())),
            b"id" if !value.contains(&0) => self.event.id = Some(decode(value.to_vec())),
            b"retry" => self.retry = parse_digits(value).or(self.retry),
            _ => {} // a comment has the empty name; the standard ignores all others
        }
    }

    /// Adds the data that `line` bears from `start` on to the event.
    fn append(&mut self, line: Cow<'_, [u8]>, start: usize) {
        if self.event.refused {
            return;
        }
        let held = self.event.data.as_ref().map_or(0, |data| data.len().saturating_add(1));
        let added = line.len().saturating_sub(start);
        if held.saturating_add(added) > self.limits.event {
            return self.refuse(self.limits.event);
        }
        match (&mut self.event.data, line) {
            (Some(data), line) => {
                data.push(b'\n');
                data.extend_from_slice(line.get(start..).unwrap_or_default());
            }
            (none, Cow::Borrowed(line)) => {
                *none = Some(line.get(start..).unwrap_or_default().to_vec());
            }
            // A line that was put together here may be most of a large message: it is
            // not copied again.
            (none, Cow::Owned(mut line)) => {
                line.drain(..start);
                *none = Some(line);
            }
        }
    }

    /// Drops the event's data and says so, once.
    fn refuse(&mut self, limit: usize) {
        self.event.data = None;
        if !mem::replace(&mut self.event.refused, true) {
            self.frames.push_back(Frame::TooLarge { limit });
        }
    }

    /// Ends the event: a blank line came.
    fn dispatch(&mut self) {
        let event = mem::take(&mut self.event);
        if let Some(id) = event.id {
            self.last_event_id = id;
        }
        if let Some(data) = event.data {
            let kind = event.kind.filter(|kind| !kind.is_empty() && kind != "message");
            self.frames.push_back(Frame::Event { kind, data: decode(data) });
        }
    }
}

impl Iterator for EventStream {
    type Item = Frame;

    /// Gives the next frame of the bytes pushed so far.
    fn next(&mut self) -> Option<Frame> {
        let frame = self.frames.pop_front();
        if frame.is_none() && self.frames.capacity() > IDLE_FRAMES {
            self.frames = VecDeque::new();
        }
        frame
    }
}

impl PendingEvent {
    fn has_begun(&self) -> bool {
        self.refused || self.data.is_some() || self.kind.is_some() || self.id.is_some()
    }
}

/// Splits at the first line end: the line, what follows, whether the end is a CR.
fn split_line(bytes: &[u8]) -> Option<(&[u8], &[u8], bool)> {
    let (line, tail) = bytes.split_at_checked(find_line_end(bytes)?)?;
    let (end, after) = tail.split_first()?;
    Some((line, after, *end == b'\r'))
}

/// Finds the first CR or LF, looking at eight bytes at a time.
fn find_line_end(bytes: &[u8]) -> Option<usize> {
    let (words, _) = bytes.as_chunks::<8>();
    let skipped = words.iter().take_while(|word| !has_line_end(**word)).count() * 8;
    let rest = bytes.get(skipped..)?;
    let at = rest.iter().position(|byte| matches!(byte, b'\r' | b'\n'))?;
    Some(skipped + at)
}

/// Tells whether one of eight bytes is a CR or an LF.
const fn has_line_end(word: [u8; 8]) -> bool {
    const ONES: u64 = u64::from_ne_bytes([0x01; 8]);
    const TOPS: u64 = u64::from_ne_bytes([0x80; 8]);
    let word = u64::from_ne_bytes(word);
    let cr = word ^ u64::from_ne_bytes([b'\r'; 8]);
    let lf = word ^ u64::from_ne_bytes([b'\n'; 8]);
    // A byte's top bit comes out set only when the byte, or one below it, is zero.
    let zeros = (cr.wrapping_sub(ONES) & !cr) | (lf.wrapping_sub(ONES) & !lf);
    zeros & TOPS != 0
}

/// Splits a line into its field's name and value, one space after the colon removed.
fn split_field(line: &[u8]) -> (&[u8], &[u8]) {
    let Some(colon) = line.iter().position(|byte| *byte == b':') else {
        return (line, &[]);
    };
    let (name, tail) = line.split_at_checked(colon).unwrap_or((line, &[]));
    let value = tail.strip_prefix(b":").unwrap_or(tail);
    (name, value.strip_prefix(b" ").unwrap_or(value))
}

fn is_comment(line: &[u8]) -> bool {
    line.first() == Some(&b':')
}

/// Reads a number of ASCII digits alone; one too large for `u64` gives its greatest.
fn parse_digits(value: &[u8]) -> Option<u64> {
    if value.is_empty() || !value.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let digits = value.iter().map(|digit| u64::from(digit.wrapping_sub(b'0')));
    Some(digits.fold(0, |sum, digit| sum.saturating_mul(10).saturating_add(digit)))
}

/// Decodes UTF-8 in place; only bytes that are not UTF-8 cost a copy.
fn decode(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| decode_around(error.as_bytes()))
}

/// Decodes UTF-8 with a replacement character for each sequence that is none.
fn decode_around(mut bytes: &[u8]) -> String {
    let mut text = String::new();
    while let Err(error) = str::from_utf8(bytes) {
        let (valid, rest) = bytes.split_at_checked(error.valid_up_to()).unwrap_or_default();
        text.push_str(str::from_utf8(valid).unwrap_or_default());
        text.push(char::REPLACEMENT_CHARACTER);
        let length = error.error_len().unwrap_or(rest.len());
        bytes = rest.get(length..).unwrap_or_default();
    }
    text.push_str(str::from_utf8(bytes).unwrap_or_default());
    text
}
