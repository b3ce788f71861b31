//! What a host says of a server.

use js_sys::{Array, Function, Object};
use wasm_bindgen::prelude::*;
use web_sys::{Headers, Url};

use super::bag::{Bag, Refusal, refusal};
use crate::json::Json;
use crate::proto::{ProtocolChoice, TransportChoice};
use crate::web::{Payload, Token};
use crate::wire::version::ProtocolVersion;

/// A `ServerSpec` that was checked.
pub(super) struct Spec {
    pub(super) id: String,
    pub(super) url: String,
    pub(super) transport: TransportChoice,
    pub(super) protocol: ProtocolChoice,
    pub(super) headers: Headers,
    pub(super) token: Option<Token>,
    pub(super) roots: Option<String>,
}

impl Spec {
    /// Reads the host's object.
    pub(super) fn read(value: JsValue) -> Result<Self, Refusal> {
        let bag = Bag::required(value, "spec")?;
        bag.text("principal")?;
        Ok(Self {
            id: bag.name("id")?,
            url: url(&bag)?,
            transport: transport(&bag)?,
            protocol: protocol(&bag)?,
            headers: headers(&bag.bag("headers")?)?,
            token: token(&bag)?,
            roots: roots(&bag)?,
        })
    }
}

fn url(bag: &Bag) -> Result<String, Refusal> {
    const EXPECTED: &str = "an absolute http: or https: URL without user name and password";
    let value = bag.get("url")?;
    let text = match value.as_string() {
        Some(text) => Some(text),
        None => bag.bag("url")?.text("href")?,
    };
    let url = text.and_then(|text| Url::new(&text).ok());
    let fits = |url: &Url| {
        matches!(url.protocol().as_str(), "http:" | "https:")
            && url.username().is_empty()
            && url.password().is_empty()
    };
    match url {
        Some(url) if fits(&url) => Ok(url.href()),
        // What is in it may be a password.
        Some(_) => Err(refusal(bag.field("url"), EXPECTED, "another kind of URL".to_owned())),
        None => Err(bag.refuse("url", EXPECTED, &value)),
    }
}

fn transport(bag: &Bag) -> Result<TransportChoice, Refusal> {
    let word = bag.choice("transport", &["auto", "streamable-http", "http+sse"])?;
    Ok(match word.as_deref() {
        Some("streamable-http") => TransportChoice::StreamableHttp,
        Some("http+sse") => TransportChoice::HttpSse,
        _ => TransportChoice::Auto,
    })
}

fn protocol(bag: &Bag) -> Result<ProtocolChoice, Refusal> {
    let versions = ProtocolVersion::ALL.map(ProtocolVersion::as_str);
    let words = [["auto", "modern", "legacy"].as_slice(), versions.as_slice()].concat();
    let Some(word) = bag.choice("protocol", &words)? else { return Ok(ProtocolChoice::Auto) };
    Ok(match word.as_str() {
        "modern" => ProtocolChoice::Modern,
        "legacy" => ProtocolChoice::Legacy,
        name => ProtocolVersion::parse(name).map_or(ProtocolChoice::Auto, ProtocolChoice::Pinned),
    })
}

fn headers(bag: &Bag) -> Result<Headers, Refusal> {
    let headers = Headers::new()?;
    if !bag.value().is_object() {
        return Ok(headers);
    }
    for name in Object::keys(bag.value().unchecked_ref::<Object>()).iter() {
        let Some(name) = name.as_string() else { continue };
        let Some(value) = bag.text(&name)? else { continue };
        headers.append(&name, &value).map_err(|_| {
            // The value is a secret, perhaps.
            let expected = "a name and a value that HTTP allows";
            refusal(bag.field(&name), expected, "other characters".to_owned())
        })?;
    }
    Ok(headers)
}

fn token(bag: &Bag) -> Result<Option<Token>, Refusal> {
    const EXPECTED: &str = "a string that is not empty, or a function that gives one";
    let value = bag.get("auth")?;
    if value.is_undefined() {
        return Ok(None);
    }
    let auth = Bag::required(value, &bag.field("auth"))?;
    let token = auth.get("token")?;
    match token.as_string() {
        Some(text) if !text.is_empty() => Ok(Some(Token::Fixed(text))),
        Some(_) => Err(auth.refuse("token", EXPECTED, &token)),
        None => match token.dyn_into::<Function>() {
            Ok(ask) => Ok(Some(Token::Asked(ask))),
            Err(other) => Err(auth.refuse("token", EXPECTED, &other)),
        },
    }
}

fn roots(bag: &Bag) -> Result<Option<String>, Refusal> {
    let value = bag.get("roots")?;
    if value.is_undefined() {
        return Ok(None);
    }
    if !Array::is_array(&value) {
        return Err(bag.refuse("roots", "an array", &value));
    }
    let fits = |root: &Payload| root.str_at("uri").is_some();
    let roots = Payload::from(value.clone()).items().unwrap_or_default();
    if !roots.iter().all(fits) {
        return Err(bag.refuse("roots", "roots with a string `uri` each", &value));
    }
    bag.to_json("roots", value).map(Some)
}
