//! What was played in a tournament, match by match, and the terms it is counted by.
//!
//! Deals and seatings are numbered from 0 here, from 1 in text. Records and standard errors are not part of this:
//! whoever needs one reads it by its deal and seating.

use std::fmt;
use std::str::FromStr;

use cards::{BySeat, ParseError, Seat, Side};
use games::catalog::{CatalogGame, WithGame};
use table::ending::{Ending, Reason};
use table::key::{Hash, Key};
use table::record::Record;

use crate::ledger::EntryChange;

/// What one seat's decisions in a match cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeatUse {
    /// Decisions it was asked for.
    pub decisions: u64,
    /// Microseconds on its clock: what it was charged.
    pub clock_us: u64,
    /// Its slowest decision.
    pub slowest_us: u64,
    /// Processor time.
    pub cpu_us: u64,
    /// The referee's own delay, which was not charged.
    pub lag_us: u64,
}

impl SeatUse {
    /// What a record says of a seat.
    pub fn of(record: &Record, seat: Seat) -> SeatUse {
        let mut sum = SeatUse::default();
        let costs = record.decisions.iter().filter(|decision| decision.seat == seat).filter_map(|d| d.cost);
        for cost in costs {
            sum.decisions += 1;
            sum.clock_us = sum.clock_us.saturating_add(cost.charged());
            sum.slowest_us = sum.slowest_us.max(cost.charged());
            sum.cpu_us = sum.cpu_us.saturating_add(cost.cpu);
            sum.lag_us = sum.lag_us.saturating_add(cost.lag);
        }
        sum
    }
}

/// A match of a tournament as it is counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchResult {
    /// The number of its deal in the plan.
    pub deal: u64,
    /// The number of its seating.
    pub seating: u32,
    /// The round of a Swiss or knockout tournament; 0 in others.
    pub round: u32,
    /// The entry in each seat.
    pub entries: Vec<usize>,
    /// What each seat was paid.
    pub payoffs: Vec<i32>,
    /// How it ended.
    pub ending: Ending,
    /// What each seat's decisions cost.
    pub seats: Vec<SeatUse>,
    /// When it ended, in Unix milliseconds.
    pub finished: u64,
    /// Who played it; empty for the runner itself.
    pub worker: String,
}

impl MatchResult {
    /// The result that a record tells. `deal` is the number of the deal and of its seating, `entries` who sat where.
    pub fn of(record: &Record, (deal, seating): (u64, u32), entries: Vec<usize>) -> MatchResult {
        let seats = Seat::all(record.players.len()).map(|seat| SeatUse::of(record, seat));
        MatchResult {
            deal,
            seating,
            round: 0,
            entries,
            payoffs: record.payoffs.iter().copied().collect(),
            ending: record.ending.clone(),
            seats: seats.collect(),
            finished: 0,
            worker: String::new(),
        }
    }

    /// The seat that forfeited, and why.
    pub fn forfeit(&self) -> Option<(Seat, &Reason)> {
        match &self.ending {
            Ending::Forfeit { seat, why } => Some((*seat, why)),
            Ending::Played => None,
        }
    }
}

/// An entry as standings and reports name it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EntryInfo {
    /// Its name in the contest file.
    pub name: String,
    /// The command, or the player of ours.
    pub command: String,
    /// Of its files, as 64 hexadecimal digits; empty if unknown.
    pub sha256: String,
    /// Why it plays no more, if it was withdrawn; may be empty. It keeps its results and has no rank.
    pub withdrawn: Option<String>,
    /// Does it only fill seats? Then it is rated but has no rank.
    pub is_filler: bool,
}

/// An entry that had no opponent in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bye {
    /// The round.
    pub round: u32,
    /// The entry.
    pub entry: usize,
    /// The deals that an encounter of this round has.
    pub deals: u64,
}

/// What a forfeited match counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ForfeitCounts {
    /// The side that forfeits has lost it, every other side has won.
    #[default]
    Loss,
    /// Its whole deal counts for nobody. The forfeit itself is still reported.
    Void,
}

impl ForfeitCounts {
    /// In words, for standings and reports.
    pub fn rule(self) -> &'static str {
        match self {
            ForfeitCounts::Loss => "a forfeited match counts as lost",
            ForfeitCounts::Void => "a deal with a forfeit counts for nobody",
        }
    }
}

impl fmt::Display for ForfeitCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ForfeitCounts::Loss => "loss",
            ForfeitCounts::Void => "void",
        })
    }
}

impl FromStr for ForfeitCounts {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<ForfeitCounts, ParseError> {
        match text {
            "loss" => Ok(ForfeitCounts::Loss),
            "void" => Ok(ForfeitCounts::Void),
            _ => Err(ParseError::new("what a forfeit counts: loss or void", text)),
        }
    }
}

/// What decides the order of the standings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ranking {
    /// The mean share of points of a deal: all met the same opponents.
    #[default]
    Share,
    /// Points of all deals, and of byes: opponents were chosen round by round.
    Points,
    /// The rating: opponents differed.
    Rating,
    /// How many rounds it survived.
    Rounds,
}

impl Ranking {
    /// In words, for standings and reports.
    pub fn rule(self) -> &'static str {
        match self {
            Ranking::Share => "ranked by share of points",
            Ranking::Points => "ranked by points",
            Ranking::Rating => "ranked by rating",
            Ranking::Rounds => "ranked by rounds survived",
        }
    }
}

/// What decides between entries that are level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TieBreak {
    /// The share of points among those who are level.
    HeadToHead,
    /// The payoff minus the mean payoff of the others.
    Score,
    /// The mean share of points of its opponents.
    Buchholz,
    /// The same, weighed by what it took from each.
    SonnebornBerger,
    /// Matches won.
    Wins,
    /// Fewer forfeits.
    Forfeits,
    /// The rating.
    Rating,
}

impl TieBreak {
    /// Every one, in the order in which they are usual.
    pub const ALL: [TieBreak; 7] = [
        TieBreak::HeadToHead,
        TieBreak::Score,
        TieBreak::Buchholz,
        TieBreak::SonnebornBerger,
        TieBreak::Wins,
        TieBreak::Forfeits,
        TieBreak::Rating,
    ];

    /// What decides if the contest file names nothing.
    pub const USUAL: [TieBreak; 3] = [TieBreak::HeadToHead, TieBreak::Score, TieBreak::Forfeits];

    /// The name in contest files.
    pub fn name(self) -> &'static str {
        match self {
            TieBreak::HeadToHead => "head-to-head",
            TieBreak::Score => "score",
            TieBreak::Buchholz => "buchholz",
            TieBreak::SonnebornBerger => "sonneborn-berger",
            TieBreak::Wins => "wins",
            TieBreak::Forfeits => "forfeits",
            TieBreak::Rating => "rating",
        }
    }
}

impl fmt::Display for TieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for TieBreak {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<TieBreak, ParseError> {
        let found = TieBreak::ALL.into_iter().find(|one| one.name() == text);
        found.ok_or_else(|| {
            let names = TieBreak::ALL.map(TieBreak::name).join(", ");
            ParseError::new(format!("a tie-break ({names})"), text)
        })
    }
}

/// How results become standings. The contest file says it, and so does every report.
#[derive(Clone, PartialEq, Debug)]
pub struct Scoring {
    /// What decides the order.
    pub ranking: Ranking,
    /// What decides between those who are level, the first first.
    pub tie_breaks: Vec<TieBreak>,
    /// What a forfeited match counts.
    pub forfeit: ForfeitCounts,
    /// The share of points that a bye counts, from 0 to 1.
    pub bye: f64,
}

impl Default for Scoring {
    fn default() -> Scoring {
        let tie_breaks = TieBreak::USUAL.to_vec();
        Scoring { ranking: Ranking::default(), tie_breaks, forfeit: ForfeitCounts::default(), bye: 1.0 }
    }
}

/// A tournament apart from its matches.
#[derive(Clone, PartialEq, Debug)]
pub struct About {
    /// Its name.
    pub name: String,
    /// The game's name.
    pub game: String,
    /// The house rules.
    pub rules: String,
    /// Who wins together.
    pub sides: BySeat<Side>,
    /// Everybody who takes seats; the index is the number of the entry.
    pub entries: Vec<EntryInfo>,
    /// The schedule in words: `round robin, 20 deals a pairing`.
    pub schedule: String,
    /// The clock, as `croupier match --clock` reads it.
    pub clock: String,
    /// The level of the sandbox.
    pub sandbox: String,
    /// How results are counted.
    pub scoring: Scoring,
    /// What happened to entries between runs, oldest first.
    pub changes: Vec<EntryChange>,
    /// Byes of the rounds so far.
    pub byes: Vec<Bye>,
    /// For each entry of a knockout tournament, how many rounds it survived; empty in others.
    pub survived: Vec<u32>,
    /// All deals of the plan, as far as they are known.
    pub planned: Option<u64>,
    /// Told before the first deal.
    pub commitment: Option<Hash>,
    /// The key of all deals, once the tournament is over.
    pub key: Option<Key>,
    /// The seed of a tournament for practice, whose deals anybody can compute.
    pub seed: Option<u64>,
}

impl About {
    /// Does each seat play for itself?
    pub fn is_each_for_themselves(&self) -> bool {
        let mut seats = self.sides.seats();
        seats.all(|seat| {
            self.sides.seats().all(|other| seat == other || self.sides[seat] != self.sides[other])
        })
    }

    /// What happened to entries between runs and what counts of them, a sentence each without its full stop.
    pub fn changes_in_words(&self) -> Vec<String> {
        let line = |change: &EntryChange| {
            let name = self.entries.get(change.entry).map_or("an entry", |entry| &entry.name);
            match &*change.what {
                "replaced" => format!(
                    "{name} was replaced; before, it was `{}` with the fingerprint {}. All its matches count together",
                    change.command,
                    change.sha256.get(..12).unwrap_or(&change.sha256)
                ),
                what => format!("{name} was {what}; its matches until then count for its opponents"),
            }
        };
        self.changes.iter().map(line).collect()
    }

    /// Is every deal played? Then the key is told.
    pub fn is_finished(&self) -> bool {
        self.key.is_some()
    }

    /// How many sides there are.
    pub fn side_count(&self) -> usize {
        let mut sides: Vec<Side> = self.sides.iter().copied().collect();
        sides.sort();
        sides.dedup();
        sides.len()
    }

    /// The least and the most a seat can be paid, where the game knows it.
    pub fn payoff_range(&self) -> Option<(i32, i32)> {
        games::catalog::with_game(&self.game, PayoffRange(&self.rules)).flatten()
    }
}

struct PayoffRange<'a>(&'a str);
impl WithGame for PayoffRange<'_> {
    type Out = Option<(i32, i32)>;
    fn run<G: CatalogGame>(self) -> Self::Out {
        let rules = <G::Rules as cards::Rules>::read(self.0).ok()?;
        G::payoff_range(&rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_read_what_they_write() {
        for tie_break in TieBreak::ALL {
            assert_eq!(tie_break.to_string().parse(), Ok(tie_break));
        }
        for counts in [ForfeitCounts::Loss, ForfeitCounts::Void] {
            assert_eq!(counts.to_string().parse(), Ok(counts));
        }
        let error = "coin".parse::<TieBreak>().expect_err("no tie-break").to_string();
        assert!(error.contains("head-to-head, score, buchholz") && error.contains("coin"), "{error}");
        assert!("draw".parse::<ForfeitCounts>().is_err());
    }
}
