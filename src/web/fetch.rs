//! Requests to one server, and to no other origin.

use js_sys::{Array, Function, JsString, Object, Promise, TypeError};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::AbortSignal;

use super::body::Source;
use super::member::{member, set_member};
use super::strings::js_string;
use crate::proto::{Head, Header};
use crate::text::concat;

#[wasm_bindgen]
extern "C" {
    /// The platform's own, found at the time of the call.
    #[wasm_bindgen(js_name = fetch, catch)]
    fn global_fetch(url: &JsString, init: &Object) -> Result<JsValue, JsValue>;

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
            set_member(&defaults, name, &value.into());
        }
        Self { url: url.into(), headers, token, fetch, defaults }
    }

    /// Sends a request and waits for the head of the answer.
    pub(super) async fn send(
        &self,
        request: &Request,
        signal: Option<AbortSignal>,
    ) -> Result<Answer, Failure> {
        let token = match &self.token {
            None => None,
            Some(Token::Fixed(token)) => Some(token.clone()),
            Some(Token::Asked(ask)) => {
                Some(given_token(settled(ask.call0(&JsValue::UNDEFINED)).await)?)
            }
        };
        let headers = self.join(token.as_deref(), &request.headers)?;
        let init = self.init(request.method, &headers);
        match &request.body {
            Some(body) => set_member(&init, "body", &body.into()),
            // Not for a POST, which no cache answers: it would ask for leave each time,
            // since browsers then keep the answers to preflights no longer either.
            None => set_member(&init, "cache", &"no-store".into()),
        }
        match &signal {
            Some(signal) => set_member(&init, "signal", signal),
            None => set_member(&init, "keepalive", &JsValue::TRUE), // nobody waits: it may outlive the page
        }
        let answer = settled(self.fetch(&self.url_of(request), &init)).await;
        let answer = answer.map_err(|error| Failure::of_fetch(&error))?;
        if answer.is_object() {
            Ok(answer.unchecked_into())
        } else {
            Err("fetch gave something else than a response".to_owned().into())
        }
    }

    /// Makes what every request has in common.
    pub(super) fn init(&self, method: &str, headers: &HeaderList) -> Object {
        let init = Object::assign(&Object::new(), &self.defaults);
        set_member(&init, "method", &js_string(method));
        set_member(&init, "headers", headers);
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

    pub(super) fn fetch(&self, url: &JsString, init: &Object) -> Result<JsValue, JsValue> {
        match &self.fetch {
            Some(fetch) => fetch.call2(&JsValue::UNDEFINED, url, init),
            None => global_fetch(url, init),
        }
    }

    /// Joins the host's headers, the token and the protocol's own, which win.
    fn join(&self, token: Option<&str>, own: &[Header]) -> Result<HeaderList, String> {
        let headers = HeaderList::copy(&self.headers).map_err(|error| why(&error))?;
        if let Some(token) = token {
            // The browser's message would quote the value.
            let value = concat(&["Bearer ", token]);
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
}

/// Takes the token out of what a host's function gave.
fn given_token(given: Result<JsValue, JsValue>) -> Result<String, String> {
    let given = given.map_err(|error| concat(&["auth.token failed: ", &why(&error)]))?;
    let token = given.as_string().filter(|token| !token.is_empty());
    token.ok_or_else(|| "auth.token gave no token".to_owned())
}

impl Answer {
    /// Takes the parts of the head that the protocol looks at.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates, and a status has three digits"
    )]
    pub(super) fn head(&self) -> Head {
        let headers: HeaderList = member(self, "headers").unchecked_into();
        let header = |name| headers.get(&js_string(name)).ok()?.as_string();
        Head {
            status: member(self, "status").as_f64().unwrap_or_default() as u16,
            status_text: member(self, "statusText").as_string().unwrap_or_default(),
            content_type: header("content-type"),
            session_id: header("mcp-session-id"),
        }
    }

    /// Gives the body, `None` when there is none.
    pub(super) fn stream(&self) -> Option<Source> {
        let body = member(self, "body");
        body.is_object().then(|| body.unchecked_into())
    }

    /// Lets go of the body.
    pub(super) fn discard(&self) {
        if let Some(body) = self.stream() {
            body.stop();
        }
    }
}

/// Waits for what a call gave, which may be a promise; what it threw counts as a rejection.
pub(crate) fn settled(outcome: Result<JsValue, JsValue>) -> JsFuture {
    JsFuture::from(promise_of(outcome))
}

/// Makes a promise of what a call gave or threw.
pub(super) fn promise_of(outcome: Result<JsValue, JsValue>) -> Promise {
    match outcome {
        Ok(value) => Promise::resolve(&value),
        Err(error) => Promise::reject(&error),
    }
}

/// Says in words what was thrown, without running the host's code.
pub(crate) fn why(thrown: &JsValue) -> String {
    if let Some(text) = thrown.as_string() {
        return text;
    }
    let message = member(thrown, "message").as_string();
    message.filter(|text| !text.is_empty()).unwrap_or_else(|| "no reason was given".to_owned())
}

/// Marks a promise as handled: whatever becomes of it, nobody needs to know.
pub(crate) fn ignore(outcome: Result<JsValue, JsValue>) {
    if let Ok(promise) = outcome {
        let _ = Promise::all_settled(&Array::of1(&promise));
    }
}
