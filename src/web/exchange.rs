//! One HTTP exchange, from the request to the last byte.

use std::rc::{Rc, Weak};

use js_sys::Uint8Array;

use super::body::{Excerpt, Whole};
use super::control::Control;
use super::driver::{Driver, Host, Shared};
use super::fetch::{Answer, Failure, Network, Request};
use super::now;
use super::payload::Payload;
use crate::ids::ExchangeId;
use crate::proto::{Connection, Reading};
use crate::time::Instant;

/// How long to find out why a request failed, in milliseconds.
const PATIENCE: u64 = 2_000;

/// Carries an exchange out and reports to the connection, if there still is one.
pub(super) async fn run<H: Host>(task: Task<H>, network: Rc<Network>, request: Request) {
    if task.control.is_over() {
        return;
    }
    let answer = network.send(&request, task.control.signal()).await;
    if task.control.is_over() {
        if let Ok(answer) = answer {
            answer.discard();
        }
        return;
    }
    match answer {
        Ok(answer) => task.read(&answer).await,
        Err(Failure { why, unexplained }) => {
            let lacking = if unexplained { task.find_out(&network, &request).await } else { None };
            if !task.control.is_over() {
                task.fail(&why, lacking.as_deref());
            }
        }
    }
}

/// An exchange that is under way; it keeps nothing alive.
pub(super) struct Task<H: Host> {
    pub(super) shared: Weak<Shared<H>>,
    pub(super) control: Rc<Control>,
    pub(super) id: ExchangeId,
}

/// Where the pieces of a body go.
enum Sink {
    Whole(Whole),
    Stream,
}

type Conn = Connection<Payload>;

impl<H: Host> Task<H> {
    async fn read(self, answer: &Answer) {
        let (head, id) = (answer.head(), self.id);
        let keep = if head.status < 400 { Excerpt::Unparsed } else { Excerpt::Always };
        let reading = self.tell(|connection, now| connection.handle_head(now, id, head));
        let mut sink = match reading {
            Some(Reading::Whole { limit }) => Sink::Whole(Whole::new(limit, keep)),
            Some(Reading::Stream) => Sink::Stream,
            Some(Reading::Nothing) | None => {
                self.end(|_, _| ());
                return answer.discard();
            }
        };
        if let Some(body) = answer.stream() {
            let reader = match body.reader() {
                Ok(reader) => reader,
                Err(why) => return self.fail(&why, None),
            };
            self.control.reads_from(&reader);
            loop {
                let piece = reader.next().await;
                if self.control.is_over() {
                    return;
                }
                match piece {
                    Ok(Some(piece)) if self.pass_on(&mut sink, &piece) => {}
                    Ok(Some(_)) => break reader.stop(),
                    Ok(None) => break,
                    Err(why) => return self.fail(&why, None),
                }
            }
        }
        self.end(|connection, now| match sink {
            Sink::Whole(whole) => connection.handle_body(now, id, whole.finish()),
            Sink::Stream => connection.handle_end(now, id),
        });
    }

    /// Gives a piece of the body to whom it may concern; tells whether to go on.
    fn pass_on(&self, sink: &mut Sink, piece: &Uint8Array) -> bool {
        let id = self.id;
        match sink {
            Sink::Whole(whole) => whole.push(piece),
            Sink::Stream => {
                let bytes = piece.to_vec();
                self.tell(|connection, now| connection.handle_chunk(now, id, &bytes));
                !self.control.is_over()
            }
        }
    }

    /// Finds out what the server's CORS policy lacked, within a bound.
    async fn find_out(&self, network: &Network, request: &Request) -> Option<String> {
        // The standing stream is tried again and again: nobody waits to hear why it failed.
        let is_connecting = |driver: &Driver<H>| driver.connection.is_connecting();
        if request.body.is_none() && !self.shared.upgrade()?.look(is_connecting) {
            return None;
        }
        let _bound = self.control.give_up_after(PATIENCE);
        let lacking = network.lacking(request, &self.control.signal()?).await;
        self.control.abort();
        lacking
    }

    fn fail(&self, why: &str, lacking: Option<&str>) {
        let id = self.id;
        self.end(|connection, now| connection.handle_failure(now, id, why, lacking));
    }

    /// Reports the last that there is to report.
    fn end(&self, report: impl FnOnce(&mut Conn, Instant)) {
        let Some(shared) = self.shared.upgrade() else { return };
        let (id, now) = (self.id, now());
        shared.step(|driver: &mut Driver<H>| {
            driver.finish(id);
            report(&mut driver.connection, now);
        });
    }

    fn tell<T>(&self, report: impl FnOnce(&mut Conn, Instant) -> T) -> Option<T> {
        let (shared, now) = (self.shared.upgrade()?, now());
        Some(shared.step(|driver: &mut Driver<H>| report(&mut driver.connection, now)))
    }
}
