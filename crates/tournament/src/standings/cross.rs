//! Who did what against whom: for every two entries that sat at one table on different sides.

use std::collections::BTreeMap;

use table::intervals::Interval;

use super::shares::Shares;

/// What an entry did against another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// Deals they both sat at.
    pub deals: u64,
    /// Matches in which it was paid more, the same, and less.
    pub won: u64,
    /// See `won`.
    pub tied: u64,
    /// See `won`.
    pub lost: u64,
    /// Its share: 1 for being paid more, one half for the same. The interval is over deals.
    pub share: Interval,
}

/// Every pairing that has met.
#[derive(Clone, Debug, Default)]
pub struct Cross {
    /// The smaller number first, with its results.
    pairings: BTreeMap<(usize, usize), Pairing>,
}

#[derive(Clone, Debug, Default)]
struct Pairing {
    shares: Shares,
    won: u64,
    tied: u64,
    lost: u64,
}

impl Cross {
    /// Adds the matches of a deal, as `first` did against `second`: how often it was paid more, the same and less.
    pub(super) fn add(&mut self, (first, second): (usize, usize), [won, tied, lost]: [u64; 3]) {
        let (key, [won, tied, lost]) = if first < second {
            ((first, second), [won, tied, lost])
        } else {
            ((second, first), [lost, tied, won])
        };
        let pairing = self.pairings.entry(key).or_default();
        let points = won as f64 + tied as f64 / 2.0;
        pairing.shares.add(points / (won + tied + lost).max(1) as f64);
        pairing.won += won;
        pairing.tied += tied;
        pairing.lost += lost;
    }

    /// What an entry did against another; `None` if they have not met.
    pub fn meeting(&self, entry: usize, other: usize) -> Option<Meeting> {
        let pairing = self.pairings.get(&(entry.min(other), entry.max(other)))?;
        let Pairing { shares, won, tied, lost } = pairing;
        let share = shares.of_shares()?;
        let meeting = Meeting { deals: shares.deals(), won: *won, tied: *tied, lost: *lost, share };
        if entry <= other {
            return Some(meeting);
        }
        let Interval { mean, low, high } = share;
        let share = Interval { mean: 1.0 - mean, low: 1.0 - high, high: 1.0 - low };
        Some(Meeting { won: *lost, lost: *won, share, ..meeting })
    }

    /// The mean share of an entry against another and their deals, without an interval.
    pub(super) fn mean(&self, entry: usize, other: usize) -> Option<(f64, u64)> {
        let pairing = self.pairings.get(&(entry.min(other), entry.max(other)))?;
        let mean = pairing.shares.mean()?;
        Some((if entry <= other { mean } else { 1.0 - mean }, pairing.shares.deals()))
    }

    /// Whom an entry has met.
    pub fn opponents(&self, entry: usize) -> impl Iterator<Item = usize> + '_ {
        let pairs = self.pairings.keys();
        pairs.filter_map(move |&(first, second)| match entry {
            _ if entry == first => Some(second),
            _ if entry == second => Some(first),
            _ => None,
        })
    }

    /// Every two entries that have met, the smaller number first.
    pub fn pairings(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.pairings.keys().copied()
    }
}
