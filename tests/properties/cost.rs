//! Work grows with the input and no faster.
//!
//! The time allowed is far above what linear work takes (tens of milliseconds) and
//! far below what a second look at every byte for each chunk would.

use std::time::{Duration, Instant};

use mcp_tether::wire::sse::{EventStream, Frame, SseLimits};

const PATIENCE: Duration = Duration::from_secs(5);
const LIMITS: SseLimits = SseLimits { line: 32 << 20, event: 32 << 20 };

#[expect(clippy::disallowed_methods, reason = "these tests are about time")]
fn timed<T>(work: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let outcome = work();
    assert!(started.elapsed() < PATIENCE, "took {:?}", started.elapsed());
    outcome
}

#[test]
fn a_large_line_in_small_chunks_takes_linear_time() {
    let body = [b"data: ".as_slice(), &vec![b'x'; 20 << 20], b"\n\n"].concat();
    let mut stream = EventStream::new(LIMITS);
    timed(|| body.chunks(1024).for_each(|chunk| stream.push(chunk)));
    let frame = stream.next();
    assert!(matches!(frame, Some(Frame::Event { data, .. }) if data.len() == 20 << 20));
}

#[test]
fn a_large_event_of_many_lines_takes_linear_time() {
    let body = "data: {\"a\": 1},\n".repeat(500_000) + "\n";
    let mut stream = EventStream::new(LIMITS);
    timed(|| body.as_bytes().chunks(1024).for_each(|chunk| stream.push(chunk)));
    assert!(matches!(stream.next(), Some(Frame::Event { data, .. }) if data.len() == 4_999_999));
}

#[test]
fn many_small_events_in_one_chunk_take_linear_time() {
    let body = "data: {}\n\n".repeat(100_000);
    let mut stream = EventStream::new(LIMITS);
    timed(|| stream.push(body.as_bytes()));
    assert_eq!(stream.count(), 100_000);
}
