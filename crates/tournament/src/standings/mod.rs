//! From results to standings, one deal at a time: a million matches need no more memory than their kinds.

mod clock;
mod counter;
mod cross;
mod order;
mod shares;
mod stored;

use std::collections::BTreeMap;

use cards::Seat;
use table::ending::Reason;
use table::intervals::Interval;

use crate::stats::Rating;

pub use clock::ClockUse;
pub use counter::{BadResult, Counter};
pub use cross::{Cross, Meeting};
pub use shares::Shares;
pub use stored::{CountError, count, each_deal};

/// What an entry has come to.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its place; entries that nothing divides share it. `None` if it fills seats, was withdrawn, or has not played.
    pub rank: Option<usize>,
    /// The number of the entry.
    pub entry: usize,
    /// Deals that were counted.
    pub deals: u64,
    /// Matches that were counted.
    pub matches: u64,
    /// Matches won, tied and lost.
    pub won: u64,
    /// See `won`.
    pub tied: u64,
    /// See `won`.
    pub lost: u64,
    /// Its share of the points, added up over deals and byes.
    pub points: f64,
    /// Its share of the points of a deal.
    pub share: Option<Interval>,
    /// Its payoff minus the mean payoff of the others, in a deal.
    pub score: Option<Interval>,
    /// Its mean payoff in a match, where each seat plays for itself.
    pub payoff: Option<Interval>,
    /// How strong it is.
    pub rating: Rating,
    /// Rounds without an opponent.
    pub byes: u64,
    /// Matches it forfeited.
    pub forfeits: u64,
    /// What its decisions cost.
    pub clock: ClockUse,
}

/// A match that somebody forfeited.
#[derive(Clone, Debug)]
pub struct Forfeited {
    /// The number of its deal.
    pub deal: u64,
    /// The number of its seating.
    pub seating: u32,
    /// Who forfeited.
    pub entry: usize,
    /// In which seat.
    pub seat: Seat,
    /// Why.
    pub why: Reason,
}

/// A slow decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slow {
    /// How long it took, in microseconds.
    pub us: u64,
    /// The number of its deal.
    pub deal: u64,
    /// The number of its seating.
    pub seating: u32,
    /// Whose it was.
    pub entry: usize,
}

/// Ratings as they stood after some deals.
#[derive(Clone, Debug)]
pub struct Moment {
    /// How many deals were counted.
    pub deals: u64,
    /// One for each entry.
    pub ratings: Vec<Rating>,
}

/// What a tournament came to.
#[derive(Clone, Debug)]
pub struct Standings {
    /// One for each entry, the best first; those without a rank at the end.
    pub rows: Vec<Row>,
    /// Who did what against whom.
    pub cross: Cross,
    /// Elo points of each seat above the mean seat, where each plays for itself.
    pub seats: Vec<Rating>,
    /// How often each entry forfeited for each reason, by its code.
    pub reasons: BTreeMap<(usize, &'static str), u64>,
    /// The first forfeits of each entry and reason.
    pub forfeited: Vec<Forfeited>,
    /// The slowest decisions, the slowest first; at most one of a match.
    pub slowest: Vec<Slow>,
    /// Ratings over time, if they were asked for.
    pub history: Vec<Moment>,
    /// Deals played.
    pub deals: u64,
    /// Deals that count for nobody because of a forfeit.
    pub void: u64,
    /// Matches played.
    pub matches: u64,
    /// Matches in which several sides share the win.
    pub ties: u64,
    /// Matches that somebody forfeited.
    pub forfeits: u64,
    /// Decisions asked for.
    pub decisions: u64,
    /// When the first and the last match ended, in Unix milliseconds.
    pub times: Option<(u64, u64)>,
    /// How many matches each worker played; the runner itself has no name.
    pub workers: BTreeMap<String, u64>,
}

impl Standings {
    /// The row of an entry.
    pub fn row(&self, entry: usize) -> Option<&Row> {
        self.rows.iter().find(|row| row.entry == entry)
    }
}
