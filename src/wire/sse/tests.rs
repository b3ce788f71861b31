use super::{EventStream, Frame, SseLimits};

const ROOMY: SseLimits = SseLimits { line: 1 << 20, event: 1 << 20 };

fn message(data: &str) -> Frame {
    Frame::Event { kind: None, data: data.to_owned() }
}

fn typed(kind: &str, data: &str) -> Frame {
    Frame::Event { kind: Some(kind.to_owned()), data: data.to_owned() }
}

fn too_large(limit: usize) -> Frame {
    Frame::TooLarge { limit }
}

fn stream_of(chunks: &[&[u8]]) -> EventStream {
    stream_within(ROOMY, chunks)
}

fn stream_within(limits: SseLimits, chunks: &[&[u8]]) -> EventStream {
    let mut stream = EventStream::new(limits);
    for chunk in chunks {
        stream.push(chunk);
    }
    stream
}

fn frames(bytes: impl AsRef<[u8]>) -> Vec<Frame> {
    stream_of(&[bytes.as_ref()]).collect()
}

/// Asserts the frames of a body however it is cut in two, and byte by byte.
#[track_caller]
fn assert_frames(bytes: impl AsRef<[u8]>, expected: &[Frame]) {
    let bytes = bytes.as_ref();
    for cut in 0..=bytes.len() {
        let (first, second) = bytes.split_at(cut);
        let got: Vec<_> = stream_of(&[first, second]).collect();
        assert_eq!(got, expected, "cut at {cut}");
    }
    let single: Vec<_> = bytes.chunks(1).collect();
    assert_eq!(stream_of(&single).collect::<Vec<_>>(), expected, "byte by byte");
}

#[test]
fn an_event_comes_at_its_blank_line() {
    let mut stream = stream_of(&[b"data: one\n"]);
    assert_eq!(stream.next(), None);
    stream.push(b"\n");
    assert_eq!(stream.next(), Some(message("one")));
    assert_eq!(stream.next(), None);
}

#[test]
fn a_cr_ends_a_line_before_what_follows_it_is_known() {
    assert_eq!(stream_of(&[b"data: one\r\r"]).next(), Some(message("one")));
    assert_eq!(stream_of(&[b"data: one\r\n\r"]).next(), Some(message("one")));
}

#[test]
fn a_message_is_the_same_with_every_line_end_and_every_cut() {
    let lines = ["data: {\"jsonrpc\":\"2.0\",", "data: \"id\":1,\"result\":{}}", "", ""];
    let expected = [message("{\"jsonrpc\":\"2.0\",\n\"id\":1,\"result\":{}}")];
    for end in ["\n", "\r", "\r\n"] {
        assert_frames(lines.join(end), &expected);
    }
    assert_frames("data: a\r\ndata: b\rdata: c\n\r\n", &[message("a\nb\nc")]);
}

#[test]
fn a_crlf_cut_in_two_is_one_line_end() {
    let chunks: [&[u8]; 4] =
        [b"data: {\"jsonrpc\":\"2.0\",\r", b"\ndata: \"id\":1,\"result\":{}}\r", b"\n\r", b"\n"];
    let frames: Vec<_> = stream_of(&chunks).collect();
    assert_eq!(frames, [message("{\"jsonrpc\":\"2.0\",\n\"id\":1,\"result\":{}}")]);
}

#[test]
fn an_empty_chunk_between_cr_and_lf_changes_nothing() {
    let frames: Vec<_> = stream_of(&[b"data: a\r", b"", b"\ndata: b\n\n"]).collect();
    assert_eq!(frames, [message("a\nb")]);
}

#[test]
fn an_lf_and_a_cr_are_two_line_ends() {
    assert_frames("data: a\n\rdata: b\n\n", &[message("a"), message("b")]);
}

#[test]
fn characters_survive_any_cut() {
    assert_frames("data: {\"text\":\"日本語😀\"}\n\n", &[message("{\"text\":\"日本語😀\"}")]);
}

#[test]
fn bytes_that_are_not_utf_8_become_replacement_characters() {
    assert_frames(b"data: a\xFFb\n\n", &[message("a\u{FFFD}b")]);
    // A sequence that a line end cuts short, and one that is cut short within the line.
    assert_frames(b"data: \xF0\x9F\x98\ndata: x\n\n", &[message("\u{FFFD}\nx")]);
    assert_frames(b"data: \xE6\x97\x22\n\n", &[message("\u{FFFD}\"")]);
    // Overlong forms and surrogates: one for each byte.
    assert_frames(b"data: \xC0\x80\n\n", &[message("\u{FFFD}\u{FFFD}")]);
    assert_frames(b"data: \xED\xA0\x80\n\n", &[message("\u{FFFD}\u{FFFD}\u{FFFD}")]);
    assert_frames(b"event: \xFF\ndata: x\n\n", &[typed("\u{FFFD}", "x")]);
}

#[test]
fn one_byte_order_mark_at_the_start_is_dropped() {
    assert_frames("\u{FEFF}data: a\n\n", &[message("a")]);
    assert_frames("\u{FEFF}\ndata: a\n\n", &[message("a")]);
    assert_frames("\u{FEFF}: hi\ndata: a\n\n", &[message("a")]);
    assert_frames("\u{FEFF}\u{FEFF}data: a\n\n", &[]);
    assert_frames("data: \u{FEFF}a\n\n", &[message("\u{FEFF}a")]);
    assert_frames("\n\u{FEFF}data: a\n\n", &[]);
    assert_frames(b"\xEF\xBBdata: a\n\ndata: b\n\n", &[message("b")]);
}

#[test]
fn one_space_after_the_colon_is_dropped() {
    assert_frames("data:a\ndata: b\ndata:  c\ndata:\td\n\n", &[message("a\nb\n c\n\td")]);
}

#[test]
fn a_value_may_hold_colons() {
    assert_frames("data: a: b:c\n\n", &[message("a: b:c")]);
    assert_frames("data::\n\n", &[message(":")]);
}

#[test]
fn comments_and_unknown_fields_are_ignored() {
    let body = "data:{\ndata: \"id\":1}\nfoo: bar\n: comment\n:\n\n: keep-alive\n\n";
    assert_frames(body, &[message("{\n\"id\":1}")]);
    assert_frames("Data: a\nDATA: b\n data: c\ndata : d\n\n", &[]);
}

#[test]
fn a_field_without_a_colon_has_an_empty_value() {
    assert_frames("data\n\n", &[message("")]);
    assert_frames("data\ndata\n\n", &[message("\n")]);
    assert_frames("event: ping\nevent\ndata: a\n\n", &[message("a")]);
}

#[test]
fn an_empty_data_line_dispatches_and_no_data_line_does_not() {
    assert_frames("id: 1\ndata:\n\n", &[message("")]);
    assert_frames("id: 1\n\nevent: ping\n\n\n\n", &[]);
}

#[test]
fn a_kind_holds_for_its_own_event_alone() {
    let body = "event: ping\ndata: {}\n\ndata: a\n\nevent: x\n\ndata: b\n\n";
    assert_frames(body, &[typed("ping", "{}"), message("a"), message("b")]);
}

#[test]
fn the_kind_message_is_no_kind() {
    assert_frames("event: message\ndata: a\n\nevent:\ndata: b\n\n", &[message("a"), message("b")]);
    assert_frames("event: Message\ndata: a\n\n", &[typed("Message", "a")]);
}

#[test]
fn an_id_is_committed_by_the_blank_line_and_persists() {
    let mut stream = stream_of(&[b"id: e1\n"]);
    assert_eq!(stream.last_event_id(), None);
    stream.push(b"\n");
    assert_eq!(stream.last_event_id(), Some("e1"));
    stream.push(b"data: a\n\nid: e2\ndata: b\n");
    assert_eq!(stream.last_event_id(), Some("e1"));
    stream.push(b"\n");
    assert_eq!(stream.last_event_id(), Some("e2"));
    assert_eq!(stream.collect::<Vec<_>>(), [message("a"), message("b")]);
}

#[test]
fn an_id_with_nul_is_ignored_and_an_empty_one_takes_the_id_back() {
    let mut stream = stream_of(&[b"id: e1\n\nid: e\x002\n\n"]);
    assert_eq!(stream.last_event_id(), Some("e1"));
    stream.push(b"id\n\n");
    assert_eq!(stream.last_event_id(), None);
}

#[test]
fn retry_takes_digits_alone_and_holds_at_once() {
    let mut stream = stream_of(&[b"retry: 0150\n"]);
    assert_eq!(stream.retry(), Some(150));
    stream.push(b"retry: -1\nretry: 1.5\nretry: 1s\nretry:\nretry:  7\nretry: \xD9\xA1\n");
    assert_eq!(stream.retry(), Some(150));
    stream.push(b"retry: 0\n");
    assert_eq!(stream.retry(), Some(0));
    stream.push(b"retry: 99999999999999999999999999\n\n");
    assert_eq!(stream.retry(), Some(u64::MAX));
    assert_eq!(stream.next(), None);
}

#[test]
fn an_event_without_its_blank_line_is_partial() {
    for body in ["d", "\u{FEFF}d", "data: a", "data: a\n", "id: 1\n", "event: x\n", "data: a\n\nda"]
    {
        assert!(stream_of(&[body.as_bytes()]).has_partial(), "{body:?}");
    }
    for body in [
        "",
        "\n",
        "\u{FEFF}",
        "\u{FEFF}: hi",
        "data: a\n\n",
        ": hi",
        ": hi\n",
        "retry: 5\n",
        "id: 1\r\n\r",
    ] {
        assert!(!stream_of(&[body.as_bytes()]).has_partial(), "{body:?}");
    }
}

mod limits {
    use super::*;

    const TIGHT: SseLimits = SseLimits { line: 16, event: 12 };

    /// Asserts the frames within `TIGHT`, however the body is cut in two.
    #[track_caller]
    fn assert_tight(body: &str, expected: &[Frame]) {
        for cut in 0..=body.len() {
            let (first, second) = body.as_bytes().split_at(cut);
            let got: Vec<_> = stream_within(TIGHT, &[first, second]).collect();
            assert_eq!(got, expected, "cut at {cut}");
        }
    }

    #[test]
    fn what_just_fits_is_kept() {
        assert_tight("data:0123456789a\n\n", &[message("0123456789a")]);
        assert_tight("data:01234\ndata:6789ab\n\n", &[message("01234\n6789ab")]);
    }

    #[test]
    fn a_line_over_its_limit_costs_its_own_event() {
        let body = "data: a\n\ndata:0123456789ab\ndata: more\n\ndata: b\n\n";
        assert_tight(body, &[message("a"), too_large(16), message("b")]);
    }

    #[test]
    fn an_event_over_its_limit_is_reported_once() {
        let body = "data:01234\ndata:6789abc\ndata: c\ndata:0123456789abcdef\n\ndata: b\n\n";
        assert_tight(body, &[too_large(12), message("b")]);
    }

    #[test]
    fn empty_data_lines_count() {
        let body = format!("{}\ndata: b\n\n", "data\n".repeat(14));
        assert_tight(&body, &[too_large(12), message("b")]);
        let body = format!("{}\n", "data\n".repeat(13));
        assert_tight(&body, &[message(&"\n".repeat(12))]);
    }

    #[test]
    fn it_is_reported_before_the_event_ends() {
        let mut stream = stream_within(TIGHT, &[b"data: 0123456789"]);
        assert_eq!(stream.next(), None);
        stream.push(b"a");
        assert_eq!(stream.next(), Some(too_large(16)));
        stream.push(b"bcd");
        assert_eq!(stream.next(), None);
        assert!(stream.has_partial());
    }

    #[test]
    fn a_long_comment_is_no_event() {
        let body = format!("data: a\n:{}\ndata: b\n\n", "x".repeat(100));
        assert_tight(&body, &[message("a\nb")]);
    }

    #[test]
    fn the_byte_order_mark_does_not_count() {
        assert_tight("\u{FEFF}data:0123456789a\n\n", &[message("0123456789a")]);
        let body = format!("\u{FEFF}:{}\ndata: b\n\n", "x".repeat(16));
        assert_tight(&body, &[message("b")]);
    }

    #[test]
    fn a_skipped_event_commits_its_id_all_the_same() {
        for body in ["id: e7\ndata:0123456789ab\n\n", "data:0123456789ab\nid: e7\n\n"] {
            let stream = stream_within(TIGHT, &[body.as_bytes()]);
            assert_eq!(stream.last_event_id(), Some("e7"), "{body:?}");
        }
    }

    #[test]
    fn an_event_that_never_ends_holds_no_memory() {
        let mut stream = EventStream::new(SseLimits { line: 4096, event: 4096 });
        stream.push(b"data: ");
        for _ in 0..1000 {
            stream.push(&[b'x'; 1024]);
        }
        assert_eq!(stream.line.capacity(), 0);
        for _ in 0..1000 {
            stream.push(b"\ndata: ");
            stream.push(&[b'x'; 1024]);
        }
        assert!(stream.line.capacity() <= 8192);
        assert_eq!(stream.event.data, None);
        assert_eq!(stream.collect::<Vec<_>>(), [too_large(4096)]);
    }
}

#[test]
fn memory_is_given_back_when_frames_are_taken() {
    let mut stream = stream_of(&[b"data: ", &[b'x'; 1 << 16], b"\n\n"]);
    assert_eq!(stream.line.capacity(), 0);
    stream.push("data: {}\n\n".repeat(10_000).as_bytes());
    assert_eq!(stream.by_ref().count(), 10_001);
    assert_eq!(stream.frames.capacity(), 0);
}

#[test]
fn frames_of_one_chunk_come_in_order() {
    let expected: Vec<_> = (0..20).map(|n| message(&n.to_string())).collect();
    let body: String = (0..20).map(|n| format!("data: {n}\n\n")).collect();
    assert_eq!(frames(body), expected);
}

#[test]
fn a_line_end_is_found_at_every_place_of_a_word() {
    for length in 0..40 {
        for end in [b'\r', b'\n'] {
            let mut bytes = vec![0x8A_u8; length];
            bytes.extend([end, b'\n', b'\r', 0]);
            assert_eq!(super::find_line_end(&bytes), Some(length));
        }
    }
    let harmless: Vec<u8> = (0..=255).filter(|byte| !matches!(byte, b'\r' | b'\n')).collect();
    assert_eq!(super::find_line_end(&harmless), None);
}
