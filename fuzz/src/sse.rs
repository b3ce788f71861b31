//! The decoder agrees with itself however a body is cut, and with a plain reading
//! of the standard.

use mcp_tether::wire::sse::{EventStream, Frame, SseLimits};

/// Limits that no input of a test reaches.
pub const ROOMY: SseLimits = SseLimits { line: usize::MAX, event: usize::MAX };

/// Everything that a decoder tells about a body.
#[derive(Debug, PartialEq, Eq)]
pub struct Story {
    pub frames: Vec<Frame>,
    pub last_event_id: Option<String>,
    pub retry: Option<u64>,
    pub has_partial: bool,
}

/// Reads `input` as a body: whole, cut by its own first bytes, and byte by byte.
pub fn check(input: &[u8]) {
    let (Some(seed), body) = (input.first(), input.get(1..).unwrap_or_default()) else {
        return;
    };
    let size = usize::from(*seed).max(1);
    assert_eq!(tell(ROOMY, [body]), read_plainly(body), "against the standard");
    for limits in [ROOMY, SseLimits { line: size, event: size / 2 }] {
        let whole = tell(limits, [body]);
        assert_eq!(tell(limits, body.chunks(1)), whole, "byte by byte");
        assert_eq!(tell(limits, body.chunks(size)), whole, "in chunks of {size}");
        assert!(whole.frames.iter().all(|frame| is_within(frame, limits)));
    }
}

/// Decodes a body that comes in these chunks.
pub fn tell<'a>(limits: SseLimits, chunks: impl IntoIterator<Item = &'a [u8]>) -> Story {
    let mut stream = EventStream::new(limits);
    let mut frames = Vec::new();
    for chunk in chunks {
        stream.push(chunk);
        frames.extend(stream.by_ref());
    }
    Story {
        frames,
        last_event_id: stream.last_event_id().map(str::to_owned),
        retry: stream.retry(),
        has_partial: stream.has_partial(),
    }
}

/// Interprets a whole body in the standard's own steps, with no thought of cost.
pub fn read_plainly(body: &[u8]) -> Story {
    let text = String::from_utf8_lossy(body).into_owned();
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text).replace("\r\n", "\n");
    let text = text.replace('\r', "\n");
    let mut lines: Vec<&str> = text.split('\n').collect();
    let unended = lines.pop().unwrap_or_default();

    let mut story =
        Story { frames: Vec::new(), last_event_id: None, retry: None, has_partial: false };
    let (mut data, mut kind, mut id) = (String::new(), String::new(), String::new());
    let mut began = false;
    for line in lines {
        if line.is_empty() {
            story.last_event_id = Some(id.clone()).filter(|id| !id.is_empty());
            if let Some(data) = data.strip_suffix('\n') {
                let kind = Some(kind.clone()).filter(|kind| !matches!(&**kind, "" | "message"));
                story.frames.push(Frame::Event { kind, data: data.to_owned() });
            }
            (data, kind, began) = (String::new(), String::new(), false);
            continue;
        }
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match name {
            "data" => data = format!("{data}{value}\n"),
            "event" => value.clone_into(&mut kind),
            "id" if value.contains('\0') => continue,
            "id" => value.clone_into(&mut id),
            "retry" if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) => {
                story.retry = Some(value.parse().unwrap_or(u64::MAX));
                continue;
            }
            _ => continue,
        }
        began = true;
    }
    story.has_partial = began || !(unended.is_empty() || unended.starts_with(':'));
    story
}

fn is_within(frame: &Frame, limits: SseLimits) -> bool {
    match frame {
        // A byte that is no UTF-8 takes three as a replacement character.
        Frame::Event { data, .. } => data.len() / 3 <= limits.event,
        Frame::TooLarge { limit } => *limit == limits.line || *limit == limits.event,
    }
}
