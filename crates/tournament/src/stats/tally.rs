//! Deals by the share of points they gave the first side, for tests that look again after each deal.

use std::collections::BTreeMap;

/// How a deal is made up: what the first side gets if all are equal, and from how many matches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Format {
    par: f64,
    matches: u32,
}

impl Format {
    /// Two teams that change places: two matches a deal, half the points for each.
    pub const TEAMS: Format = Format { par: 0.5, matches: 2 };

    /// One against others who play each for themselves, once in every seat. One seat is taken for two.
    pub fn alone(seats: u32) -> Format {
        let seats = seats.max(2);
        Format { par: 1.0 / f64::from(seats), matches: seats }
    }

    /// The share of points if all are equal.
    pub fn par(&self) -> f64 {
        self.par
    }

    /// The matches of a deal.
    pub fn matches(&self) -> u32 {
        self.matches
    }
}

/// A share that is none.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("expected a share of points from 0 to 1, found {0}")]
pub struct BadShare(pub f64);

/// Shares of 1/3 and the like are counted in these steps.
const STEPS: f64 = 1e9;

/// How many deals gave which share of the points.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    counts: BTreeMap<u32, u64>,
    deals: u64,
}

impl Tally {
    /// Adds a deal and returns its share as it is counted.
    ///
    /// # Errors
    /// If the share is not from 0 to 1, a rounding error aside.
    pub fn add(&mut self, share: f64) -> Result<f64, BadShare> {
        let step = (share * STEPS).round();
        if !(0.0..=STEPS).contains(&step) {
            return Err(BadShare(share));
        }
        *self.counts.entry(step as u32).or_insert(0) += 1;
        self.deals += 1;
        Ok(step / STEPS)
    }

    /// How many deals were added.
    pub fn deals(&self) -> u64 {
        self.deals
    }

    /// The shares in rising order, and how many deals gave each.
    pub fn categories(&self) -> impl Iterator<Item = (f64, u64)> + '_ {
        self.counts.iter().map(|(step, count)| (f64::from(*step) / STEPS, *count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirds_are_one_category_however_they_were_rounded() {
        let mut tally = Tally::default();
        for share in [1.0 / 3.0, 1.0 - 2.0 / 3.0, 0.1 + 0.2 + 0.1 / 3.0, 1.0 + 1e-12, -1e-12] {
            tally.add(share).expect("a share");
        }
        let categories: Vec<(f64, u64)> = tally.categories().collect();
        assert_eq!(categories, [(0.0, 1), (0.333333333, 3), (1.0, 1)]);
        assert_eq!(tally.deals(), 5);
    }

    #[test]
    fn what_is_no_share_is_refused_and_not_counted() {
        let mut tally = Tally::default();
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.1, 1.1, 1e300] {
            assert!(tally.add(bad).is_err(), "{bad}");
        }
        assert_eq!(tally, Tally::default());
        assert_eq!(BadShare(1.5).to_string(), "expected a share of points from 0 to 1, found 1.5");
    }
}
