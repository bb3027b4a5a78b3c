//! Values of deals by how often they came, so that equal ones need memory once.

use std::collections::BTreeMap;
use std::iter::repeat_n;
use std::ops::RangeInclusive;

use table::intervals::Interval;

/// Means of deals are whole numbers divided by a few seats and seatings; they are counted in these steps.
const STEPS: f64 = 1e9;

/// One value for each deal, and how often each came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shares {
    counts: BTreeMap<i64, u64>,
}

impl Shares {
    /// Adds the value of a deal.
    pub fn add(&mut self, value: f64) {
        *self.counts.entry((value * STEPS).round() as i64).or_insert(0) += 1;
    }

    /// How many deals were added.
    pub fn deals(&self) -> u64 {
        self.counts.values().sum()
    }

    /// The sum of all values.
    pub fn sum(&self) -> f64 {
        self.counts.iter().map(|(step, count)| *step as f64 / STEPS * *count as f64).sum()
    }

    /// The mean; `None` without a deal.
    pub fn mean(&self) -> Option<f64> {
        let deals = self.deals();
        (deals > 0).then(|| self.sum() / deals as f64)
    }

    /// The interval of shares from 0 to 1.
    pub fn of_shares(&self) -> Option<Interval> {
        Interval::of_shares(self.values())
    }

    /// The interval of payoffs within a range, if that is known.
    pub fn of_scores(&self, range: Option<RangeInclusive<f64>>) -> Option<Interval> {
        Interval::of_scores(self.values(), range)
    }

    fn values(&self) -> impl Iterator<Item = f64> + Clone + '_ {
        let times = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
        self.counts.iter().flat_map(move |(&step, &count)| repeat_n(step as f64 / STEPS, times(count)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counted_values_have_the_interval_of_a_list() {
        let list = [1.0, 0.5, 1.0 / 3.0, 1.0, 0.0, 1.0 / 3.0];
        let mut shares = Shares::default();
        list.iter().for_each(|value| shares.add(*value));
        let (ours, theirs) = (shares.of_shares().expect("deals"), Interval::of_shares(list).expect("deals"));
        assert_eq!(ours.percent(), theirs.percent());
        assert_eq!(shares.deals(), 6);
        assert!((shares.mean().expect("deals") - theirs.mean).abs() < 1e-9);
        assert_eq!(Shares::default().of_shares(), None);
    }
}
