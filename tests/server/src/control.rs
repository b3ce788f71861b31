//! The control protocol: posting scripts, reading logs, giving signals.

use std::time::Duration;

use serde_json::{Value, json};

use crate::connection::Plain;
use crate::http::{Request, percent_decode};
use crate::hub::Hub;
use crate::log::Entry;
use crate::script::{Event, Field, Scope};
use crate::space::Space;

const DEFAULT_WAIT: Duration = Duration::from_secs(5);
const MAX_WAIT: Duration = Duration::from_secs(60);

/// Lets any page do anything.
pub(crate) fn preflight(request: &Request) -> Plain {
    let asked = |name| request.header(name).unwrap_or("*").to_owned();
    let headers = vec![
        ("access-control-allow-origin".into(), "*".into()),
        ("access-control-allow-headers".into(), asked("access-control-request-headers")),
        ("access-control-allow-methods".into(), asked("access-control-request-method")),
        ("access-control-max-age".into(), "600".into()),
    ];
    Plain { status: 204, headers, body: Vec::new() }
}

pub(crate) fn index() -> Plain {
    let headers = vec![("content-type".into(), "text/plain; charset=utf-8".into())];
    let body = "tether-test-server: POST a script to /scripts; see tests/server/README.md\n";
    Plain { status: 200, headers, body: body.into() }
}

pub(crate) fn post_script(hub: &Hub, request: &Request) -> Plain {
    if request.method != "POST" {
        return Plain::refusal(405, &format!("/scripts: expected POST, got {}", request.method));
    }
    let script: Value = match serde_json::from_slice(&request.body) {
        Ok(script) => script,
        Err(error) => return Plain::refusal(400, &format!("script: expected JSON, got {error}")),
    };
    match hub.insert(&script) {
        Ok(Some((id, links))) => Plain::json(
            201,
            &json!({
                "id": id,
                "url": links.url(),
                "base": links.base,
                "second": links.second,
                "control": links.control,
                "origin": links.origin,
            }),
        ),
        Ok(None) => Plain::refusal(503, "scripts: expected fewer of them, all are busy"),
        Err(invalid) => Plain::refusal(400, &invalid.to_string()),
    }
}

/// Answers `DELETE /s/N` and `/s/N/_…`.
pub(crate) fn answer(hub: &Hub, id: u64, space: &Space, request: &Request, path: &str) -> Plain {
    let (name, rest) = match path.trim_start_matches("/_").split_once('/') {
        Some((name, rest)) => (name, rest),
        None => (path.trim_start_matches("/_"), ""),
    };
    match (request.method.as_str(), name) {
        ("DELETE", "") => {
            hub.remove(id);
            Plain::json(200, &Value::Null)
        }
        ("GET", "log") if rest.is_empty() => log(space, request),
        ("GET", "log") => entry(space, request, rest),
        ("GET", "preflights") => preflights(space, request),
        ("POST", "signal") if !rest.is_empty() => {
            space.signal(percent_decode(rest));
            Plain::json(200, &Value::Null)
        }
        ("POST", "send") if !rest.is_empty() => send(space, request, percent_decode(rest)),
        (method, _) => {
            let known = "DELETE /s/N or GET _log, GET _log/INDEX, GET _preflights, \
                         POST _signal/NAME, POST _send/NAME";
            Plain::refusal(404, &format!("control: expected {known}, got {method} {path}"))
        }
    }
}

/// The log, once it holds enough entries of the kind asked for.
fn log(space: &Space, request: &Request) -> Plain {
    let wanted = |name| request.query_values(name);
    let (rpc, method, path) = (wanted("rpc"), wanted("method"), wanted("path"));
    let fits = |wanted: &[String], value: Option<&str>| {
        wanted.is_empty() || value.is_some_and(|value| wanted.iter().any(|w| w == value))
    };
    listed(space, request, |requests, _| {
        let fitting = requests.iter().enumerate().filter(|(_, entry)| {
            fits(&rpc, entry.message.method())
                && fits(&method, Some(entry.http_method()))
                && fits(&path, Some(entry.path()))
        });
        fitting.map(|(index, entry)| entry.to_json(index)).collect()
    })
}

fn preflights(space: &Space, request: &Request) -> Plain {
    listed(space, request, |_, preflights| {
        preflights.iter().enumerate().map(|(index, entry)| entry.to_json(index)).collect()
    })
}

fn listed(
    space: &Space,
    request: &Request,
    list: impl Fn(&[Entry], &[Entry]) -> Vec<Value>,
) -> Plain {
    let (wait, limit) = match (number(request, "wait"), time_limit(request)) {
        (Ok(wait), Ok(limit)) => (wait.unwrap_or(0), limit),
        (Err(refusal), _) | (_, Err(refusal)) => return refusal,
    };
    let enough = |entries: &[Value]| u64::try_from(entries.len()).is_ok_and(|len| len >= wait);
    let found = space.wait_for(limit, |requests, preflights| {
        Some(list(requests, preflights)).filter(|entries| enough(entries))
    });
    match found {
        Some(entries) => Plain::json(200, &Value::Array(entries)),
        None => {
            let now = space.wait_for(Duration::ZERO, |a, b| Some(list(a, b))).unwrap_or_default();
            let sentence = format!("log: expected {wait} requests in {limit:?}, got {}", now.len());
            let requests: Vec<_> = now.iter().map(summary).collect();
            Plain::json(504, &json!({ "error": sentence, "requests": requests }))
        }
    }
}

/// An entry in one line: `POST /mcp tools/call`.
fn summary(entry: &Value) -> String {
    let parts = ["method", "path", "rpc"].map(|key| entry[key].as_str().unwrap_or_default());
    parts.join(" ").trim_end().to_owned()
}

/// One entry, once it has come to what `until` asks for.
fn entry(space: &Space, request: &Request, index: &str) -> Plain {
    let Ok(index) = index.parse::<usize>() else {
        return Plain::refusal(400, &format!("log: expected an index, got {index:?}"));
    };
    let limit = match time_limit(request) {
        Ok(limit) => limit,
        Err(refusal) => return refusal,
    };
    let until = request.query_value("until");
    let reached: fn(&Entry) -> bool = match until.as_deref() {
        None => |_| true,
        Some("ended") => Entry::is_ended,
        Some("closed") => Entry::is_client_closed,
        Some(other) => {
            let sentence = format!("until: expected ended or closed, got {other:?}");
            return Plain::refusal(400, &sentence);
        }
    };
    let found = space.wait_for(limit, |requests, _| {
        let entry = requests.get(index).filter(|entry| reached(entry))?;
        Some(entry.to_json(index))
    });
    match found {
        Some(entry) => Plain::json(200, &entry),
        None => {
            let now = space.wait_for(Duration::ZERO, |requests, _| {
                requests.get(index).map(|entry| entry.to_json(index))
            });
            let until = until.unwrap_or_else(|| "there".into());
            let sentence = format!("log: expected request {index} to be {until} in {limit:?}");
            Plain::json(504, &json!({ "error": sentence, "request": now }))
        }
    }
}

/// Puts an event into a box, for a `relay` step to write.
fn send(space: &Space, request: &Request, name: String) -> Plain {
    let message = crate::json_rpc::Message::read(&request.body);
    let field = Field::root(message.json());
    let event = match Event::parse_alone(&field) {
        Ok(event) => event,
        Err(invalid) => return Plain::refusal(400, &invalid.to_string()),
    };
    let scope = Scope { space, request, path: "", message: &message, i: 0 };
    if !space.send(name, event.render("\n", &scope)) {
        return Plain::refusal(503, "send: expected the box to be read, it is full");
    }
    Plain::json(200, &Value::Null)
}

fn number(request: &Request, name: &str) -> Result<Option<u64>, Plain> {
    let Some(text) = request.query_value(name) else { return Ok(None) };
    text.parse()
        .map(Some)
        .map_err(|_| Plain::refusal(400, &format!("{name}: expected a number, got {text:?}")))
}

fn time_limit(request: &Request) -> Result<Duration, Plain> {
    let limit = number(request, "timeout")?.map(Duration::from_millis);
    Ok(limit.unwrap_or(DEFAULT_WAIT).min(MAX_WAIT))
}
