//! The runner: plays a contest to its end on this machine, and goes on where it was.
//!
//! What is left to do is the plan less what the ledger has. A deal that is interrupted leaves nothing behind and is
//! played again with the same cards.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use arena::Conditions;
use arena::entrants::{Entrant, Lost};
use cards::Seat;
use table::key::Key;
use tokio::runtime::Handle;

use crate::contest::Contest;
use crate::deals::{DealError, Dealt, PlayedMatch, on_tables, play_deal_copying};
use crate::ledger::{Ledger, LedgerError, MatchEntry};
use crate::live::Live;
use crate::plan::{Plan, PlannedDeal, Round};
use crate::rounds::next;

/// Deals whose numbers are read at once.
const WINDOW: u64 = 10_000;
/// How long a server that is gone is waited for.
const PATIENCE: Duration = Duration::from_secs(60);

/// A tournament that is to be played.
pub struct Runner<'a> {
    /// Where it is kept.
    pub ledger: &'a Ledger,
    /// What is played.
    pub contest: &'a Contest,
    /// Who plays: the entries, `None` where one is withdrawn, and then who fills seats.
    pub entrants: &'a [Option<Entrant>],
    /// The master key.
    pub key: Key,
    /// The conditions of every match but for the key and the chance, which come with the deal.
    pub conditions: &'a Conditions,
    /// For the store.
    pub runtime: &'a Handle,
    /// Where standard errors can be read while a match goes on.
    pub live: Option<&'a Live>,
}

/// What a run reports while it goes on.
pub enum Progress<'a> {
    /// How far it is, as far as pairings are known.
    Planned {
        /// Deals that are left.
        left: u64,
        /// Deals that are played.
        played: u64,
    },
    /// A round has begun.
    Round(&'a Round),
    /// A deal was played and is in the store.
    Deal(&'a PlannedDeal, &'a [PlayedMatch]),
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunEnd {
    /// Every deal is played.
    Finished,
    /// Deals are left.
    Interrupted,
}

/// Why a run ended early. What is in the store stays, and the same command goes on.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The store says no.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// An entry's program is not what was entered any more.
    #[error(
        "entry {name:?}: {lost}; deal {} is not counted, and nothing else is lost. Put the program back, or withdraw \
         the entry (croupier tournament withdraw)", number + 1
    )]
    Lost {
        /// The entry, or who fills seats.
        name: String,
        /// What became of it.
        lost: Lost,
        /// The deal's number, from 0.
        number: u64,
    },
    /// A deal could not be played.
    #[error("deal {}: {error}", number + 1)]
    Deal {
        /// Its number, from 0.
        number: u64,
        /// Why not.
        error: DealError,
    },
}

impl Runner<'_> {
    /// Plays until every deal is played or `stop` is set; deals in play are finished and stored. `watch` hears what
    /// happens and says whether to go on.
    pub fn run(
        &self,
        stop: &AtomicBool,
        watch: &mut (dyn FnMut(Progress<'_>) -> bool + Send),
    ) -> Result<RunEnd, RunError> {
        let is_in = self.entrants[..self.contest.entries.len()].iter().map(Option::is_some);
        let is_in: Vec<bool> = is_in.collect();
        loop {
            let rounds = self.runtime.block_on(self.ledger.rounds())?;
            let plan = Plan::new(self.contest, is_in.clone(), rounds);
            let played = self.runtime.block_on(self.ledger.count_deals())?;
            let left = self.runtime.block_on(left(self.ledger, &plan, played))?;
            if !watch(Progress::Planned { left, played }) {
                return Ok(RunEnd::Interrupted);
            }
            self.play(&plan, stop, watch)?;
            if stop.load(Ordering::Relaxed) {
                return Ok(RunEnd::Interrupted);
            }
            match self.runtime.block_on(next(self.ledger, self.contest, &plan))? {
                Some(round) => {
                    self.runtime.block_on(self.ledger.add_round(&round))?;
                    if !watch(Progress::Round(&round)) {
                        return Ok(RunEnd::Interrupted);
                    }
                }
                None => {
                    self.runtime.block_on(self.ledger.finish())?;
                    return Ok(RunEnd::Finished);
                }
            }
        }
    }

    /// Plays what is left of a plan.
    fn play(
        &self,
        plan: &Plan,
        stop: &AtomicBool,
        watch: &mut (dyn FnMut(Progress<'_>) -> bool + Send),
    ) -> Result<(), RunError> {
        let missing = Mutex::new(Missing::new(plan));
        let next_deal = || {
            let mut missing = missing.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(self.runtime.block_on(missing.next(self.ledger))?)
        };
        let work = |deal: PlannedDeal| {
            let matches = self.one(&deal)?;
            self.store(&deal, &matches)?;
            if let Some(live) = self.live {
                live.forget(deal.number);
            }
            Ok((deal, matches))
        };
        let tables = NonZeroUsize::new(self.contest.tables).unwrap_or(NonZeroUsize::MIN);
        on_tables(tables, stop, next_deal, work, |(deal, matches)| watch(Progress::Deal(&deal, &matches)))
    }

    /// Plays a deal in all its seatings.
    pub fn one(&self, deal: &PlannedDeal) -> Result<Vec<PlayedMatch>, RunError> {
        let dealt = || Dealt::from_key(&self.contest.game, &self.contest.rules, self.key.deal(deal.number));
        let entrant = |entry: usize| self.entrants[entry].as_ref().expect("no withdrawn entry is planned");
        let copy = |seating: usize, seat: Seat| {
            let entry = deal.seatings[seating][seat];
            self.live.and_then(|live| live.file((deal.number, seating), seat, entry))
        };
        let played = play_deal_copying(dealt, &deal.seatings, entrant, self.conditions, copy);
        let number = deal.number;
        played.map_err(|error| match error {
            DealError::Lost { entry, command, lost } => {
                let name = self.contest.entries.get(entry).map_or(command, |entry| entry.name.clone());
                RunError::Lost { name, lost, number }
            }
            error => RunError::Deal { number, error },
        })
    }

    /// Stores a deal; a server that restarts is waited for.
    fn store(&self, deal: &PlannedDeal, matches: &[PlayedMatch]) -> Result<(), RunError> {
        let entries = rows(deal, matches, "");
        let begun = Instant::now();
        let mut pause = Duration::from_millis(50);
        loop {
            match self.runtime.block_on(self.ledger.insert(&entries)) {
                Err(LedgerError::Store(error)) if error.is_passing() && begun.elapsed() < PATIENCE => {
                    std::thread::sleep(pause);
                    pause = (pause * 2).min(Duration::from_secs(2));
                }
                done => return Ok(done.map(|_| ())?),
            }
        }
    }
}

/// A deal as the ledger takes it.
pub fn rows(deal: &PlannedDeal, matches: &[PlayedMatch], worker: &str) -> Vec<MatchEntry> {
    let row = |((seating, one), who): ((usize, &PlayedMatch), &crate::seating::Seating)| {
        let seating = u32::try_from(seating).expect("few seatings");
        let who = who.iter().copied().collect();
        MatchEntry::new((deal.number, seating, deal.round), who, &one.record, one.stderr.clone(), worker)
    };
    matches.iter().enumerate().zip(&deal.seatings).map(row).collect()
}

/// The deals of a plan that the ledger does not have, one after the other.
pub struct Missing<'a> {
    plan: &'a Plan,
    next: u64,
    /// Deals from `next` on that are there, up to `known_until`.
    there: VecDeque<u64>,
    known_until: u64,
}

impl<'a> Missing<'a> {
    /// From the first on.
    pub fn new(plan: &'a Plan) -> Missing<'a> {
        Missing { plan, next: 0, there: VecDeque::new(), known_until: 0 }
    }

    /// The next one.
    pub async fn next(&mut self, ledger: &Ledger) -> Result<Option<PlannedDeal>, LedgerError> {
        while self.next < self.plan.len() {
            if self.next >= self.known_until {
                self.there = ledger.deals_from(self.next, WINDOW).await?.into();
                let is_all = (self.there.len() as u64) < WINDOW;
                let after = self.there.back().map_or(u64::MAX, |last| last + 1);
                self.known_until = if is_all { u64::MAX } else { after };
            }
            let number = self.next;
            self.next += 1;
            while self.there.front().is_some_and(|&there| there < number) {
                self.there.pop_front();
            }
            if self.there.front() != Some(&number)
                && let Some(deal) = self.plan.deal(number)
            {
                return Ok(Some(deal));
            }
        }
        Ok(None)
    }
}

/// How many deals of a plan are not played.
async fn left(ledger: &Ledger, plan: &Plan, played: u64) -> Result<u64, LedgerError> {
    if plan.is_in().iter().all(|is_in| *is_in) {
        return Ok(plan.len().saturating_sub(played));
    }
    // Deals of a withdrawn entry are not played any more: count the others.
    let (mut missing, mut left) = (Missing::new(plan), 0);
    while missing.next(ledger).await?.is_some() {
        left += 1;
    }
    Ok(left)
}
