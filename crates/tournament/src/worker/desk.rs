//! A worker's desk: fetches deals from the queue, hands them to the tables, and commits what comes back.
//!
//! Every deal is leased from the moment it is read until its transaction is committed. A worker that dies or loses
//! the database lets its leases end; somebody else plays those deals, and the primary key keeps one result.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use store::queue::{Queue, QueueMessage};
use store::{Store, StoreError};
use tokio::sync::{Mutex, mpsc, watch};
use tokio::time::sleep;

use super::job::Job;
use super::lease::{Guard, Leases};
use super::message::QueuedDeal;
use super::submission::Submission;
use super::{Ends, Kit, WorkError};
use crate::ledger::{Ledger, Trouble, now};
use crate::plan::PlannedDeal;

/// A deal that was read more often goes aside: it may be what kills workers.
pub const MOST_READS: i64 = 3;
/// How often an empty queue is looked at.
const POLL: Duration = Duration::from_millis(500);
/// How long what was read of a tournament is believed: entries can be withdrawn and rounds begin.
const FRESH: Duration = Duration::from_secs(20);
/// Deals in one transaction.
const BATCH: usize = 32;

/// What all tables of a worker share.
pub struct Desk {
    store: Store,
    queue: Queue,
    kit: Kit,
    leases: Leases,
    jobs: Mutex<HashMap<i64, (Arc<Job>, Instant)>>,
    buffer: Mutex<VecDeque<Leased>>,
    stop: watch::Receiver<bool>,
    ends: Ends,
    /// Until the last table has left.
    finished: Mutex<Option<mpsc::Sender<Finished>>>,
    /// Matches committed.
    pub matches: AtomicU64,
}

/// A deal to be played.
pub struct Leased {
    /// Its tournament.
    pub job: Arc<Job>,
    /// The deal.
    pub planned: PlannedDeal,
    /// Its key.
    pub key: table::key::Key,
    guard: Guard,
}

/// A deal that was played.
pub struct Finished {
    tournament: i64,
    matches: Vec<Submission>,
    guard: Guard,
}

impl Leased {
    /// Its clocks begin to run.
    pub fn begin(&self) {
        self.guard.begin(self.job.longest(&self.planned));
    }

    /// It was played.
    pub fn end(self, matches: Vec<Submission>) -> Finished {
        Finished { tournament: self.job.ledger.id(), matches, guard: self.guard }
    }
}

impl Desk {
    /// A desk, and what its tables hand in.
    pub fn new(
        store: &Store,
        queue: Queue,
        kit: Kit,
        ends: Ends,
        stop: watch::Receiver<bool>,
    ) -> (Desk, mpsc::Receiver<Finished>) {
        let (finished, received) = mpsc::channel(BATCH);
        let desk = Desk {
            store: store.clone(),
            queue,
            kit,
            leases: Leases::default(),
            jobs: Mutex::default(),
            buffer: Mutex::default(),
            stop,
            ends,
            finished: Mutex::new(Some(finished)),
            matches: AtomicU64::new(0),
        };
        (desk, received)
    }

    /// The next deal for a table; waits for one. `None` if the worker is to end.
    pub async fn next(&self) -> Result<Option<Leased>, WorkError> {
        // Held while the queue is read, so that one table reads for all.
        let mut buffer = self.buffer.lock().await;
        let mut idle = Instant::now();
        loop {
            if *self.stop.borrow() {
                self.give_back(buffer.drain(..).map(|leased| leased.guard.message()).collect()).await;
                return Ok(None);
            }
            if let Some(leased) = buffer.pop_front() {
                return Ok(Some(leased));
            }
            match self.fetch().await {
                Ok(deals) if deals.is_empty() => {
                    if self.is_over(idle.elapsed()).await {
                        return Ok(None);
                    }
                    self.wait(POLL).await;
                }
                Ok(deals) => {
                    buffer.extend(deals);
                    idle = Instant::now();
                }
                Err(error) if error.is_passing() => self.wait(POLL).await,
                Err(error) => return Err(error),
            }
        }
    }

    /// Hands in what was played; it is committed with others.
    pub async fn hand_in(&self, finished: Finished) {
        let sender = self.finished.lock().await.clone();
        if let Some(sender) = sender {
            // Nobody receives after an error that ends the worker; then the lease ends and another one plays it.
            let _ = sender.send(finished).await;
        }
    }

    /// No table hands in anything more.
    pub async fn close(&self) {
        self.finished.lock().await.take();
    }

    /// The machine could not play a deal: it goes back, and somebody hears of it.
    pub async fn refuse(&self, leased: &Leased, why: &str) {
        let trouble = Trouble {
            deal: leased.planned.number,
            at: now(),
            worker: self.kit.name.clone(),
            what: why.to_owned(),
        };
        // If this fails, the lease ends all the same and the deal is read again.
        let _ = leased.job.ledger.add_trouble(&trouble).await;
        self.give_back(vec![leased.guard.message()]).await;
    }

    async fn give_back(&self, messages: Vec<i64>) {
        if !messages.is_empty() {
            // If this fails, the leases end a little later by themselves.
            let _ = self.queue.extend(&messages, Duration::ZERO).await;
        }
    }

    async fn wait(&self, time: Duration) {
        let mut stop = self.stop.clone();
        tokio::select! {
            _ = stop.changed() => (),
            () = sleep(time) => (),
        }
    }

    /// Is there nothing more to do? Asked when the queue has nothing to give.
    async fn is_over(&self, idle: Duration) -> bool {
        match self.ends {
            Ends::Never => false,
            Ends::Idle(most) => idle >= most,
            // An error is no answer; ask again later.
            Ends::Done => Ledger::unfinished(&self.store).await.is_ok_and(|left| left.is_empty()),
        }
    }

    async fn fetch(&self) -> Result<Vec<Leased>, WorkError> {
        let mut deals = Vec::new();
        for message in self.queue.read(self.kit.lease, self.kit.tables.get()).await? {
            deals.extend(self.prepare(message).await?);
        }
        Ok(deals)
    }

    /// A message as a deal to be played. What cannot be played is put aside, never in silence.
    async fn prepare(&self, message: QueueMessage) -> Result<Option<Leased>, WorkError> {
        let guard = self.leases.hold(message.id, self.kit.lease);
        let Some(deal) = QueuedDeal::read(&message.text) else {
            self.put_aside(&message, None, "expected a deal in the queue, found something else").await?;
            return Ok(None);
        };
        if message.reads > MOST_READS {
            let why = format!("given up: {MOST_READS} workers began this deal and none finished it");
            self.put_aside(&message, Some(deal), &why).await?;
            return Ok(None);
        }
        let mut job = self.job(deal.tournament, FRESH).await?;
        if job.planned(deal.deal).is_none() {
            // A round may have begun since it was read.
            job = self.job(deal.tournament, Duration::ZERO).await?;
        }
        let Some(planned) = job.planned(deal.deal) else {
            // An entry was withdrawn: nobody waits for this deal.
            let mut write = self.store.begin().await?;
            self.queue.delete(&mut write, &[message.id]).await?;
            write.commit().await.map_err(|error| self.store.wrong(error))?;
            return Ok(None);
        };
        guard.begin(job.longest(&planned) + self.kit.lease);
        Ok(Some(Leased { job, planned, key: deal.key, guard }))
    }

    async fn put_aside(
        &self,
        message: &QueueMessage,
        deal: Option<QueuedDeal>,
        why: &str,
    ) -> Result<(), WorkError> {
        let mut write = self.store.begin().await?;
        self.queue.archive(&mut write, &[message.id]).await?;
        let (tournament, number) = deal.map_or((-1, 0), |deal| (deal.tournament, deal.deal));
        let trouble =
            Trouble { deal: number, at: now(), worker: self.kit.name.clone(), what: why.to_owned() };
        Ledger::at(&self.store, tournament).add_trouble_in(&mut write, &trouble).await?;
        write.commit().await.map_err(|error| self.store.wrong(error))?;
        Ok(())
    }

    /// A tournament; read again if what was read is older than this.
    async fn job(&self, tournament: i64, fresh: Duration) -> Result<Arc<Job>, WorkError> {
        let mut jobs = self.jobs.lock().await;
        let before = jobs.get(&tournament);
        if let Some((job, read)) = before
            && read.elapsed() < fresh
        {
            return Ok(Arc::clone(job));
        }
        let job = Job::load(&self.store, tournament, &self.kit, before.map(|(job, _)| &**job)).await?;
        let job = Arc::new(job);
        jobs.insert(tournament, (Arc::clone(&job), Instant::now()));
        Ok(job)
    }

    /// Reads a tournament and its bots anew when the next deal of it comes.
    pub async fn forget(&self, job: &Job) {
        self.jobs.lock().await.remove(&job.ledger.id());
        // What waits at this desk has the same bots.
        let mut buffer = self.buffer.lock().await;
        let (waiting, others): (VecDeque<Leased>, VecDeque<Leased>) =
            buffer.drain(..).partition(|one| one.job.ledger.id() == job.ledger.id());
        *buffer = others;
        drop(buffer);
        self.give_back(waiting.iter().map(|leased| leased.guard.message()).collect()).await;
    }

    /// Renews the leases of everything on this desk until the worker ends.
    pub async fn renew(&self) {
        loop {
            sleep(self.kit.lease / 3).await;
            let due = self.leases.due();
            if !due.is_empty() {
                // Without the database nothing can be renewed; the next turn tries again.
                let _ = self.queue.extend(&due, self.kit.lease).await;
            }
        }
    }

    /// Commits what is handed in, in batches of whatever waits, until the last table has left.
    pub async fn commit_all(&self, mut received: mpsc::Receiver<Finished>) -> Result<(), WorkError> {
        let mut batch = Vec::new();
        while received.recv_many(&mut batch, BATCH).await > 0 {
            let mut pause = Duration::from_millis(100);
            loop {
                match self.commit(&batch).await {
                    Ok(()) => break,
                    Err(error) if error.is_passing() => {
                        sleep(pause).await;
                        pause = (pause * 2).min(Duration::from_secs(5));
                    }
                    Err(error) => return Err(error.into()),
                }
            }
            let matches: usize = batch.iter().map(|deal| deal.matches.len()).sum();
            self.matches.fetch_add(matches as u64, Ordering::Relaxed);
            // The guards go with the batch: until here the leases were renewed.
            batch.clear();
        }
        Ok(())
    }

    /// One transaction: the results are there and the messages are gone, or neither.
    async fn commit(&self, batch: &[Finished]) -> Result<(), StoreError> {
        let mut write = self.store.begin().await?;
        for deal in batch {
            for one in &deal.matches {
                one.insert(&self.store, &mut write, deal.tournament).await?;
            }
        }
        let messages: Vec<i64> = batch.iter().map(|deal| deal.guard.message()).collect();
        self.queue.delete(&mut write, &messages).await?;
        write.commit().await.map_err(|error| self.store.wrong(error))
    }
}
