//! Files below one directory, with headers as the query says.

use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::connection::Plain;
use crate::http::{Request, percent_decode};
use crate::hub::Hub;

/// Answers `GET /static/FILE?csp=…&mime=…&header=NAME:VALUE`.
pub(crate) fn answer(hub: &Hub, request: &Request, file: &str) -> Plain {
    let Some(root) = &hub.static_root else {
        return Plain::refusal(404, "/static: expected a directory in TETHER_STATIC, got none");
    };
    let Some(path) = below(root, &percent_decode(file)) else {
        return Plain::refusal(400, &format!("/static: expected a path inside, got {file:?}"));
    };
    let Ok(body) = fs::read(&path) else {
        return Plain::refusal(404, &format!("/static: expected a file, found none at {file:?}"));
    };
    let mime = request.query_value("mime").unwrap_or_else(|| media_type(&path).into());
    let mut headers = vec![
        ("access-control-allow-origin".to_owned(), "*".to_owned()),
        ("cross-origin-resource-policy".to_owned(), "cross-origin".to_owned()),
        ("cache-control".to_owned(), "no-store".to_owned()),
    ];
    if !mime.is_empty() {
        headers.push(("content-type".into(), one_line(&mime)));
    }
    if let Some(policy) = request.query_value("csp") {
        headers.push(("content-security-policy".into(), one_line(&policy)));
    }
    for header in request.query_values("header") {
        let Some((name, value)) = header.split_once(':') else {
            return Plain::refusal(400, &format!("header: expected NAME:VALUE, got {header:?}"));
        };
        headers.push((one_line(name.trim()), one_line(value.trim())));
    }
    Plain { status: 200, headers, body }
}

/// The path of a file below `root`, unless it points elsewhere.
fn below(root: &Path, file: &str) -> Option<PathBuf> {
    let file = Path::new(file);
    let stays = file.components().all(|component| matches!(component, Component::Normal(_)));
    stays.then(|| root.join(file))
}

fn one_line(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

fn media_type(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "txt" | "md" | "ts" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
