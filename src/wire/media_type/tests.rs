use super::MediaType;

fn other(name: &str) -> MediaType {
    MediaType::Other(name.to_owned())
}

#[test]
fn json_is_known_whatever_its_case_and_parameters() {
    for value in [
        "application/json",
        "Application/JSON",
        " application/json ; charset=utf-8",
        "application/json;",
        "application/problem+json",
        "application/vnd.parts.v2+JSON; profile=\"a;b\"",
        "application/json, application/json",
    ] {
        assert_eq!(MediaType::parse(value), MediaType::Json, "{value}");
    }
}

#[test]
fn event_streams_are_known_whatever_their_case_and_parameters() {
    for value in ["text/event-stream", "TEXT/Event-Stream;charset=UTF-8", "\ttext/event-stream "] {
        assert_eq!(MediaType::parse(value), MediaType::EventStream, "{value}");
    }
}

#[test]
fn other_types_keep_their_bare_name() {
    assert_eq!(MediaType::parse("Text/HTML; charset=utf-8"), other("text/html"));
    assert_eq!(MediaType::parse("text/json"), other("text/json"));
    assert_eq!(MediaType::parse("application/+json"), other("application/+json"));
    assert_eq!(MediaType::parse("application/json5"), other("application/json5"));
    assert_eq!(MediaType::parse("application/jsonl"), other("application/jsonl"));
    assert_eq!(MediaType::parse(""), other(""));
    assert_eq!(MediaType::parse(";,;"), other(""));
}
