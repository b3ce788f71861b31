//! Time as the core knows it: milliseconds that the caller counts.

use std::ops::Add;

/// A point in time, in whole milliseconds since an origin of the caller's choice.
///
/// The core has no clock. Every command and `handle_*` method takes the present
/// instant; instants passed to one connection must never decrease.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(u64);

impl Instant {
    /// Makes an instant from milliseconds since the caller's origin.
    #[must_use]
    pub const fn from_millis(millis: u64) -> Self {
        Self(millis)
    }

    /// Gives the milliseconds since the caller's origin.
    #[must_use]
    pub const fn as_millis(self) -> u64 {
        self.0
    }

    /// Gives the milliseconds from `earlier` to `self`, 0 when `earlier` is later.
    #[must_use]
    pub const fn since(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

impl Add<u64> for Instant {
    type Output = Self;

    fn add(self, millis: u64) -> Self {
        Self(self.0.saturating_add(millis))
    }
}
