//! Who keeps the queue: fills it with what is planned, neither done nor queued, and counts what is handed in.
//!
//! Any process with the right to read the secret key can be the keeper; an advisory lock makes it one at a time. If
//! two ever are, nothing is lost or doubled: a deal would be played twice and counted once.

use std::collections::{BTreeSet, HashMap};
use std::time::{Duration, Instant};

use store::queue::Queue;
use store::{Lock, Store, StoreError};
use table::key::Key;

use super::WorkError;
use super::job::Plans;
use super::message::QueuedDeal;
use super::submission::Submission;
use crate::ledger::{Ledger, MatchEntry, Trouble, now};
use crate::rounds::next;

/// Deals of a tournament in the queue.
pub const WINDOW: usize = 10_000;
/// Everything is reconciled this often, whatever the queue looks like.
const EVERY: Duration = Duration::from_secs(60);
/// Matches that are counted in one go.
const BATCH: u32 = 256;

/// Keeps the queue of a store while it holds the lock.
pub struct Keeper {
    store: Store,
    queue: Queue,
    name: String,
    window: usize,
    lock: Option<Lock>,
    /// For each tournament, a number below which every deal is done.
    floors: HashMap<i64, u64>,
    reconciled: Option<Instant>,
}

/// What a turn of the keeper came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Kept {
    /// Deals that were sent to the queue.
    pub queued: usize,
    /// Deals that were counted.
    pub counted: usize,
    /// Deals that were refused: their records are not what the plan asks for.
    pub refused: usize,
}

impl Keeper {
    /// Not yet the keeper. `window` deals of each tournament are queued at most.
    pub fn new(store: &Store, queue: Queue, name: &str, window: usize) -> Keeper {
        let (store, name) = (store.clone(), name.to_owned());
        Keeper { store, queue, name, window, lock: None, floors: HashMap::new(), reconciled: None }
    }

    /// One turn: takes the lock if it is free, counts, and fills the queue where it runs dry or a minute has passed.
    /// `None` if somebody else is the keeper.
    pub async fn turn(&mut self) -> Result<Option<Kept>, WorkError> {
        if !self.is_keeper().await? {
            return Ok(None);
        }
        let mut kept = Kept::default();
        let is_due = self.reconciled.is_none_or(|at| at.elapsed() >= EVERY);
        let waiting = self.queue.count().await? as usize;
        for ledger in Ledger::unfinished(&self.store).await? {
            let plans = Plans::load(&ledger).await?;
            let key = ledger.key().await?;
            self.count(&ledger, &plans, key, &mut kept).await?;
            if is_due || waiting <= self.window / 2 {
                kept.queued += self.fill(&ledger, &plans, key).await?;
            }
        }
        if is_due {
            self.reconciled = Some(Instant::now());
        }
        Ok(Some(kept))
    }

    async fn is_keeper(&mut self) -> Result<bool, WorkError> {
        if let Some(lock) = &mut self.lock {
            if lock.is_held().await {
                return Ok(true);
            }
            self.lock = None;
        }
        match self.store.lock("queue").await {
            Ok(lock) => {
                self.lock = Some(lock);
                self.reconciled = None;
                self.floors.clear();
                Ok(true)
            }
            Err(StoreError::Locked { .. }) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Replays what was handed in, and counts it or refuses it.
    async fn count(
        &mut self,
        ledger: &Ledger,
        plans: &Plans,
        key: Key,
        kept: &mut Kept,
    ) -> Result<(), WorkError> {
        loop {
            let deals = Submission::oldest(&self.store, ledger.id(), BATCH).await?;
            if deals.is_empty() {
                return Ok(());
            }
            let mut write = self.store.begin().await?;
            for deal in &deals {
                let number = deal[0].deal;
                match plans.check(deal, key) {
                    Ok(matches) => {
                        ledger.insert_in(&mut write, &matches).await?;
                        kept.counted += 1;
                    }
                    Err(why) => {
                        let worker = &deal[0].worker;
                        let what = format!("refused what {worker} handed in: {why}");
                        let trouble = Trouble { deal: number, at: now(), worker: self.name.clone(), what };
                        ledger.add_trouble_in(&mut write, &trouble).await?;
                        kept.refused += 1;
                        if Submission::is_hopeless(&mut write, &self.store, ledger.id(), number).await? {
                            let aside =
                                QueuedDeal { tournament: ledger.id(), deal: number, key: key.deal(number) };
                            self.queue.set_aside(&mut write, &aside.text()).await?;
                        }
                    }
                }
                Submission::remove(&self.store, &mut write, ledger.id(), number).await?;
            }
            write.commit().await.map_err(|error| self.store.wrong(error))?;
        }
    }

    /// Plan − results − queued, up to the window; then the next round, then the end.
    async fn fill(&mut self, ledger: &Ledger, plans: &Plans, key: Key) -> Result<usize, WorkError> {
        let tournament = ledger.id();
        let floor = self.floors.get(&tournament).copied().unwrap_or(0);
        // The order matters: what leaves the queue is handed in, and what is handed in is counted. Looking in this
        // order misses nothing.
        let messages = self.queue.waiting().await?.into_iter().chain(self.queue.archived().await?);
        let mut known: BTreeSet<u64> = messages
            .filter_map(|message| QueuedDeal::read(&message.text))
            .filter(|deal| deal.tournament == tournament)
            .map(|deal| deal.deal)
            .collect();
        let queued = known.len();
        known.extend(Submission::deals_from(&self.store, tournament, floor).await?);
        let done: BTreeSet<u64> = ledger.deals_from(floor, u64::MAX).await?.into_iter().collect();
        let mut new_floor = floor;
        while done.contains(&new_floor) {
            new_floor += 1;
        }
        self.floors.insert(tournament, new_floor);
        let room = self.window.saturating_sub(queued);
        let is_missing = |deal: &u64| !known.contains(deal) && !done.contains(deal);
        let missing: Vec<u64> = plans.deals_from(new_floor).filter(is_missing).take(room).collect();
        if missing.is_empty() && known.is_empty() {
            // Everything that is planned is counted.
            go_on(ledger, plans).await?;
            return Ok(0);
        }
        for some in missing.chunks(1000) {
            let text = |&deal: &u64| QueuedDeal { tournament, deal, key: key.deal(deal) }.text();
            let messages: Vec<String> = some.iter().map(text).collect();
            let mut write = self.store.begin().await?;
            self.queue.send(&mut write, &messages).await?;
            write.commit().await.map_err(|error| self.store.wrong(error))?;
        }
        Ok(missing.len())
    }
}

/// Everything that is planned is counted: begins the next round, or ends the tournament.
async fn go_on(ledger: &Ledger, plans: &Plans) -> Result<(), WorkError> {
    match next(ledger, &plans.contest, &plans.plan).await? {
        Some(round) => ledger.add_round(&round).await?,
        None => ledger.finish().await?,
    }
    Ok(())
}

/// The matches of a deal that are fit to be counted: all of them, each checked.
impl Plans {
    fn check(&self, deal: &[Submission], key: Key) -> Result<Vec<MatchEntry>, String> {
        let number = deal[0].deal;
        let planned = self.planned(number).ok_or("no such deal in the plan")?;
        if deal.len() != planned.seatings.len() {
            return Err(format!("expected {} matches, found {}", planned.seatings.len(), deal.len()));
        }
        let one = |submission: &Submission| {
            let record = submission.check(&self.contest, &planned, key, &self.players)?;
            let entries = planned.seatings[submission.seating as usize].iter().copied().collect();
            let at = (number, submission.seating, planned.round);
            Ok(MatchEntry::new(at, entries, &record, submission.logs.clone(), &submission.worker))
        };
        deal.iter().map(one).collect()
    }
}
