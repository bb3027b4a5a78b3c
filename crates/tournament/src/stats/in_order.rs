//! A stopping rule for deals that end in any order.

use std::collections::BTreeMap;

use super::stopping::{Conclusion, Stopping};
use super::tally::BadShare;

/// Feeds a [`Stopping`] rule in the order of the deals' numbers, from 0: a deal waits until all before it have ended.
/// So the conclusion does not depend on how many tables there are, nor on which deals take long.
///
/// ```
/// use tournament::stats::{Format, InOrder, Stopping, Conclusion};
/// let mut deals = InOrder::new(Stopping::new("elo0=0,elo1=10".parse()?, Format::TEAMS));
/// for number in (1..8).rev() {
///     assert_eq!(deals.add(number, 1.0)?, Conclusion::Continue);
/// }
/// assert_eq!(deals.counted(), 0);
/// assert_ne!(deals.add(0, 1.0)?, Conclusion::Continue);
/// assert_eq!(deals.counted(), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct InOrder {
    stopping: Stopping,
    next: u64,
    waiting: BTreeMap<u64, f64>,
}

impl InOrder {
    /// No deal has ended yet.
    pub fn new(stopping: Stopping) -> InOrder {
        InOrder { stopping, next: 0, waiting: BTreeMap::new() }
    }

    /// Adds the share of a deal. A deal that was added before, or comes after the conclusion, changes nothing.
    ///
    /// # Errors
    /// If a share is not from 0 to 1. It is not added.
    pub fn add(&mut self, number: u64, share: f64) -> Result<Conclusion, BadShare> {
        if number >= self.next {
            self.waiting.insert(number, share);
        }
        while self.stopping.conclusion() == Conclusion::Continue
            && let Some(share) = self.waiting.remove(&self.next)
        {
            self.stopping.add(share)?;
            self.next += 1;
        }
        Ok(self.stopping.conclusion())
    }

    /// How many deals were counted: those up to the conclusion.
    pub fn counted(&self) -> u64 {
        self.next
    }

    /// The rule and what it has seen.
    pub fn stopping(&self) -> &Stopping {
        &self.stopping
    }
}
