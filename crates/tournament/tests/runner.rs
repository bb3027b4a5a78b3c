//! Whole tournaments between our own players: every schedule is played to its end, interrupted and resumed, and
//! audited.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use arena::Conditions;
use arena::entrants::Entrant;
use futures_util::TryStreamExt;
use store::Store;
use table::key::Key;
use tokio::runtime::Runtime;
use tournament::about::about;
use tournament::audit::audit;
use tournament::contest::Contest;
use tournament::ledger::{Ledger, Trouble};
use tournament::results::MatchResult;
use tournament::runner::{Progress, RunEnd, Runner};

/// A tournament in a folder.
struct Tournament {
    runtime: Runtime,
    contest: Contest,
    ledger: Ledger,
    conditions: Conditions,
}

fn text(game: &str, lines: &str, players: &[&str]) -> String {
    let entry = |(at, player): (usize, &&str)| format!("[[entry]]\nname = 'e{at}'\nplayer = '{player}'\n");
    let entries: String = players.iter().enumerate().map(entry).collect();
    format!("name = 'Cup'\ngame = '{game}'\nclock = 'none'\ntables = 2\nseed = 11\n{lines}\n{entries}")
}

impl Tournament {
    fn open(folder: &Path, text: &str) -> Tournament {
        Tournament::at(&folder.join("cup").display().to_string(), text)
    }

    fn at(store: &str, text: &str) -> Tournament {
        let runtime = Runtime::new().expect("a runtime");
        let contest = Contest::read(text).expect("a contest");
        let ledger = runtime.block_on(async {
            let store = Store::open(store).await.expect("a store");
            match Ledger::find(&store, &contest.name).await.expect("a search") {
                Some(ledger) => ledger,
                None => {
                    let hash = |entrant: Option<Entrant>| entrant.and_then(|entrant| entrant.named.hash);
                    let hashes = entrants(&contest).into_iter().map(hash);
                    let hashes: Vec<String> = hashes.map(|hash| hash.expect("a hash").to_string()).collect();
                    Ledger::create(&store, &contest, "/", Key::from_seed(11), &hashes).await.expect("a start")
                }
            }
        });
        let conditions = Conditions {
            clock: contest.clock,
            cap: contest.cap,
            startup: contest.startup,
            launcher: Default::default(),
            key: None,
            agent_key: Key::from_seed(0),
        };
        Tournament { runtime, contest, ledger, conditions }
    }

    /// Plays at most `most` deals.
    fn run(&self, most: usize) -> RunEnd {
        let mut entrants = entrants(&self.contest);
        let rows = self.runtime.block_on(self.ledger.entries()).expect("entries");
        for (entrant, row) in entrants.iter_mut().zip(&rows) {
            if row.withdrawn.is_some() {
                *entrant = None;
            }
        }
        let runner = Runner {
            ledger: &self.ledger,
            contest: &self.contest,
            entrants: &entrants,
            key: Key::from_seed(11),
            conditions: &self.conditions,
            runtime: self.runtime.handle(),
            live: None,
        };
        let mut left = most;
        let mut watch = |progress: Progress<'_>| {
            left = left.saturating_sub(usize::from(matches!(progress, Progress::Deal(..))));
            left > 0
        };
        runner.run(&AtomicBool::new(false), &mut watch).expect("a run")
    }

    fn results(&self) -> Vec<MatchResult> {
        let results = self.runtime.block_on(self.ledger.results().try_collect::<Vec<_>>()).expect("results");
        let timeless = |result: MatchResult| {
            let seats = result
                .seats
                .iter()
                .map(|seat| tournament::results::SeatUse { decisions: seat.decisions, ..Default::default() });
            MatchResult { seats: seats.collect(), finished: 0, ..result }
        };
        results.into_iter().map(timeless).collect()
    }

    fn is_proved(&self) -> u64 {
        let audit = self.runtime.block_on(audit(&self.ledger, &self.contest)).expect("an audit");
        assert!(audit.wrong.is_empty() && audit.missing == 0, "{audit:?}");
        audit.matches
    }
}

/// The entries, and whoever fills seats.
fn entrants(contest: &Contest) -> Vec<Option<Entrant>> {
    let read = |text: &String| {
        Entrant::read(&contest.game, text, contest.sandbox, contest.limits).expect("a player")
    };
    contest
        .entries
        .iter()
        .map(|entry| &entry.command)
        .chain(&contest.fill)
        .map(|text| Some(read(text)))
        .collect()
}

const FIVE: [&str; 5] = ["greedy", "random", "beginner", "greedy", "random"];

#[test]
fn every_schedule_ends_and_an_interrupted_one_ends_alike() {
    let all = [
        ("durak", "deals = 2", 40),
        ("durak", "self_pairings = true\ndeals = 1", 25),
        ("durak", "schedule = 'gauntlet'\nchallengers = ['e2']\ndeals = 2", 16),
        ("durak", "schedule = 'swiss'\nrounds = 4\ndeals = 2", 32),
        ("durak", "schedule = 'knockout'\ndeals = 1\nextra_deals = 2", 8),
        ("mau-mau", "rules = 'seats=3'\ndeals = 1", 30),
        ("uno", "rules = 'seats=4'\nplayers = 2\nfill = 'random'\ndeals = 1", 40),
        ("uno", "rules = 'seats=3'\nschedule = 'swiss'\nrounds = 8\ndeals = 1", 24),
        ("house", "deals = 1", 20),
        ("tractor", "schedule = 'gauntlet'\ndeals = 1", 8),
    ];
    for (game, lines, least) in all {
        let text = text(game, lines, &FIVE);
        let folder = tempfile::tempdir().expect("a folder");
        let whole = Tournament::open(folder.path(), &text);
        assert_eq!(whole.run(usize::MAX), RunEnd::Finished, "{game} {lines}");
        assert!(whole.is_proved() >= least, "{game} {lines}: {} matches", whole.is_proved());
        let folder = tempfile::tempdir().expect("a folder");
        let parts = Tournament::open(folder.path(), &text);
        let mut runs = 1;
        while parts.run(3) == RunEnd::Interrupted {
            runs += 1;
        }
        assert!(runs > 1, "{game} {lines}");
        assert_eq!(parts.results(), whole.results(), "{game} {lines}");
        parts.is_proved();
        // A tournament that is over stays as it is.
        assert_eq!(parts.run(usize::MAX), RunEnd::Finished);
        assert_eq!(parts.results(), whole.results());
    }
}

#[test]
fn a_withdrawn_entry_plays_no_more_and_keeps_its_results() {
    for lines in
        ["deals = 3", "schedule = 'swiss'\nrounds = 4\ndeals = 2", "schedule = 'knockout'\ndeals = 4"]
    {
        let folder = tempfile::tempdir().expect("a folder");
        let text = text("durak", lines, &FIVE);
        let cup = Tournament::open(folder.path(), &text);
        assert_eq!(cup.run(3), RunEnd::Interrupted);
        let before = cup.results();
        cup.runtime.block_on(cup.ledger.withdraw(4)).expect("withdrawn");
        assert_eq!(cup.run(usize::MAX), RunEnd::Finished, "{lines}");
        let after = cup.results();
        let of_entry =
            |results: &[MatchResult]| results.iter().filter(|one| one.entries.contains(&4)).count();
        assert_eq!(of_entry(&before), of_entry(&after), "{lines}");
        assert!(before.iter().all(|one| after.contains(one)), "{lines}");
        cup.is_proved();
        let about = cup.runtime.block_on(about(&cup.ledger, &cup.contest)).expect("about");
        assert!(about.entries[4].withdrawn.is_some() && about.key == Some(Key::from_seed(11)));
        let changes = cup.runtime.block_on(cup.ledger.changes()).expect("changes");
        assert_eq!((changes.len(), changes[0].entry, &*changes[0].what), (1, 4, "withdrawn"));
    }
}

#[test]
fn postgresql_keeps_what_sqlite_keeps() {
    let cluster = cluster::Cluster::start();
    for (at, lines) in ["deals = 2", "schedule = 'swiss'\nrounds = 3\ndeals = 1"].into_iter().enumerate() {
        let text = text("durak", lines, &FIVE);
        let folder = tempfile::tempdir().expect("a folder");
        let whole = Tournament::open(folder.path(), &text);
        assert_eq!(whole.run(usize::MAX), RunEnd::Finished);
        let url = cluster.database(&format!("cup{at}"));
        let server = Tournament::at(&url, &text);
        let lock = server.runtime.block_on(server.ledger.store().lock("runner")).expect("a lock");
        let other = server.runtime.block_on(Store::open(&url)).expect("the same store");
        let taken = server.runtime.block_on(other.lock("runner")).expect_err("taken");
        assert!(taken.to_string().contains("another process works on this store (runner)"), "{taken}");
        assert_eq!(server.run(3), RunEnd::Interrupted);
        assert_eq!(server.run(usize::MAX), RunEnd::Finished);
        drop(lock);
        assert_eq!(server.results(), whole.results());
        server.is_proved();
        server.runtime.block_on(async {
            let Tournament { ledger, contest, .. } = &server;
            assert_eq!(ledger.logs(0, 9).await.expect("logs"), []);
            assert_eq!(ledger.seated(0, 0).await.expect("seated").len(), 4);
            ledger.withdraw(1).await.expect("withdrawn");
            ledger.replace(1, "beginner", "00").await.expect("replaced");
            let what: Vec<String> =
                ledger.changes().await.expect("changes").into_iter().map(|change| change.what).collect();
            assert_eq!(what, ["withdrawn", "replaced"]);
            let trouble = Trouble { deal: 3, at: 4, worker: "w".to_owned(), what: "stuck".to_owned() };
            ledger.add_trouble(&trouble).await.expect("trouble");
            assert_eq!(ledger.troubles().await.expect("troubles"), [trouble]);
            assert!(about(ledger, contest).await.expect("about").key.is_some());
            ledger.update_contest("name = 'Cup'").await.expect("updated");
            assert_eq!(ledger.tournament().await.expect("a row").contest, "name = 'Cup'");
        });
    }
}

#[test]
fn a_result_that_somebody_changed_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let cup = Tournament::open(folder.path(), &text("durak", "deals = 2", &FIVE[..2]));
    cup.run(usize::MAX);
    assert_eq!(cup.is_proved(), 4);
    let wrong = |sql: &'static str| {
        cup.runtime.block_on(async {
            store::sqlx::query(sql).execute(cup.ledger.store().pool()).await.expect("changed");
            audit(&cup.ledger, &cup.contest).await.expect("an audit").wrong
        })
    };
    let found = wrong("update \"match\" set payoffs = '9 -9 9 -9' where seating = 0 and deal = 0");
    assert!(found.len() == 1 && found[0].2.contains("something else than its record"), "{found:?}");
    let found = wrong("update \"match\" set deal = deal + 2");
    assert!(found.len() == 4, "{found:?}");
    let found = wrong("update \"match\" set deal = 3 - deal");
    assert!(
        found.len() == 4 && found.iter().all(|(_, _, why)| why.starts_with("key: expected ")),
        "{found:?}"
    );
    let found = wrong(
        "update secret set master_key = x'0000000000000000000000000000000000000000000000000000000000000000'",
    );
    assert!(found[0].2.contains("not the one that was committed to"), "{found:?}");
}
