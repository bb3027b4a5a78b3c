//! How long to think: iterations first, time second, and a purse for clocks with base and increment.
//!
//! The same iterations and the same chance give the same answer on every machine. A deadline can only
//! cut that short; whoever wants repeatable answers names no deadline.

use std::time::{Duration, Instant};

/// An end of thinking, whichever comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// No more iterations than this, all threads together.
    pub iterations: u32,
    /// Stop at this moment.
    pub deadline: Option<Instant>,
}

impl Budget {
    /// So many iterations, however long they take.
    pub const fn iterations(iterations: u32) -> Budget {
        Budget { iterations, deadline: None }
    }

    /// As much as goes until then.
    pub const fn until(deadline: Instant) -> Budget {
        Budget { iterations: u32::MAX, deadline: Some(deadline) }
    }
}

/// The time a seat has left in a match, as it counts it itself.
///
/// It never gives out what is not there: the reserve is for the pipe, the scheduler and a busy
/// machine, and stays untouched to the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Purse {
    left: Duration,
    increment: Duration,
    reserve: Duration,
}

impl Purse {
    /// A clock that has not run yet: a base, an increment for every round, and what to leave unspent.
    pub const fn new(base: Duration, increment: Duration, reserve: Duration) -> Purse {
        Purse { left: base, increment, reserve }
    }

    /// A round has begun: everybody gets the increment.
    pub fn round(&mut self) {
        self.left += self.increment;
    }

    /// What is left on the clock.
    pub const fn left(&self) -> Duration {
        self.left
    }

    /// Charges what a decision took.
    pub fn spend(&mut self, spent: Duration) {
        self.left = self.left.saturating_sub(spent);
    }

    /// How long to think when about `decisions` with a choice are still to come in about `rounds`
    /// rounds, this one included: an even share of all the time there will be, but of what is there
    /// never more than a third, for the guesses may be wrong.
    pub fn share(&self, decisions: u32, rounds: u32) -> Duration {
        let free = self.left.saturating_sub(self.reserve);
        let coming = self.increment * rounds.saturating_sub(1);
        ((free + coming) / decisions.max(1)).min(free / 3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn a_purse_never_gives_out_its_reserve() {
        let mut purse = Purse::new(2000 * MS, 100 * MS, 300 * MS);
        let mut spent = Duration::ZERO;
        // A match that never ends, without a single increment.
        for _ in 0..1000 {
            let share = purse.share(1, 20);
            purse.spend(share);
            spent += share;
        }
        assert!(spent <= 1700 * MS, "{spent:?}");
        assert!(purse.left() >= 300 * MS);
    }

    #[test]
    fn time_that_is_sure_to_come_is_shared_out_beforehand() {
        let purse = Purse::new(2000 * MS, 100 * MS, 200 * MS);
        assert_eq!(purse.share(18, 19), 200 * MS);
        assert_eq!(purse.share(1, 1), 600 * MS);
    }
}
