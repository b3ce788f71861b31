//! Requests to one server, and to no other origin.

use js_sys::{Array, Function, JsString, Object, Promise, Reflect, TypeError};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::AbortSignal;

use super::body::Stream;
use super::strings::js_string;
use crate::proto::{Head, Header};
use crate::text::concat;

#[wasm_bindgen]
extern "C" {
    /// The platform's own, found at the time of the call.
    #[wasm_bindgen(js_name = fetch, catch)]
    fn global_fetch(url: &JsString, init: &Init) -> Result<JsValue, JsValue>;

    /// A `RequestInit`.
    pub(super) type Init;

    #[wasm_bindgen(method, setter, structural)]
    fn set_method(this: &Init, value: &JsString);

    #[wasm_bindgen(method, setter, structural)]
    fn set_headers(this: &Init, value: &HeaderList);

    #[wasm_bindgen(method, setter, structural)]
    fn set_body(this: &Init, value: &str);

    #[wasm_bindgen(method, setter, structural)]
    pub(super) fn set_cache(this: &Init, value: &str);

    #[wasm_bindgen(method, setter, structural)]
    pub(super) fn set_signal(this: &Init, value: &AbortSignal);

    #[wasm_bindgen(method, setter, structural)]
    fn set_keepalive(this: &Init, value: bool);

    /// A `Headers`.
    pub(super) type HeaderList;

    #[wasm_bindgen(constructor, js_class = "Headers", catch)]
    pub(super) fn copy(headers: &JsValue) -> Result<HeaderList, JsValue>;

    #[wasm_bindgen(method, catch)]
    pub(super) fn set(this: &HeaderList, name: &JsString, value: &JsString) -> Result<(), JsValue>;

    #[wasm_bindgen(method, catch)]
    fn get(this: &HeaderList, name: &JsString) -> Result<JsValue, JsValue>;

    /// A `Response`, the platform's or a host's.
    pub(super) type Answer;

    #[wasm_bindgen(method, getter, structural)]
    fn status(this: &Answer) -> JsValue;

    #[wasm_bindgen(method, getter, structural, js_name = statusText)]
    fn status_text(this: &Answer) -> JsValue;

    #[wasm_bindgen(method, getter, structural)]
    fn headers(this: &Answer) -> HeaderList;

    #[wasm_bindgen(method, getter, structural)]
    fn body(this: &Answer) -> Option<Stream>;

    #[wasm_bindgen(method, getter, structural, catch)]
    fn message(this: &Thrown) -> Result<JsValue, JsValue>;

    type Thrown;
}

/// Where a bearer token comes from.
#[derive(Clone)]
pub(crate) enum Token {
    /// It was given.
    Fixed(String),
    /// It is asked for with each request.
    Asked(Function),
}

/// A request to the server.
pub(super) struct Request {
    pub(super) method: &'static str,
    /// Another URL of the server's origin, as the connection resolved it.
    pub(super) to: Option<String>,
    pub(super) headers: Vec<Header>,
    pub(super) body: Option<String>,
}

/// Why there is no answer.
pub(super) struct Failure {
    /// In the browser's or the host's words.
    pub(super) why: String,
    /// Whether it is the browser that gives no reason.
    pub(super) unexplained: bool,
}

impl Failure {
    fn of_fetch(thrown: &JsValue) -> Self {
        Self { why: why(thrown), unexplained: thrown.is_instance_of::<TypeError>() }
    }
}

impl From<String> for Failure {
    fn from(why: String) -> Self {
        Self { why, unexplained: false }
    }
}

/// The way to one server: its URL, and what every request to it carries.
///
/// The host's headers and the token go to that URL's origin alone: a redirect
/// is an error, and no message of an error holds them.
pub(crate) struct Network {
    url: JsString,
    /// The host's own, a `Headers` object or nothing.
    pub(super) headers: JsValue,
    token: Option<Token>,
    fetch: Option<Function>,
    defaults: Object,
}

impl Network {
    /// Makes the way to `url`; `fetch` is used in place of the global one.
    pub(crate) fn new(
        url: &str,
        headers: JsValue,
        token: Option<Token>,
        fetch: Option<Function>,
    ) -> Self {
        let defaults = Object::new();
        for (name, value) in [("credentials", "omit"), ("redirect", "error")] {
            let _ = Reflect::set(&defaults, &name.into(), &value.into());
        }
        Self { url: url.into(), headers, token, fetch, defaults }
    }

    /// Sends a request and waits for the head of the answer.
    pub(super) async fn send(
        &self,
        request: &Request,
        signal: Option<AbortSignal>,
    ) -> Result<Answer, Failure> {
        let headers = self.headers(&request.headers).await?;
        let init = self.init(request.method, &headers);
        match &request.body {
            Some(body) => init.set_body(body),
            // Not for a POST, which no cache answers: it would ask for leave each time,
            // since browsers then keep the answers to preflights no longer either.
            None => init.set_cache("no-store"),
        }
        match &signal {
            Some(signal) => init.set_signal(signal),
            None => init.set_keepalive(true), // nobody waits: it may outlive the page
        }
        let answer = self.fetch(&self.url_of(request), &init);
        let answer = answer.map_err(|error| Failure::of_fetch(&error))?;
        let answer = settled(answer).await.map_err(|error| Failure::of_fetch(&error))?;
        if answer.is_object() {
            Ok(answer.unchecked_into())
        } else {
            Err("fetch gave something else than a response".to_owned().into())
        }
    }

    /// Makes what every request has in common.
    pub(super) fn init(&self, method: &str, headers: &HeaderList) -> Init {
        let init: Init = Object::assign(&Object::new(), &self.defaults).unchecked_into();
        init.set_method(&js_string(method));
        init.set_headers(headers);
        init
    }

    /// Gives the URL that a request goes to.
    pub(super) fn url_of(&self, request: &Request) -> JsString {
        request.to.as_deref().map_or_else(|| self.url.clone(), JsString::from)
    }

    /// Tells whether requests carry a token.
    pub(super) const fn has_token(&self) -> bool {
        self.token.is_some()
    }

    pub(super) fn fetch(&self, url: &JsString, init: &Init) -> Result<JsValue, JsValue> {
        match &self.fetch {
            Some(fetch) => fetch.call2(&JsValue::UNDEFINED, url, init),
            None => global_fetch(url, init),
        }
    }

    /// Joins the host's headers, the token and the protocol's own, which win.
    async fn headers(&self, own: &[Header]) -> Result<HeaderList, String> {
        let headers = HeaderList::copy(&self.headers).map_err(|error| why(&error))?;
        if let Some(token) = self.token().await? {
            // The browser's message would quote the value.
            let value = concat(&["Bearer ", &token]);
            headers
                .set(&"authorization".into(), &value.into())
                .map_err(|_| "auth.token holds characters that no header can carry".to_owned())?;
        }
        for (name, value) in own {
            headers
                .set(&js_string(name), &js_string(value))
                .map_err(|_| concat(&["the header ", name, " cannot carry its value"]))?;
        }
        Ok(headers)
    }

    async fn token(&self) -> Result<Option<String>, String> {
        let ask = match &self.token {
            None => return Ok(None),
            Some(Token::Fixed(token)) => return Ok(Some(token.clone())),
            Some(Token::Asked(ask)) => ask,
        };
        let failed = |error: JsValue| concat(&["auth.token failed: ", &why(&error)]);
        let given = ask.call0(&JsValue::UNDEFINED).map_err(failed)?;
        let token = settled(given).await.map_err(failed)?;
        let token = token.as_string().filter(|token| !token.is_empty());
        token.map(Some).ok_or_else(|| "auth.token gave no token".to_owned())
    }
}

impl Answer {
    /// Takes the parts of the head that the protocol looks at.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates, and a status has three digits"
    )]
    pub(super) fn head(&self) -> Head {
        let headers = self.headers();
        let header = |name| headers.get(&js_string(name)).ok()?.as_string();
        Head {
            status: self.status().as_f64().unwrap_or_default() as u16,
            status_text: self.status_text().as_string().unwrap_or_default(),
            content_type: header("content-type"),
            session_id: header("mcp-session-id"),
        }
    }

    /// Gives the body, `None` when there is none.
    pub(super) fn stream(&self) -> Option<Stream> {
        self.body()
    }

    /// Lets go of the body.
    pub(super) fn discard(&self) {
        if let Some(body) = self.body() {
            body.discard();
        }
    }
}

/// Waits for a value that may be a promise.
pub(crate) async fn settled(value: JsValue) -> Result<JsValue, JsValue> {
    if !value.is_object() {
        return Ok(value);
    }
    JsFuture::from(Promise::resolve(&value)).await
}

/// Says in words what was thrown, without running the host's code.
pub(crate) fn why(thrown: &JsValue) -> String {
    if let Some(text) = thrown.as_string() {
        return text;
    }
    let message = if thrown.is_object() {
        thrown.unchecked_ref::<Thrown>().message().ok().and_then(|message| message.as_string())
    } else {
        None
    };
    message.filter(|text| !text.is_empty()).unwrap_or_else(|| "no reason was given".to_owned())
}

/// Marks a promise as handled: whatever becomes of it, nobody needs to know.
pub(crate) fn ignore(outcome: Result<JsValue, JsValue>) {
    if let Ok(promise) = outcome {
        let _ = Promise::all_settled(&Array::of1(&promise));
    }
}
