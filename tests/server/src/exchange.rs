//! Carrying out of a reply's steps on a socket.

use std::io;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use socket2::SockRef;

use crate::log::Outcome;
use crate::response::Response;
use crate::script::{Payload, Pieces, Place, Scope, Step, Text};
use crate::space::{Space, Ticket};

/// How often a waiting step looks whether the client is still there.
const LOOK_EVERY: Duration = Duration::from_millis(5);
const MAX_WAIT: Duration = Duration::from_secs(600);

/// One request being answered.
#[derive(Debug)]
pub(crate) struct Exchange<'a> {
    pub(crate) stream: &'a TcpStream,
    pub(crate) scope: Scope<'a>,
    pub(crate) ticket: Ticket,
    pub(crate) eol: &'a str,
    pub(crate) response: Response<'a>,
}

impl<'a> Exchange<'a> {
    /// Does all steps and ends the response; says whether the connection may go on.
    pub(crate) fn run(mut self, steps: &[Step]) -> bool {
        let done = self.run_steps(steps).and_then(|()| self.end());
        let outcome = match done {
            Ok(()) => Outcome::Complete,
            Err(outcome) => outcome,
        };
        self.space().note(self.ticket, |entry, at| {
            entry.sent(self.response.written());
            entry.finish(outcome, at);
        });
        outcome == Outcome::Complete && self.response.is_reusable()
    }

    fn run_steps(&mut self, steps: &[Step]) -> Result<(), Outcome> {
        steps.iter().try_for_each(|step| {
            if !matches!(step, Step::Repeat { .. }) {
                self.space().note(self.ticket, |entry, at| entry.step(step.name(), at));
            }
            self.run_step(step)
        })
    }

    fn run_step(&mut self, step: &Step) -> Result<(), Outcome> {
        match step {
            Step::Head => self.response.send_head(0).map_err(stop),
            Step::Write(payload, pieces) => self.write(&payload.render(&self.scope), *pieces),
            Step::Raw(payload) => self.write_raw(payload),
            Step::Event(event, pieces) => self.write(&event.render(self.eol, &self.scope), *pieces),
            Step::Delay(time) => self.delay(*time),
            Step::Wait(name, limit) => self.wait(name, *limit),
            Step::Signal(name) => {
                self.space().signal(name.render(Place::Word, &self.scope));
                Ok(())
            }
            Step::Hold => self.look_until(MAX_WAIT, || false).and(Err(Outcome::Expired)),
            Step::Reset => self.reset(),
            Step::Close => Err(Outcome::Closed),
            Step::End => self.end(),
            Step::Repeat { times, join, steps } => self.repeat(*times, *join, steps),
            Step::Send(name, event) => {
                let bytes = event.render(self.eol, &self.scope);
                let sent = self.space().send(name.render(Place::Word, &self.scope), bytes);
                if sent { Ok(()) } else { Err(Outcome::Expired) }
            }
            Step::Relay(name, count) => self.relay(name, *count),
        }
    }

    fn write(&mut self, bytes: &[u8], pieces: Pieces) -> Result<(), Outcome> {
        self.response.send_head(bytes.len()).map_err(stop)?;
        let mut rest = bytes.chunks(pieces.size.unwrap_or(usize::MAX)).peekable();
        while let Some(piece) = rest.next() {
            self.response.write(piece).map_err(stop)?;
            if rest.peek().is_some() && !pieces.gap.is_zero() {
                self.delay(pieces.gap)?;
            }
        }
        Ok(())
    }

    fn write_raw(&mut self, payload: &Payload) -> Result<(), Outcome> {
        self.response.write_raw(&payload.render(&self.scope)).map_err(stop)
    }

    fn delay(&mut self, time: Duration) -> Result<(), Outcome> {
        self.response.uncork().map_err(stop)?;
        match self.look_until(time, || false) {
            Ok(()) | Err(Outcome::Expired) => Ok(()),
            Err(outcome) => Err(outcome),
        }
    }

    fn wait(&mut self, name: &Text, limit: Duration) -> Result<(), Outcome> {
        self.response.uncork().map_err(stop)?;
        let name = name.render(Place::Word, &self.scope);
        self.look_until(limit, || self.space().has_signal(&name))
    }

    fn repeat(&mut self, times: u64, join: bool, steps: &[Step]) -> Result<(), Outcome> {
        let outer = self.scope.i;
        for i in 0..times {
            self.scope.i = i;
            // A step that waits has uncorked.
            if join {
                self.response.cork();
            }
            self.run_steps(steps)?;
        }
        self.scope.i = outer;
        self.response.uncork().map_err(stop)
    }

    /// Writes `count` events that are sent to the box.
    fn relay(&mut self, name: &Text, count: u64) -> Result<(), Outcome> {
        let name = name.render(Place::Word, &self.scope);
        self.response.send_head(0).map_err(stop)?;
        let deadline = Instant::now() + MAX_WAIT;
        let mut left = count;
        while Instant::now() < deadline {
            while let Some(bytes) = self.space().receive(&name) {
                self.write(&bytes, Pieces::default())?;
                left -= 1;
                if left == 0 {
                    return Ok(());
                }
            }
            self.look()?;
            self.space().pause(LOOK_EVERY);
        }
        Err(Outcome::Expired)
    }

    fn reset(&mut self) -> Result<(), Outcome> {
        self.response.uncork().map_err(stop)?;
        // With no time to linger, closing the socket sends RST instead of FIN.
        let lingers = SockRef::from(self.stream).set_linger(Some(Duration::ZERO));
        lingers.map_err(stop).and(Err(Outcome::Reset))
    }

    fn end(&mut self) -> Result<(), Outcome> {
        if self.response.is_ended() {
            return Ok(());
        }
        // A client that has all that was promised may close before we do.
        if !self.response.is_whole() {
            self.look()?;
        }
        self.response.end().map_err(stop)
    }

    /// Waits until `is_due`, for `limit` at most, while the client is there.
    fn look_until(&self, limit: Duration, is_due: impl Fn() -> bool) -> Result<(), Outcome> {
        let deadline = Instant::now() + limit.min(MAX_WAIT);
        loop {
            if is_due() {
                return Ok(());
            }
            self.look()?;
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Outcome::Expired);
            }
            self.space().pause(left.min(LOOK_EVERY));
        }
    }

    /// Fails when the client has closed or the namespace is gone.
    fn look(&self) -> Result<(), Outcome> {
        if self.space().is_deleted() {
            return Err(Outcome::Deleted);
        }
        // After the end the client may close when it likes.
        if !self.response.is_ended() && is_closed(self.stream) {
            return Err(Outcome::ClientClosed);
        }
        Ok(())
    }

    fn space(&self) -> &'a Space {
        self.scope.space
    }
}

/// Whether the client has closed, or reset, its side.
fn is_closed(stream: &TcpStream) -> bool {
    if stream.set_nonblocking(true).is_err() {
        return true;
    }
    let peeked = stream.peek(&mut [0]);
    if stream.set_nonblocking(false).is_err() {
        return true;
    }
    match peeked {
        Ok(count) => count == 0,
        Err(error) => error.kind() != io::ErrorKind::WouldBlock,
    }
}

fn stop(error: io::Error) -> Outcome {
    match error.kind() {
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => Outcome::Stalled,
        // Only a write after the end.
        io::ErrorKind::Other => Outcome::Faulty,
        _ => Outcome::ClientClosed,
    }
}
