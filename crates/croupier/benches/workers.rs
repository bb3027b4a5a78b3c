//! What a tournament on many machines costs: the workers' own share of the processor, lag, and what the database does.
//!
//! `cargo bench -p croupier --bench workers` (a few minutes; starts a private PostgreSQL with fsync). The bots are this
//! program: they think for a millisecond a decision. docs/scale.md says what follows from the figures.

#[path = "../tests/workers/harness.rs"]
#[allow(dead_code)]
mod harness;

use std::fs;
use std::io;
use std::process::Stdio;
use std::time::{Duration, Instant};

use arena::client::{self, Setting};
use cards::{Agent, Decision, Rng, Seat, TimeLeft};
use cluster::{Cluster, ticks};
use games::catalog::CatalogGame;
use games::durak::{Durak, Rules};
use store::Store;
use table::clock::{TimeControl, WallTime};
use tournament::worker::{QueuedDeal, Submission};

/// How long a bot thinks.
const THOUGHT: Duration = Duration::from_millis(1);
/// Deals of the first part; each has two matches.
const DEALS: u32 = 600;
/// Deals of each database part.
const HANDED_IN: u64 = 4000;

fn main() -> io::Result<()> {
    match std::env::args().nth(1).as_deref() {
        Some("think") => think(),
        _ => measure(),
    }
}

/// A player that takes its time.
struct Thinking(Box<dyn Agent<Durak>>);

impl Agent<Durak> for Thinking {
    fn start(&mut self, rules: &Rules, seat: Seat, rng: Rng) {
        self.0.start(rules, seat, rng);
    }

    fn decide(
        &mut self,
        view: &<Durak as cards::Game>::View,
        time: &TimeLeft,
    ) -> Decision<<Durak as cards::Game>::Action> {
        let begun = Instant::now();
        let decision = self.0.decide(view, time);
        while begun.elapsed() < THOUGHT {
            std::hint::spin_loop();
        }
        decision
    }
}

/// This very program as a bot.
fn think() -> io::Result<()> {
    let mut agent = Thinking(Durak::policy("greedy").expect("durak has a greedy player"));
    let (timer, rng, clock) = (WallTime::start(), Rng::new(1), TimeControl::CONTEST);
    let setting = Setting { rules: Rules::default(), rng, clock, timer: &timer };
    client::run::<Durak>(&mut agent, setting, io::stdin().lock(), io::stdout().lock())
        .map_err(io::Error::other)
}

fn measure() -> io::Result<()> {
    let cluster = Cluster::start();
    throughput(&cluster)?;
    for connections in [1, 40] {
        database(&cluster, connections);
    }
    Ok(())
}

/// Processor time of the server so far, in milliseconds: of its processes, and of those that have ended.
fn server_cpu(cluster: &Cluster) -> f64 {
    let processes = cluster.processes();
    let ended = processes.first().map_or(0, |&first| of_children(first));
    let live: u64 = processes.iter().map(|&process| ticks(process).unwrap_or(0)).sum();
    (live + ended) as f64 * 10.0
}

/// Ticks of the children that a process has waited for.
fn of_children(process: u32) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let rest = stat.rsplit(')').next().unwrap_or_default();
    let number = |at: usize| rest.split_whitespace().nth(at).and_then(|word| word.parse::<u64>().ok());
    number(13).unwrap_or(0) + number(14).unwrap_or(0)
}

/// Bytes of write-ahead log and of the database so far.
fn bytes(cluster: &Cluster, database: &str) -> (f64, f64) {
    let number = |sql: &str| cluster.sql(database, sql).parse::<f64>().expect("a number");
    (number("select pg_current_wal_lsn() - '0/0'"), number("select pg_database_size(current_database())"))
}

/// A whole worker with bots: who uses the processor?
fn throughput(cluster: &Cluster) -> io::Result<()> {
    let url = cluster.database("bench_play");
    // A copy without what only debuggers read: bots travel, and are copied for every start.
    let place = tempfile::tempdir()?;
    let own = place.path().join("thinker");
    fs::copy(std::env::current_exe()?, &own)?;
    if !std::process::Command::new("strip").arg(&own).status().is_ok_and(|status| status.success()) {
        println!("(no strip: the bot is larger than it need be)");
    }
    let bot = format!("{} think", own.display());
    let contest = format!(
        "name = 'Bench'\ngame = 'durak'\ndeals = {DEALS}\nclock = '2s+100ms'\nsandbox = 'strict'\n\
         [[entry]]\nname = 'a'\ncommand = '{bot}'\n[[entry]]\nname = 'b'\ncommand = '{bot} '\n"
    );
    harness::enter(&url, &contest);
    let tables = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let cache = tempfile::tempdir()?;
    let cache = cache.path().display().to_string();
    let (cpu, (wal, size)) = (server_cpu(cluster), bytes(cluster, "bench_play"));
    let begun = Instant::now();
    let mut worker = harness::croupier();
    worker.args([
        "work",
        "--until-done",
        "--store",
        &url,
        "--tables",
        &tables.to_string(),
        "--cache",
        &cache,
    ]);
    let mut worker = worker.stderr(Stdio::null()).spawn()?;
    // The last look at a process that is about to end: its times are gone with it.
    let (mut of_worker, mut of_bots) = (0, 0);
    while worker.try_wait()?.is_none() {
        of_worker = ticks(worker.id()).unwrap_or(of_worker).max(of_worker);
        of_bots = of_children(worker.id()).max(of_bots);
        std::thread::sleep(Duration::from_millis(50));
    }
    let seconds = begun.elapsed().as_secs_f64();
    let matches = f64::from(DEALS) * 2.0;
    let sum = |at: usize| {
        let sql = format!(
            "select sum(split_part(seat, '/', {at})::numeric) from match, unnest(string_to_array(times, ' ')) seat"
        );
        cluster.sql("bench_play", &sql).parse::<f64>().expect("a number")
    };
    let (decisions, clock, lag) = (sum(1), sum(2), sum(5));
    let (own, bots) = (of_worker as f64 * 10.0, of_bots as f64 * 10.0);
    let busy = (own + bots) / (seconds * 1000.0 * tables as f64) * 100.0;
    let database = server_cpu(cluster) - cpu;
    let (wal_after, size_after) = bytes(cluster, "bench_play");
    println!("a worker with {tables} tables, strict sandbox, bots that think 1 ms a decision");
    println!(
        "  {matches} matches in {seconds:.1} s: {:.1} a second, {:.0} decisions each",
        matches / seconds,
        decisions / matches
    );
    println!("  processors busy with this worker and its bots: {busy:.0}%");
    println!(
        "  the worker's own share of that: {:.1}% ({:.2} ms a match)",
        own / (own + bots) * 100.0,
        own / matches
    );
    println!("  starting and ending bots: {:.0}% of it", (bots - clock / 1000.0) / (own + bots) * 100.0);
    println!("  lag of the referee: {:.1} us a decision (not charged to bots)", lag / decisions);
    println!("  database: {:.2} ms of processor a match, counting included", database / matches);
    println!(
        "  {:.0} bytes of WAL a match, {:.0} bytes of database",
        (wal_after - wal) / matches,
        (size_after - size) / matches
    );
    Ok(())
}

/// The database alone: real records handed in as fast as so many connections can.
fn database(cluster: &Cluster, connections: usize) {
    let name = format!("bench_db_{connections}");
    let url = cluster.database(&name);
    let deals = HANDED_IN;
    harness::enter(&url, &harness::changed(&format!("deals={deals}")));
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let store = runtime.block_on(Store::join(&url)).expect("it opens");
    let record = sample_record();
    let tournament = 1;
    let messages: Vec<String> = (0..deals)
        .map(|deal| QueuedDeal { tournament, deal, key: table::key::Key::from_seed(deal) }.text())
        .collect();
    runtime.block_on(async {
        let queue = store.queue().expect("PostgreSQL has one");
        for some in messages.chunks(1000) {
            let mut write = store.begin().await.expect("a transaction");
            queue.send(&mut write, some).await.expect("sent");
            write.commit().await.expect("committed");
        }
    });
    let (cpu, (wal, size)) = (server_cpu(cluster), bytes(cluster, &name));
    let begun = Instant::now();
    runtime.block_on(async {
        let mut hands = Vec::new();
        for _ in 0..connections {
            let (url, record) = (url.clone(), record.clone());
            hands.push(tokio::spawn(async move { hand_in(&url, &record).await }));
        }
        for hand in hands {
            hand.await.expect("no panic");
        }
    });
    let seconds = begun.elapsed().as_secs_f64();
    let matches = deals as f64 * 2.0;
    let (cpu_after, (wal_after, size_after)) = (server_cpu(cluster), bytes(cluster, &name));
    println!("\nthe database with {connections} connections, deals read and handed in one by one");
    println!("  {:.0} matches a second", matches / seconds);
    println!("  {:.2} ms of processor a match", (cpu_after - cpu) / matches);
    println!(
        "  {:.0} bytes of WAL a match, {:.0} bytes of database",
        (wal_after - wal) / matches,
        (size_after - size) / matches
    );
}

/// The record of a match between two of our players.
fn sample_record() -> String {
    let out = tempfile::NamedTempFile::new().expect("a file");
    let path = out.path().display().to_string();
    let mut play = harness::croupier();
    play.args(["match", "durak", "greedy", "random", "--seed", "1", "--record", &path]);
    assert!(play.stdout(Stdio::null()).status().expect("it runs").success());
    fs::read_to_string(path).expect("a record")
}

/// One worker's connection: reads a deal, hands in two matches and removes it, until there is none.
async fn hand_in(url: &str, record: &str) {
    let store = Store::join(url).await.expect("it opens");
    let queue = store.queue().expect("PostgreSQL has one");
    loop {
        let read = queue.read(Duration::from_secs(30), 1).await.expect("read");
        let Some(message) = read.first() else { return };
        let deal = QueuedDeal::read(&message.text).expect("one of ours");
        let mut write = store.begin().await.expect("a transaction");
        for seating in 0..2 {
            let (worker, record) = ("bench".to_owned(), record.to_owned());
            let one = Submission { deal: deal.deal, seating, worker, record, logs: vec![Vec::new(); 4] };
            one.insert(&store, &mut write, deal.tournament).await.expect("handed in");
        }
        queue.delete(&mut write, &[message.id]).await.expect("removed");
        write.commit().await.expect("committed");
    }
}
