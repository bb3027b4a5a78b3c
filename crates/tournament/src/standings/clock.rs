//! What an entry's decisions cost: sums, and how the time of a match is spread.

use crate::results::SeatUse;

/// Four steps for each doubling: a quantile is at most a fifth too high.
const STEPS: f64 = 4.0;

/// What an entry's decisions cost. A seat of a match is one observation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClockUse {
    /// The sums over all its seats, and its slowest decision.
    pub sum: SeatUse,
    /// How many seats it took.
    pub seats: u64,
    /// The most time that one seat used in a match, in microseconds.
    pub most_us: u64,
    /// How many seats used how much time, in steps of its logarithm.
    counts: Vec<u64>,
}

impl ClockUse {
    /// Adds what a seat used in a match.
    pub fn add(&mut self, seat: &SeatUse) {
        let sum = &mut self.sum;
        sum.decisions = sum.decisions.saturating_add(seat.decisions);
        sum.clock_us = sum.clock_us.saturating_add(seat.clock_us);
        sum.cpu_us = sum.cpu_us.saturating_add(seat.cpu_us);
        sum.lag_us = sum.lag_us.saturating_add(seat.lag_us);
        sum.slowest_us = sum.slowest_us.max(seat.slowest_us);
        self.seats += 1;
        self.most_us = self.most_us.max(seat.clock_us);
        let step = (STEPS * (seat.clock_us.max(1) as f64).log2()) as usize;
        if self.counts.len() <= step {
            self.counts.resize(step + 1, 0);
        }
        self.counts[step] += 1;
    }

    /// The time in microseconds that this part of its seats did not exceed in a match; 0 if it took none.
    pub fn quantile_us(&self, part: f64) -> u64 {
        let needed = (part * self.seats as f64).ceil().max(1.0) as u64;
        let mut so_far = 0;
        for (step, count) in self.counts.iter().enumerate() {
            so_far += count;
            if so_far >= needed {
                return (((step + 1) as f64 / STEPS).exp2() as u64).min(self.most_us);
            }
        }
        0
    }

    /// The mean time of a decision in microseconds.
    pub fn mean_us(&self) -> f64 {
        self.sum.clock_us as f64 / self.sum.decisions.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_near_and_never_above_the_most() {
        let mut clock = ClockUse::default();
        assert_eq!(clock.quantile_us(0.5), 0);
        for us in 1..=1_000 {
            clock.add(&SeatUse { decisions: 1, clock_us: us, slowest_us: us, ..SeatUse::default() });
        }
        let (half, most) = (clock.quantile_us(0.5), clock.quantile_us(1.0));
        assert!((500..=600).contains(&half), "{half}");
        assert_eq!((most, clock.most_us, clock.sum.slowest_us), (1_000, 1_000, 1_000));
        assert_eq!(clock.mean_us(), 500.5);
        clock.add(&SeatUse { clock_us: u64::MAX, ..SeatUse::default() });
        assert_eq!(clock.quantile_us(1.0), u64::MAX);
    }
}
