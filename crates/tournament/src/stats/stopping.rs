//! When a match of two sides may stop: a sequential test, a quicker one for lopsided matches, and a limit.
//!
//! The [`Sprt`] is best where the sides are close. Where one side wins nearly everything it is slow, because it
//! compares two small differences with each other. So an [`EProcess`] in each direction watches as well. It
//! accepts H1 (at least `elo1`) as soon as no Elo difference up to `elo0` fits the deals, and H0 (at most `elo0`) as
//! soon as none from `elo1` on does.
//! The two share the error rates: the test gets 80%, betting 20%.
//!
//! No test ends on every sequence of outcomes, so there is a limit of deals, after which the match is undecided.

use super::e_process::EProcess;
use super::sprt::{Sprt, TestDecision};
use super::tally::{BadShare, Format, Tally};

/// The part of the error rates that betting gets.
const BETTING: f64 = 0.2;

/// What ended a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The sequential probability ratio test.
    Sprt,
    /// The betting e-process: the match was lopsided.
    Betting,
}

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// Play another deal.
    Continue,
    /// H0: the Elo difference is at most `elo0`.
    AcceptH0(StopReason),
    /// H1: the Elo difference is at least `elo1`.
    AcceptH1(StopReason),
    /// The limit of deals is reached.
    Undecided,
}

/// The test of one match and the deals so far. A conclusion other than `Continue` never changes.
///
/// Add deals in the order in which they are dealt, not in which they end: a bot that loses slowly must not
/// look better early on.
///
/// ```
/// use tournament::stats::{Format, StopReason, Stopping, Conclusion};
/// let mut stopping = Stopping::new("elo0=0,elo1=10".parse()?, Format::TEAMS);
/// let mut deals = 0;
/// while stopping.conclusion() == Conclusion::Continue {
///     stopping.add(1.0)?;
///     deals += 1;
/// }
/// assert_eq!((deals, stopping.conclusion()), (8, Conclusion::AcceptH1(StopReason::Betting)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Stopping {
    asked: Sprt,
    /// With its part of the error rates.
    test: Sprt,
    format: Format,
    most_deals: u64,
    deals: Tally,
    llr: f64,
    above: EProcess,
    below: EProcess,
    conclusion: Conclusion,
}

impl Stopping {
    /// No deal was played yet. The limit is [`Sprt::most_deals`].
    pub fn new(sprt: Sprt, format: Format) -> Stopping {
        let (t0, t1) = sprt.effects(format);
        // A deal's deviation is at most half the range, so `t <= t0` caps the mean.
        let highest = format.par() + t0.max(0.0) / 2.0;
        let lowest = format.par() + t1.min(0.0) / 2.0;
        let test = sprt.with_rates_times(1.0 - BETTING);
        Stopping {
            asked: sprt,
            test,
            format,
            most_deals: test.most_deals(format),
            deals: Tally::default(),
            llr: 0.0,
            above: EProcess::above(highest),
            below: EProcess::below(lowest),
            conclusion: Conclusion::Continue,
        }
    }

    /// Stops at this many deals at the latest; at least one is played.
    pub fn at_most(mut self, deals: u64) -> Stopping {
        self.most_deals = deals.max(1);
        self
    }

    /// Adds the first side's share of the points of a deal, and says whether to go on.
    ///
    /// # Errors
    /// If the share is not from 0 to 1. Then nothing is added.
    pub fn add(&mut self, share: f64) -> Result<Conclusion, BadShare> {
        let share = self.deals.add(share)?;
        self.above.add(share)?;
        self.below.add(share)?;
        self.llr = self.test.llr(&self.deals, self.format);
        if self.conclusion == Conclusion::Continue {
            self.conclusion = self.decide();
        }
        Ok(self.conclusion)
    }

    fn decide(&self) -> Conclusion {
        if self.above.rejects(BETTING * self.asked.alpha()) {
            return Conclusion::AcceptH1(StopReason::Betting);
        }
        if self.below.rejects(BETTING * self.asked.beta()) {
            return Conclusion::AcceptH0(StopReason::Betting);
        }
        match self.test.decide(self.llr) {
            TestDecision::AcceptH0 => Conclusion::AcceptH0(StopReason::Sprt),
            TestDecision::AcceptH1 => Conclusion::AcceptH1(StopReason::Sprt),
            TestDecision::Continue if self.deals.deals() >= self.most_deals => Conclusion::Undecided,
            TestDecision::Continue => Conclusion::Continue,
        }
    }

    /// Whether to go on.
    pub fn conclusion(&self) -> Conclusion {
        self.conclusion
    }

    /// The log-likelihood ratio so far.
    pub fn llr(&self) -> f64 {
        self.llr
    }

    /// The bounds of the log-likelihood ratio: H0 is accepted at the first, H1 at the second.
    pub fn bounds(&self) -> (f64, f64) {
        self.test.bounds()
    }

    /// The deals so far.
    pub fn deals(&self) -> &Tally {
        &self.deals
    }

    /// The limit of deals.
    pub fn most_deals(&self) -> u64 {
        self.most_deals
    }

    /// The test as it was asked for.
    pub fn sprt(&self) -> Sprt {
        self.asked
    }
}
