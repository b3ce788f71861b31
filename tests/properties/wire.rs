//! Properties of the wire layer.

use mcp_tether::wire::challenge::Challenge;
use mcp_tether::wire::sse::SseLimits;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Map, Value, json};

use crate::fuzz::{headers, sse};

proptest! {
    #[test]
    fn any_cutting_of_a_stream_gives_the_same_frames(
        body in stream_body(),
        cuts in vec(any::<Index>(), 0..8),
        limits in limits(),
    ) {
        let whole = sse::tell(limits, [body.as_slice()]);
        prop_assert_eq!(sse::tell(limits, cut(&body, &cuts)), whole);
    }

    #[test]
    fn a_stream_reads_as_the_standard_says(body in stream_body()) {
        prop_assert_eq!(sse::tell(sse::ROOMY, [body.as_slice()]), sse::read_plainly(&body));
    }

    #[test]
    fn any_bytes_are_a_stream(bytes in vec(any::<u8>(), 0..256)) {
        sse::check(&bytes);
    }

    #[test]
    fn an_event_arrives_as_it_was_sent(text in "\\PC{0,40}", end in select(ENDS), cuts in vec(any::<Index>(), 0..8)) {
        let body = format!("data: {text}{end}{end}").into_bytes();
        let story = sse::tell(sse::ROOMY, cut(&body, &cuts));
        let data: Vec<_> = story.frames.iter().map(|frame| format!("{frame:?}")).collect();
        prop_assert_eq!(data, [format!("Event {{ kind: None, data: {text:?} }}")]);
    }

    #[test]
    fn an_encoded_value_decodes_to_itself(value in any::<String>()) {
        headers::check_value(&value);
    }

    #[test]
    fn a_value_that_is_nearly_encoded_decodes_to_itself(value in "[ \t]?(=\\?base64\\?)?[a\\?=é]{0,4}(\\?=)?[ \t]?") {
        headers::check_value(&value);
    }

    #[test]
    fn a_plan_is_what_a_naive_reader_makes_of_the_schema(
        schema in schema(),
        arguments in arguments(),
    ) {
        headers::check_plan(&schema, &arguments);
    }

    #[test]
    fn challenges_read_as_they_were_written(written in vec(challenge(), 0..4)) {
        let header: Vec<_> = written.iter().map(write).collect();
        let read = Challenge::parse_all(&header.join(", "));
        prop_assert_eq!(read.len(), written.len());
        for (read, (scheme, params)) in read.iter().zip(&written) {
            prop_assert_eq!(read.scheme(), scheme.to_ascii_lowercase());
            for (number, value) in params.iter().enumerate() {
                prop_assert_eq!(read.param(&format!("p{number}")), Some(value.as_str()));
            }
        }
    }

    #[test]
    fn any_text_is_a_challenge_header(text in "[a-c \t,=\"\\\\é/]{0,60}") {
        crate::fuzz::challenge::check(text.as_bytes());
    }
}

const ENDS: &[&str] = &["\n", "\r", "\r\n"];

/// What means something to the decoder.
const PIECES: &[&[u8]] = &[
    b"data",
    b"event",
    b"id",
    b"retry",
    b":",
    b": ",
    b"\n",
    b"\r",
    b"\r\n",
    b"\n\n",
    b"data: ",
    b"id: 7",
    b"event: ping",
    b"message",
    b"0",
    b"31",
    b"\0",
    b" ",
    b"\xEF\xBB\xBF",
    b"\xF0\x9F",
    "日本語😀é".as_bytes(),
];

/// Those pieces in any order, with some that mean nothing.
fn stream_body() -> impl Strategy<Value = Vec<u8>> {
    let piece =
        prop_oneof![9 => select(PIECES).prop_map(<[u8]>::to_vec), 1 => vec(any::<u8>(), 1..4)];
    vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

fn limits() -> impl Strategy<Value = SseLimits> {
    prop_oneof![
        Just(sse::ROOMY),
        (0..24_usize, 0..24_usize).prop_map(|(line, event)| SseLimits { line, event }),
    ]
}

/// Cuts a body at these places, which may coincide.
fn cut<'a>(body: &'a [u8], cuts: &[Index]) -> Vec<&'a [u8]> {
    let mut places: Vec<_> = cuts.iter().map(|cut| cut.index(body.len() + 1)).collect();
    places.extend([0, body.len()]);
    places.sort_unstable();
    let pair = |ends: &[usize]| body.get(*ends.first()?..*ends.last()?);
    places.windows(2).filter_map(pair).collect()
}

/// A schema of few names, so that paths, repeats and faults are all likely.
fn schema() -> impl Strategy<Value = Value> {
    let kinds = select(&["string", "integer", "boolean", "string", "boolean", "number"][..]);
    let names = select(&["A", "b", "Depot", "dEPOT", "C-1", "!", "a b", ""][..]);
    let leaf = prop_oneof![
        2 => kinds.clone().prop_map(|kind| json!({ "type": kind })),
        3 => (kinds, names).prop_map(|(kind, name)| json!({ "type": kind, "x-mcp-header": name })),
        1 => Just(json!(true)),
    ];
    let schema = leaf.prop_recursive(4, 12, 3, |inner| {
        prop_oneof![
            6 => members(inner.clone()).prop_map(|it| json!({ "type": "object", "properties": it })),
            1 => (other_keyword(), inner.clone()).prop_map(|(name, it)| json!({ name: it })),
            1 => (other_keyword(), members(inner)).prop_map(|(name, it)| json!({ name: it })),
        ]
    });
    members(schema).prop_map(|it| json!({ "type": "object", "properties": it }))
}

fn other_keyword() -> impl Strategy<Value = &'static str> {
    select(&["items", "allOf", "not", "$defs", "patternProperties", "default", "enum", "x"][..])
}

fn arguments() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[a-zé \t]{0,3}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 12, 3, |inner| members(inner).prop_map(Value::Object))
}

/// Up to three members, with the few names that schemas and arguments share.
fn members(value: impl Strategy<Value = Value>) -> impl Strategy<Value = Map<String, Value>> {
    let name = select(&["a", "b", "properties", "x-mcp-header"][..]).prop_map(str::to_owned);
    vec((name, value), 0..4).prop_map(|members| members.into_iter().collect())
}

fn challenge() -> impl Strategy<Value = (String, Vec<String>)> {
    ("[A-Za-z]{1,8}", vec("[ -~é]{0,12}", 0..4))
}

/// Writes a challenge whose parameters are called p0, p1 and so on.
fn write((scheme, params): &(String, Vec<String>)) -> String {
    let quoted = |(number, value): (usize, &String)| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        format!("p{number}=\"{value}\"")
    };
    let params: Vec<_> = params.iter().enumerate().map(quoted).collect();
    [scheme.as_str(), &params.join(", ")].join(" ")
}
