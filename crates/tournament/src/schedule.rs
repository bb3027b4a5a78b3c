//! Who meets whom: round robin, gauntlet, Swiss, knockout.
//!
//! Round robin and gauntlet are functions from a number to a line-up and take no memory. Swiss and knockout make
//! one round after the other from what was played.

mod combinations;
mod knockout;
mod swiss;
mod tables;

use crate::contest::{Contest, Schedule};
use crate::plan::Round;
use crate::results::Bye;

/// How many line-ups a fixed schedule has; `None` if they do not fit in a number. Swiss and knockout have none.
pub fn lineups(schedule: &Schedule, entries: usize, at_table: usize) -> Option<u64> {
    let (entries, at_table) = (entries as u64, at_table as u64);
    match schedule {
        Schedule::RoundRobin { self_pairings: false } => combinations::count(entries, at_table),
        Schedule::RoundRobin { self_pairings: true } => combinations::count(entries + at_table - 1, at_table),
        Schedule::Gauntlet { challengers } => {
            let challengers = challengers.len() as u64;
            combinations::count(entries - challengers, at_table - 1)?.checked_mul(challengers)
        }
        Schedule::Swiss { .. } | Schedule::Knockout { .. } => Some(0),
    }
}

/// Line-up number `index` of a fixed schedule, below [`lineups`].
pub fn lineup(schedule: &Schedule, entries: usize, at_table: usize, index: u64) -> Vec<usize> {
    match schedule {
        Schedule::RoundRobin { self_pairings: false } => combinations::nth(entries, at_table, index),
        Schedule::RoundRobin { self_pairings: true } => {
            let spread = combinations::nth(entries + at_table - 1, at_table, index);
            spread.iter().enumerate().map(|(at, entry)| entry - at).collect()
        }
        Schedule::Gauntlet { challengers } => {
            let count = challengers.len() as u64;
            let challenger = challengers[usize::try_from(index % count).expect("fewer than challengers")];
            let others: Vec<usize> = (0..entries).filter(|entry| !challengers.contains(entry)).collect();
            let met = combinations::nth(others.len(), at_table - 1, index / count);
            std::iter::once(challenger).chain(met.iter().map(|&at| others[at])).collect()
        }
        Schedule::Swiss { .. } | Schedule::Knockout { .. } => Vec::new(),
    }
}

/// What an encounter of a round came to.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Encounter {
    /// For each of its entries the sum of its shares of the wins.
    pub shares: Vec<f64>,
    /// Deals that were played.
    pub deals: u64,
}

/// A round and what its encounters came to.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedRound {
    /// The round.
    pub round: Round,
    /// For each encounter.
    pub encounters: Vec<Encounter>,
}

/// Shares are sums of halves and thirds.
const EQUAL: f64 = 1e-9;

/// The next round, once every deal of the rounds before is played; `None` when the tournament is over.
/// `is_in` says which entries are not withdrawn; in a Swiss tournament `ratings`, one for each entry, decide between
/// entries with the same points.
pub fn next_round(
    contest: &Contest,
    played: &[PlayedRound],
    ratings: &[f64],
    is_in: &[bool],
) -> Option<Round> {
    let first_deal = played.last().map_or(0, |last| last.round.first_deal + last.round.len());
    let number = u32::try_from(played.len()).ok()?;
    let made = match contest.schedule {
        Schedule::RoundRobin { .. } | Schedule::Gauntlet { .. } => None,
        Schedule::Swiss { rounds } if number >= rounds => None,
        Schedule::Swiss { .. } => {
            let order = swiss::order(played, ratings, is_in, contest.scoring.bye);
            swiss::pairings(played, order, is_in.len(), contest.at_table).map(|(encounters, byes)| Made {
                stage: number,
                deals: contest.deals,
                encounters,
                byes,
            })
        }
        Schedule::Knockout { extra_deals } => knockout::next(played, is_in, contest.deals, extra_deals),
    }?;
    let Made { stage, deals, encounters, byes } = made;
    Some(Round { number, stage, first_deal, deals, encounters, byes })
}

/// A round without its number.
struct Made {
    stage: u32,
    deals: u64,
    encounters: Vec<Vec<usize>>,
    byes: Vec<usize>,
}

/// How many rounds of a knockout each entry has survived, as far as it is decided. The winner survives all.
pub fn survived(played: &[PlayedRound], is_in: &[bool], extra_deals: u64) -> Vec<u32> {
    knockout::survived(played, is_in, extra_deals)
}

/// Entries that had no opponent, whole or from a withdrawal on: round, entry, and the deals that it missed.
pub fn byes(played: &[PlayedRound], is_in: &[bool]) -> Vec<Bye> {
    let mut byes = Vec::new();
    for PlayedRound { round, encounters } in played {
        byes.extend(round.byes.iter().map(|&entry| Bye { round: round.number, entry, deals: round.deals }));
        for (entries, encounter) in round.encounters.iter().zip(encounters) {
            let deals = round.deals - encounter.deals.min(round.deals);
            if deals > 0 && entries.iter().any(|&entry| !is_in[entry]) {
                let left = entries.iter().filter(|&&entry| is_in[entry]);
                byes.extend(left.map(|&entry| Bye { round: round.number, entry, deals }));
            }
        }
    }
    byes
}
