//! One connection, without I/O and without a clock.
