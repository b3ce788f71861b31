//! One delay that ends with its owner.

use gloo_timers::callback::Timeout;

/// The longest delay that `setTimeout` keeps; a longer one would fire at once.
const LONGEST: u64 = i32::MAX as u64;

/// Runs an action once after a delay, unless it is dropped first.
pub(crate) struct Timer {
    _timeout: Timeout,
}

impl Timer {
    /// Starts a timer; a delay beyond what the browser can wait is cut to that,
    /// so `action` has to look at the clock.
    pub(crate) fn after(millis: u64, action: Box<dyn FnOnce()>) -> Self {
        let millis = u32::try_from(millis.min(LONGEST)).unwrap_or_default();
        Self { _timeout: Timeout::new(millis, action) }
    }
}
