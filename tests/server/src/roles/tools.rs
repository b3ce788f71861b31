//! The tools that every role offers.

use serde_json::{Value, json};

use crate::json_rpc::Message;

/// One red pixel.
const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
const MAX_ROWS: u64 = 1_000_000;

/// How a call goes: what happens first, and how it ends.
#[derive(Debug)]
pub(super) struct Answer {
    /// Steps of a script: delays and events.
    pub(super) before: Vec<Value>,
    pub(super) ending: Ending,
}

#[derive(Debug)]
pub(super) enum Ending {
    Result(Value),
    /// A JSON-RPC error object.
    Error(Value),
    Never,
}

impl Answer {
    pub(super) fn result(result: Value) -> Self {
        Self { before: Vec::new(), ending: Ending::Result(result) }
    }

    pub(super) fn error(code: i64, message: &str) -> Self {
        let error = json!({ "code": code, "message": message });
        Self { before: Vec::new(), ending: Ending::Error(error) }
    }
}

/// The tools' definitions, and `extra` more that all do what `echo` does.
pub(super) fn definitions(extra: u64) -> Vec<Value> {
    let object = |properties: Value| json!({ "type": "object", "properties": properties });
    let text = json!({ "text": { "type": "string" } });
    let mut tools = vec![
        tool("echo", "Returns its text", object(text.clone())),
        tool("add", "Adds two numbers", {
            let number = json!({ "type": "number" });
            json!({ "type": "object", "properties": { "a": number, "b": number }, "required": ["a", "b"] })
        }),
        tool("slow", "Takes `ms`, reports progress in `steps`", {
            object(json!({ "ms": { "type": "integer" }, "steps": { "type": "integer" } }))
        }),
        tool("never", "Never answers", object(json!({}))),
        tool("fail", "Returns an error as its result", object(json!({}))),
        tool("image", "Returns an image", object(json!({}))),
        tool("rows", "Returns `count` rows", object(json!({ "count": { "type": "integer" } }))),
        tool("deploy", "Has a parameter that is mirrored in a header", {
            object(json!({ "region": { "type": "string", "x-mcp-header": "Region" } }))
        }),
    ];
    let mut structured = tool("structured", "Returns structured content", object(text));
    if let Some(map) = structured.as_object_mut() {
        let schema = json!({ "text": { "type": "string" }, "count": { "type": "integer" } });
        map.insert("outputSchema".into(), object(schema));
    }
    tools.push(structured);
    let generated = |n| tool(&format!("tool-{n:05}"), "A generated tool", object(json!({})));
    tools.extend((0..extra).map(generated));
    tools
}

/// Calls the tool that the message names.
pub(super) fn call(message: &Message, extra: u64) -> Answer {
    let name = message.name().unwrap_or_default();
    match name {
        "echo" | "deploy" => echo(message),
        "add" => add(message),
        "slow" => slow(message),
        "never" => Answer { before: Vec::new(), ending: Ending::Never },
        "fail" => Answer::result(failure("it failed, as asked")),
        "image" => Answer::result(json!({
            "content": [{ "type": "image", "data": PNG, "mimeType": "image/png" }],
        })),
        "structured" => Answer::result(json!({
            "content": [{ "type": "text", "text": "structured content" }],
            "structuredContent": { "text": "structured", "count": 3 },
        })),
        "rows" => rows(message),
        other if is_generated(other, extra) => echo(message),
        _ => Answer::error(-32602, "unknown tool {{param:name}}"),
    }
}

fn tool(name: &str, description: &str, schema: Value) -> Value {
    json!({ "name": name, "description": description, "inputSchema": schema })
}

fn text_result(text: &str) -> Value {
    json!({ "content": [{ "type": "text", "text": text }] })
}

fn failure(text: &str) -> Value {
    json!({ "content": [{ "type": "text", "text": text }], "isError": true })
}

fn echo(message: &Message) -> Answer {
    Answer::result(match message.param("arguments.text") {
        Some(Value::String(_)) => text_result("{{param:arguments.text}}"),
        Some(_) => failure("text: expected a string"),
        None => text_result(""),
    })
}

fn add(message: &Message) -> Answer {
    let number = |name| message.param(name).and_then(Value::as_f64);
    Answer::result(match (number("arguments.a"), number("arguments.b")) {
        (Some(a), Some(b)) => text_result(&(a + b).to_string()),
        _ => failure("a, b: expected two numbers"),
    })
}

fn slow(message: &Message) -> Answer {
    let number = |name, default| message.param(name).and_then(Value::as_u64).unwrap_or(default);
    let steps = number("arguments.steps", 4).clamp(1, 1_000);
    let each = number("arguments.ms", 200).min(600_000) / steps;
    let mut before = Vec::new();
    for step in 1..=steps {
        before.push(json!({ "delay": each }));
        if message.progress_token().is_some() {
            let text = format!("step {step} of {steps}");
            before
                .push(json!({ "progress": { "progress": step, "total": steps, "message": text } }));
        }
    }
    Answer { before, ending: Ending::Result(text_result(&format!("done in {steps} steps"))) }
}

fn rows(message: &Message) -> Answer {
    let count = message.param("arguments.count").and_then(Value::as_u64).unwrap_or(10);
    let row = |n: u64| json!({ "id": n, "name": format!("row {n}"), "price": n * 7 % 1_000, "sold": n.is_multiple_of(3) });
    let rows: Vec<_> = (0..count.min(MAX_ROWS)).map(row).collect();
    Answer::result(json!({
        "content": [{ "type": "text", "text": format!("{} rows", rows.len()) }],
        "structuredContent": { "rows": rows },
    }))
}

fn is_generated(name: &str, extra: u64) -> bool {
    let number = name.strip_prefix("tool-").and_then(|digits| digits.parse::<u64>().ok());
    number.is_some_and(|number| number < extra)
}
