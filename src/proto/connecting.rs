//! Taking the ladder's steps: what the handshake's verdicts do to the connection.

use super::connection::Connection;
use super::exchange::Purpose;
use super::handshake::{
    Handshake, Stage, Verdict, is_silent_about_era, judge_discover, judge_initialize,
    judge_initialized,
};
use super::io::Event;
use super::negotiated::{Negotiated, Timing};
use super::outgoing::{self, Envelope};
use super::state::State;
use crate::error::{CloseReason, Error, Fault, Step};
use crate::ids::RequestId;
use crate::json::Json;
use crate::text::concat;
use crate::time::Instant;
use crate::wire::json_rpc::{self, quote};
use crate::wire::params::Params;
use crate::wire::version::{Era, ProtocolVersion};

impl<J: Json> Connection<J> {
    /// Starts to connect, once: the first request is queued.
    ///
    /// `hint` is the era that the server spoke before, when that is known; it saves a step.
    pub fn begin(&mut self, now: Instant, hint: Option<Era>) {
        if !matches!(self.state, State::New) {
            return;
        }
        let handshake = Handshake::first(&self.config, self.ids.as_ref(), now, hint);
        self.state = State::Connecting(handshake);
        self.send_handshake();
    }

    /// Sends the message of the present stage.
    pub(super) fn send_handshake(&mut self) {
        let State::Connecting(handshake) = &self.state else { return };
        let mut params = Params::default();
        let (purpose, headers, body) = match &handshake.stage {
            Stage::Opening => return self.open_channel(),
            Stage::Discovering { request, offered, .. } => {
                outgoing::declare(&mut params, offered.revision(), &self.config, None);
                let headers = Envelope::offer(offered.revision());
                let headers = headers.post(Some("server/discover"), &params);
                let params = params.to_text();
                let body = json_rpc::request(*request, "server/discover", params.as_deref());
                (Purpose::Handshake(*request), headers, body)
            }
            Stage::Initializing { request, offered, .. } => {
                params.set("protocolVersion", quote(offered.as_str()));
                params.set("capabilities", self.config.capabilities.clone());
                params.set("clientInfo", self.config.client_info.clone());
                let headers = Envelope::offer(offered.revision());
                let headers = headers.post(Some("initialize"), &params);
                let params = params.to_text();
                let body = json_rpc::request(*request, "initialize", params.as_deref());
                (Purpose::Handshake(*request), headers, body)
            }
            Stage::Confirming(facts) => {
                let headers = Envelope::of(facts).post(None, &params);
                let body = json_rpc::notification("notifications/initialized", None);
                (Purpose::Confirmation, headers, body)
            }
        };
        self.post(purpose, headers, body);
    }

    /// Takes in the outcome of the present step.
    pub(super) fn on_handshake(
        &mut self,
        now: Instant,
        session_id: Option<String>,
        outcome: Result<J, Fault>,
    ) {
        let State::Connecting(_) = &self.state else { return };
        let State::Connecting(mut handshake) = self.take_state() else { return };
        let choice = self.config.protocol;
        let (step, millis) = (handshake.stage.step(), now.since(handshake.began));
        let verdict = match handshake.stage {
            Stage::Discovering { offered, again, .. } => {
                judge_discover(choice, offered, again, outcome)
            }
            Stage::Opening => match outcome {
                Ok(_) => Verdict::InitializeAt(choice.legacy_offer(), None),
                Err(fault) => Verdict::Fail(fault),
            },
            Stage::Initializing { offered, again, .. } => {
                let transport = self.transport();
                let id = session_id.clone();
                let verdict = judge_initialize(choice, offered, again, transport, id, outcome);
                if !matches!(verdict, Verdict::Confirm(_)) {
                    self.end_stillborn(offered, session_id.as_deref());
                }
                verdict
            }
            Stage::Confirming(facts) => {
                handshake.stage = Stage::Confirming(facts.clone());
                judge_initialized(facts, outcome)
            }
        };
        let verdict = self.reconsider(&mut handshake, step, verdict);
        let outcome = outcome_of(step, &verdict);
        self.timings.push(Timing { step, millis, outcome });
        handshake.began = now;
        let stage = match verdict {
            Verdict::Ready(facts) => return self.become_ready(now, facts),
            Verdict::OpenStream(fault) => {
                handshake.failures.push((step, fault));
                Stage::Opening
            }
            Verdict::Fail(fault) => {
                let error = handshake.failed(fault);
                self.state = State::Connecting(handshake);
                return self.end_connecting(error);
            }
            Verdict::Confirm(facts) => Stage::Confirming(facts),
            Verdict::DiscoverAt(version) => {
                self.leave_channel();
                self.discover_at(version)
            }
            Verdict::InitializeAt(version, why) => {
                handshake.failures.extend(why.map(|fault| (step, fault)));
                let again = matches!(handshake.stage, Stage::Initializing { .. });
                self.initialize_at(version, again)
            }
        };
        handshake.stage = stage;
        self.state = State::Connecting(handshake);
        self.send_handshake();
    }

    /// Takes a verdict back that does not fit what the host allows or believed.
    fn reconsider(
        &self,
        handshake: &mut Handshake<J>,
        step: Step,
        verdict: Verdict<J>,
    ) -> Verdict<J> {
        let fault = match verdict {
            Verdict::OpenStream(fault) if !self.may_open_channel() => fault,
            Verdict::Fail(fault) => fault,
            settled @ (Verdict::Ready(_)
            | Verdict::Confirm(_)
            | Verdict::DiscoverAt(_)
            | Verdict::InitializeAt(..)
            | Verdict::OpenStream(_)) => return settled,
        };
        // The server changed since it was last asked: what was believed is dropped, once.
        if handshake.hinted && !is_silent_about_era(&fault) {
            handshake.hinted = false;
            handshake.failures.push((step, fault));
            return Verdict::DiscoverAt(ProtocolVersion::NEWEST_MODERN);
        }
        Verdict::Fail(fault)
    }

    /// Gives up connecting because time is over.
    pub(super) fn fail_connecting(&mut self, now: Instant, error: Box<Error>) {
        if let State::Connecting(handshake) = &self.state {
            let (step, millis) = (handshake.stage.step(), now.since(handshake.began));
            self.timings.push(Timing { step, millis, outcome: "no answer".to_owned() });
        }
        self.end_connecting(error);
    }

    fn end_connecting(&mut self, error: Box<Error>) {
        self.close(CloseReason::ConnectFailed(error));
    }

    fn become_ready(&mut self, now: Instant, facts: Negotiated<J>) {
        self.state = State::Ready(facts);
        self.emit(Event::Ready);
        self.open_push();
        if self.subscriptions.is_wanted() {
            self.revise_listening(now);
        }
        self.send_waiting(now);
    }

    fn discover_at(&self, offered: ProtocolVersion) -> Stage<J> {
        Stage::Discovering { request: RequestId(self.ids.next()), offered, again: true }
    }

    fn initialize_at(&self, offered: ProtocolVersion, again: bool) -> Stage<J> {
        Stage::Initializing { request: RequestId(self.ids.next()), offered, again }
    }
}

/// Says in a few words how a step went.
fn outcome_of<J>(step: Step, verdict: &Verdict<J>) -> String {
    match verdict {
        Verdict::Ready(_) | Verdict::Confirm(_) => "ok".to_owned(),
        Verdict::InitializeAt(_, None) if step == Step::HttpSse => "ok".to_owned(),
        Verdict::DiscoverAt(version) => concat(&["asked again at ", version.as_str()]),
        Verdict::InitializeAt(_, None) => "the server speaks an earlier version".to_owned(),
        Verdict::InitializeAt(_, Some(fault))
        | Verdict::OpenStream(fault)
        | Verdict::Fail(fault) => fault.message(),
    }
}
