//! What the roles have in common: lists, reads, prompts, completion.

use serde_json::{Map, Value, json};

use super::tools::{self, Answer, Ending};
use crate::json_rpc::Message;
use crate::script::{Invalid, Object};

/// Options of any role.
#[derive(Debug)]
pub(super) struct Catalog {
    pub(super) capabilities: Value,
    pub(super) server_info: Value,
    pub(super) instructions: Option<String>,
    /// Entries of a list per page; all at once where absent.
    page_size: Option<u64>,
    extra_tools: u64,
    /// Whether results come as streams where JSON would do.
    streams: bool,
}

impl Catalog {
    pub(super) fn parse(object: &Object<'_>) -> Result<Self, Invalid> {
        let value = |key, default| object.field(key).map_or(default, |field| field.value.clone());
        let streams = match object.field("answer") {
            None => false,
            Some(field) => match field.value.as_str() {
                Some("json") => false,
                Some("sse") => true,
                _ => return Err(field.wrong("\"json\" or \"sse\"")),
            },
        };
        let capabilities =
            json!({ "tools": {}, "resources": {}, "prompts": {}, "completions": {} });
        Ok(Self {
            capabilities: value("capabilities", capabilities),
            server_info: value("serverInfo", json!({ "name": "scripted", "version": "1.0.0" })),
            instructions: object.text("instructions")?.map(str::to_owned),
            page_size: object.number("pageSize", 1..=10_000)?,
            extra_tools: object.number("extraTools", 0..=100_000)?.unwrap_or(0),
            streams,
        })
    }

    /// Answers a method that both eras have; `None` for others.
    pub(super) fn answer(&self, message: &Message) -> Option<Answer> {
        Some(match message.method()? {
            "tools/list" => self.page(message, "tools", tools::definitions(self.extra_tools)),
            "tools/call" => tools::call(message, self.extra_tools),
            "resources/list" => self.page(message, "resources", resources()),
            "resources/templates/list" => self.page(message, "resourceTemplates", templates()),
            "resources/read" => read(message),
            "prompts/list" => self.page(message, "prompts", prompts()),
            "prompts/get" => prompt(message),
            "completion/complete" => complete(message),
            _ => return None,
        })
    }

    /// Puts an answer into a reply, as JSON where that is possible and wanted.
    pub(super) fn reply(&self, answer: Answer) -> Value {
        let Answer { before, ending } = answer;
        let has_events = before.iter().any(|step| step.get("delay").is_none());
        let (key, value) = match ending {
            Ending::Never => return json!({ "sse": [{ "comment": "waiting" }, { "hold": true }] }),
            Ending::Result(result) => ("result", result),
            Ending::Error(error) => ("error", error),
        };
        if !has_events && !self.streams {
            let delays = before.iter().filter_map(|step| step.get("delay")?.as_u64());
            return json!({ "delay": delays.sum::<u64>(), key: value });
        }
        let mut steps = before;
        steps.push(json!({ key: value }));
        json!({ "sse": steps })
    }

    /// One page of a list; cursors name the first entry and are never empty.
    fn page(&self, message: &Message, key: &str, all: Vec<Value>) -> Answer {
        let start = match message.param("cursor") {
            None => Some(0),
            Some(cursor) => {
                cursor.as_str().and_then(|c| c.strip_prefix("from:")?.parse::<usize>().ok())
            }
        };
        let Some(start) = start.filter(|start| *start <= all.len()) else {
            return Answer::error(-32602, "unknown cursor");
        };
        let size = self.page_size.and_then(|size| usize::try_from(size).ok()).unwrap_or(all.len());
        let next = start.saturating_add(size);
        let mut result = Map::new();
        if next < all.len() {
            result.insert("nextCursor".into(), format!("from:{next}").into());
        }
        result.insert(key.into(), all.into_iter().skip(start).take(size).collect());
        Answer::result(Value::Object(result))
    }
}

fn resources() -> Vec<Value> {
    vec![
        json!({ "uri": "test://notes/today", "name": "today", "mimeType": "text/plain" }),
        json!({ "uri": "test://pixel", "name": "pixel", "mimeType": "image/png" }),
    ]
}

fn templates() -> Vec<Value> {
    vec![json!({ "uriTemplate": "test://notes/{day}", "name": "notes", "mimeType": "text/plain" })]
}

fn read(message: &Message) -> Answer {
    let uri = message.param("uri").and_then(Value::as_str).unwrap_or_default();
    let content = match uri {
        "test://pixel" => json!({ "mimeType": "image/png", "blob": "iVBORw0KGgo=" }),
        _ if uri.starts_with("test://notes/") => {
            json!({ "mimeType": "text/plain", "text": "notes of {{param:uri}}" })
        }
        _ => {
            let error = json!({ "code": -32602, "message": "resource not found",
                "data": { "uri": "{{param:uri}}" } });
            return Answer { before: Vec::new(), ending: Ending::Error(error) };
        }
    };
    let mut content = content;
    if let Some(map) = content.as_object_mut() {
        map.insert("uri".into(), "{{param:uri}}".into());
    }
    Answer::result(json!({ "contents": [content] }))
}

fn prompts() -> Vec<Value> {
    let argument = json!({ "name": "name", "required": true });
    vec![json!({ "name": "greet", "description": "Greets", "arguments": [argument] })]
}

fn prompt(message: &Message) -> Answer {
    if message.name() != Some("greet") {
        return Answer::error(-32602, "unknown prompt {{param:name}}");
    }
    if message.param("arguments.name").is_none() {
        return Answer::error(-32602, "missing argument name");
    }
    let content = json!({ "type": "text", "text": "Say hello to {{param:arguments.name}}" });
    Answer::result(json!({
        "description": "Greets",
        "messages": [{ "role": "user", "content": content }],
    }))
}

fn complete(message: &Message) -> Answer {
    let prefix = message.param("argument.value").and_then(Value::as_str).unwrap_or_default();
    let names = ["Ada", "Alan", "Barbara", "Edsger", "Grace"];
    let values: Vec<_> = names.into_iter().filter(|name| name.starts_with(prefix)).collect();
    Answer::result(json!({
        "completion": { "total": values.len(), "hasMore": false, "values": values },
    }))
}
