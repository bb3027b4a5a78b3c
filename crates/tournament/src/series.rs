//! A series: the same entries over many deals, each deal in every seating, on several tables at once.
//!
//! The unit of work is a deal. Its matches are played on one table one after the other and count only together,
//! so an interrupted series has whole deals and nothing else. With a [`Folder`] it resumes where it was.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use arena::entrants::Entrant;
use arena::{Conditions, StartError};
use cards::{BySeat, Seat, Side};
use table::duel::Cluster;
use table::ending::{Ending, Reason};
use table::key::Hash;
use table::record::Record;

use crate::deals::{DealError, Dealt, PlayedMatch, on_tables, play_deal};
use crate::folder::{Folder, FolderError};
use crate::seating::{Seating, is_tie, share};

/// What a series is played with.
pub struct Series<'a> {
    /// The entries, in the order of their numbers.
    pub entries: &'a [Entrant],
    /// Every deal is played in each of these.
    pub seatings: &'a [Seating],
    /// The conditions of every match but for the key and the chance, which come with the deal.
    pub conditions: &'a Conditions,
    /// Deals number `n`, from 0: always the same for the same number.
    pub deal: &'a (dyn Fn(u64) -> Result<Dealt, String> + Sync),
    /// Where the records go, and where an interrupted series resumes.
    pub folder: Option<&'a Folder>,
    /// Tables at once.
    pub tables: NonZeroUsize,
}

/// A deal in all its seatings.
#[derive(Clone, Debug)]
pub struct PlayedDeal {
    /// Its number, from 0.
    pub number: u64,
    /// Who wins together.
    pub sides: BySeat<Side>,
    /// A match for each seating.
    pub matches: Vec<PlayedMatch>,
    /// Was it played before, and only read?
    pub is_resumed: bool,
}

/// Why a series ended early. What was played is kept.
#[derive(Debug, thiserror::Error)]
pub enum SeriesError {
    /// A deal cannot be made.
    #[error("deal {}: {why}", number + 1)]
    Deal {
        /// Its number, from 0.
        number: u64,
        /// Why not.
        why: String,
    },
    /// A match could not begin.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A record could not be read or written.
    #[error(transparent)]
    Folder(#[from] FolderError),
}

impl Series<'_> {
    /// Plays deals until `count` are there or `stop` is set; deals in play are finished. `done` gets each deal as
    /// it ends, in any order, and says whether to go on.
    ///
    /// # Errors
    /// The first error on any table. The other tables finish their deals.
    pub fn play(
        &self,
        count: u64,
        stop: &AtomicBool,
        done: impl FnMut(PlayedDeal) -> bool + Send,
    ) -> Result<(), SeriesError> {
        let next = AtomicU64::new(0);
        let next = || Ok(Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&number| number < count));
        let most = count.try_into().ok().and_then(NonZeroUsize::new).unwrap_or(NonZeroUsize::MIN);
        on_tables(self.tables.min(most), stop, next, |number| self.one(number), done)
    }

    /// A deal in all its seatings: read from the folder if all its records are there, else played.
    fn one(&self, number: u64) -> Result<PlayedDeal, SeriesError> {
        let deal = || (self.deal)(number).map_err(|why| SeriesError::Deal { number, why });
        let sides = deal()?.table.header().sides;
        if let Some(matches) = self.resumed(number, &deal()?)? {
            return Ok(PlayedDeal { number, sides, matches, is_resumed: true });
        }
        let dealt = || (self.deal)(number);
        let matches = play_deal(dealt, self.seatings, |entry| &self.entries[entry], self.conditions);
        let matches = matches.map_err(|error| match error {
            DealError::Deal(why) => SeriesError::Deal { number, why },
            DealError::Start(error) => SeriesError::Start(error),
            lost @ DealError::Lost { .. } => SeriesError::Deal { number, why: lost.to_string() },
        })?;
        if let Some(folder) = self.folder {
            for (seating, one) in matches.iter().enumerate() {
                folder.write(number, seating, &one.record)?;
            }
        }
        Ok(PlayedDeal { number, sides, matches, is_resumed: false })
    }

    /// The matches of a deal that the folder has, if it has all of them.
    fn resumed(&self, number: u64, dealt: &Dealt) -> Result<Option<Vec<PlayedMatch>>, SeriesError> {
        let Some(folder) = self.folder else { return Ok(None) };
        let mut matches = Vec::new();
        for (at, seating) in self.seatings.iter().enumerate() {
            let Some(record) = folder.read(number, at)? else { return Ok(None) };
            if let Some(why) = self.difference(&record, dealt, seating) {
                return Err(folder.foreign(number, at, why).into());
            }
            matches.push(PlayedMatch { record, because: None, stderr: Vec::new() });
        }
        Ok(Some(matches))
    }

    /// How a record differs from the match that this series would play.
    fn difference(&self, record: &Record, dealt: &Dealt, seating: &Seating) -> Option<String> {
        let differs = |what: &str, found: &dyn std::fmt::Display, expected: &dyn std::fmt::Display| {
            Some(format!(
                "this record belongs to another series: its {what} is `{found}`, expected `{expected}`"
            ))
        };
        let header = dealt.table.header();
        if record.game != header.game {
            return differs("game", &record.game, &header.game);
        }
        if record.setup != header.setup {
            return differs("deal", &record.setup, &header.setup);
        }
        if record.clock != self.conditions.clock {
            return differs("clock", &record.clock, &self.conditions.clock);
        }
        for (seat, player) in Seat::all(record.players.len()).zip(&record.players) {
            let expected = &self.entries[seating[seat]].named;
            if player.name != expected.name {
                return differs(&format!("player in seat {seat}"), &player.name, &expected.name);
            }
            if player.hash != expected.hash {
                let hash = |hash: Option<Hash>| hash.map_or("-".to_owned(), |hash| hash.to_string());
                let what = format!("program in seat {seat}");
                return differs(&what, &hash(player.hash), &hash(expected.hash));
            }
        }
        None
    }
}

/// What an entry did over a series.
#[derive(Clone, Debug, Default)]
pub struct EntrySum {
    /// For each deal, in the order of their numbers, the mean over its seatings.
    pub deals: Vec<Cluster>,
    /// Matches that it forfeited.
    pub forfeits: u64,
    /// Decisions it was asked for.
    pub decisions: u64,
    /// Time on its clock, over all its seats.
    pub clock: Duration,
    /// Its slowest decision.
    pub slowest: Duration,
}

/// The sums of a series.
#[derive(Clone, Debug, Default)]
pub struct Sums {
    /// For each entry.
    pub entries: Vec<EntrySum>,
    /// Deals.
    pub deals: u64,
    /// Matches.
    pub matches: u64,
    /// Matches in which several sides share the win.
    pub ties: u64,
    /// Matches that somebody forfeited.
    pub forfeits: u64,
}

impl Sums {
    /// Adds up deals; they may come in any order.
    pub fn of<'a>(
        deals: impl IntoIterator<Item = &'a PlayedDeal>,
        seatings: &[Seating],
        entries: usize,
    ) -> Sums {
        let mut deals: Vec<&PlayedDeal> = deals.into_iter().collect();
        deals.sort_by_key(|deal| deal.number);
        let mut sums = Sums { entries: vec![EntrySum::default(); entries], ..Sums::default() };
        for deal in deals {
            sums.deals += 1;
            let mut clusters = vec![Cluster::default(); entries];
            for (one, seating) in deal.matches.iter().zip(seatings) {
                sums.add(one, seating, &deal.sides);
                for (entry, cluster) in clusters.iter_mut().enumerate() {
                    let share = share(&one.record.payoffs, &deal.sides, seating, entry);
                    cluster.won += share.won / deal.matches.len() as f64;
                    cluster.score += share.score / deal.matches.len() as f64;
                }
            }
            sums.entries.iter_mut().zip(clusters).for_each(|(sum, cluster)| sum.deals.push(cluster));
        }
        sums
    }

    fn add(&mut self, one: &PlayedMatch, seating: &Seating, sides: &BySeat<Side>) {
        let record = &one.record;
        self.matches += 1;
        self.ties += u64::from(is_tie(&record.payoffs, sides));
        if let Some((seat, _)) = forfeit(record) {
            self.forfeits += 1;
            self.entries[seating[seat]].forfeits += 1;
        }
        for decision in &record.decisions {
            let Some(cost) = decision.cost else { continue };
            let sum = &mut self.entries[seating[decision.seat]];
            let time = Duration::from_micros(cost.charged());
            sum.decisions += 1;
            sum.clock += time;
            sum.slowest = sum.slowest.max(time);
        }
    }
}

/// Who forfeited a match, and why.
pub fn forfeit(record: &Record) -> Option<(Seat, &Reason)> {
    match &record.ending {
        Ending::Forfeit { seat, why } => Some((*seat, why)),
        Ending::Played => None,
    }
}
