//! What a server asks of the host, and the handlers that answer.

use std::rc::{Rc, Weak};

use js_sys::{Function, Object, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::{AbortController, AbortSignal, Url};

use super::bag::{Bag, describe};
use super::host_side::{HostSide, Line, warn};
use super::record::Record;
use crate::error::{Fault, RpcError};
use crate::ids::InboundId;
use crate::json::Json;
use crate::text::concat;
use crate::web::{Payload, Shared, now, settled, why};
use crate::wire::version::Era;

/// A kind of question that a host may answer.
struct Offer {
    handler: &'static str,
    method: &'static str,
    /// The member of the client's capabilities that says so.
    capability: &'static str,
    /// How a legacy server hears that there is no answer.
    refusal: (i64, &'static str),
    /// What a modern server hears of it; `None` where it can be told nothing.
    cancel: Option<&'static str>,
}

const OFFERS: [Offer; 2] = [
    Offer {
        handler: "elicitation",
        method: "elicitation/create",
        capability: "\"elicitation\":{\"form\":{},\"url\":{}}",
        refusal: (-32603, "the host could not ask"),
        cancel: Some("{\"action\":\"cancel\"}"),
    },
    Offer {
        handler: "sampling",
        method: "sampling/createMessage",
        capability: "\"sampling\":{}",
        refusal: (-1, "User rejected sampling request"),
        cancel: None,
    },
];

const INVALID_PARAMS: i64 = -32602;

/// The host's handlers, of which each declares a capability.
pub(super) struct Handlers(Vec<(&'static Offer, Function)>);

impl Handlers {
    pub(super) fn read(bag: &Bag<'_>) -> Self {
        let handler = |offer: &'static Offer| Some((offer, bag.function(offer.handler)?));
        Self(OFFERS.iter().filter_map(handler).collect())
    }

    /// Gives the members of the client's capabilities, as JSON texts.
    pub(super) fn capabilities(&self) -> Vec<String> {
        self.0.iter().map(|(offer, _)| offer.capability.to_owned()).collect()
    }

    /// Gives the methods that are answered.
    pub(super) fn methods(&self) -> Vec<String> {
        self.0.iter().map(|(offer, _)| offer.method.to_owned()).collect()
    }

    /// Turns a server's question into one for its handler, or says why it is refused.
    pub(super) fn question(
        &self,
        id: InboundId,
        method: &str,
        params: Option<Payload>,
        behind: Option<String>,
    ) -> Result<(Question, AbortController), RpcError> {
        let refuse = |message: String| RpcError { code: INVALID_PARAMS, message, data: None };
        let found = self.0.iter().find(|(offer, _)| offer.method == method);
        let (Some((offer, handler)), Ok(open)) = (found, AbortController::new()) else {
            return Err(refuse(concat(&["this client does not answer ", method])));
        };
        let params = params.unwrap_or_else(|| Payload::from(Record::new().done()));
        if let Some(what) = undeclared(&params) {
            return Err(refuse(concat(&["this client did not declare ", &what])));
        }
        let (handler, signal) = (handler.clone(), open.signal());
        Ok((Question { id, offer, handler, params, behind, signal }, open))
    }
}

/// Finds what a question wants beyond the declared capabilities.
fn undeclared(params: &Payload) -> Option<String> {
    let opens = |url: &Url| matches!(url.protocol().as_str(), "https:" | "http:");
    match params.str_at("mode").as_deref() {
        None | Some("form") => {}
        Some("url") => {
            let url = params.str_at("url").and_then(|url| Url::new(&url).ok());
            if !url.is_some_and(|url| opens(&url)) {
                return Some("to open such a URL".to_owned());
            }
        }
        Some(mode) => return Some(concat(&["elicitation of mode ", mode])),
    }
    let tools = ["tools", "toolChoice"].into_iter().find(|name| params.get(name).is_some());
    tools.map(|_| "sampling with tools".to_owned())
}

/// A question on its way to its handler.
pub(super) struct Question {
    id: InboundId,
    offer: &'static Offer,
    handler: Function,
    params: Payload,
    /// The method of the request that led to it.
    behind: Option<String>,
    signal: AbortSignal,
}

impl Question {
    /// Calls the handler, in a microtask of its own, and passes its answer on.
    pub(super) fn ask(self, line: &Line) {
        let line = Rc::downgrade(line);
        spawn_local(async move { self.run(&line).await });
    }

    async fn run(self, line: &Weak<Shared<HostSide>>) {
        let Some(context) = line.upgrade().map(|line| self.context(&line)) else { return };
        if self.signal.aborted() {
            return;
        }
        let params = self.params.clone().into_js();
        let given = settled(self.handler.call2(&JsValue::UNDEFINED, &params, &context)).await;
        let Some(line) = line.upgrade() else { return };
        let answer = match given {
            Ok(answer) => self.read(&answer).map_err(|fault| {
                let why = fault.message();
                warn(&line, fault);
                why
            }),
            Err(thrown) => Err(why(&thrown)),
        };
        self.pass_on(&line, answer);
    }

    /// Makes the `AskContext`.
    fn context(&self, line: &Line) -> JsValue {
        let record = Record::new();
        line.context.add_to(&record);
        record.set("server", &line.look(|driver| driver.host.server.clone()));
        record.maybe("method", self.behind.as_ref()).set("signal", &self.signal);
        record.done()
    }

    /// Gives the JSON text of an answer.
    fn read(&self, answer: &JsValue) -> Result<String, Fault> {
        let is_elicitation = self.offer.cancel.is_some();
        let payload = Payload::from(answer.clone());
        let action = payload.str_at("action").unwrap_or_default();
        let expected = if is_elicitation {
            "an object with the action accept, decline or cancel"
        } else {
            "an object"
        };
        let fits = matches!(action.as_str(), "accept" | "decline" | "cancel") || !is_elicitation;
        let text = if !payload.is_object() || !fits {
            Err(describe(answer))
        } else if is_elicitation && action == "accept" {
            self.with_defaults(payload).to_text()
        } else {
            payload.to_text()
        };
        text.map_err(|came| {
            let field = concat(&["handlers.", self.offer.handler]);
            Fault::misuse(&field, expected, &came)
        })
    }

    /// Fills in the form's defaults for members that an answer leaves out.
    fn with_defaults(&self, answer: Payload) -> Payload {
        let schema = self.params.get("requestedSchema");
        let fields = schema.and_then(|schema| schema.get("properties")?.entries());
        let content = Object::new();
        for (name, field) in fields.unwrap_or_default() {
            if let Some(default) = field.get("default") {
                let _ = Reflect::set(&content, &name.into(), &default.into_js());
            }
        }
        let given = answer.get("content").map(Payload::into_js);
        if given.is_none() && Object::keys(&content).length() == 0 {
            return answer;
        }
        Object::assign(&content, given.unwrap_or_default().unchecked_ref());
        let answer = Object::assign(&Object::new(), answer.into_js().unchecked_ref());
        let _ = Reflect::set(&answer, &"content".into(), &content);
        Payload::from(JsValue::from(answer))
    }

    /// Answers the server in the way of its era; `Err` says why there is no answer.
    fn pass_on(&self, line: &Line, answer: Result<String, String>) {
        let (id, now) = (self.id, now());
        let (code, refusal) = self.offer.refusal;
        line.step(|driver| {
            let facts = driver.connection.negotiated();
            let is_modern = facts.is_some_and(|facts| facts.era() == Era::Modern);
            let outcome = answer.or_else(|why| match self.offer.cancel {
                Some(cancel) if is_modern => Ok(cancel.to_owned()),
                // In the modern era it is the host itself that hears of it.
                _ if is_modern => Err(RpcError { code, message: why, data: None }),
                _ => Err(RpcError { code, message: refusal.to_owned(), data: None }),
            });
            driver.host.take_question(id);
            driver.connection.answer(now, id, outcome.as_deref());
        });
    }
}
