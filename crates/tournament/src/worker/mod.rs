//! Many machines, one tournament: a worker plays deals from the queue of a PostgreSQL store.
//!
//! - `desk.rs`: fetches deals, hands them to tables, commits the results
//! - `lease.rs`: what is in play stays leased, and no longer
//! - `job.rs`: a tournament as a worker needs it: contest, plan, bots
//! - `pins.rs`: what the machines of a tournament have in common
//! - `submission.rs`: what a worker hands in, and what of it counts
//! - `keeper.rs`: who fills the queue and counts
//! - `message.rs`: a deal in the queue
//!
//! Life of a deal: planned, queued, leased, handed in, replayed and counted. Exactly once comes from the primary key;
//! the queue is disposable.

mod desk;
mod job;
mod keeper;
mod lease;
mod message;
mod pins;
mod submission;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use store::{Store, StoreError};
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::time::sleep;

use crate::artifact::{ArtifactError, Cache};
use crate::deals::DealError;
use crate::ledger::{Ledger, LedgerError};

pub use desk::MOST_READS;
pub use job::enter;
pub use keeper::{Keeper, Kept, WINDOW};
pub use message::QueuedDeal;
pub use pins::{Differs, Pins, Proof, Prover};
pub use submission::Submission;

/// How long a deal is leased; renewed three times as often.
pub const LEASE: Duration = Duration::from_secs(30);
/// How often the keeper takes a turn.
const TURN: Duration = Duration::from_secs(2);
/// How often a worker says that it is there.
const BEAT: Duration = Duration::from_secs(15);
/// Deals in a row that a machine may fail to start before its worker gives up.
const MOST_FAILURES: u32 = 3;

/// What a worker brings.
#[derive(Clone)]
pub struct Kit {
    /// Who it is.
    pub name: String,
    /// Its machine.
    pub host: String,
    /// Tables at once.
    pub tables: NonZeroUsize,
    /// How long a deal is leased.
    pub lease: Duration,
    /// Deals of each tournament that are queued, if this worker is the keeper.
    pub window: usize,
    /// Where bots are unpacked.
    pub cache: Cache,
    /// The croupier, which starts the bots.
    pub launcher: PathBuf,
    /// What the sandbox holds here.
    pub prover: Prover,
}

/// When a worker ends by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ends {
    /// When it is stopped.
    Never,
    /// When the queue was empty for so long.
    Idle(Duration),
    /// When every tournament of the store is finished.
    Done,
}

/// Why a worker ended early. What it had played is committed, or somebody else plays it.
#[derive(Debug, thiserror::Error)]
pub enum WorkError {
    /// The store says no.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The ledger says no.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// SQLite has no queue.
    #[error("{0}: expected a store on PostgreSQL (postgres://…): only that has a queue for workers")]
    NoQueue(String),
    /// The machine is not what the tournament pins.
    #[error(transparent)]
    Differs(#[from] Differs),
    /// Nobody has entered the tournament for workers.
    #[error("tournament {0:?}: not prepared for workers; `croupier tournament run --workers` does that")]
    NotEntered(String),
    /// A bot cannot be had.
    #[error("entry {name:?}: {error}")]
    Bot {
        /// The entry.
        name: String,
        /// Why.
        error: ArtifactError,
    },
    /// An entry, a contest file or a plan cannot be read here.
    #[error("tournament {tournament:?}: {why}")]
    Unreadable {
        /// Which.
        tournament: String,
        /// What is wrong.
        why: String,
    },
    /// The machine cannot start matches.
    #[error("{MOST_FAILURES} deals in a row could not be started: {0}")]
    CannotStart(String),
}

impl WorkError {
    /// May the same succeed a moment later?
    pub fn is_passing(&self) -> bool {
        match self {
            WorkError::Store(error) | WorkError::Ledger(LedgerError::Store(error)) => error.is_passing(),
            _ => false,
        }
    }
}

/// What a worker tells people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum News {
    /// Matches committed since its start.
    Matches(u64),
    /// It is the keeper, and this is what its turn came to.
    Kept(Kept),
}

/// Works on the tournaments of a store until `stop` is set or the work is done; deals in play are finished. Must be
/// called within a runtime with threads. Answers how many matches were committed.
pub async fn work(
    store: &Store,
    kit: Kit,
    ends: Ends,
    stop: watch::Receiver<bool>,
    news: impl Fn(News) + Send + Sync + 'static,
) -> Result<u64, WorkError> {
    let queue = store.queue().ok_or_else(|| WorkError::NoQueue(store.address().to_string()))?;
    job::check_all(store, &kit).await?;
    let news = Arc::new(news);
    let (tables, name) = (kit.tables.get(), kit.name.clone());
    let keeper = may_keep(store).await?.then(|| Keeper::new(store, queue.clone(), &name, kit.window));
    let (halt, halted) = watch::channel(false);
    let (desk, received) = desk::Desk::new(store, queue, kit.clone(), ends, halted);
    let desk = Arc::new(desk);
    // The tables end on a signal or on the first error of anybody.
    let halt = Arc::new(halt);
    let signal = tokio::spawn(forward(stop, Arc::clone(&halt)));
    let renewer = tokio::spawn({
        let desk = Arc::clone(&desk);
        async move { desk.renew().await }
    });
    let beat = tokio::spawn(heartbeat(store.clone(), kit, Arc::clone(&desk), Arc::clone(&news)));
    let keeping = tokio::spawn(keep(keeper, Arc::clone(&halt), news));
    let committer = tokio::spawn({
        let (desk, halt) = (Arc::clone(&desk), Arc::clone(&halt));
        async move {
            let done = desk.commit_all(received).await;
            halt.send_replace(true);
            done
        }
    });
    let handle = Handle::current();
    let failures = Arc::new(AtomicU32::new(0));
    let tables: Vec<_> = (0..tables)
        .map(|_| {
            let (desk, handle, failures, halt) =
                (Arc::clone(&desk), handle.clone(), Arc::clone(&failures), Arc::clone(&halt));
            // A thread of its own: bots end with the thread that starts them.
            std::thread::spawn(move || {
                let done = table(&desk, &handle, &failures);
                if done.is_err() {
                    halt.send_replace(true);
                }
                done
            })
        })
        .collect();
    let joined = tokio::task::spawn_blocking(move || {
        let mut first = Ok(());
        for table in tables {
            let done = table.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            first = first.and(done);
        }
        first
    });
    let played = joined.await.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic()));
    desk.close().await;
    let committed = committer.await.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic()));
    for task in [signal, renewer, beat] {
        task.abort();
    }
    halt.send_replace(true);
    let kept = keeping.await.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic()));
    let matches = desk.matches.load(Ordering::Relaxed);
    played.and(committed).and(kept).map(|()| matches)
}

/// Lets workers play a tournament: keeps the queue and counts until everything is counted or `stop` is set. Plays
/// nothing itself. Answers whether the tournament is finished.
pub async fn conduct(
    ledger: &Ledger,
    name: &str,
    mut stop: watch::Receiver<bool>,
    mut news: impl FnMut(Kept) + Send,
) -> Result<bool, WorkError> {
    let store = ledger.store();
    let queue = store.queue().ok_or_else(|| WorkError::NoQueue(store.address().to_string()))?;
    let mut keeper = Keeper::new(store, queue, name, WINDOW);
    loop {
        match keeper.turn().await {
            Ok(kept) => {
                news(kept.unwrap_or_default());
                if ledger.tournament().await.is_ok_and(|row| row.finished.is_some()) {
                    return Ok(true);
                }
            }
            Err(error) if error.is_passing() => (),
            Err(error) => return Err(error),
        }
        tokio::select! {
            _ = stop.wait_for(|stop| *stop) => return Ok(false),
            () = sleep(TURN) => (),
        }
    }
}

async fn forward(mut stop: watch::Receiver<bool>, halt: Arc<watch::Sender<bool>>) {
    // An error means that nobody can stop us any more.
    if stop.wait_for(|stop| *stop).await.is_ok() {
        halt.send_replace(true);
    }
}

/// One table: deal after deal.
fn table(desk: &desk::Desk, handle: &Handle, failures: &AtomicU32) -> Result<(), WorkError> {
    while let Some(leased) = handle.block_on(desk.next())? {
        leased.begin();
        match leased.job.play(&leased.planned, leased.key) {
            Ok(matches) => {
                failures.store(0, Ordering::Relaxed);
                handle.block_on(desk.hand_in(leased.end(matches)));
            }
            Err(error) => {
                let why = error.to_string();
                if matches!(error, DealError::Lost { .. }) {
                    // The cache has lost it: the next deal finds it fetched again.
                    handle.block_on(desk.forget(&leased.job));
                }
                handle.block_on(desk.refuse(&leased, &why));
                if failures.fetch_add(1, Ordering::Relaxed) + 1 >= MOST_FAILURES {
                    return Err(WorkError::CannotStart(why));
                }
            }
        }
    }
    Ok(())
}

/// May this role fill the queue? It must be able to read the secret keys.
async fn may_keep(store: &Store) -> Result<bool, WorkError> {
    let may = store::sqlx::query_scalar("select has_table_privilege('secret', 'select')");
    Ok(may.fetch_one(store.pool()).await.map_err(|error| store.wrong(error))?)
}

/// Takes turns as keeper until the worker ends, and a last one after that, so that what it committed is counted.
async fn keep(
    keeper: Option<Keeper>,
    halt: Arc<watch::Sender<bool>>,
    news: Arc<impl Fn(News) + Send + Sync>,
) -> Result<(), WorkError> {
    let Some(mut keeper) = keeper else { return Ok(()) };
    let mut halted = halt.subscribe();
    loop {
        let is_last = *halted.borrow();
        match keeper.turn().await {
            Ok(Some(kept)) => news(News::Kept(kept)),
            Ok(None) => (),
            Err(error) if error.is_passing() => (),
            Err(error) => {
                halt.send_replace(true);
                return Err(error);
            }
        }
        if is_last {
            return Ok(());
        }
        tokio::select! {
            _ = halted.wait_for(|halted| *halted) => (),
            () = sleep(TURN) => (),
        }
    }
}

/// Says that this worker is there, for people who look.
async fn heartbeat(store: Store, kit: Kit, desk: Arc<desk::Desk>, news: Arc<impl Fn(News) + Send + Sync>) {
    let started = crate::ledger::now() as i64;
    let mut told = Instant::now();
    loop {
        let beat = store::sqlx::query(
            "insert into worker (name, host, build, sandbox, tables, started, seen) values ($1, $2, $3, $4, $5, $6, $7)
             on conflict (name) do update set seen = excluded.seen",
        );
        let beat = beat
            .bind(&kit.name)
            .bind(&kit.host)
            .bind(crate::ledger::BUILD)
            .bind(kit.prover.in_force())
            .bind(kit.tables.get() as i64)
            .bind(started)
            .bind(crate::ledger::now() as i64);
        // Nothing depends on it.
        let _ = beat.execute(store.pool()).await;
        sleep(BEAT).await;
        if told.elapsed() >= BEAT {
            told = Instant::now();
            news(News::Matches(desk.matches.load(Ordering::Relaxed)));
        }
    }
}
