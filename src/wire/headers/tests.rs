use serde_json::{Value, json};

use super::{HeaderPlan, MAX_PARAMS, encode_value};

fn plan(schema: Value) -> HeaderPlan {
    HeaderPlan::from_input_schema(&schema).unwrap()
}

/// Gives the sentence of the fault that a schema must have.
#[track_caller]
fn fault(schema: Value) -> String {
    HeaderPlan::from_input_schema(&schema).unwrap_err().to_string()
}

/// A schema with one property `a`.
fn with_property(property: Value) -> Value {
    json!({ "type": "object", "properties": { "a": property } })
}

fn headers(plan: &HeaderPlan, arguments: Value) -> Vec<(String, String)> {
    let mut headers = plan.headers(Some(&arguments));
    headers.sort();
    headers
}

fn pairs(headers: &[(&str, &str)]) -> Vec<(String, String)> {
    headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

#[test]
fn values_are_sent_plain_or_marked_base64() {
    for (value, header) in [
        ("eu-north 2", "eu-north 2"),
        ("", ""),
        ("-7", "-7"),
        ("Zürich", "=?base64?WsO8cmljaA==?="),
        (" lead", "=?base64?IGxlYWQ=?="),
        ("trail ", "=?base64?dHJhaWwg?="),
        ("a\tb", "=?base64?YQli?="),
        ("line\r\nbreak", "=?base64?bGluZQ0KYnJlYWs=?="),
        ("\0", "=?base64?AA==?="),
        ("\x7F", "=?base64?fw==?="),
        ("=?base64?x?=", "=?base64?PT9iYXNlNjQ/eD89?="),
        ("=?BASE64?x?=", "=?BASE64?x?="),
        ("=?base64?x", "=?base64?x"),
        ("~??>>", "~??>>"),
        ("日本語😀", "=?base64?5pel5pys6Kqe8J+YgA==?="),
        ("é>>>???", "=?base64?w6k+Pj4/Pz8=?="),
        ("ÿþ~?", "=?base64?w7/Dvn4/?="),
    ] {
        assert_eq!(encode_value(value), header, "{value:?}");
    }
}

#[test]
fn a_schema_without_annotations_gives_an_empty_plan() {
    let empty = plan(with_property(json!({ "type": "string" })));
    assert!(empty.is_empty());
    assert_eq!(headers(&empty, json!({ "a": "x" })), []);
    assert!(plan(json!({})).is_empty());
    assert!(plan(json!(true)).is_empty());
    assert!(plan(json!(null)).is_empty());
}

#[test]
fn annotated_arguments_are_mirrored_at_any_depth() {
    let plan = plan(json!({
        "type": "object",
        "properties": {
            "depot": { "type": "string", "x-mcp-header": "Depot" },
            "opts": {
                "type": "object",
                "properties": { "dry": { "type": "boolean", "x-mcp-header": "DryRun" } },
            },
            "count": { "type": "integer", "x-mcp-header": "Count" },
            "sku": { "type": "string" },
        },
        "required": ["sku"],
    }));
    assert!(!plan.is_empty());
    assert_eq!(
        headers(
            &plan,
            json!({ "depot": "Zürich", "opts": { "dry": false }, "count": -7, "sku": "s" })
        ),
        pairs(&[
            ("Mcp-Param-Count", "-7"),
            ("Mcp-Param-Depot", "=?base64?WsO8cmljaA==?="),
            ("Mcp-Param-DryRun", "false"),
        ]),
    );
}

#[test]
fn absent_and_null_arguments_have_no_header() {
    let plan = plan(json!({ "properties": {
        "a": { "type": "string", "x-mcp-header": "A" },
        "b": { "properties": { "c": { "type": "boolean", "x-mcp-header": "C" } } },
    } }));
    for arguments in [json!({}), json!({ "a": null, "b": null }), json!({ "b": { "c": null } })] {
        assert_eq!(headers(&plan, arguments), []);
    }
    for arguments in [json!({ "b": "text" }), json!({ "b": [true] }), json!([]), json!(7)] {
        assert_eq!(headers(&plan, arguments), []);
    }
    assert_eq!(plan.headers::<Value>(None), []);
}

#[test]
fn integers_are_decimal_within_the_safe_range() {
    let plan = plan(with_property(json!({ "type": "integer", "x-mcp-header": "N" })));
    let sent = |value: Value| headers(&plan, json!({ "a": value })).pop().map(|pair| pair.1);
    assert_eq!(sent(json!(0)).as_deref(), Some("0"));
    assert_eq!(sent(json!(-0.0)).as_deref(), Some("0"));
    assert_eq!(sent(json!(1e3)).as_deref(), Some("1000"));
    assert_eq!(sent(json!(9_007_199_254_740_991_i64)).as_deref(), Some("9007199254740991"));
    assert_eq!(sent(json!(-9_007_199_254_740_991_i64)).as_deref(), Some("-9007199254740991"));
    assert_eq!(sent(json!(9_007_199_254_740_992_i64)), None);
    assert_eq!(sent(json!(1.5)), None);
}

#[test]
fn an_annotation_must_name_a_header() {
    for name in [json!(""), json!("a b"), json!("a:b"), json!("é"), json!("a\r\nb"), json!(7)] {
        let sentence = fault(with_property(json!({ "type": "string", "x-mcp-header": name })));
        assert_eq!(
            sentence,
            format!("x-mcp-header {name} of the property a is not the name of an HTTP header")
        );
    }
    fault(with_property(json!({ "type": "string", "x-mcp-header": null })));
    let tchars = "!#$%&'*+-.^_`|~09AZaz";
    assert!(!plan(with_property(json!({ "type": "string", "x-mcp-header": tchars }))).is_empty());
    for byte in "\"(),/:;<=>?@[\\]{}\x7F\x1F ".chars() {
        fault(with_property(json!({ "type": "string", "x-mcp-header": byte.to_string() })));
    }
}

#[test]
fn an_annotation_must_be_on_a_primitive_type() {
    for kind in ["number", "array", "object", "null"] {
        let sentence = fault(with_property(json!({ "type": kind, "x-mcp-header": "A" })));
        assert_eq!(
            sentence,
            "x-mcp-header \"A\" of the property a is on a type other than string, integer and boolean"
        );
    }
    fault(with_property(json!({ "x-mcp-header": "A" })));
    fault(with_property(json!({ "type": ["string", "null"], "x-mcp-header": "A" })));
}

#[test]
fn annotations_must_differ_in_more_than_case() {
    let sentence = fault(json!({ "properties": {
        "a": { "type": "string", "x-mcp-header": "Depot" },
        "b": { "properties": { "c": { "type": "string", "x-mcp-header": "Depot" } } },
    } }));
    assert!(sentence.contains("\"Depot\"") && sentence.contains("repeats"), "{sentence}");
    fault(json!({ "properties": {
        "a": { "type": "string", "x-mcp-header": "Depot" },
        "b": { "type": "string", "x-mcp-header": "dEPOT" },
    } }));
}

#[test]
fn a_tool_has_no_more_headers_than_a_server_takes() {
    let schema = |count: usize| {
        let property = |index| {
            (format!("p{index}"), json!({"type": "string", "x-mcp-header": format!("h{index}")}))
        };
        json!({"properties": (0..count).map(property).collect::<serde_json::Map<_, _>>()})
    };
    assert!(HeaderPlan::from_input_schema(&schema(MAX_PARAMS)).is_ok());
    let fault = HeaderPlan::from_input_schema(&schema(MAX_PARAMS + 1)).unwrap_err();
    assert!(fault.to_string().ends_with("is one more than the 128 that a tool may have"));
}

#[test]
fn an_annotation_must_be_reached_by_properties_alone() {
    let annotated = json!({ "type": "string", "x-mcp-header": "A" });
    let nested = with_property(annotated.clone());
    for schema in [
        annotated.clone(),
        json!({ "items": annotated }),
        json!({ "prefixItems": [annotated] }),
        json!({ "additionalProperties": annotated }),
        json!({ "patternProperties": { "^a": annotated } }),
        json!({ "oneOf": [nested] }),
        json!({ "anyOf": [{}, nested] }),
        json!({ "allOf": [nested] }),
        json!({ "not": nested }),
        json!({ "if": nested }),
        json!({ "then": nested }),
        json!({ "else": nested }),
        json!({ "$defs": { "a": annotated }, "properties": { "a": { "$ref": "#/$defs/a" } } }),
        json!({ "definitions": { "a": annotated } }),
        json!({ "dependentSchemas": { "a": nested } }),
        json!({ "x-unheard-of": { "deep": [[annotated]] } }),
        with_property(json!({ "type": "array", "items": annotated })),
        with_property(json!({ "allOf": [{ "properties": { "b": annotated } }] })),
    ] {
        let text = schema.to_string();
        let sentence = fault(schema);
        assert!(sentence.contains("by `properties` alone"), "{sentence}: {text}");
    }
}

#[test]
fn data_and_property_names_are_no_annotations() {
    for schema in [
        json!({ "properties": { "x-mcp-header": { "type": "number" } } }),
        json!({ "$defs": { "x-mcp-header": { "type": "number" } } }),
        json!({ "dependentRequired": { "x-mcp-header": ["a"] } }),
        with_property(json!({ "const": { "x-mcp-header": "A" } })),
        with_property(json!({ "default": { "x-mcp-header": "A" } })),
        with_property(json!({ "enum": [{ "x-mcp-header": "A" }] })),
        with_property(json!({ "examples": [{ "x-mcp-header": "A" }] })),
    ] {
        assert!(plan(schema).is_empty());
    }
    let named = json!({ "properties": {
        "x-mcp-header": { "type": "string", "x-mcp-header": "Own" },
        "properties": { "properties": {
            "properties": { "type": "string", "x-mcp-header": "Deep" },
        } },
    } });
    assert_eq!(
        headers(&plan(named), json!({ "x-mcp-header": "a", "properties": { "properties": "b" } })),
        pairs(&[("Mcp-Param-Deep", "b"), ("Mcp-Param-Own", "a")]),
    );
}

#[test]
fn depth_is_bounded_for_annotations_alone() {
    let nest = |levels: usize, leaf: Value| (0..levels).fold(leaf, |leaf, _| with_property(leaf));
    let leaf = json!({ "type": "string", "x-mcp-header": "A" });
    assert!(!plan(nest(32, leaf.clone())).is_empty());
    fault(nest(33, leaf));
    assert!(plan(nest(60, json!({ "type": "string" }))).is_empty());
}

#[test]
fn a_fault_quotes_no_more_than_the_start_of_a_name() {
    let sentence =
        fault(with_property(json!({ "type": "string", "x-mcp-header": " ".repeat(9999) })));
    assert!(sentence.len() < 300, "{}", sentence.len());
}
