//! How long to wait before a lost stream is opened again.

/// The least that a barren stream is waited for, in milliseconds.
const FLOOR: u64 = 1_000;
/// The most, in milliseconds; a server that asks for more gets more.
const CEILING: u64 = 30_000;
/// Streams in a row that bring nothing new before they are given up.
pub(super) const ATTEMPTS: u32 = 6;

/// Gives the milliseconds to wait after `barren` streams that brought nothing.
///
/// A stream that brought something is opened again after what the server asked
/// for, to the millisecond (2025-11-25, basic/transports). After barren ones the
/// wait doubles, never falls below a second, and is spread by `chance` (0 up to 1).
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the numbers are small and positive"
)]
pub(super) fn delay(barren: u32, retry: Option<u64>, chance: f64) -> u64 {
    let asked = retry.unwrap_or(FLOOR);
    let Some(doublings) = barren.checked_sub(1) else { return asked };
    let doubled = FLOOR.saturating_mul(1 << doublings.min(10)).min(CEILING);
    let spread = doubled as f64 * 0.25 * chance.clamp(0.0, 1.0);
    asked.max(doubled + spread as u64)
}

#[cfg(test)]
mod tests {
    use super::delay;

    #[test]
    fn the_server_is_taken_at_its_word_while_its_streams_bring_something() {
        assert_eq!(delay(0, Some(500), 0.9), 500);
        assert_eq!(delay(0, Some(0), 0.9), 0);
        assert_eq!(delay(0, None, 0.9), 1_000);
    }

    #[test]
    fn barren_streams_wait_longer_each_time_and_a_second_at_least() {
        let delays: Vec<_> = (1..=8).map(|barren| delay(barren, Some(0), 0.0)).collect();
        assert_eq!(delays, [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
        assert_eq!(delay(2, Some(60_000), 0.0), 60_000);
        assert_eq!(delay(1, None, 1.0), 1_250);
        assert_eq!(delay(u32::MAX, None, f64::NAN), 30_000);
    }
}
