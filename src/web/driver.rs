//! The one door to a connection's state.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use wasm_bindgen_futures::spawn_local;

use super::control::Exchange;
use super::exchange::{self, Task};
use super::fetch::{Network, Request};
use super::now;
use super::payload::Payload;
use super::timer::Timer;
use crate::ids::ExchangeId;
use crate::proto::{Connection, Event, Header, Output, Transmit};
use crate::time::Instant;

/// What stands above the driver.
///
/// It takes events in while the state is borrowed, when no code of the page may
/// run, and acts on them once the state is free again.
pub(crate) trait Host: Sized + 'static {
    /// What stays the same for the connection's life.
    type Context;
    /// Something to do once the state is free.
    type Effect;

    /// Files an event.
    fn receive(
        &mut self,
        connection: &mut Connection<Payload>,
        event: Event<Payload>,
        effects: &mut Vec<Self::Effect>,
    );

    /// Looks at the state at the end of a step; `farewells` are under way.
    fn after_step(
        &mut self,
        connection: &Connection<Payload>,
        farewells: usize,
        effects: &mut Vec<Self::Effect>,
    );

    /// Does what events led to, in their order.
    fn perform(shared: &Rc<Shared<Self>>, effects: Vec<Self::Effect>);
}

/// A connection and everything that is under way for it.
///
/// Dropping it stops every fetch and the timer.
pub(crate) struct Driver<H: Host> {
    pub(crate) connection: Connection<Payload>,
    pub(crate) host: H,
    exchanges: Vec<(ExchangeId, Exchange)>,
    alarm: Option<(Instant, Timer)>,
    farewells: usize,
}

/// What a step leaves to be done without a borrow.
struct Work<H: Host> {
    tasks: Vec<(Task<H>, Request)>,
    farewells: Vec<Vec<Header>>,
    /// Dropping these runs abort listeners, which may be a page's own.
    stopped: Vec<Exchange>,
    effects: Vec<H::Effect>,
    alarm: Rearm,
}

/// What to do about the timer.
enum Rearm {
    Leave,
    Clear,
    Set(Instant),
}

impl<H: Host> Driver<H> {
    /// Forgets an exchange that came to its end.
    pub(super) fn finish(&mut self, id: ExchangeId) {
        if let Some(exchange) = self.take(id) {
            exchange.finish();
        }
    }

    fn take(&mut self, id: ExchangeId) -> Option<Exchange> {
        let index = self.exchanges.iter().position(|(known, _)| *known == id)?;
        Some(self.exchanges.swap_remove(index).1)
    }

    fn drain(&mut self, shared: &Rc<Shared<H>>) -> Work<H> {
        let mut work = Work {
            tasks: Vec::new(),
            farewells: Vec::new(),
            stopped: Vec::new(),
            effects: Vec::new(),
            alarm: Rearm::Leave,
        };
        while let Some(output) = self.connection.poll_output() {
            match output {
                Output::Transmit(transmit) => self.transmit(transmit, shared, &mut work),
                Output::Event(event) => {
                    self.host.receive(&mut self.connection, event, &mut work.effects);
                }
            }
        }
        self.host.after_step(&self.connection, self.farewells, &mut work.effects);
        work.alarm = self.rearm();
        work
    }

    fn transmit(&mut self, transmit: Transmit, shared: &Rc<Shared<H>>, work: &mut Work<H>) {
        match transmit {
            Transmit::Post { exchange, to, headers, body } => {
                let request = Request { method: "POST", to, headers, body: Some(body) };
                work.tasks.push((self.begin(exchange, shared), request));
            }
            Transmit::Get { exchange, headers } => {
                let request = Request { method: "GET", to: None, headers, body: None };
                work.tasks.push((self.begin(exchange, shared), request));
            }
            Transmit::Delete { headers } => {
                self.farewells += 1;
                work.farewells.push(headers);
            }
            Transmit::Abort { exchange } => work.stopped.extend(self.take(exchange)),
        }
    }

    fn begin(&mut self, id: ExchangeId, shared: &Rc<Shared<H>>) -> Task<H> {
        let exchange = Exchange::new();
        let control = exchange.control();
        self.exchanges.push((id, exchange));
        Task { shared: Rc::downgrade(shared), control, id }
    }

    /// Compares what the connection waits for with what the timer is set to.
    ///
    /// A timer that is early stays: it finds nothing due and is set again, which
    /// is less than setting it anew with each sign of progress.
    fn rearm(&self) -> Rearm {
        match (self.connection.poll_timeout(), &self.alarm) {
            (None, None) => Rearm::Leave,
            (None, Some(_)) => Rearm::Clear,
            (Some(due), Some((set, _))) if *set <= due => Rearm::Leave,
            (Some(due), _) => Rearm::Set(due),
        }
    }
}

/// A driver, reached by one step at a time.
pub(crate) struct Shared<H: Host> {
    driver: RefCell<Driver<H>>,
    network: Rc<Network>,
    pub(crate) context: H::Context,
}

impl<H: Host> Shared<H> {
    /// Takes charge of a connection; nothing is sent before the first step.
    pub(crate) fn new(
        connection: Connection<Payload>,
        host: H,
        network: Network,
        context: H::Context,
    ) -> Rc<Self> {
        let (exchanges, alarm, farewells) = (Vec::new(), None, 0);
        let driver = RefCell::new(Driver { connection, host, exchanges, alarm, farewells });
        Rc::new(Self { driver, network: Rc::new(network), context })
    }

    /// Looks at the state; `look` must run no code of the page.
    pub(crate) fn look<T>(&self, look: impl FnOnce(&Driver<H>) -> T) -> T {
        look(&self.driver.borrow())
    }

    /// Changes what asks for nothing to be done; whatever is due stays due.
    pub(crate) fn adjust<T>(&self, act: impl FnOnce(&mut Driver<H>) -> T) -> T {
        act(&mut self.driver.borrow_mut())
    }

    /// Runs one step of the connection, then does what it asked for.
    ///
    /// The borrow ends before any code of the page runs, so whatever a host does
    /// in reaction (call again, close, free) finds the state free. `act` itself
    /// must run none.
    pub(crate) fn step<T>(self: &Rc<Self>, act: impl FnOnce(&mut Driver<H>) -> T) -> T {
        let value = act(&mut self.driver.borrow_mut());
        self.settle();
        value
    }

    fn settle(self: &Rc<Self>) {
        let work = self.driver.borrow_mut().drain(self);
        self.set_alarm(work.alarm);
        drop(work.stopped);
        for (task, request) in work.tasks {
            spawn_local(exchange::run(task, self.network.clone(), request));
        }
        for headers in work.farewells {
            let farewell = farewell(Rc::downgrade(self), self.network.clone(), headers);
            spawn_local(farewell);
        }
        H::perform(self, work.effects);
    }

    fn set_alarm(self: &Rc<Self>, rearm: Rearm) {
        let alarm = match rearm {
            Rearm::Leave => return,
            Rearm::Clear => None,
            Rearm::Set(due) => {
                let shared = Rc::downgrade(self);
                let ring = Box::new(move |_| Self::ring(&shared));
                Some((due, Timer::after(due.since(now()), ring)))
            }
        };
        let before = std::mem::replace(&mut self.driver.borrow_mut().alarm, alarm);
        drop(before); // clears the timer, with no borrow held
    }

    fn ring(shared: &Weak<Self>) {
        let Some(shared) = shared.upgrade() else { return };
        let now = now();
        shared.step(|driver| {
            driver.alarm = None;
            driver.connection.handle_timeout(now);
        });
    }
}

/// Ends the server's session: it outlives this one, of which it holds nothing.
async fn farewell<H: Host>(shared: Weak<Shared<H>>, network: Rc<Network>, headers: Vec<Header>) {
    let request = Request { method: "DELETE", to: None, headers, body: None };
    if let Ok(answer) = network.send(&request, None).await {
        answer.discard();
    }
    if let Some(shared) = shared.upgrade() {
        shared.step(|driver| driver.farewells = driver.farewells.saturating_sub(1));
    }
}
