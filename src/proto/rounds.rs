//! Calls that the server answers with questions before it answers them.
//!
//! Each round is a request of its own: a new id, the call's own params, this
//! round's answers and no others, and the server's state echoed byte for byte
//! or not at all (2026-07-28, basic/patterns, multi-round-trip requests).

use super::connection::Connection;
use super::inbound::{Asker, Inbound};
use super::io::Event;
use crate::error::Fault;
use crate::ids::{CallId, InboundId};
use crate::json::Json;
use crate::text::concat;
use crate::time::Instant;
use crate::wire::json_rpc::{describe, quote};

/// How long to wait before a call goes out again that was not asked anything.
const PACE: u64 = 250;

/// One round of questions.
#[derive(Debug, Default)]
pub(super) struct Round {
    /// The questions, by the server's key, each with the JSON text of its answer.
    answers: Vec<(String, InboundId, Option<String>)>,
    /// When to go on, in a round without questions.
    pub(super) at: Option<Instant>,
}

impl<J: Json> Connection<J> {
    /// Takes in that the server asks before it answers.
    pub(super) fn begin_round(&mut self, now: Instant, id: CallId, result: J) {
        let Some(call) = self.calls.get_mut(id) else { return };
        if call.request.options.return_input {
            return self.settle(now, id, Ok(result));
        }
        let state = result.get("requestState").filter(|state| !state.is_null());
        let state = state.and_then(|state| state.to_text().ok());
        let questions = result.get("inputRequests").filter(|asked| !asked.is_null());
        if state.is_none() && questions.is_none() {
            let fault = Fault::invalid("inputRequests or requestState", "neither of them");
            return self.settle(now, id, Err(fault));
        }
        call.rounds += 1;
        let limit = self.config.limits.rounds;
        if call.rounds > limit {
            let fault = Fault::LimitExceeded { limit: "rounds", value: limit };
            return self.settle(now, id, Err(fault));
        }
        call.request.params.put("requestState", state);
        call.request.params.put("inputResponses", None);
        let questions = match self.questions(questions) {
            Ok(questions) => questions,
            Err(fault) => return self.settle(now, id, Err(fault)),
        };
        self.calls.pause(id, now);
        self.ask(now, id, questions);
    }

    /// Reads the questions, and refuses what was not declared before anyone is asked.
    fn questions(&self, asked: Option<J>) -> Result<Vec<Question<J>>, Fault> {
        let Some(asked) = asked else { return Ok(Vec::new()) };
        let Some(entries) = asked.entries().filter(|_| asked.is_object()) else {
            return Err(Fault::invalid("inputRequests as an object", &describe(&asked)));
        };
        let limit = self.config.limits.inbound;
        if self.inbound.len() + entries.len() > limit {
            return Err(Fault::LimitExceeded { limit: "inboundRequests", value: limit });
        }
        let mut questions = Vec::new();
        for (key, question) in entries {
            let Some(method) = question.str_at("method") else {
                return Err(Fault::invalid("an input request with a method", "one without"));
            };
            let is_root_list = method == "roots/list" && self.config.roots.is_some();
            if !is_root_list && !self.config.answers.contains(&method) {
                let what = ["the server asks for ", &method, ", which this client did not declare"];
                return Err(Fault::InputRequired(concat(&what)));
            }
            questions.push(Question { key, method, params: question.get("params") });
        }
        Ok(questions)
    }

    fn ask(&mut self, now: Instant, id: CallId, questions: Vec<Question<J>>) {
        let mut round = Round::default();
        if questions.is_empty() {
            round.at = Some(now + PACE);
        }
        for Question { key, method, params } in questions {
            let inbound = self.next_inbound();
            let roots = self.config.roots.as_deref().filter(|_| method == "roots/list");
            let roots = roots.map(|roots| concat(&["{\"roots\":", roots, "}"]));
            if roots.is_none() {
                self.inbound.insert(inbound, Inbound(Asker::Round(id)));
                self.emit(Event::Asked { id: inbound, method, params, call: Some(id) });
            }
            round.answers.push((key, inbound, roots));
        }
        self.rounds.insert(id, round);
        self.finish_round(now, id);
    }

    /// Takes in an answer; a refusal ends the call, since it has no other place to go.
    pub(super) fn answer_round(
        &mut self,
        now: Instant,
        id: CallId,
        inbound: InboundId,
        answer: Result<&str, &str>,
    ) {
        let answer = match answer {
            Ok(answer) => answer.to_owned(),
            Err(why) => {
                let fault = concat(&["the host gave no answer: ", why]);
                return self.settle(now, id, Err(Fault::InputRequired(fault)));
            }
        };
        let Some(round) = self.rounds.get_mut(id) else { return };
        for (_, asked, slot) in &mut round.answers {
            if *asked == inbound {
                *slot = Some(answer.clone());
            }
        }
        self.finish_round(now, id);
    }

    /// Sends the call again, once every question has its answer.
    fn finish_round(&mut self, now: Instant, id: CallId) {
        let Some(round) = self.rounds.get(id).filter(|round| round.at.is_none()) else { return };
        let mut text = String::from("{");
        for (index, (key, _, answer)) in round.answers.iter().enumerate() {
            let Some(answer) = answer else { return };
            let comma = if index > 0 { "," } else { "" };
            text.push_str(&concat(&[comma, &quote(key), ":", answer]));
        }
        text.push('}');
        self.rounds.remove(id);
        if let Some(call) = self.calls.get_mut(id) {
            call.request.params.put("inputResponses", Some(text));
        }
        self.calls.send_again(id);
        self.send_waiting(now);
    }

    /// Sends the calls again whose pause is over.
    pub(super) fn go_on(&mut self, now: Instant) {
        for id in self.rounds.due(now, |round| round.at) {
            self.rounds.remove(id);
            self.calls.send_again(id);
        }
    }

    /// Withdraws what a call's round has asked, when the call is over.
    pub(super) fn drop_round(&mut self, id: CallId) {
        let Some(round) = self.rounds.remove(id) else { return };
        for (_, inbound, _) in round.answers {
            if self.inbound.remove(inbound).is_some() {
                self.emit(Event::Withdrawn(inbound));
            }
        }
    }
}

/// One question of a round.
struct Question<J> {
    key: String,
    method: String,
    params: Option<J>,
}
