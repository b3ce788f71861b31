//! `Session`: one connection, from birth to death.

use std::rc::{Rc, Weak};

use js_sys::Promise;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::AbortSignal;

use super::bag::{Complaints, refuse};
use super::deferred::Deferred;
use super::error::Identity;
use super::events::EventType;
use super::host_side::{HostSide, Line};
use super::keep_alive::KeepAlive;
use super::listeners::ListenerId;
use super::options::Options;
use super::scope::SessionScope;
use super::spec::Spec;
use super::verdicts::{self, Verdicts};
use crate::error::CloseReason;
use crate::proto::{Connection, ProtocolChoice};
use crate::web::{EventListener, Network, PageIds, Shared, Timer, global, ignore, later, now, why};
use crate::wire::version::Era;

/// How long to wait for what is remembered of a server, in milliseconds.
const LOOKUP: u64 = 1_000;

#[wasm_bindgen]
extern "C" {
    type PageTransitionEvent;

    #[wasm_bindgen(method, getter, structural)]
    fn persisted(this: &PageTransitionEvent) -> JsValue;
}

/// One connection to one server.
///
/// A session starts to connect when it is made, and never lives again once it
/// has ended. To talk to the server anew, make another.
#[wasm_bindgen]
pub struct Session {
    pub(super) line: Line,
    pub(super) pages: usize,
    close_within: u64,
    ready: Promise,
    closed: Promise,
    scope: JsValue,
}

#[wasm_bindgen]
impl Session {
    /// Starts to connect to a server; calls made early wait until it is ready.
    ///
    /// Throws an `McpError` with the code `INVALID_ARGUMENT` when the spec or
    /// the options cannot be used; its message names the field.
    //
    // It makes the handle itself, so that Rust can keep a weak reference to it.
    #[expect(clippy::new_ret_no_self, reason = "the handle is what JavaScript calls `this`")]
    #[wasm_bindgen(constructor, unchecked_return_type = "Session")]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "ServerSpec")] spec: JsValue,
        #[wasm_bindgen(unchecked_param_type = "SessionOptions")] options: JsValue,
    ) -> Result<JsValue, JsValue> {
        let complaints = Complaints::default();
        let spec = Spec::read(spec, &complaints);
        let options = Options::read(options, &spec, &complaints);
        let (spec, options) = complaints.settle((spec, options))?;
        let session = Self::open(spec, options);
        let line = session.line.clone();
        let handle = JsValue::from(session);
        let keep_alive = KeepAlive::of(&handle);
        line.adjust(|driver| driver.host.keep_alive = keep_alive);
        let line = Rc::downgrade(&line);
        // Later, so that listeners added now hear of everything.
        spawn_local(start(line));
        Ok(handle)
    }

    /// A number that no other connection of this page has or will have.
    #[wasm_bindgen(getter, js_name = connectionId, unchecked_return_type = "ConnectionId")]
    pub fn connection_id(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "the counter is a double to begin with")]
        let id = self.line.context.connection.0 as f64;
        id
    }

    /// The host's own key for the server.
    #[wasm_bindgen(getter, js_name = serverId, unchecked_return_type = "string")]
    pub fn server_id(&self) -> JsValue {
        JsValue::from_str(&self.line.context.server)
    }

    /// Where the session stands; it only moves forward.
    #[wasm_bindgen(getter, unchecked_return_type = "SessionState")]
    pub fn state(&self) -> JsValue {
        JsValue::from_str(self.line.look(|driver| driver.host.state))
    }

    /// Resolves when the connection is made; rejects when it could not be made.
    ///
    /// It counts as handled: a failure that nobody looks at is no unhandled
    /// rejection.
    #[wasm_bindgen(getter, unchecked_return_type = "Promise<ServerDescription>")]
    pub fn ready(&self) -> Promise {
        self.ready.clone()
    }

    /// Resolves when the session has ended, and says why; it never rejects.
    #[wasm_bindgen(getter, unchecked_return_type = "Promise<CloseInfo>")]
    pub fn closed(&self) -> Promise {
        self.closed.clone()
    }

    /// The facts of the connection, once it is ready.
    #[wasm_bindgen(getter, unchecked_return_type = "ServerDescription | undefined")]
    pub fn server(&self) -> JsValue {
        self.line.look(|driver| driver.host.server.clone())
    }

    /// Holds what the host derives from this connection; empty after the end.
    #[wasm_bindgen(getter, unchecked_return_type = "SessionScope")]
    pub fn scope(&self) -> JsValue {
        self.scope.clone()
    }

    #[wasm_bindgen(skip_typescript)]
    pub fn on(&self, kind: JsValue, listener: JsValue) -> Result<JsValue, JsValue> {
        let event = EventType::read(&kind)?;
        let Some(function) = listener.dyn_ref::<js_sys::Function>() else {
            return Err(refuse("listener", "a function", &listener));
        };
        let function = function.clone();
        let id = self.line.adjust(|driver| driver.host.hear(event, function));
        heed(&self.line, event);
        Ok(remover(Rc::downgrade(&self.line), event, id))
    }

    /// Ends the session and tells the server, for which it waits no longer than
    /// `timeouts.close`. May be called any number of times.
    ///
    /// Whatever is pending has been rejected with `CLOSED` when it returns.
    #[wasm_bindgen(unchecked_return_type = "Promise<void>")]
    pub fn close(&self) -> Promise {
        if let Some(closing) = self.line.look(|driver| driver.host.closing()) {
            return closing;
        }
        let (promise, deferred) = Deferred::new();
        let line = Rc::downgrade(&self.line);
        let give_up = Box::new(move |_| stop_waiting(&line));
        let timer = Timer::after(self.close_within, give_up);
        let closing = promise.clone();
        self.line.step(|driver| {
            driver.host.wait_for_farewell(closing, deferred, timer);
            driver.connection.close(CloseReason::Local);
        });
        promise
    }

    /// Ends the session at once. May be called any number of times, from
    /// anywhere.
    ///
    /// When it returns, whatever was pending has been rejected with `CLOSED`,
    /// every fetch is aborted, and nothing is left. The server is told in passing.
    //
    // It takes the place of the `free` that every exported class gets: that one
    // throws when it is called twice, and leaves an object whose methods throw.
    // What is left of the object itself goes when the handle is collected.
    #[wasm_bindgen(skip_typescript)]
    pub fn free(&self) {
        self.end(CloseReason::Freed);
    }

    #[wasm_bindgen(js_name = "[Symbol.asyncDispose]", skip_typescript)]
    pub fn async_dispose(&self) -> Promise {
        self.close()
    }
}

impl Session {
    fn open(spec: Spec, options: Options) -> Self {
        let ids = PageIds::find();
        let connection = ids.next_connection();
        let identity = Identity {
            connection,
            server: spec.id,
            url: spec.url.clone(),
            signal: options.signal.clone(),
        };
        // Whoever pins the era has no need of what is remembered, and adds nothing to it.
        let is_open = options.config.protocol == ProtocolChoice::Auto;
        let known = Some(options.verdicts).filter(JsValue::is_object);
        let known = known.unwrap_or_else(|| ids.verdicts());
        let verdicts = is_open.then(|| Verdicts::new(known, spec.url.clone()));
        let pages = options.config.limits.pages;
        let connection = Connection::new(connection, Rc::new(options.config), Rc::new(ids));
        let (ready, on_ready) = Deferred::new();
        let (closed, on_closed) = Deferred::new();
        ignore(Ok(ready.clone().into()));
        let (map, scope) = SessionScope::open();
        let host = HostSide::new(options.handlers, verdicts, on_ready, on_closed, map);
        let network = Network::new(&spec.url, spec.headers, spec.token, options.fetch);
        let line = Shared::new(connection, host, network, identity);
        let endings = endings(&line);
        line.adjust(|driver| driver.host.endings = endings);
        Self { line, pages, close_within: options.close, ready, closed, scope }
    }

    fn end(&self, reason: CloseReason) {
        end(&self.line, reason);
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.end(CloseReason::Collected);
    }
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Session")
    }
}

fn end(line: &Line, reason: CloseReason) {
    line.step(|driver| {
        driver.host.stop_waiting();
        driver.connection.close(reason);
    });
}

/// Begins to connect, once it is known what is remembered of the server.
async fn start(line: Weak<Shared<HostSide>>) {
    let Some(strong) = line.upgrade() else { return };
    if strong.context.signal.as_ref().is_some_and(AbortSignal::aborted) {
        return end(&strong, CloseReason::Aborted);
    }
    let verdicts = strong.look(|driver| driver.host.verdicts.clone());
    let Some(verdicts) = verdicts else { return begin(&line, None) };
    let late = line.clone();
    let give_up = Box::new(move |_| {
        verdicts::complain(&late, "no answer within a second".to_owned());
        begin(&late, None);
    });
    let timer = Timer::after(LOOKUP, give_up);
    strong.adjust(|driver| driver.host.lookup = Some(timer));
    drop(strong);
    let hint = verdicts.look_up().await.unwrap_or_else(|thrown| {
        verdicts::complain(&line, why(&thrown));
        None
    });
    begin(&line, hint);
}

fn begin(line: &Weak<Shared<HostSide>>, hint: Option<Era>) {
    let Some(line) = line.upgrade() else { return };
    let now = now();
    let timer = line.step(|driver| {
        driver.connection.begin(now, hint);
        driver.host.lookup.take()
    });
    drop(timer); // with no borrow held
}

fn stop_waiting(line: &Weak<Shared<HostSide>>) {
    if let Some(line) = line.upgrade() {
        line.step(|driver| driver.host.stop_waiting());
    }
}

/// Listens for what ends a session from outside.
fn endings(line: &Line) -> Vec<EventListener> {
    let mut endings = Vec::new();
    if let Some(signal) = &line.context.signal {
        let line = Rc::downgrade(line);
        let action = move |_| end_from_outside(&line, CloseReason::Aborted);
        endings.push(EventListener::new(signal, "abort", Box::new(action)));
    }
    // There is one in a page and in no worker.
    if global("document").is_object() {
        let line = Rc::downgrade(line);
        let action = move |event: JsValue| {
            let event: PageTransitionEvent = event.unchecked_into();
            // A page that is kept for the way back keeps its sessions.
            if event.persisted().is_falsy() {
                end_from_outside(&line, CloseReason::PageHidden);
            }
        };
        endings.push(EventListener::new(&js_sys::global(), "pagehide", Box::new(action)));
    }
    endings
}

fn end_from_outside(line: &Weak<Shared<HostSide>>, reason: CloseReason) {
    if let Some(line) = line.upgrade() {
        end(&line, reason);
    }
}

/// Tells the connection, where it matters, whether anyone listens.
fn heed(line: &Line, event: EventType) {
    let now = now();
    let told = line.adjust(|driver| {
        let heard = driver.host.listeners.has(event);
        match (event, event.topic()) {
            (EventType::Trace, _) => driver.connection.set_tracing(heard),
            (_, Some(topic)) => driver.connection.want(now, topic, heard),
            (_, None) => {}
        }
        event.topic().is_some()
    });
    if told {
        // Later, so that all that the host adds or removes now is told at once.
        let line = Rc::downgrade(line);
        later(Box::new(move || go_on(&line)));
    }
}

fn go_on(line: &Weak<Shared<HostSide>>) {
    if let Some(line) = line.upgrade() {
        line.step(|_| ());
    }
}

/// Makes the function that removes a listener; the engine owns it, as it owns
/// the listener.
fn remover(line: Weak<Shared<HostSide>>, event: EventType, id: ListenerId) -> JsValue {
    let remove = move |_| {
        let Some(line) = line.upgrade() else { return };
        line.adjust(|driver| driver.host.listeners.remove(id));
        heed(&line, event);
    };
    Closure::<dyn Fn(JsValue)>::new(remove).into_js_value()
}
