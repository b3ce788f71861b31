//! Encoded values decode to what they were; a plan is what a naive reader of the
//! schema would make of it.

use std::collections::{BTreeMap, BTreeSet};

use mcp_tether::wire::headers::{HeaderPlan, encode_value};
use serde_json::Value;

/// Reads `input` as a value, and as JSON: a schema alone or `[schema, arguments]`.
pub fn check(input: &[u8]) {
    check_value(&String::from_utf8_lossy(input));
    let Ok(json) = serde_json::from_slice::<Value>(input) else {
        return;
    };
    match json.as_array().map(Vec::as_slice) {
        Some([schema, arguments]) => check_plan(schema, arguments),
        _ => check_plan(&json, &json),
    }
}

/// Asserts that a header can bear the encoded value and that it decodes to the value.
pub fn check_value(value: &str) {
    let encoded = encode_value(value);
    assert!(encoded.bytes().all(|byte| matches!(byte, b' '..=b'~')), "{encoded:?}");
    assert_eq!(encoded.trim(), encoded, "a header loses its outer spaces");
    assert_eq!(decode_value(&encoded).as_deref(), Some(value));
}

/// Asserts that the plan of a schema gives the headers that the naive model gives.
pub fn check_plan(schema: &Value, arguments: &Value) {
    let mut found = Vec::new();
    collect(schema, Some(&mut Vec::new()), &mut found);
    let expected = model(&found, arguments);
    let plan = HeaderPlan::from_input_schema(schema);
    let Some(expected) = expected else {
        let sentence = plan.expect_err("an annotation breaks a rule").to_string();
        assert!(sentence.starts_with("x-mcp-header "), "{sentence}");
        return;
    };
    let plan = plan.expect("every annotation keeps the rules");
    assert_eq!(plan.is_empty(), found.is_empty());
    let headers = plan.headers(Some(arguments));
    let decoded = headers.iter().map(|(name, value)| (name.clone(), decode_value(value)));
    let expected = expected.into_iter().map(|(name, value)| (name, Some(value)));
    assert_eq!(decoded.collect::<BTreeMap<_, _>>(), expected.collect());
    assert_eq!(headers.len(), headers.iter().collect::<BTreeSet<_>>().len());
}

/// An annotation as it was found.
struct Found<'a> {
    schema: &'a Value,
    annotation: &'a Value,
    path: Option<Vec<String>>,
}

fn collect<'a>(node: &'a Value, mut path: Option<&mut Vec<String>>, found: &mut Vec<Found<'a>>) {
    if let Value::Array(items) = node {
        items.iter().for_each(|item| collect(item, None, found));
    }
    let Value::Object(members) = node else {
        return;
    };
    for (keyword, value) in members {
        match (keyword.as_str(), value) {
            ("x-mcp-header", annotation) => {
                let path = path.as_deref().cloned();
                found.push(Found { schema: node, annotation, path });
            }
            ("const" | "default" | "dependentRequired" | "enum" | "examples", _) => {}
            ("properties", Value::Object(properties)) => {
                for (name, property) in properties {
                    if let Some(path) = path.as_deref_mut().filter(|path| path.len() < 32) {
                        path.push(name.clone());
                        collect(property, Some(path), found);
                        path.pop();
                    } else {
                        collect(property, None, found);
                    }
                }
            }
            ("properties", _) => {}
            (
                "$defs" | "definitions" | "dependencies" | "dependentSchemas" | "patternProperties",
                schemas,
            ) => {
                let schemas = schemas.as_object().into_iter().flatten();
                schemas.for_each(|(_, schema)| collect(schema, None, found));
            }
            (_, other) => collect(other, None, found),
        }
    }
}

/// Gives the headers as name and plain value, `None` when an annotation is not valid.
fn model(found: &[Found<'_>], arguments: &Value) -> Option<BTreeMap<String, String>> {
    let mut names = Vec::new();
    let mut headers = BTreeMap::new();
    for Found { schema, annotation, path } in found {
        let path = path.as_ref().filter(|path| !path.is_empty())?;
        let name = annotation.as_str().filter(|name| !name.is_empty())?;
        let tchar = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
        let kind = schema.get("type").and_then(Value::as_str);
        if !name.chars().all(tchar) || !matches!(kind, Some("string" | "integer" | "boolean")) {
            return None;
        }
        names.push(name.to_ascii_lowercase());
        let value = path.iter().try_fold(arguments, |value, name| value.as_object()?.get(name));
        let text = match value {
            Some(Value::String(text)) => Some(text.clone()),
            Some(Value::Bool(truth)) => Some(truth.to_string()),
            Some(Value::Number(number)) => decimal(number.as_f64()?),
            _ => None,
        };
        headers.extend(text.map(|text| (format!("Mcp-Param-{name}"), text)));
    }
    let count = names.len();
    names.sort();
    names.dedup();
    (names.len() == count).then_some(headers)
}

fn decimal(number: f64) -> Option<String> {
    let safe = number.fract() == 0.0 && number.abs() < 9_007_199_254_740_992.0;
    safe.then(|| format!("{:.0}", number + 0.0))
}

/// Decodes as a server does; `None` when the Base64 is not standard.
pub fn decode_value(value: &str) -> Option<String> {
    const DIGITS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let marked = value.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?="));
    let Some(base64) = marked else {
        return Some(value.to_owned());
    };
    let digits = base64.trim_end_matches('=');
    if base64.len() % 4 != 0 || base64.len() - digits.len() > 2 {
        return None;
    }
    let mut bits = String::new();
    for digit in digits.chars() {
        bits += &format!("{:06b}", DIGITS.find(digit)?);
    }
    let (whole, rest) = bits.split_at(bits.len() / 8 * 8);
    if rest.contains('1') {
        return None;
    }
    let byte = |at: usize| u8::from_str_radix(whole.get(at..at + 8)?, 2).ok();
    let bytes: Option<Vec<u8>> = (0..whole.len()).step_by(8).map(byte).collect();
    String::from_utf8(bytes?).ok()
}
