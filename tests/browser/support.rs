//! A session as a page holds it, and what the tests look at.
#![allow(dead_code, reason = "each test uses its own part")]
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Array, Function, Promise, Reflect};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use super::script::Space;

#[wasm_bindgen]
extern "C" {
    /// A `Session`, reached as JavaScript reaches it.
    #[derive(Clone)]
    pub(crate) type Live;

    #[wasm_bindgen(method, getter)]
    pub(crate) fn state(this: &Live) -> String;
    #[wasm_bindgen(method, getter, js_name = connectionId)]
    pub(crate) fn connection_id(this: &Live) -> f64;
    #[wasm_bindgen(method, getter, js_name = serverId)]
    pub(crate) fn server_id(this: &Live) -> String;
    #[wasm_bindgen(method, getter)]
    pub(crate) fn ready(this: &Live) -> Promise;
    #[wasm_bindgen(method, getter)]
    pub(crate) fn closed(this: &Live) -> Promise;
    #[wasm_bindgen(method, getter)]
    pub(crate) fn server(this: &Live) -> JsValue;
    #[wasm_bindgen(method, getter)]
    pub(crate) fn scope(this: &Live) -> Scope;
    #[wasm_bindgen(method, js_name = callTool)]
    pub(crate) fn call_tool(this: &Live, params: &JsValue) -> Promise;
    #[wasm_bindgen(method, js_name = callTool)]
    pub(crate) fn call_tool_with(this: &Live, params: &JsValue, options: &JsValue) -> Promise;
    #[wasm_bindgen(method, js_name = listTools)]
    pub(crate) fn list_tools(this: &Live) -> Promise;
    #[wasm_bindgen(method, js_name = listPrompts)]
    pub(crate) fn list_prompts(this: &Live) -> Promise;
    #[wasm_bindgen(method, js_name = listResources)]
    pub(crate) fn list_resources(this: &Live) -> Promise;
    #[wasm_bindgen(method, js_name = getPrompt)]
    pub(crate) fn get_prompt(this: &Live, params: &JsValue) -> Promise;
    #[wasm_bindgen(method, js_name = readResource)]
    pub(crate) fn read_resource(this: &Live, params: &JsValue) -> Promise;
    #[wasm_bindgen(method, js_name = readResource)]
    pub(crate) fn read_resource_with(this: &Live, params: &JsValue, options: &JsValue) -> Promise;
    #[wasm_bindgen(method)]
    pub(crate) fn subscribe(this: &Live, uri: &JsValue, listener: &JsValue) -> Promise;
    #[wasm_bindgen(method, js_name = subscribe)]
    pub(crate) fn subscribe_with(
        this: &Live,
        uri: &JsValue,
        listener: &JsValue,
        options: &JsValue,
    ) -> Promise;
    #[wasm_bindgen(method)]
    pub(crate) fn tools(this: &Live) -> Walk;
    #[wasm_bindgen(method)]
    pub(crate) fn ping(this: &Live) -> Promise;
    #[wasm_bindgen(method)]
    pub(crate) fn request(this: &Live, method: &JsValue, params: &JsValue) -> Promise;
    #[wasm_bindgen(method)]
    pub(crate) fn notify(this: &Live, method: &JsValue) -> Promise;
    #[wasm_bindgen(method, js_name = setLoggingLevel)]
    pub(crate) fn set_logging_level(this: &Live, level: &JsValue) -> Promise;
    #[wasm_bindgen(method, catch)]
    pub(crate) fn on(this: &Live, kind: &str, listener: &JsValue) -> Result<Function, JsValue>;
    #[wasm_bindgen(method)]
    pub(crate) fn close(this: &Live) -> Promise;
    #[wasm_bindgen(method)]
    pub(crate) fn free(this: &Live);

    /// A `SessionScope`.
    pub(crate) type Scope;
    #[wasm_bindgen(method)]
    pub(crate) fn get(this: &Scope, key: &JsValue) -> JsValue;
    #[wasm_bindgen(method, catch)]
    pub(crate) fn set(this: &Scope, key: &JsValue, value: &JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method)]
    pub(crate) fn has(this: &Scope, key: &JsValue) -> bool;
    #[wasm_bindgen(method)]
    pub(crate) fn delete(this: &Scope, key: &JsValue) -> bool;
    #[wasm_bindgen(method)]
    pub(crate) fn keys(this: &Scope) -> js_sys::Iterator;

    /// A `Subscription`.
    pub(crate) type Watch;
    #[wasm_bindgen(method, getter)]
    pub(crate) fn uri(this: &Watch) -> String;
    #[wasm_bindgen(method)]
    pub(crate) fn unsubscribe(this: &Watch) -> Promise;

    /// An async iterator.
    #[derive(Clone)]
    pub(crate) type Walk;
    #[wasm_bindgen(method)]
    pub(crate) fn next(this: &Walk) -> Promise;
    #[wasm_bindgen(method, js_name = "return")]
    pub(crate) fn finish(this: &Walk) -> Promise;

    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(action: &Function, millis: u32);
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    pub(crate) fn now() -> f64;
    #[wasm_bindgen(js_namespace = JSON)]
    fn stringify(value: &JsValue) -> JsValue;
}

#[wasm_bindgen(inline_js = "
export function run(source) { return (0, eval)('(' + source + ')')(); }
export function watch(source, session) { return (0, eval)('(' + source + ')')(session); }
")]
extern "C" {
    /// Runs a JavaScript function, given as its source.
    pub(crate) fn run(source: &str) -> JsValue;
    /// Runs a JavaScript function with one argument.
    #[wasm_bindgen(js_name = watch)]
    pub(crate) fn run_with(source: &str, argument: &JsValue) -> JsValue;
}

/// Makes a JavaScript value of a JSON value.
pub(crate) fn js(value: &Value) -> JsValue {
    js_sys::JSON::parse(&value.to_string()).unwrap()
}

/// Makes a JSON value of a JavaScript value.
pub(crate) fn value(value: &JsValue) -> Value {
    let text = stringify(value).as_string().unwrap_or_else(|| "null".to_owned());
    serde_json::from_str(&text).unwrap()
}

pub(crate) fn client() -> Value {
    json!({ "clientInfo": { "name": "browser-test", "version": "1.0.0" } })
}

/// Makes a session from JavaScript objects.
pub(crate) fn make(spec: JsValue, options: JsValue) -> Result<Live, JsValue> {
    mcp_tether::js::Session::new(spec, options).map(JsValue::unchecked_into)
}

/// Makes a session with that server.
pub(crate) fn open(url: &str) -> Live {
    open_with(url, json!({}), client())
}

/// Makes a session; `spec` is added to what names the server.
pub(crate) fn open_with(url: &str, mut spec: Value, options: Value) -> Live {
    spec["id"] = json!("server");
    spec["url"] = json!(url);
    make(js(&spec), js(&options)).unwrap()
}

/// Makes a session with a scripted server and waits until it is ready.
pub(crate) async fn connected(space: &Space) -> Live {
    let session = open(&space.url);
    done(session.ready()).await;
    session
}

pub(crate) async fn settled(promise: Promise) -> Result<JsValue, JsValue> {
    JsFuture::from(promise).await
}

/// Waits for a promise that is to be fulfilled.
pub(crate) async fn done(promise: Promise) -> JsValue {
    match settled(promise).await {
        Ok(value) => value,
        Err(error) => panic!("expected a result, got {}", describe(&error)),
    }
}

/// Waits for a promise that is to be rejected by the library.
pub(crate) async fn failed(promise: Promise) -> Failure {
    match settled(promise).await {
        Ok(value) => panic!("expected a rejection, got {:?}", value),
        Err(error) => Failure(error),
    }
}

/// What a promise was rejected with.
#[derive(Debug)]
pub(crate) struct Failure(pub(crate) JsValue);

impl Failure {
    pub(crate) fn text(&self, name: &str) -> String {
        get(&self.0, name).as_string().unwrap_or_default()
    }

    pub(crate) fn code(&self) -> String {
        assert_eq!(self.text("name"), "McpError", "{}", describe(&self.0));
        self.text("code")
    }

    pub(crate) fn get(&self, name: &str) -> JsValue {
        get(&self.0, name)
    }
}

pub(crate) fn get(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap_or_default()
}

pub(crate) fn text(object: &JsValue, name: &str) -> String {
    get(object, name).as_string().unwrap_or_default()
}

/// Tells whether a promise has settled by the end of the present task's microtasks.
pub(crate) async fn is_settled(promise: &Promise) -> bool {
    let marker = JsValue::from("pending");
    let race = Promise::race(&Array::of2(promise, &Promise::resolve(&marker)));
    !matches!(settled(race).await, Ok(first) if first == marker)
}

pub(crate) fn echo(text: &str) -> JsValue {
    js(&json!({ "name": "echo", "arguments": { "text": text } }))
}

pub(crate) fn never() -> JsValue {
    js(&json!({ "name": "never" }))
}

/// Gives the text that a tool answered.
pub(crate) fn answer(result: &JsValue) -> String {
    value(result)["content"][0]["text"].as_str().unwrap_or_default().to_owned()
}

pub(crate) async fn sleep(millis: u32) {
    done(Promise::new(&mut |resolve, _| set_timeout(&resolve, millis))).await;
}

/// A listener that keeps what it hears.
pub(crate) struct Heard {
    events: Rc<RefCell<Vec<JsValue>>>,
    listener: Closure<dyn FnMut(JsValue)>,
}

impl Heard {
    pub(crate) fn new() -> Self {
        let events = Rc::new(RefCell::new(Vec::new()));
        let keep = events.clone();
        let listener = Closure::new(move |event| keep.borrow_mut().push(event));
        Self { events, listener }
    }

    /// Starts to hear a type of event.
    pub(crate) fn on(session: &Live, kind: &str) -> Self {
        let heard = Self::new();
        session.on(kind, heard.listener()).unwrap();
        heard
    }

    pub(crate) fn listener(&self) -> &JsValue {
        self.listener.as_ref()
    }

    pub(crate) fn events(&self) -> Vec<JsValue> {
        self.events.borrow().clone()
    }

    pub(crate) fn values(&self) -> Vec<Value> {
        self.events().iter().map(value).collect()
    }

    pub(crate) fn len(&self) -> usize {
        self.events.borrow().len()
    }
}

/// Builds an object of JavaScript values.
pub(crate) fn object(members: &[(&str, &JsValue)]) -> JsValue {
    let object = js_sys::Object::new();
    for (name, value) in members {
        Reflect::set(&object, &(*name).into(), value).unwrap();
    }
    object.into()
}

pub(crate) fn describe(thrown: &JsValue) -> String {
    format!("{}: {} ({})", text(thrown, "name"), text(thrown, "message"), text(thrown, "code"))
}
