//! A namespace on the scripted server, as a browser test holds it.
//!
//! The script format and the control protocol are those of
//! `tests/server/README.md`. Everything goes through the control origin, so that
//! streams which a script holds open never use up a test's connections to it.
#![allow(dead_code, reason = "each test uses its own part")]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    reason = "a test fails by panicking"
)]

use js_sys::{Object, Promise, Reflect};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen]
extern "C" {
    // The global function, which pages and workers alike have.
    #[wasm_bindgen(js_name = fetch, catch)]
    fn fetch(url: &str, init: &Object) -> Result<Promise, JsValue>;

    type Response;
    #[wasm_bindgen(method, getter)]
    fn status(this: &Response) -> u16;
    #[wasm_bindgen(method)]
    fn text(this: &Response) -> Promise;
}

/// A script being written: rules answer in the order given, then the role.
#[derive(Clone, Debug, Default)]
pub(crate) struct Script {
    role: Option<Value>,
    cors: Option<Value>,
    rules: Vec<Value>,
}

impl Script {
    /// A script without a role: what no rule answers is a 404.
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// A script that plays a role: `"modern"`, or `{ "legacy": { "session": true } }`.
    pub(crate) fn role(role: impl Into<Value>) -> Self {
        Self { role: Some(role.into()), ..Self::default() }
    }

    /// Sets the policy of all answers.
    pub(crate) fn cors(mut self, cors: impl Into<Value>) -> Self {
        self.cors = Some(cors.into());
        self
    }

    /// Answers requests that match `on` with `reply`.
    pub(crate) fn on(self, on: Value, reply: Value) -> Self {
        self.rule(json!({ "on": on, "reply": reply }))
    }

    /// Answers requests of a JSON-RPC method with `reply`.
    pub(crate) fn on_rpc(self, method: &str, reply: Value) -> Self {
        self.on(json!({ "rpc": method }), reply)
    }

    /// Adds a rule with all it may have: `on`, `skip`, `times`, `cors`, `reply`.
    pub(crate) fn rule(mut self, rule: Value) -> Self {
        self.rules.push(rule);
        self
    }

    /// Posts the script and returns its namespace.
    pub(crate) async fn post(self) -> Space {
        let Some(server) = option_env!("TETHER_TEST_SERVER") else {
            panic!("TETHER_TEST_SERVER: run this under `cargo xtask serve-tests -- COMMAND`");
        };
        let mut script = json!({ "rules": self.rules });
        for (key, value) in [("role", self.role), ("cors", self.cors)] {
            if let (Some(map), Some(value)) = (script.as_object_mut(), value) {
                map.insert(key.into(), value);
            }
        }
        let made = request("POST", &format!("{server}/scripts"), Some(&script)).await;
        let link = |name: &str| made[name].as_str().expect("an address of the namespace").into();
        Space {
            url: link("url"),
            base: link("base"),
            second: link("second"),
            origin: link("origin"),
            control: link("control"),
        }
    }
}

/// A namespace on the server; [`delete`](Self::delete) it when the test is done.
#[derive(Clone, Debug)]
pub(crate) struct Space {
    /// The endpoint to give to a session.
    pub(crate) url: String,
    /// What `url` and all other paths begin with.
    pub(crate) base: String,
    /// The same namespace on another origin.
    pub(crate) second: String,
    /// An origin with nothing but this namespace on it.
    pub(crate) origin: String,
    control: String,
}

impl Space {
    /// All requests so far, without preflights.
    pub(crate) async fn log(&self) -> Vec<Entry> {
        self.entries("_log").await
    }

    /// The requests, once there are at least `count`.
    pub(crate) async fn wait(&self, count: usize) -> Vec<Entry> {
        self.entries(&format!("_log?wait={count}")).await
    }

    /// The requests of one JSON-RPC method, once there are at least `count`.
    pub(crate) async fn wait_rpc(&self, method: &str, count: usize) -> Vec<Entry> {
        self.entries(&format!("_log?rpc={method}&wait={count}")).await
    }

    /// The requests of one HTTP method, once there are at least `count`.
    pub(crate) async fn wait_method(&self, method: &str, count: usize) -> Vec<Entry> {
        self.entries(&format!("_log?method={method}&wait={count}")).await
    }

    /// The preflights, once there are at least `count`.
    pub(crate) async fn preflights(&self, count: usize) -> Vec<Entry> {
        self.entries(&format!("_preflights?wait={count}")).await
    }

    /// A request, once the client has closed its socket before the answer's end.
    pub(crate) async fn closed(&self, index: usize) -> Entry {
        Entry(self.get(&format!("_log/{index}?until=closed")).await)
    }

    /// A request, once its answer has ended in any way.
    pub(crate) async fn ended(&self, index: usize) -> Entry {
        Entry(self.get(&format!("_log/{index}?until=ended")).await)
    }

    /// Gives a signal, which stays given.
    pub(crate) async fn signal(&self, name: &str) {
        request("POST", &self.at(&format!("_signal/{name}")), None).await;
    }

    /// Puts an event into a box, for a `relay` step to write.
    pub(crate) async fn send(&self, name: &str, event: Value) {
        request("POST", &self.at(&format!("_send/{name}")), Some(&event)).await;
    }

    /// Forgets the namespace; connections that it holds are closed.
    pub(crate) async fn delete(self) {
        request("DELETE", &self.control, None).await;
    }

    async fn entries(&self, path: &str) -> Vec<Entry> {
        match self.get(path).await {
            Value::Array(entries) => entries.into_iter().map(Entry).collect(),
            other => panic!("{path}: expected a list, got {other}"),
        }
    }

    async fn get(&self, path: &str) -> Value {
        request("GET", &self.at(path), None).await
    }

    fn at(&self, path: &str) -> String {
        format!("{}/{path}", self.control)
    }
}

/// One logged request; times are milliseconds since the script was posted.
#[derive(Clone, Debug)]
pub(crate) struct Entry(pub(crate) Value);

impl Entry {
    pub(crate) fn index(&self) -> usize {
        let index = self.0["index"].as_u64().and_then(|index| usize::try_from(index).ok());
        index.expect("an index in the log entry")
    }

    pub(crate) fn http_method(&self) -> &str {
        self.0["method"].as_str().unwrap_or_default()
    }

    /// The JSON-RPC method.
    pub(crate) fn rpc(&self) -> Option<&str> {
        self.0["rpc"].as_str()
    }

    /// The JSON-RPC id; `None` for a notification.
    pub(crate) fn id(&self) -> Option<&Value> {
        self.0.get("id")
    }

    /// A request header; `name` in lower case.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.0["headers"][name].as_str()
    }

    /// The body as JSON.
    pub(crate) fn json(&self) -> &Value {
        &self.0["json"]
    }

    /// The number of the connection it came on.
    pub(crate) fn connection(&self) -> Option<u64> {
        self.0["connection"].as_u64()
    }

    /// How the answer ended: `complete`, `client-closed`, `reset` …; `None` while it goes on.
    pub(crate) fn outcome(&self) -> Option<&str> {
        self.0["outcome"].as_str()
    }

    /// When the request was read.
    pub(crate) fn at(&self) -> f64 {
        self.0["at"].as_f64().unwrap_or(f64::NAN)
    }

    /// When the answer ended, in any way.
    pub(crate) fn ended_at(&self) -> Option<f64> {
        self.0["ended"].as_f64()
    }

    /// When the client closed its socket before the answer's end.
    pub(crate) fn closed_at(&self) -> Option<f64> {
        self.0["closed"].as_f64()
    }
}

/// Sends a control request; anything but success fails the test with the server's sentence.
async fn request(method: &str, url: &str, body: Option<&Value>) -> Value {
    let init = Object::new();
    set(&init, "method", &method.into());
    // Firefox lets a cacheable GET wait for another one of the same address.
    set(&init, "cache", &"no-store".into());
    if let Some(body) = body {
        // As plain text, which needs no preflight.
        set(&init, "body", &body.to_string().into());
    }
    let sent = fetch(url, &init).unwrap_or_else(|error| panic!("{method} {url}: {error:?}"));
    let response = JsFuture::from(sent)
        .await
        .unwrap_or_else(|error| panic!("{method} {url}: no answer from the test server: {error:?}"))
        .unchecked_into::<Response>();
    let text = JsFuture::from(response.text()).await.ok().and_then(|text| text.as_string());
    let text = text.unwrap_or_default();
    assert!((200..300).contains(&response.status()), "{method} {url}: {text}");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{method} {url}: {error}: {text}"))
}

fn set(object: &Object, key: &str, value: &JsValue) {
    Reflect::set(object, &key.into(), value).expect("a new object takes any key");
}
