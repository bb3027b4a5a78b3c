//! Results of tables at which two to four play each for themselves.

use std::collections::{BTreeMap, BTreeSet};

use table::intervals::Interval;

use super::bootstrap::{Bootstrap, Drawn, Ghost, Pool};
use super::pairings::BadDeal;
use super::plackett_luce::PlackettLuce;
use super::rating::{Rating, centred};

/// One match: who sat where, and what each seat was paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TablePayoffs<'a> {
    /// The entry in each seat; an entry may sit in several.
    pub entries: &'a [usize],
    /// The payoff of each seat. The most has won; those who tie share the win.
    pub payoffs: &'a [i32],
}

/// The strength of an entry, and what it earned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TableRating {
    /// How often it wins, as Elo points.
    pub rating: Rating,
    /// Its mean payoff in a match; `None` if it did not play.
    pub payoff: Option<Interval>,
}

/// Ratings of everybody, and of the seats.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRatings {
    /// One for each entry.
    pub entries: Vec<TableRating>,
    /// One for each seat: Elo points above the mean seat.
    pub seats: Vec<Rating>,
}

/// The line-up of a match, and the seats that won it as bits.
type Won = (usize, u32);

/// Results of many entries at tables of a fixed number of seats. A deal is one observation.
///
/// ```
/// use tournament::stats::{TablePayoffs, Tables};
/// let mut tables = Tables::new(3, 3).with_payoffs_from(-2, 4);
/// // One deal in all its seatings: entry 0 wins in the first two.
/// tables.add(&[
///     TablePayoffs { entries: &[0, 1, 2], payoffs: &[4, -2, -2] },
///     TablePayoffs { entries: &[2, 0, 1], payoffs: &[-2, 4, -2] },
///     TablePayoffs { entries: &[1, 2, 0], payoffs: &[4, -2, -2] },
/// ])?;
/// let ratings = tables.ratings();
/// assert!(ratings.entries[0].rating.elo > ratings.entries[1].rating.elo);
/// assert_eq!(ratings.entries[0].payoff.map(|payoff| payoff.mean), Some(2.0));
/// assert_eq!(ratings.seats.len(), 3);
/// # Ok::<(), tournament::stats::BadDeal>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tables {
    entries: usize,
    seats: usize,
    /// The entries by seat of each line-up, with its number.
    line_ups: BTreeMap<Vec<usize>, usize>,
    /// How many deals were alike.
    deals: BTreeMap<Vec<Won>, u64>,
    /// For each entry its mean payoff in each of its deals.
    payoffs: Vec<Vec<f64>>,
    range: Option<(i32, i32)>,
}

/// Seats are bits of a word.
const MOST_SEATS: usize = u32::BITS as usize;

impl Tables {
    /// So many entries at tables of so many seats, without results.
    pub fn new(entries: usize, seats: usize) -> Tables {
        let payoffs = vec![Vec::new(); entries];
        Tables { entries, seats, line_ups: BTreeMap::new(), deals: BTreeMap::new(), payoffs, range: None }
    }

    /// The least and the most a seat can be paid, for the intervals of mean payoffs.
    pub fn with_payoffs_from(mut self, least: i32, most: i32) -> Tables {
        self.range = Some((least.min(most), least.max(most)));
        self
    }

    /// Adds one deal in all its seatings.
    ///
    /// # Errors
    /// If an entry or a seat does not exist, or there is no match. Then nothing is added.
    pub fn add(&mut self, deal: &[TablePayoffs<'_>]) -> Result<(), BadDeal> {
        if deal.is_empty() {
            return Err(BadDeal::Empty);
        }
        for one in deal {
            for found in [one.entries.len(), one.payoffs.len()] {
                if found != self.seats || found == 0 || found > MOST_SEATS {
                    return Err(BadDeal::Seats { expected: self.seats.clamp(1, MOST_SEATS), found });
                }
            }
            if let Some(&found) = one.entries.iter().find(|entry| **entry >= self.entries) {
                return Err(BadDeal::Entry { found, entries: self.entries });
            }
        }
        let mut sums: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
        let mut matches: Vec<Won> = Vec::new();
        for one in deal {
            let number = self.line_ups.len();
            let line_up = *self.line_ups.entry(one.entries.to_vec()).or_insert(number);
            let most = one.payoffs.iter().max();
            let winners = one.payoffs.iter().enumerate().filter(|(_, payoff)| Some(*payoff) == most);
            matches.push((line_up, winners.fold(0, |bits, (seat, _)| bits | 1 << seat)));
            for (&entry, &payoff) in one.entries.iter().zip(one.payoffs) {
                let (sum, seats) = sums.entry(entry).or_default();
                *sum += f64::from(payoff);
                *seats += 1.0;
            }
        }
        for (entry, (sum, seats)) in sums {
            self.payoffs[entry].push(sum / seats);
        }
        matches.sort_unstable();
        *self.deals.entry(matches).or_insert(0) += 1;
        Ok(())
    }

    /// How many deals were added.
    pub fn deals(&self) -> u64 {
        self.deals.values().sum()
    }

    /// One for each entry and seat: Plackett-Luce on the winner, 95% intervals over deals.
    pub fn ratings(&self) -> TableRatings {
        self.ratings_with(Bootstrap::default())
    }

    /// The same with other error bars.
    pub fn ratings_with(&self, bootstrap: Bootstrap) -> TableRatings {
        let mut line_ups: Vec<&[usize]> = vec![&[]; self.line_ups.len()];
        for (line_up, &number) in &self.line_ups {
            line_ups[number] = line_up;
        }
        let mut model = PlackettLuce::new(self.entries, self.seats, &line_ups);
        let mut pool = Pool::new(model.parameters);
        let mut games = vec![0u64; model.parameters];
        let kinds: Vec<(&Vec<Won>, u64)> = self.deals.iter().map(|(deal, &count)| (deal, count)).collect();
        for &(deal, count) in &kinds {
            let mut present: BTreeSet<usize> = (self.entries..model.parameters).collect();
            for &(line_up, winners) in deal {
                model.add(line_up, seats_of(winners), count as f64);
                let seated: BTreeSet<usize> = line_ups[line_up].iter().copied().collect();
                for played in seated.iter().copied().chain(self.entries..model.parameters) {
                    games[played] = games[played].saturating_add(count);
                }
                present.extend(seated);
            }
            pool.push(count, present);
        }
        let best = model.fit(&vec![Ghost::HALVES; model.parameters], None);
        let all = bootstrap.ratings(&self.centred(&best, &games), &games, |rng| {
            model.clear();
            pool.draw(rng, |drawn| match drawn {
                Drawn::Deals(kind, times) => {
                    for &(line_up, winners) in kinds[kind].0 {
                        model.add(line_up, seats_of(winners), times);
                    }
                }
                Drawn::Pseudo(kind, winner) => {
                    kinds[kind].0.iter().for_each(|&(line_up, _)| model.add_pseudo(line_up, winner));
                }
            });
            let ghosts: Vec<Ghost> = (0..model.parameters).map(|_| Ghost::draw(rng)).collect();
            self.centred(&model.fit(&ghosts, Some(&best)), &games)
        });
        let (entries, seats) = all.split_at(self.entries);
        let range = self.range.map(|(least, most)| f64::from(least)..=f64::from(most));
        let payoffs =
            self.payoffs.iter().map(|list| Interval::of_scores(list.iter().copied(), range.clone()));
        let entries = entries.iter().zip(payoffs).map(|(&rating, payoff)| TableRating { rating, payoff });
        TableRatings { entries: entries.collect(), seats: seats.to_vec() }
    }

    /// Elo points of the entries, then of the seats, each with mean 0.
    fn centred(&self, fit: &[f64], games: &[u64]) -> Vec<f64> {
        let ((strengths, effects), games) = (fit.split_at(self.entries), games.split_at(self.entries));
        [centred(strengths, games.0), centred(effects, games.1)].concat()
    }
}

/// The seats whose bits are set.
fn seats_of(bits: u32) -> impl Iterator<Item = usize> + Clone {
    (0..MOST_SEATS).filter(move |seat| bits >> seat & 1 == 1)
}
