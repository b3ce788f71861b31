//! What a result is: complete, a question, or not what the protocol allows.

use super::connection::Connection;
use super::pending::Kind;
use crate::error::Fault;
use crate::ids::CallId;
use crate::json::Json;
use crate::text::concat;
use crate::time::Instant;
use crate::wire::json_rpc::describe;
use crate::wire::version::Era;

/// What a result says of itself (2026-07-28, basic/messages, `resultType`).
enum ResultKind {
    Complete,
    InputRequired,
}

impl<J: Json> Connection<J> {
    /// Settles a call by the answer to its request, or goes on with it.
    pub(super) fn resolve_call(&mut self, now: Instant, id: CallId, outcome: Result<J, Fault>) {
        let result = match outcome {
            Ok(result) => result,
            Err(fault) => {
                self.on_subscribed(now, id, &Err(fault.clone()));
                self.distrust(id, &fault);
                return self.on_call_error(now, id, fault);
            }
        };
        match self.kind_of(id, &result) {
            Ok(ResultKind::InputRequired) => self.begin_round(now, id, result),
            Ok(ResultKind::Complete) => {
                self.on_subscribed(now, id, &Ok(J::null()));
                let result = self.absorb(id, result);
                self.keep(now, id, &result);
                self.settle(now, id, Ok(result));
            }
            Err(fault) => {
                self.on_subscribed(now, id, &Err(fault.clone()));
                self.settle(now, id, Err(fault));
            }
        }
    }

    /// Checks the shape of a result as far as the protocol depends on it.
    fn kind_of(&self, id: CallId, result: &J) -> Result<ResultKind, Fault> {
        if !result.is_object() {
            return Err(Fault::invalid("a result object", &describe(result)));
        }
        let (Some(facts), Some(call)) = (self.negotiated(), self.calls.get(id)) else {
            return Ok(ResultKind::Complete);
        };
        let method = facts.revision().method(&call.request.method);
        if facts.era() == Era::Modern && call.kind == Kind::Request {
            match result.get("resultType") {
                None => {}
                Some(kind) => match kind.as_str().as_deref() {
                    Some("complete") => {}
                    Some("input_required") if method.is_some_and(|method| method.asks) => {
                        return Ok(ResultKind::InputRequired);
                    }
                    _ => return Err(Fault::invalid("resultType complete", &describe(&kind))),
                },
            }
        }
        match method.and_then(|method| method.yields) {
            Some(member) if !result.get(member).is_some_and(|list| list.is_array()) => {
                Err(Fault::invalid(&concat(&["a result with the array ", member]), "one without"))
            }
            _ => Ok(ResultKind::Complete),
        }
    }
}
