//! One HTTP exchange, from the request to the last byte.

use std::rc::{Rc, Weak};

use super::body::{Excerpt, Stream, Whole};
use super::control::Control;
use super::driver::{Driver, Host, Shared};
use super::fetch::{Answer, Network, Request};
use super::now;
use super::payload::Payload;
use crate::ids::ExchangeId;
use crate::proto::{Connection, Reading};
use crate::time::Instant;

/// Carries an exchange out and reports to the connection, if there still is one.
pub(super) async fn run<H: Host>(task: Task<H>, network: Rc<Network>, request: Request) {
    if task.control.is_over() {
        return;
    }
    let answer = network.send(request, task.control.signal()).await;
    if task.control.is_over() {
        if let Ok(answer) = answer {
            answer.discard();
        }
        return;
    }
    match answer {
        Ok(answer) => task.read(&answer).await,
        Err(why) => task.fail(&why),
    }
}

/// An exchange that is under way; it keeps nothing alive.
pub(super) struct Task<H: Host> {
    pub(super) shared: Weak<Shared<H>>,
    pub(super) control: Rc<Control>,
    pub(super) id: ExchangeId,
}

type Conn = Connection<Payload>;

impl<H: Host> Task<H> {
    async fn read(self, answer: &Answer) {
        let head = answer.head();
        let excerpt = if head.status < 400 { Excerpt::Unparsed } else { Excerpt::Always };
        let id = self.id;
        let Some(reading) = self.tell(|connection, now| connection.handle_head(now, id, head))
        else {
            answer.discard();
            return;
        };
        match (reading, answer.stream()) {
            (Reading::Whole { limit }, body) => self.read_whole(body, limit, excerpt).await,
            (Reading::Stream, Some(body)) => self.read_stream(&body).await,
            (Reading::Stream, None) => {
                self.end(|connection, now| connection.handle_end(now, id));
            }
            (Reading::Nothing, body) => {
                self.end(|_, _| ());
                if let Some(body) = body {
                    body.discard();
                }
            }
        }
    }

    async fn read_whole(self, body: Option<Stream>, limit: usize, excerpt: Excerpt) {
        let mut whole = Whole::new(limit);
        if let Some(body) = body {
            let reader = match body.reader() {
                Ok(reader) => reader,
                Err(why) => return self.fail(&why),
            };
            self.control.reads_from(&reader);
            loop {
                let piece = reader.next().await;
                if self.control.is_over() {
                    return;
                }
                match piece {
                    Ok(Some(piece)) if whole.push(&piece) => {}
                    Ok(Some(_)) => {
                        reader.stop();
                        break;
                    }
                    Ok(None) => break,
                    Err(why) => return self.fail(&why),
                }
            }
        }
        let (body, id) = (whole.finish(excerpt), self.id);
        self.end(|connection, now| connection.handle_body(now, id, body));
    }

    async fn read_stream(self, body: &Stream) {
        let id = self.id;
        let reader = match body.reader() {
            Ok(reader) => reader,
            Err(why) => return self.fail(&why),
        };
        self.control.reads_from(&reader);
        while !self.control.is_over() {
            let piece = reader.next().await;
            if self.control.is_over() {
                return;
            }
            match piece {
                Ok(Some(piece)) => {
                    let bytes = piece.to_vec();
                    self.tell(|connection, now| connection.handle_chunk(now, id, &bytes));
                }
                Ok(None) => return self.end(|connection, now| connection.handle_end(now, id)),
                Err(why) => return self.fail(&why),
            }
        }
    }

    fn fail(&self, why: &str) {
        let id = self.id;
        self.end(|connection, now| connection.handle_failure(now, id, why));
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
