//! Counts results, deal by deal.

use std::collections::BTreeMap;

use cards::BySeat;

use crate::results::{About, ForfeitCounts, MatchResult};
use crate::seating::{is_tie, share};
use crate::stats::{BadDeal, Bootstrap, DealScore, Pairings, Rating, TablePayoffs, Tables};

use super::clock::ClockUse;
use super::cross::Cross;
use super::order;
use super::shares::Shares;
use super::{Forfeited, Moment, Row, Slow, Standings};

/// So many slow decisions are kept.
const SLOWEST: usize = 10;
/// So many forfeits of each entry and reason are kept.
const FORFEITS_SHOWN: u64 = 5;
/// Ratings over time have so many points at most.
const MOMENTS: u64 = 24;
/// Their bars are for the eye: fewer resamples than the final ones.
const MOMENT_BARS: Bootstrap = Bootstrap { resamples: 100, seed: 1 };

/// A result that cannot be counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadResult {
    /// Deals come once and in order.
    #[error("deal {}: expected a deal after {}", found + 1, last + 1)]
    Order {
        /// The deal given.
        found: u64,
        /// The last one before.
        last: u64,
    },
    /// The matches given are of several deals.
    #[error("deal {}: expected its matches only, found one of deal {}", deal + 1, found + 1)]
    Mixed {
        /// The first match's deal.
        deal: u64,
        /// Another one.
        found: u64,
    },
    /// The parts of a match differ in length.
    #[error("deal {}: expected {expected} seats, found {found}", deal + 1)]
    Seats {
        /// The deal.
        deal: u64,
        /// The seats of the game.
        expected: usize,
        /// The entries, payoffs or costs given.
        found: usize,
    },
    /// Partners are different entries.
    #[error("deal {}: expected one entry for each side, found partners of two", deal + 1)]
    Partners {
        /// The deal.
        deal: u64,
    },
    /// The deal cannot be rated.
    #[error("deal {}: {why}", deal + 1)]
    Rated {
        /// The deal.
        deal: u64,
        /// Why not.
        why: BadDeal,
    },
}

/// Who is rated how: whole sides against each other, or every seat for itself.
enum Ratings {
    Sides(Pairings),
    Seats(Tables),
}

impl Ratings {
    fn with(&self, bars: Bootstrap) -> Vec<Rating> {
        match self {
            Ratings::Sides(pairings) => pairings.ratings_with(bars),
            Ratings::Seats(tables) => {
                tables.ratings_with(bars).entries.into_iter().map(|entry| entry.rating).collect()
            }
        }
    }
}

/// What is counted of an entry.
#[derive(Clone, Default)]
struct EntryCount {
    matches: u64,
    won: u64,
    tied: u64,
    lost: u64,
    shares: Shares,
    scores: Shares,
    forfeits: u64,
    clock: ClockUse,
}

/// Counts results. Whole deals are added in the order of their numbers.
pub struct Counter<'a> {
    about: &'a About,
    ratings: Ratings,
    entries: Vec<EntryCount>,
    cross: Cross,
    last: Option<u64>,
    /// A moment of the history after each so many deals.
    stride: Option<u64>,
    sums: Standings,
}

impl<'a> Counter<'a> {
    /// Nothing is counted yet.
    pub fn new(about: &'a About) -> Counter<'a> {
        let count = about.entries.len();
        let ratings = if about.is_each_for_themselves() {
            let tables = Tables::new(count, about.sides.len());
            Ratings::Seats(match about.payoff_range() {
                Some((least, most)) => tables.with_payoffs_from(least, most),
                None => tables,
            })
        } else {
            Ratings::Sides(Pairings::new(count))
        };
        let sums = Standings {
            rows: Vec::new(),
            cross: Cross::default(),
            seats: Vec::new(),
            reasons: BTreeMap::new(),
            forfeited: Vec::new(),
            slowest: Vec::new(),
            history: Vec::new(),
            deals: 0,
            void: 0,
            matches: 0,
            ties: 0,
            forfeits: 0,
            decisions: 0,
            times: None,
            workers: BTreeMap::new(),
        };
        let entries = vec![EntryCount::default(); count];
        Counter { about, ratings, entries, cross: Cross::default(), last: None, stride: None, sums }
    }

    /// Ratings over time as well, of so many deals.
    pub fn with_history(mut self, deals: u64) -> Counter<'a> {
        self.stride = Some(deals.div_ceil(MOMENTS).max(1));
        self
    }

    /// Counts a deal in all its seatings.
    ///
    /// # Errors
    /// If it cannot be counted. Then nothing of it is.
    pub fn add(&mut self, deal: &[MatchResult]) -> Result<(), BadResult> {
        let Some(number) = self.check(deal)? else { return Ok(()) };
        let is_void = self.about.scoring.forfeit == ForfeitCounts::Void
            && deal.iter().any(|one| one.forfeit().is_some());
        if !is_void {
            self.rate(number, deal)?;
        }
        self.last = Some(number);
        self.sums.deals += 1;
        self.sums.void += u64::from(is_void);
        deal.iter().for_each(|one| self.observe(one));
        if !is_void {
            self.count(deal);
            self.meet(deal);
        }
        if let Some(stride) = self.stride
            && self.sums.deals.is_multiple_of(stride)
        {
            let ratings = self.ratings.with(MOMENT_BARS);
            self.sums.history.push(Moment { deals: self.sums.deals, ratings });
        }
        Ok(())
    }

    /// The number of the deal, if its matches are of one deal and whole.
    fn check(&self, deal: &[MatchResult]) -> Result<Option<u64>, BadResult> {
        let Some(number) = deal.first().map(|one| one.deal) else { return Ok(None) };
        if let Some(last) = self.last.filter(|last| number <= *last) {
            return Err(BadResult::Order { found: number, last });
        }
        let expected = self.about.sides.len();
        for one in deal {
            if one.deal != number {
                return Err(BadResult::Mixed { deal: number, found: one.deal });
            }
            for found in [one.entries.len(), one.payoffs.len(), one.seats.len()] {
                if found != expected {
                    return Err(BadResult::Seats { deal: number, expected, found });
                }
            }
            if let Some(&found) = one.entries.iter().find(|entry| **entry >= self.entries.len()) {
                let why = BadDeal::Entry { found, entries: self.entries.len() };
                return Err(BadResult::Rated { deal: number, why });
            }
        }
        Ok(Some(number))
    }

    fn rate(&mut self, number: u64, deal: &[MatchResult]) -> Result<(), BadResult> {
        let rated = match &mut self.ratings {
            Ratings::Seats(tables) => {
                let matches: Vec<TablePayoffs<'_>> = deal
                    .iter()
                    .map(|one| TablePayoffs { entries: &one.entries, payoffs: &one.payoffs })
                    .collect();
                tables.add(&matches)
            }
            Ratings::Sides(pairings) => {
                let Some((first, second)) = pairing(self.about, number, deal)? else { return Ok(()) };
                let [won, tied, lost] = compared(self.about, deal, first, second);
                let whole = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
                let score = DealScore { won: whole(won), tied: whole(tied), lost: whole(lost) };
                pairings.add(first, second, score)
            }
        };
        rated.map_err(|why| BadResult::Rated { deal: number, why })
    }

    /// What is reported of every match, whether it counts or not.
    fn observe(&mut self, one: &MatchResult) {
        let sums = &mut self.sums;
        sums.matches += 1;
        sums.ties += u64::from(is_tie(&by_seat(&one.payoffs), &self.about.sides));
        let (first, last) = sums.times.unwrap_or((one.finished, one.finished));
        sums.times = Some((first.min(one.finished), last.max(one.finished)));
        *sums.workers.entry(one.worker.clone()).or_insert(0) += 1;
        for (&entry, seat) in one.entries.iter().zip(&one.seats) {
            self.entries[entry].clock.add(seat);
            sums.decisions += seat.decisions;
        }
        let slowest = one.seats.iter().zip(&one.entries).max_by_key(|(seat, _)| seat.slowest_us);
        if let Some((seat, &entry)) = slowest.filter(|(seat, _)| seat.decisions > 0) {
            let slow = Slow { us: seat.slowest_us, deal: one.deal, seating: one.seating, entry };
            let place = sums.slowest.partition_point(|other| other.us >= slow.us);
            sums.slowest.insert(place, slow);
            sums.slowest.truncate(SLOWEST);
        }
        if let Some((seat, why)) = one.forfeit() {
            let Some(&entry) = one.entries.get(seat.index()) else { return };
            sums.forfeits += 1;
            self.entries[entry].forfeits += 1;
            let count = sums.reasons.entry((entry, why.code())).or_insert(0);
            *count += 1;
            if *count <= FORFEITS_SHOWN {
                let (deal, seating, why) = (one.deal, one.seating, why.clone());
                sums.forfeited.push(Forfeited { deal, seating, entry, seat, why });
            }
        }
    }

    /// Points and scores. An entry against itself gets neither.
    fn count(&mut self, deal: &[MatchResult]) {
        let mut sums: BTreeMap<usize, (f64, f64, f64)> = BTreeMap::new();
        for one in deal {
            let present = distinct(&one.entries);
            if present.len() < 2 {
                continue;
            }
            let (payoffs, seating) = (by_seat(&one.payoffs), by_seat(&one.entries));
            for entry in present {
                let share = share(&payoffs, &self.about.sides, &seating, entry);
                let sum = sums.entry(entry).or_default();
                *sum = (sum.0 + share.won, sum.1 + share.score, sum.2 + 1.0);
                let count = &mut self.entries[entry];
                count.matches += 1;
                match share.won {
                    won if won > 1.0 - 1e-9 => count.won += 1,
                    won if won > 1e-9 => count.tied += 1,
                    _ => count.lost += 1,
                }
            }
        }
        for (entry, (won, score, matches)) in sums {
            self.entries[entry].shares.add(won / matches);
            self.entries[entry].scores.add(score / matches);
        }
    }

    /// The cross table.
    fn meet(&mut self, deal: &[MatchResult]) {
        let mut present: Vec<usize> = deal.iter().flat_map(|one| distinct(&one.entries)).collect();
        present.sort_unstable();
        present.dedup();
        for (at, &first) in present.iter().enumerate() {
            for &second in &present[at + 1..] {
                let counts = compared(self.about, deal, first, second);
                if counts.iter().sum::<u64>() > 0 {
                    self.cross.add((first, second), counts);
                }
            }
        }
    }

    /// The ratings of what was counted, in Elo points and without their intervals.
    pub fn elo(&self) -> Vec<f64> {
        self.ratings.with(MOMENT_BARS).iter().map(|rating| rating.elo).collect()
    }

    /// The standings of what was counted.
    pub fn finish(self) -> Standings {
        let Counter { about, ratings, entries, cross, mut sums, .. } = self;
        let (rated, payoffs) = match &ratings {
            Ratings::Sides(pairings) => (pairings.ratings(), vec![None; entries.len()]),
            Ratings::Seats(tables) => {
                let all = tables.ratings();
                sums.seats = all.seats;
                all.entries.into_iter().map(|entry| (entry.rating, entry.payoff)).unzip()
            }
        };
        if sums.history.last().is_some_and(|last| last.deals < sums.deals) {
            sums.history.push(Moment { deals: sums.deals, ratings: rated.clone() });
        }
        let spread = about.payoff_range().map(|(least, most)| f64::from(most - least));
        let rows = entries.into_iter().zip(rated).zip(payoffs).enumerate();
        sums.rows = rows
            .map(|(entry, ((count, rating), payoff))| {
                let byes = about.byes.iter().filter(|bye| bye.entry == entry);
                let free: f64 = byes.clone().map(|bye| about.scoring.bye * bye.deals as f64).sum();
                Row {
                    rank: None,
                    entry,
                    deals: count.shares.deals(),
                    matches: count.matches,
                    won: count.won,
                    tied: count.tied,
                    lost: count.lost,
                    points: count.shares.sum() + free,
                    share: count.shares.of_shares(),
                    score: count.scores.of_scores(spread.map(|spread| -spread..=spread)),
                    payoff,
                    rating,
                    byes: byes.count() as u64,
                    forfeits: count.forfeits,
                    clock: count.clock,
                }
            })
            .collect();
        order::rank(about, &mut sums.rows, &cross);
        sums.cross = cross;
        sums
    }
}

fn by_seat<T: Copy>(values: &[T]) -> BySeat<T> {
    BySeat::from_fn(values.len(), |seat| values[seat.index()])
}

fn distinct(entries: &[usize]) -> Vec<usize> {
    let mut list = entries.to_vec();
    list.sort_unstable();
    list.dedup();
    list
}

/// The two entries of a deal between sides; `None` if an entry plays against itself.
fn pairing(about: &About, deal: u64, matches: &[MatchResult]) -> Result<Option<(usize, usize)>, BadResult> {
    let mut all = Vec::new();
    for one in matches {
        for (at, &entry) in one.entries.iter().enumerate() {
            let partner = one.entries.iter().enumerate().find(|(other, partner)| {
                about.sides.as_slice()[at] == about.sides.as_slice()[*other] && **partner != entry
            });
            if partner.is_some() {
                return Err(BadResult::Partners { deal });
            }
        }
        all.extend(distinct(&one.entries));
    }
    match distinct(&all)[..] {
        [_] => Ok(None),
        [first, second] => Ok(Some((first, second))),
        _ => Err(BadResult::Partners { deal }),
    }
}

/// In how many matches the first was paid more than the second, the same, and less; only where they sat against
/// each other. If one has several seats, its mean payoff counts.
fn compared(about: &About, deal: &[MatchResult], first: usize, second: usize) -> [u64; 3] {
    let mut counts = [0; 3];
    for one in deal {
        let seats = |entry: usize| one.entries.iter().enumerate().filter(move |(_, other)| **other == entry);
        let sides = about.sides.as_slice();
        let are_partners =
            seats(first).any(|(at, _)| seats(second).any(|(other, _)| sides[at] == sides[other]));
        let mean = |entry: usize| {
            let count = seats(entry).count();
            let sum: f64 = seats(entry).map(|(at, _)| f64::from(one.payoffs[at])).sum();
            (count > 0).then(|| sum / count as f64)
        };
        let (Some(ours), Some(theirs), false) = (mean(first), mean(second), are_partners) else { continue };
        let place = if ours > theirs {
            0
        } else if ours < theirs {
            2
        } else {
            1
        };
        counts[place] += 1;
    }
    counts
}
