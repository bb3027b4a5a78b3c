//! A contest in a database of its own, its workers, and the one cluster of all these tests.

use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

use arena::entrants::Entrant;
use cluster::Cluster;
use serde_json::Value;
use store::Store;
use table::key::Key;
use tournament::ledger::Ledger;
use tournament::worker::{Keeper, Kept, Proof, Prover, WINDOW};

/// Players bound by iterations, so that results repeat.
pub const CONTEST: &str = "\
name = 'Cup'
game = 'durak'
deals = 4
clock = 'none'
[[entry]]
name = 'a'
player = 'greedy'
[[entry]]
name = 'b'
player = 'random'
[[entry]]
name = 'c'
player = 'champion:iterations=20'
";

pub fn block<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Runtime::new().expect("a runtime").block_on(work)
}

pub fn croupier() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.stdin(Stdio::null());
    command
}

/// The cluster that tests share while any of them runs.
fn shared() -> Arc<Cluster> {
    static CLUSTER: OnceLock<Mutex<Weak<Cluster>>> = OnceLock::new();
    let mut held = CLUSTER.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    held.upgrade().unwrap_or_else(|| {
        let cluster = Arc::new(Cluster::start());
        *held = Arc::downgrade(&cluster);
        cluster
    })
}

/// A contest whose key is known, entered for workers.
pub struct Contest {
    cluster: Arc<Cluster>,
    pub database: String,
    pub url: String,
}

impl Contest {
    /// In a database of its own; `changes` are `key=value` pairs of the file that differ.
    pub fn enter(database: &str, changes: &str) -> Contest {
        let contest = Contest::empty(database);
        enter(&contest.url, &changed(changes));
        contest
    }

    /// A database without a contest.
    pub fn empty(database: &str) -> Contest {
        let cluster = shared();
        let url = cluster.database(database);
        Contest { cluster, database: database.to_owned(), url }
    }

    pub fn sql(&self, statements: &str) -> String {
        self.cluster.sql(&self.database, statements)
    }

    pub fn sql_as(&self, role: &str, statements: &str) -> Result<String, String> {
        self.cluster.sql_as(role, &self.database, statements)
    }

    /// Waits until this question is answered with yes. Others change the database, so there is nothing but to look
    /// again.
    pub fn wait_for(&self, question: &str) {
        let begun = Instant::now();
        // Before the tables are made, the question itself is an error.
        while self.sql_as(cluster::OWNER, question).as_deref() != Ok("t") {
            assert!(begun.elapsed() < Duration::from_secs(120), "not in two minutes: {question}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The URL for another role.
    pub fn url_of(&self, role: &str) -> String {
        self.cluster.url(role, &self.database)
    }

    pub fn worker(&self, more: &[&str]) -> Command {
        worker(&self.url, more)
    }

    /// One turn of a keeper.
    pub fn keep(&self) -> Kept {
        block(async {
            let store = Store::join(&self.url).await.expect("it opens");
            let queue = store.queue().expect("PostgreSQL has one");
            let mut keeper = Keeper::new(&store, queue, "test", WINDOW);
            keeper.turn().await.expect("the store works").expect("nobody else is the keeper")
        })
    }
}

/// The contest file with other values: `deals=40 seed=2`.
pub fn changed(changes: &str) -> String {
    let mut text = CONTEST.to_owned();
    for change in changes.split_whitespace() {
        let (key, value) = change.split_once('=').expect("key=value");
        let line = text.lines().find(|line| line.starts_with(&format!("{key} ="))).expect("the key is there");
        text = text.replace(&line.to_owned(), &format!("{key} = {value}"));
    }
    text
}

/// What the sandbox holds here, as the command says it.
fn prover() -> Prover {
    Prover::new(|| {
        let said = croupier().args(["sandbox", "--json"]).output().map_err(|error| error.to_string())?;
        let said: Value = serde_json::from_slice(&said.stdout).map_err(|error| error.to_string())?;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let failed =
            said["parts"].as_array().into_iter().flatten().filter(|part| part["is_enforced"] == false);
        let failures =
            failed.map(|part| format!("{}: {}", text(&part["part"]), text(&part["found"]))).collect();
        Ok(Proof { in_force: text(&said["in_force"]), failures })
    })
}

/// Enters a contest with a fixed key.
pub fn enter(url: &str, contest: &str) {
    block(async {
        let store = Store::open(url).await.expect("it opens");
        let contest = tournament::contest::Contest::read(contest).expect("a contest");
        let hash = |command: &str| {
            let entrant = Entrant::read(&contest.game, command, contest.sandbox, contest.limits);
            entrant.expect("a player").named.hash.expect("a hash").to_string()
        };
        let hashes: Vec<String> = contest.entries.iter().map(|entry| hash(&entry.command)).collect();
        let ledger =
            Ledger::create(&store, &contest, "/", Key::from_seed(3), &hashes).await.expect("entered");
        let croupier = std::path::Path::new(env!("CARGO_BIN_EXE_croupier"));
        tournament::worker::enter(&ledger, &prover(), croupier).await.expect("entered");
    });
}

pub fn worker(url: &str, more: &[&str]) -> Command {
    let mut command = bound_to_this_thread();
    command.args(["work", "--store", url, "--tables", "1"]).args(more).stdout(Stdio::null());
    command
}

/// The croupier; it ends with the thread that starts it, however that ends.
pub fn bound_to_this_thread() -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig=KILL", "--", env!("CARGO_BIN_EXE_croupier")]).stdin(Stdio::null());
    command
}

/// Lets workers play until everything is done.
pub fn play_out(contest: &Contest, workers: usize) {
    let start = |_| contest.worker(&["--until-done"]).spawn().expect("it starts");
    let workers: Vec<Child> = (0..workers).map(start).collect();
    for mut worker in workers {
        assert!(worker.wait().expect("it ends").success());
    }
    assert_eq!(contest.sql("select count(*) from tournament where finished is null"), "0");
}

/// What a tournament came to, as far as it must repeat.
pub const RESULTS: &str =
    "select deal, seating, round, entries, payoffs, ending from match order by deal, seating";
