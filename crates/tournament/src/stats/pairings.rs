//! A table of pairings: who met whom, and what came of each deal.

use std::collections::BTreeMap;

use super::bootstrap::{Bootstrap, Drawn, Ghost, Pool};
use super::bradley_terry::{BradleyTerry, PairTotals};
use super::rating::{Rating, centred};

/// What one deal in all its seatings gave the first entry, in matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct DealScore {
    /// Matches won.
    pub won: u32,
    /// Matches tied.
    pub tied: u32,
    /// Matches lost.
    pub lost: u32,
}

impl DealScore {
    /// All its matches.
    pub fn games(&self) -> u64 {
        u64::from(self.won) + u64::from(self.tied) + u64::from(self.lost)
    }

    fn reversed(self) -> DealScore {
        DealScore { won: self.lost, tied: self.tied, lost: self.won }
    }
}

/// A deal that cannot be counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadDeal {
    /// No such entry.
    #[error("expected an entry from 0 to {}, found {found}", .entries.saturating_sub(1))]
    Entry {
        /// The index given.
        found: usize,
        /// How many entries there are.
        entries: usize,
    },
    /// Against itself an entry always scores half.
    #[error("expected two different entries, found entry {0} against itself")]
    Itself(usize),
    /// Nothing was played.
    #[error("expected at least one match in the deal, found none")]
    Empty,
    /// A match with too many or too few seats.
    #[error("expected {expected} seats, found {found}")]
    Seats {
        /// The seats of the game.
        expected: usize,
        /// The entries or payoffs given.
        found: usize,
    },
}

/// Results of many entries, two to a match. A deal is one observation: its matches share its luck.
///
/// ```
/// use tournament::stats::{Pairings, DealScore};
/// let mut table = Pairings::new(2);
/// table.add(0, 1, DealScore { won: 2, tied: 0, lost: 0 })?;
/// table.add(1, 0, DealScore { won: 1, tied: 1, lost: 0 })?;
/// let [first, second] = table.ratings()[..] else { panic!("two entries") };
/// assert!(first.elo > 0.0 && (first.elo + second.elo).abs() < 1e-9);
/// assert_eq!(first.games, 4);
/// # Ok::<(), tournament::stats::BadDeal>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pairings {
    entries: usize,
    /// How many deals were alike: the two entries, the smaller first, and their score.
    deals: BTreeMap<(usize, usize, DealScore), u64>,
}

impl Pairings {
    /// A table of so many entries without results.
    pub fn new(entries: usize) -> Pairings {
        Pairings { entries, deals: BTreeMap::new() }
    }

    /// Adds one deal in all its seatings, as `first` scored it.
    ///
    /// # Errors
    /// If there is no such entry, both are the same, or the deal has no match.
    pub fn add(&mut self, first: usize, second: usize, score: DealScore) -> Result<(), BadDeal> {
        for found in [first, second] {
            if found >= self.entries {
                return Err(BadDeal::Entry { found, entries: self.entries });
            }
        }
        if first == second {
            return Err(BadDeal::Itself(first));
        }
        if score.games() == 0 {
            return Err(BadDeal::Empty);
        }
        let key = if first < second { (first, second, score) } else { (second, first, score.reversed()) };
        *self.deals.entry(key).or_insert(0) += 1;
        Ok(())
    }

    /// How many entries there are.
    pub fn entries(&self) -> usize {
        self.entries
    }

    /// How many deals were added.
    pub fn deals(&self) -> u64 {
        self.deals.values().sum()
    }

    /// One for each entry: Bradley-Terry with Davidson's ties, 95% intervals over deals.
    pub fn ratings(&self) -> Vec<Rating> {
        self.ratings_with(Bootstrap::default())
    }

    /// The same with other error bars.
    pub fn ratings_with(&self, bootstrap: Bootstrap) -> Vec<Rating> {
        let mut pool = Pool::new(self.entries);
        let mut records: Vec<PairTotals> = Vec::new();
        // For each kind of deal, its pairing among the records and its score.
        let mut kinds = Vec::new();
        let mut games = vec![0u64; self.entries];
        for (&(first, second, score), &deals) in &self.deals {
            pool.push(deals, [first, second]);
            if records.last().is_none_or(|last| (last.first, last.second) != (first, second)) {
                records.push(PairTotals::new(first, second));
            }
            kinds.push((records.len() - 1, score));
            for entry in [first, second] {
                games[entry] = u64::saturating_add(games[entry], deals.saturating_mul(score.games()));
            }
        }
        for (&(pairing, score), &deals) in kinds.iter().zip(self.deals.values()) {
            records[pairing].add(score, deals as f64);
        }
        let mut model = BradleyTerry::new(self.entries, records);
        let best = model.fit(&vec![Ghost::HALVES; self.entries], None);
        let elo = centred(best.strengths(self.entries), &games);
        bootstrap.ratings(&elo, &games, |rng| {
            model.clear();
            pool.draw(rng, |drawn| match drawn {
                Drawn::Deals(kind, times) => {
                    let (pairing, score) = kinds[kind];
                    model.records[pairing].add(score, times);
                }
                Drawn::Pseudo(kind, winner) => {
                    let (pairing, score) = kinds[kind];
                    let games = score.games().try_into().unwrap_or(u32::MAX);
                    let won = DealScore { won: games, ..DealScore::default() };
                    let is_first = model.records[pairing].first == winner;
                    model.records[pairing].add(if is_first { won } else { won.reversed() }, 1.0);
                }
            });
            let ghosts: Vec<Ghost> = (0..self.entries).map(|_| Ghost::draw(rng)).collect();
            centred(model.fit(&ghosts, Some(&best)).strengths(self.entries), &games)
        })
    }
}
