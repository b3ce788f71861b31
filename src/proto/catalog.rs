//! The arguments that a server wants mirrored in headers, as its tools declare them.
//!
//! The plans belong to the connection: they come from its own `tools/list`
//! results and end with it (2026-07-28, basic/transports, custom headers).

use super::connection::Connection;
use super::exchange::Purpose;
use super::io::Header;
use super::outgoing::{self, Envelope};
use super::state::State;
use crate::error::Fault;
use crate::ids::{CallId, ExchangeId, RequestId};
use crate::json::Json;
use crate::text::concat;
use crate::time::Instant;
use crate::wire::headers::HeaderPlan;
use crate::wire::json_rpc;
use crate::wire::params::Params;
use crate::wire::version::Era;

/// The tools that want headers.
#[derive(Debug, Default)]
pub(super) struct HeaderPlans(Vec<(String, HeaderPlan)>);

impl HeaderPlans {
    fn put(&mut self, tool: String, plan: HeaderPlan) {
        self.0.retain(|(known, _)| *known != tool);
        if !plan.is_empty() {
            self.0.push((tool, plan));
        }
    }

    const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn get(&self, tool: &str) -> Option<&HeaderPlan> {
        self.0.iter().find(|(known, _)| known == tool).map(|(_, plan)| plan)
    }
}

/// A reading of the tool list that calls wait for, because their headers did not match.
#[derive(Debug, Default)]
pub(super) struct Refresh {
    calls: Vec<(CallId, Fault)>,
    pages: usize,
}

/// The method that reads the tools.
const LIST: &str = "tools/list";

/// The code of a server that found a header and the body apart.
const HEADER_MISMATCH: i64 = -32020;

impl<J: Json> Connection<J> {
    /// Gives the headers that a call's tool wants.
    pub(super) fn param_headers(&self, method: &str, params: &Params) -> Vec<Header> {
        if method != "tools/call" || !self.config.param_headers {
            return Vec::new();
        }
        let plan = params.string("name").and_then(|tool| self.plans.get(&tool));
        plan.map(|plan| plan.headers(params.value::<J>("arguments").as_ref())).unwrap_or_default()
    }

    /// Learns from a result what it tells of the tools; invalid ones are left out of it.
    pub(super) fn absorb(&mut self, id: CallId, result: J) -> J {
        let Some(call) = self.calls.get(id).filter(|call| call.request.method == LIST) else {
            return result;
        };
        let exchange = call.sent.and_then(|sent| self.exchanges.get(sent.exchange?));
        if exchange.is_none_or(|exchange| exchange.annotated) || !self.plans.is_empty() {
            return self.absorb_tools(result);
        }
        result // no tool in it wants a header, and none did before
    }

    /// Tells whether an exchange reads the list of tools.
    pub(super) fn reads_tools(&self, id: ExchangeId) -> bool {
        match self.exchanges.get(id).map(|exchange| exchange.purpose) {
            Some(Purpose::Call(call, _)) => {
                self.calls.get(call).is_some_and(|call| call.request.method == LIST)
            }
            _ => false,
        }
    }

    fn absorb_tools(&mut self, result: J) -> J {
        if self.era() != Some(Era::Modern) {
            return result;
        }
        let Some(tools) = result.get("tools").and_then(|tools| tools.items()) else {
            return result;
        };
        let total = tools.len();
        let valid: Vec<J> = tools.into_iter().filter(|tool| self.learn(tool)).collect();
        if valid.len() == total { result } else { result.with_items("tools", valid) }
    }

    /// Keeps a tool's plan; tells whether the tool is valid.
    fn learn(&mut self, tool: &J) -> bool {
        let Some(name) = tool.str_at("name") else { return true };
        let plan = tool.get("inputSchema").map(|schema| HeaderPlan::from_input_schema(&schema));
        match plan {
            None => self.plans.put(name, HeaderPlan::default()),
            Some(Ok(plan)) => self.plans.put(name, plan),
            Some(Err(fault)) => {
                let came = concat(&["the tool ", &json_rpc::quote(&name), ", ", &fault.message()]);
                self.warn(Fault::invalid("valid x-mcp-header annotations", &came), None);
                return false;
            }
        }
        true
    }

    /// Settles a call by an error, or reads the tools anew when its headers were out of date.
    pub(super) fn on_call_error(&mut self, now: Instant, id: CallId, fault: Fault) {
        let is_mismatch = fault.rpc_code() == Some(HEADER_MISMATCH);
        let Some(call) = self.calls.get_mut(id) else { return };
        if !is_mismatch || call.refreshed || call.request.method != "tools/call" {
            return self.settle(now, id, Err(fault));
        }
        call.refreshed = true;
        self.calls.left_exchange(id);
        self.refresh.calls.push((id, fault));
        if self.refresh.calls.len() == 1 {
            self.refresh.pages = 0;
            self.read_tools(now, None);
        }
    }

    fn read_tools(&mut self, now: Instant, cursor: Option<String>) {
        let State::Ready(facts) = &self.state else { return };
        let mut params = Params::default();
        params.put("cursor", cursor);
        outgoing::declare(&mut params, facts.revision(), &self.config, None);
        let headers = Envelope::of(facts).post(Some("tools/list"), &params);
        let request = RequestId(self.ids.next());
        let body = json_rpc::request(request, "tools/list", params.to_text().as_deref());
        self.post_within(now, Purpose::Refresh(request), headers, body);
    }

    /// Takes in a page of the tools: the next one, or the calls that wait for it go out again.
    pub(super) fn on_refresh(&mut self, now: Instant, outcome: Result<J, Fault>) {
        let Ok(result) = outcome else {
            for (id, fault) in std::mem::take(&mut self.refresh.calls) {
                self.settle(now, id, Err(fault));
            }
            return;
        };
        let result = self.absorb_tools(result);
        let calls = &self.calls;
        self.refresh.calls.retain(|(id, _)| calls.get(*id).is_some());
        if self.refresh.calls.is_empty() {
            return;
        }
        self.refresh.pages += 1;
        let next = result.get("nextCursor").filter(|cursor| cursor.as_str().is_some());
        if let Some(cursor) = next.and_then(|cursor| cursor.to_text().ok())
            && self.refresh.pages < self.config.limits.pages
        {
            return self.read_tools(now, Some(cursor));
        }
        for (id, _) in std::mem::take(&mut self.refresh.calls) {
            self.calls.send_again(id);
        }
        self.send_waiting(now);
    }
}
