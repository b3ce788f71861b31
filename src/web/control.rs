//! The switch that stops one HTTP exchange, whatever it is doing.

use std::cell::{Cell, OnceCell};
use std::rc::Rc;

use web_sys::{AbortController, AbortSignal};

use super::body::Source;
use super::timer::Timer;

/// What an exchange's task and its owner share.
pub(super) struct Control {
    controller: Option<AbortController>,
    reader: OnceCell<Source>,
    over: Cell<bool>,
}

impl Control {
    fn new() -> Self {
        Self {
            controller: AbortController::new().ok(),
            reader: OnceCell::new(),
            over: Cell::new(false),
        }
    }

    /// Gives the signal to pass to `fetch`.
    pub(super) fn signal(&self) -> Option<AbortSignal> {
        self.controller.as_ref().map(AbortController::signal)
    }

    /// Lets what the signal was given to go on for so long, while the timer lives.
    pub(super) fn give_up_after(&self, millis: u64) -> Option<Timer> {
        let controller = self.controller.clone()?;
        Some(Timer::after(millis, Box::new(move |_| controller.abort())))
    }

    /// Stops what the signal was given to.
    pub(super) fn abort(&self) {
        if let Some(controller) = &self.controller {
            controller.abort();
        }
    }

    /// Tells whether the exchange was stopped or is at its end.
    pub(super) fn is_over(&self) -> bool {
        self.over.get()
    }

    /// Takes note of the reader, to be cancelled when the exchange is stopped.
    pub(super) fn reads_from(&self, reader: &Source) {
        let _ = self.reader.set(reader.clone());
    }
}

/// An exchange that its owner has under way: dropping it aborts the fetch and
/// cancels the body.
pub(super) struct Exchange(Rc<Control>);

impl Exchange {
    pub(super) fn new() -> Self {
        Self(Rc::new(Control::new()))
    }

    pub(super) fn control(&self) -> Rc<Control> {
        self.0.clone()
    }

    /// Says that the exchange ended by itself, so that nothing is to be stopped.
    pub(super) fn finish(self) {
        self.0.over.set(true);
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        if self.0.over.replace(true) {
            return;
        }
        self.0.abort();
        // A fetch of the host's own may not look at the signal.
        if let Some(reader) = self.0.reader.get() {
            reader.stop();
        }
    }
}
