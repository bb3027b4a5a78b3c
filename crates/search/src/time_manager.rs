//! The time manager: a budget for one decision, and its share of a clock.
//!
//! The same iterations and the same seed give the same answer on every machine. With a deadline the answer
//! depends on the machine.

use std::fmt;
use std::time::Duration;

use cards::TimeLeft;
use cards::agent::{Allowed, Timer};

/// The transmission overhead: the time that a decision may take on its way to the referee and back. It is the
/// only allowance of this kind.
pub const OVERHEAD: Duration = Duration::from_millis(10);

/// The part of a clock for the whole match that is never spent, against a busy machine.
const RESERVE: Duration = Duration::from_millis(200);

/// The budget of a search: iterations or a deadline, whichever ends first.
#[derive(Clone, Copy, Debug)]
pub struct Budget<'a> {
    /// The most iterations, over all threads.
    pub iterations: u32,
    /// Stop at this moment.
    pub deadline: Option<Deadline<'a>>,
}

/// When to stop, and the timer that tells.
#[derive(Clone, Copy)]
pub struct Deadline<'a> {
    /// When, as the timer counts.
    pub at: Duration,
    /// The timer.
    pub timer: &'a dyn Timer,
}

impl Deadline<'_> {
    /// The time left; zero once it has passed.
    pub fn left(&self) -> Duration {
        self.at.saturating_sub(self.timer.now())
    }
}
impl fmt::Debug for Deadline<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "until {:?}", self.at)
    }
}

impl<'a> Budget<'a> {
    /// A number of iterations, however long they take.
    pub const fn iterations(iterations: u32) -> Budget<'static> {
        Budget { iterations, deadline: None }
    }

    /// As much as fits in this time from now on.
    pub fn lasting(time: Duration, timer: &'a dyn Timer) -> Budget<'a> {
        Budget { iterations: u32::MAX, deadline: Some(Deadline { at: timer.now() + time, timer }) }
    }

    /// At most `iterations`, and no more than this decision's share of the time left. The seat still has
    /// about `decisions` with a choice in about `rounds` rounds, this one included.
    pub fn share(iterations: u32, time: &TimeLeft<'a>, (decisions, rounds): (u32, u32)) -> Budget<'a> {
        let share = share(time.allowed, decisions, rounds);
        let deadline = share.map(|share| Deadline { at: time.timer.now() + share, timer: time.timer });
        Budget { iterations, deadline }
    }
}

/// The thinking time of one decision. Of a time for each decision it uses at most four fifths, and leaves the
/// overhead. Of a clock for the match it uses an even share of the time left and the increments ahead, but at
/// most a third of the time left, because the estimates of decisions and rounds may be wrong.
fn share(allowed: Allowed, decisions: u32, rounds: u32) -> Option<Duration> {
    match allowed {
        Allowed::Unlimited => None,
        Allowed::Move(each) => Some(each.saturating_sub(OVERHEAD.max(each / 5)).max(each / 4)),
        Allowed::Match { left, increment } => {
            let free = left.saturating_sub(RESERVE.min(left / 2));
            let coming = increment * rounds.saturating_sub(1);
            Some(((free + coming) / decisions.max(1)).min(free / 3))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn a_clock_for_the_match_is_never_used_up() {
        let mut left = 2000 * MS;
        // A match that never ends, without a single increment.
        for _ in 0..1000 {
            let spent = share(Allowed::Match { left, increment: 100 * MS }, 1, 20).expect("a clock runs");
            assert!(spent < left || left.is_zero());
            left -= spent;
        }
        let spent = share(Allowed::Match { left: 2000 * MS, increment: Duration::ZERO }, 1, 1);
        assert_eq!(spent, Some(600 * MS), "a third of what is above the reserve");
    }

    #[test]
    fn time_that_is_sure_to_come_is_shared_out_beforehand() {
        let clock = |left| Allowed::Match { left, increment: 100 * MS };
        assert_eq!(share(clock(2000 * MS), 18, 19), Some(200 * MS));
        assert_eq!(share(clock(60_000 * MS), 18, 19), Some(3422222222 * Duration::from_nanos(1)));
        assert_eq!(share(clock(100 * MS), 18, 19).map(|time| time < 20 * MS), Some(true));
    }

    #[test]
    fn a_time_for_one_decision_keeps_the_overhead_back() {
        for (each, used) in [(1000, 800), (500, 400), (60, 48), (40, 30), (20, 10), (8, 2)] {
            assert_eq!(share(Allowed::Move(each * MS), 5, 5), Some(used * MS), "{each} ms");
        }
        assert_eq!(share(Allowed::Unlimited, 5, 5), None);
    }
}
