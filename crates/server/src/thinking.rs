//! Our players think here: on low-priority threads, one fewer than there are cores, with a queue for each table.
//!
//! Tables take turns, so a table with many jobs does not delay the others. When many wait, each gets less
//! time, so that all answers come in time. A job that panics harms only its own table.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use cards::TimeLeft;
use cards::agent::{ActionValue, Allowed, Timer};
use table::Answer;
use table::player::Thinker;

/// What a player of ours is to do.
pub struct Job {
    /// The player. It has been told everything its seat saw.
    pub thinker: Box<dyn Thinker>,
    /// The most time it may take, waiting included.
    pub most: Duration,
    /// Advice with so many iterations, instead of a decision.
    pub advice: Option<u32>,
    /// Set it, and the job ends soon; nobody waits for its result.
    pub cancel: Arc<AtomicBool>,
    /// Takes the result, on the thread.
    pub done: Box<dyn FnOnce(Done) + Send>,
}

/// What came of a job.
pub enum Done {
    /// A decision, and the player for the next one.
    Decided(Answer<String>, Box<dyn Thinker>),
    /// Advice.
    Advised(Vec<ActionValue<String>>),
    /// The player panicked.
    Failed,
}

/// A pool of threads. They end when it is dropped.
pub struct Thinking {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    queues: Mutex<Queues>,
    more: Condvar,
}

#[derive(Default)]
struct Queues {
    /// Tables with jobs, the next one first.
    turns: VecDeque<String>,
    jobs: HashMap<String, VecDeque<(Job, Instant)>>,
    is_closed: bool,
}

impl Shared {
    /// A thread that panics holds no lock, so the queues are always whole.
    fn lock(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Thinking {
    /// A pool with one thread fewer than there are cores, but at least one.
    pub fn start() -> Thinking {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Thinking::with_threads(cores.saturating_sub(1).max(1))
    }

    /// A pool of this size.
    pub fn with_threads(threads: usize) -> Thinking {
        let shared = Arc::new(Shared::default());
        let threads = (0..threads).map(|_| {
            let shared = Arc::clone(&shared);
            std::thread::spawn(move || {
                // Pages come first. Where the system does not allow it, thinking is as important as they are.
                let _ = rustix::process::nice(10);
                work(&shared);
            })
        });
        let threads = threads.collect();
        Thinking { shared, threads }
    }

    /// Adds a job of this table.
    pub fn add(&self, table: &str, job: Job) {
        let mut queues = self.shared.lock();
        if !queues.jobs.contains_key(table) {
            queues.turns.push_back(table.to_owned());
        }
        queues.jobs.entry(table.to_owned()).or_default().push_back((job, Instant::now()));
        self.shared.more.notify_one();
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        {
            let mut queues = self.shared.lock();
            queues.is_closed = true;
            for (job, _) in queues.jobs.values_mut().flatten() {
                job.cancel.store(true, Ordering::Relaxed);
            }
            queues.jobs.clear();
            queues.turns.clear();
        }
        self.shared.more.notify_all();
        for thread in self.threads.drain(..) {
            // A thread that panicked has nothing left to do.
            let _ = thread.join();
        }
    }
}

/// A decision has at least this much time.
const LEAST: Duration = Duration::from_millis(20);

fn work(shared: &Shared) {
    loop {
        let (job, asked, waiting) = {
            let mut queues = shared.lock();
            loop {
                if queues.is_closed {
                    return;
                }
                if let Some(table) = queues.turns.pop_front() {
                    let Some(jobs) = queues.jobs.get_mut(&table) else { continue };
                    let next = jobs.pop_front();
                    if jobs.is_empty() {
                        queues.jobs.remove(&table);
                    } else {
                        queues.turns.push_back(table);
                    }
                    let Some((job, asked)) = next else { continue };
                    break (job, asked, queues.turns.len() as u32);
                }
                queues = shared.more.wait(queues).unwrap_or_else(PoisonError::into_inner);
            }
        };
        run(job, asked, waiting);
    }
}

fn run(job: Job, asked: Instant, waiting: u32) {
    let Job { mut thinker, most, advice, cancel, done } = job;
    if cancel.load(Ordering::Relaxed) {
        return;
    }
    // Those who wait behind this job want to be done in time too.
    let time = (most.saturating_sub(asked.elapsed()) / (waiting + 1)).clamp(LEAST.min(most), most);
    let timer = Cancellable { start: Instant::now(), cancel: &cancel };
    let result = catch_unwind(AssertUnwindSafe(|| match advice {
        Some(iterations) => Done::Advised(thinker.advise(iterations)),
        None => {
            let answer = thinker.decide(&TimeLeft { allowed: Allowed::Move(time), timer: &timer });
            Done::Decided(answer, thinker)
        }
    }));
    if !cancel.load(Ordering::Relaxed) {
        done(result.unwrap_or(Done::Failed));
    }
}

/// A timer by which a cancelled job is out of time.
struct Cancellable<'a> {
    start: Instant,
    cancel: &'a AtomicBool,
}

impl Timer for Cancellable<'_> {
    fn now(&self) -> Duration {
        match self.cancel.load(Ordering::Relaxed) {
            true => Duration::from_secs(1 << 20),
            false => self.start.elapsed(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use table::player::{Cost, Reply};

    use super::*;

    /// Answers with its name; panics if it is called `panic`; thinks until it is out of time if it is called
    /// `slow`.
    struct Puppet(&'static str);

    impl Thinker for Puppet {
        fn heard(&self) -> usize {
            0
        }
        fn hear(&mut self, _: &[String]) {}
        fn decide(&mut self, time: &TimeLeft<'_>) -> Answer<String> {
            assert_ne!(self.0, "panic");
            let Allowed::Move(each) = time.allowed else { panic!("a time for each move") };
            while self.0 == "slow" && time.timer.now() < each {
                std::thread::yield_now();
            }
            Reply::Action(self.0.to_owned()).costing(Cost::default())
        }
        fn advise(&self, _: u32) -> Vec<ActionValue<String>> {
            Vec::new()
        }
    }

    fn job(name: &'static str, seconds: u64, to: &mpsc::Sender<String>) -> (Job, Arc<AtomicBool>) {
        let (cancel, to) = (Arc::new(AtomicBool::new(false)), to.clone());
        let done = move |done: Done| {
            let text = match done {
                Done::Decided(Answer { reply: Reply::Action(action), .. }, _) => action,
                _ => "failed".to_owned(),
            };
            let _ = to.send(text);
        };
        let most = Duration::from_secs(seconds);
        let thinker = Box::new(Puppet(name));
        (Job { thinker, most, advice: None, cancel: Arc::clone(&cancel), done: Box::new(done) }, cancel)
    }

    #[test]
    fn tables_take_turns() {
        let (to, results) = mpsc::channel();
        let pool = Thinking::with_threads(1);
        // While the first job runs, the others queue up.
        let (first, stop) = job("slow", 3600, &to);
        pool.add("first", first);
        for name in ["a1", "a2", "a3"] {
            pool.add("a", job(name, 1, &to).0);
        }
        pool.add("b", job("b1", 1, &to).0);
        stop.store(true, Ordering::Relaxed);
        let order: Vec<String> = results.iter().take(4).collect();
        assert_eq!(order, ["a1", "b1", "a2", "a3"]);
    }

    #[test]
    fn a_panic_harms_only_its_own_job() {
        let (to, results) = mpsc::channel();
        let pool = Thinking::with_threads(1);
        pool.add("a", job("panic", 1, &to).0);
        pool.add("b", job("fine", 1, &to).0);
        assert_eq!(results.iter().take(2).collect::<Vec<_>>(), ["failed", "fine"]);
    }

    #[test]
    fn who_waits_shortens_the_time_of_who_thinks() {
        let (to, results) = mpsc::channel();
        let pool = Thinking::with_threads(1);
        let begun = Instant::now();
        for table in ["a", "b", "c", "d", "e"] {
            pool.add(table, job("slow", 1, &to).0);
        }
        assert_eq!(results.iter().take(5).count(), 5);
        let took = begun.elapsed();
        assert!(took < Duration::from_secs(3), "five jobs of a second each share one: {took:?}");
    }
}
