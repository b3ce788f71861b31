//! What a host says of a server.

use js_sys::{Function, Object};
use wasm_bindgen::prelude::*;
use web_sys::{Headers, Url};

use super::bag::{Bag, Complaints, describe};
use crate::json::Json;
use crate::proto::{ProtocolChoice, TransportChoice};
use crate::web::{Payload, Token, member};
use crate::wire::version::ProtocolVersion;

/// A `ServerSpec` as it was read.
pub(super) struct Spec {
    pub(super) id: String,
    pub(super) url: String,
    pub(super) transport: TransportChoice,
    pub(super) protocol: ProtocolChoice,
    /// A `Headers` object, or nothing.
    pub(super) headers: JsValue,
    pub(super) token: Option<Token>,
    pub(super) roots: Option<String>,
    pub(super) param_headers: bool,
}

impl Spec {
    /// Reads the host's object.
    pub(super) fn read(value: JsValue, complaints: &Complaints) -> Self {
        let bag = Bag::required(value, "spec", complaints);
        let headers = Bag::optional(bag.get("headers"), "spec.headers", complaints);
        bag.text("principal");
        Self {
            id: bag.name("id"),
            url: url(&bag, complaints),
            transport: transport(&bag),
            protocol: protocol(&bag),
            headers: read_headers(&headers),
            token: token(bag.get("auth"), complaints),
            roots: roots(&bag),
            param_headers: bag.choice("parameterHeaders", &["on", "off"]) != Some(1),
        }
    }
}

fn url(bag: &Bag<'_>, complaints: &Complaints) -> String {
    const EXPECTED: &str = "an absolute http: or https: URL without user name and password";
    let value = bag.get("url");
    let text = match value.as_string() {
        Some(text) => Some(text),
        None if value.is_object() => {
            Bag::optional(value.clone(), "spec.url", complaints).text("href")
        }
        None => None,
    };
    let Some(url) = text.and_then(|text| Url::new(&text).ok()) else {
        bag.complain("url", EXPECTED, &describe(&value));
        return String::new();
    };
    let part = |name| member(&url, name).as_string().unwrap_or_default();
    let fits = matches!(part("protocol").as_str(), "http:" | "https:")
        && part("username").is_empty()
        && part("password").is_empty();
    if !fits {
        // What is in it may be a password.
        bag.complain("url", EXPECTED, "another kind of URL");
    }
    part("href")
}

fn transport(bag: &Bag<'_>) -> TransportChoice {
    match bag.choice("transport", &["auto", "streamable-http", "http+sse"]) {
        Some(1) => TransportChoice::StreamableHttp,
        Some(2) => TransportChoice::HttpSse,
        _ => TransportChoice::Auto,
    }
}

fn protocol(bag: &Bag<'_>) -> ProtocolChoice {
    let mut words = vec!["auto", "modern", "legacy"];
    for version in ProtocolVersion::ALL {
        words.push(version.as_str());
    }
    match bag.choice("protocol", &words) {
        None | Some(0) => ProtocolChoice::Auto,
        Some(1) => ProtocolChoice::Modern,
        Some(2) => ProtocolChoice::Legacy,
        Some(place) => ProtocolVersion::ALL
            .get(place - 3)
            .map_or(ProtocolChoice::Auto, |version| ProtocolChoice::Pinned(*version)),
    }
}

fn read_headers(bag: &Bag<'_>) -> JsValue {
    let headers = match Headers::new() {
        Ok(headers) if bag.value().is_object() => headers,
        _ => return JsValue::UNDEFINED,
    };
    for name in Object::keys(bag.value().unchecked_ref::<Object>()).iter() {
        let Some(name) = name.as_string() else { continue };
        let Some(value) = bag.text(&name) else { continue };
        if headers.append(&name, &value).is_err() {
            // The value is a secret, perhaps.
            bag.complain(&name, "a name and a value that HTTP allows", "other characters");
        }
    }
    headers.into()
}

fn token(auth: JsValue, complaints: &Complaints) -> Option<Token> {
    if auth.is_undefined() {
        return None;
    }
    let auth = Bag::required(auth, "spec.auth", complaints);
    let token = auth.get("token");
    match token.as_string().filter(|text| !text.is_empty()) {
        Some(text) => Some(Token::Fixed(text)),
        None => match token.dyn_into::<Function>() {
            Ok(ask) => Some(Token::Asked(ask)),
            Err(other) => {
                let expected = "a string that is not empty, or a function that gives one";
                auth.complain("token", expected, &describe(&other));
                None
            }
        },
    }
}

fn roots(bag: &Bag<'_>) -> Option<String> {
    let value = bag.get("roots");
    if value.is_undefined() {
        return None;
    }
    let roots = Payload::from(value.clone()).items();
    let fits = roots.is_some_and(|roots| roots.iter().all(|root| root.str_at("uri").is_some()));
    if !fits {
        bag.complain("roots", "an array of roots with a string `uri` each", &describe(&value));
    }
    bag.to_json("roots", value)
}
