//! `croupier tournament`, from an example file to a proved end, and everything that goes wrong on the way.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{Ran, croupier, run};
use futures_util::TryStreamExt;
use store::Store;
use table::record::Record;
use tokio::runtime::Runtime;
use tournament::ledger::Ledger;

/// A folder with a contest file.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new(contest: &str) -> Place {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("contest.toml"), contest).expect("a file");
        Place { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn file(&self) -> String {
        self.path("contest.toml").display().to_string()
    }

    /// Runs `croupier tournament COMMAND FILE ARGS`.
    fn tournament(&self, command: &str, args: &[&str]) -> Ran {
        run(&[&["tournament", command, &self.file()], args].concat(), "")
    }

    fn command(&self) -> Command {
        let mut command = croupier(&["tournament", "run", &self.file()]);
        command.stdin(Stdio::null());
        command
    }

    /// Every match with its actions, in order.
    fn matches(&self) -> Vec<String> {
        let runtime = Runtime::new().expect("a runtime");
        runtime.block_on(async {
            let ledger = self.ledger().await;
            let results: Vec<_> = ledger.results().try_collect().await.expect("results");
            let mut all = Vec::new();
            for one in results {
                let text = ledger.record(one.deal, one.seating).await.expect("read").expect("a record");
                let record = Record::read(text.as_bytes()).expect("a record");
                let actions: Vec<&str> = record.decisions.iter().map(|decision| &*decision.action).collect();
                all.push(format!(
                    "{} {} {} {:?} {:?} {} {}",
                    one.deal,
                    one.seating,
                    one.round,
                    one.entries,
                    one.payoffs,
                    one.ending,
                    actions.join(" ")
                ));
            }
            all
        })
    }

    async fn ledger(&self) -> Ledger {
        let store = self.path("contest.croupier").display().to_string();
        let store = Store::open_existing(&store).await.expect("a store");
        Ledger::open(&store, None).await.expect("a tournament")
    }

    /// Waits until so many deals are stored. The run is another process, so there is nothing but to look again.
    fn wait_for(&self, deals: u64) {
        let runtime = Runtime::new().expect("a runtime");
        let begun = Instant::now();
        loop {
            let there = self.path("contest.croupier").exists()
                && runtime.block_on(async {
                    let store = self.path("contest.croupier").display().to_string();
                    let Ok(store) = Store::open_existing(&store).await else { return false };
                    let Ok(ledger) = Ledger::open(&store, None).await else { return false };
                    ledger.count_deals().await.is_ok_and(|count| count >= deals)
                });
            if there {
                return;
            }
            assert!(begun.elapsed() < Duration::from_secs(120), "no {deals} deals in two minutes");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

fn contest(lines: &str, entries: &[(&str, &str)]) -> String {
    let entry = |(name, what): &(&str, &str)| format!("[[entry]]\nname = '{name}'\n{what}\n");
    let entries: String = entries.iter().map(entry).collect();
    format!("name = 'Cup'\ngame = 'durak'\nclock = 'none'\nseed = 5\n{lines}\n{entries}")
}

const PLAYERS: [(&str, &str); 4] = [
    ("Greedy", "player = 'greedy'"),
    ("Random", "player = 'random'"),
    ("Beginner", "player = 'beginner'"),
    ("Searcher", "player = 'champion:iterations=20'"),
];

#[test]
fn the_example_runs_as_it_is_and_is_proved() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("cup.toml").display().to_string();
    let ran = run(&["tournament", "init", &file], "");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let again = run(&["tournament", "init", &file], "");
    assert!(again.status == 1 && again.err.starts_with("error: cannot write "), "{again:?}");
    let plan = run(&["tournament", "run", &file, "--dry-run"], "");
    assert_eq!(plan.status, 0, "{plan:?}");
    assert!(plan.out.contains("plan: 60 deals, 2 matches each, 120 matches\ncost: "), "{}", plan.out);
    let cost = plan.out.lines().find(|line| line.starts_with("cost: ")).expect("a line");
    assert!(
        cost.starts_with("cost: 5 deals of different pairings took ") && cost.contains(" each here ("),
        "{cost}"
    );
    assert!(
        plan.out.contains(", if the others take as long and tables do not slow each other down\n"),
        "{}",
        plan.out
    );
    assert!(plan.out.ends_with(" (a match has at most 17784 actions)\n"), "{}", plan.out);
    assert!(!folder.path().join("cup.croupier").exists(), "a dry run leaves nothing");
    let begun = Instant::now();
    let ran = run(&["tournament", "run", &file], "");
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines[1], "4 entries, round robin, 10 deals a pairing");
    let word = |line: &str, key: &str| line.strip_prefix(key).expect(key).trim().to_owned();
    let (commitment, key) = (word(lines[2], "commitment"), word(lines[4], "key"));
    let key: table::key::Key = key.parse().expect("a key");
    assert_eq!(key.commitment().to_string(), commitment);
    let proved = run(&["tournament", "verify", &file], "");
    assert_eq!(
        (proved.status, &*proved.out),
        (0, "60 deals, 120 matches: every record is proved\n"),
        "{proved:?}"
    );
    let rerun = run(&["tournament", "rerun", &file, "3.2"], "");
    assert!(rerun.status == 0 && rerun.out.starts_with("the same "), "{rerun:?}");
    let none = run(&["tournament", "rerun", &file, "99.1"], "");
    assert_eq!((none.status, &*none.err), (1, "error: match 99.1 is not played\n"));
}

#[test]
fn ctrl_c_finishes_the_deals_in_play_and_says_how_to_go_on() {
    let lines = "deals = 40\ntables = 2";
    let whole = Place::new(&contest(lines, &PLAYERS));
    assert_eq!(whole.tournament("run", &[]).status, 0);
    let place = Place::new(&contest(lines, &PLAYERS));
    let child = place.command().spawn().expect("a run");
    place.wait_for(3);
    let two = place.tournament("run", &[]);
    assert_eq!((two.status, two.out.as_str()), (1, ""));
    assert!(
        two.err.contains("another process works on this store (runner); wait for it or end it"),
        "{}",
        two.err
    );
    let out = place.tournament("withdraw", &["Greedy"]);
    assert!(out.status == 1 && out.err.contains("another process works on this store"), "{out:?}");
    let pid = i32::try_from(child.id()).expect("a process");
    assert!(Command::new("kill").args(["-INT", &pid.to_string()]).status().expect("kill").success());
    let ran = Ran::from(child.wait_with_output().expect("it ends"));
    assert_eq!(ran.status, 1, "{ran:?}");
    let hint = format!("left; the same command goes on: croupier tournament run {}\n", place.file());
    assert!(ran.err.starts_with("error: interrupted with ") && ran.err.ends_with(&hint), "{}", ran.err);
    assert!(!ran.out.contains("\nkey "), "the key is secret until the end: {}", ran.out);
    let part = place.matches();
    assert!(part.len() >= 6 && part.len() < 480 && part.len().is_multiple_of(2), "{} matches", part.len());
    assert_eq!(place.tournament("run", &[]).status, 0);
    assert_eq!(place.matches(), whole.matches());
}

#[test]
fn kill_9_at_random_moments_changes_no_result() {
    let is_long = std::env::var_os("CROUPIER_LONG_TESTS").is_some();
    let kills = if is_long { 100 } else { 20 };
    let lines = format!("deals = {}\ntables = 2", 2 * kills);
    let whole = Place::new(&contest(&lines, &PLAYERS));
    assert_eq!(whole.tournament("run", &[]).status, 0);
    let place = Place::new(&contest(&lines, &PLAYERS));
    let mut chance = table::key::Key::secret().expect("chance").rng();
    let (mut killed, mut moments) = (0, Vec::new());
    for _ in 0..kills {
        let mut child = place.command().stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("a run");
        let moment = Duration::from_micros(u64::from(chance.below(150_000)));
        moments.push(moment);
        // Any moment will do, and no event announces a random one.
        std::thread::sleep(moment);
        child.kill().expect("SIGKILL");
        killed += u32::from(child.wait().expect("it ends").code().is_none());
    }
    assert!(killed >= kills / 2, "only {killed} runs were killed: {moments:?}");
    let last = place.tournament("run", &[]);
    assert_eq!(last.status, 0, "{last:?} after {moments:?}");
    let (found, expected) = (place.matches(), whole.matches());
    assert_eq!(found.len(), expected.len(), "{moments:?}");
    assert!(found == expected, "{moments:?}");
    let proved = place.tournament("verify", &[]);
    assert_eq!(proved.status, 0, "{proved:?}");
}

#[test]
fn a_store_of_a_newer_version_is_refused() {
    let place = Place::new(&contest("deals = 1", &PLAYERS[..2]));
    assert_eq!(place.tournament("run", &[]).status, 0);
    let insert = "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
                  values (999, 'from the future', true, x'00', 0)";
    Runtime::new().expect("a runtime").block_on(async {
        let ledger = place.ledger().await;
        store::sqlx::query(insert).execute(ledger.store().pool()).await.expect("a version");
    });
    let ran = place.tournament("run", &[]);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert!(
        ran.err.contains("contest.croupier: this store has version 999, but this croupier knows"),
        "{}",
        ran.err
    );
}

/// Runs a script as the owner of a mount namespace, with the folder as `$1` and the binary as `$2`.
fn mounted(place: &Path, script: &str) -> std::process::Output {
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "--mount", "sh", "-c", script, "sh"]);
    command.arg(place).arg(env!("CARGO_BIN_EXE_croupier")).output().expect("unshare")
}

/// May we mount here? Without namespaces the limit on the size of files stands in for a full disk.
fn can_mount() -> bool {
    let folder = tempfile::tempdir().expect("a folder");
    mounted(folder.path(), "mount -t tmpfs tmpfs \"$1\"").status.success()
}

#[test]
fn on_a_full_disk_nothing_is_lost() {
    let lines = "deals = 150\ntables = 2";
    let whole = Place::new(&contest(lines, &PLAYERS[..2]));
    assert_eq!(whole.tournament("run", &[]).status, 0);
    let place = Place::new(&contest(lines, &PLAYERS[..2]));
    let script = if can_mount() {
        "mkdir $1/disk && mount -t tmpfs -o size=800k tmpfs $1/disk && cp $1/contest.toml $1/disk
         $2 tournament run $1/disk/contest.toml; echo status $?
         $2 tournament verify $1/disk/contest.toml
         mount -o remount,size=64m $1/disk
         $2 tournament run $1/disk/contest.toml && cp $1/disk/contest.croupier* $1"
    } else {
        "(trap '' XFSZ; ulimit -f 800; $2 tournament run $1/contest.toml; echo status $?)
         $2 tournament verify $1/contest.toml
         $2 tournament run $1/contest.toml"
    };
    let output = match can_mount() {
        true => mounted(place.folder.path(), script),
        false => Command::new("sh")
            .args(["-c", script, "sh"])
            .arg(place.folder.path())
            .arg(env!("CARGO_BIN_EXE_croupier"))
            .output()
            .expect("sh"),
    };
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && out.contains("status 1\n"), "{out}\n{err}");
    let expected =
        ["the disk is full; everything committed before is still there", "the disk could not be written"];
    assert!(expected.iter().any(|words| err.contains(words)), "{err}");
    assert!(err.contains("the same command goes on: croupier tournament run"), "{err}");
    assert!(out.contains("every record is proved; ") && out.contains(" left to play"), "{out}");
    assert_eq!(place.matches(), whole.matches());
}

#[test]
fn a_read_only_store_is_named_and_stays_as_it_was() {
    let place = Place::new(&contest("deals = 2", &PLAYERS[..2]));
    assert_eq!(place.tournament("run", &[]).status, 0);
    let before = place.matches();
    let more = contest("deals = 3", &PLAYERS[..2]);
    fs::write(place.path("contest.toml"), more).expect("a file");
    let script = "mount --bind $1 $1 && mount -o remount,bind,ro $1 && \
                  $2 tournament verify $1/contest.toml && $2 tournament run $1/contest.toml";
    let output = if can_mount() {
        mounted(place.folder.path(), script)
    } else {
        // Only root may write in spite of this, and root may mount.
        let script = "chmod 400 $1/contest.croupier && chmod 500 $1 && $2 tournament verify $1/contest.toml && \
                      $2 tournament run $1/contest.toml; \
                      status=$?; chmod 700 $1 $1/contest.croupier; exit $status";
        let mut command = Command::new("sh");
        command.args(["-c", script, "sh"]).arg(place.folder.path()).arg(env!("CARGO_BIN_EXE_croupier"));
        command.output().expect("sh")
    };
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert!(err.contains("contest.croupier: the store is read-only; everything committed before"), "{err}");
    // What is there can still be read.
    let out = String::from_utf8_lossy(&output.stdout);
    assert_eq!(out, "2 deals, 4 matches: every record is proved\n");
    assert_eq!(place.matches(), before);
}

#[test]
fn a_bot_that_is_removed_is_named_and_the_others_go_on_without_it() {
    let bot = "#!/bin/sh\necho here >&2\nexit 3\n";
    let entries = [PLAYERS[0], PLAYERS[1], ("Anna", "command = 'sh anna.sh'")];
    let place = Place::new(&contest("deals = 30\ntables = 2\nsandbox = 'none'", &entries));
    fs::write(place.path("anna.sh"), bot).expect("a bot");
    let child = place.command().spawn().expect("a run");
    place.wait_for(2);
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill").success());
    let ran = Ran::from(child.wait_with_output().expect("it ends"));
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.out.contains(": Anna: seat ") && ran.out.contains("match 2.1: "), "{}", ran.out);
    let before = place.matches();
    let log = place.tournament("log", &["Anna"]);
    assert!(log.status == 0 && log.out.contains("seat ") && log.out.ends_with("here\n"), "{log:?}");
    let log = place.tournament("log", &["Anna", "--match", "2.1"]);
    assert!(log.out.starts_with("match 2.1, seat ") && log.out.contains("\nhere\n"), "{log:?}");
    // Another program under the same command is not the entry that was entered.
    fs::write(place.path("anna.sh"), bot.replace("here", "there")).expect("a bot");
    let changed = place.tournament("run", &[]);
    assert_eq!(changed.status, 1);
    assert!(
        changed.err.contains("entry \"Anna\": its program has changed since it was entered"),
        "{}",
        changed.err
    );
    fs::remove_file(place.path("anna.sh")).expect("removed");
    let gone = place.tournament("run", &[]);
    assert_eq!(gone.status, 1);
    let hint =
        format!("entry \"Anna\": croupier tournament withdraw {} \"Anna\" goes on without it", place.file());
    assert!(gone.err.contains(&hint) || gone.err.contains("its program has changed"), "{}", gone.err);
    assert_eq!(place.matches(), before);
    let wrong = place.tournament("withdraw", &["Ana"]);
    assert_eq!((wrong.status, &*wrong.err), (2, "error: no entry named \"Ana\"; did you mean `Anna`?\n"));
    assert_eq!(place.tournament("withdraw", &["Anna"]).out, "Anna is withdrawn\n");
    assert_eq!(place.tournament("run", &[]).status, 0);
    let after = place.matches();
    assert!(before.iter().all(|one| after.contains(one)));
    assert_eq!(place.tournament("verify", &[]).status, 0);
}

/// A tournament between Anna's program, which has a folder and is started as `./run`, and a player of ours.
fn with_anna(lines: &str) -> Place {
    let entries = [PLAYERS[0], ("Anna", "command = 'cd anna && ./run'")];
    let place = Place::new(&contest(lines, &entries));
    place.write_anna();
    place
}

impl Place {
    fn write_anna(&self) {
        fs::create_dir(self.path("anna")).expect("a folder");
        let bot = include_str!("../../../bots/durak.py");
        fs::write(self.path("anna/bot.py"), bot).expect("a bot");
        fs::write(self.path("anna/run"), "#!/bin/sh\nexec /usr/bin/python3 bot.py\n").expect("a program");
        let program = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(self.path("anna/run"), program).expect("it may run");
    }
}

#[test]
fn a_sandboxed_bot_that_is_removed_in_a_run_plays_on_from_its_copy() {
    for sandbox in ["strict", "limits"] {
        let place = with_anna(&format!("deals = 6\nsandbox = '{sandbox}'"));
        let child = place.command().spawn().expect("a run");
        place.wait_for(1);
        fs::remove_dir_all(place.path("anna")).expect("removed");
        let ran = Ran::from(child.wait_with_output().expect("it ends"));
        assert_eq!((ran.status, &*ran.err), (0, ""), "{sandbox}: {ran:?}");
        let matches = place.matches();
        assert_eq!(matches.len(), 12, "{sandbox}");
        assert!(matches.iter().all(|one| one.contains(" played ")), "{sandbox}: {matches:?}");
    }
}

#[test]
fn a_bot_without_a_sandbox_that_is_removed_in_a_run_ends_it_and_forfeits_nothing() {
    // What is removed: all of it, or a file that the program would read.
    for gone in ["anna", "anna/bot.py"] {
        let place = with_anna("deals = 6\nsandbox = 'none'");
        let child = place.command().spawn().expect("a run");
        place.wait_for(1);
        let kept = place.path("kept");
        fs::rename(place.path(gone), &kept).expect("moved away");
        let ran = Ran::from(child.wait_with_output().expect("it ends"));
        assert_eq!(ran.status, 1, "{ran:?}");
        assert!(ran.err.contains("entry \"Anna\": ") && ran.err.contains(" is not counted"), "{}", ran.err);
        assert!(ran.err.contains("Put the program back, or withdraw the entry"), "{}", ran.err);
        assert!(ran.err.contains("the same command goes on: croupier tournament run"), "{}", ran.err);
        let part = place.matches();
        assert!(part.len() < 12 && part.iter().all(|one| one.contains(" played ")), "{part:?}");
        fs::rename(&kept, place.path(gone)).expect("put back");
        let ran = place.tournament("run", &[]);
        assert_eq!(ran.status, 0, "{ran:?}");
        let whole = place.matches();
        assert_eq!(whole.len(), 12);
        assert!(
            part.iter().all(|one| whole.contains(one)) && whole.iter().all(|one| one.contains(" played "))
        );
    }
}

#[test]
fn the_log_of_a_bot_that_is_stuck_can_be_read_while_it_is() {
    // It answers nothing until somebody has read its log and says so with a file.
    let bot = "#!/bin/sh\necho waiting for the file >&2\nwhile ! [ -e go ]; do sleep 0.01; done\nexit 1\n";
    let place = Place::new(&contest(
        "deals = 1\nsandbox = 'none'",
        &[PLAYERS[0], ("Anna", "command = 'sh anna.sh'")],
    ));
    fs::write(place.path("anna.sh"), bot).expect("a bot");
    let child = place.command().spawn().expect("a run");
    let begun = Instant::now();
    // The first line of Anna's bot is read by the run whenever it waits for it.
    let log = loop {
        if place.path("contest.croupier-live").exists() {
            let log = place.tournament("log", &["Anna"]);
            if log.out.contains("in play") {
                break log;
            }
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "no log in a minute");
        std::thread::sleep(Duration::from_millis(5));
    };
    assert!(log.out.starts_with("match 1.1, seat 2, in play:\nwaiting for the file\n"), "{log:?}");
    fs::write(place.path("go"), "").expect("a file");
    let ran = Ran::from(child.wait_with_output().expect("it ends"));
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(!place.path("contest.croupier-live").exists());
    let log = place.tournament("log", &["Anna", "--match", "1.1"]);
    assert!(log.out.starts_with("match 1.1, seat 2:\nwaiting for the file\n"), "{log:?}");
}

#[test]
fn an_entry_that_is_replaced_plays_on_with_its_new_program() {
    let entries = [PLAYERS[0], PLAYERS[1]];
    let place = Place::new(&contest("deals = 2", &entries));
    assert_eq!(place.tournament("run", &[]).status, 0);
    let ran = place.tournament("replace", &["Random", "begginer"]);
    assert_eq!(ran.status, 1);
    assert!(
        ran.err.contains("no player or program named `begginer`; did you mean `beginner`?"),
        "{}",
        ran.err
    );
    let ran = place.tournament("replace", &["Random", "beginner"]);
    assert!(ran.status == 0 && ran.out.starts_with("Random now plays beginner, "), "{ran:?}");
    // Finished: nothing is played again, and the old records are still those of programs that were entered.
    assert_eq!(place.tournament("run", &[]).status, 0);
    assert_eq!(place.tournament("verify", &[]).status, 0);
}

#[test]
fn a_tournament_that_has_begun_keeps_its_file() {
    let place = Place::new(&contest("deals = 2", &PLAYERS[..2]));
    assert_eq!(place.tournament("run", &[]).status, 0);
    let with = |lines: &str, entries: &[(&str, &str)]| {
        fs::write(place.path("contest.toml"), contest(lines, entries)).expect("a file");
        let ran = place.tournament("run", &[]);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{ran:?}");
        ran.err
    };
    let cap = with("deals = 2\ncap = '5s'", &PLAYERS[..2]);
    assert!(
        cap.contains("contest.toml: cap is \"5s\", but the tournament began with \"600s\"; change it back"),
        "{cap}"
    );
    let entry = with("deals = 2", &[PLAYERS[0], PLAYERS[2]]);
    assert!(entry.contains("an entry is changed by `croupier tournament replace` or `withdraw`"), "{entry}");
    let deals = with("deals = 3", &PLAYERS[..2]);
    assert!(
        deals.contains("the tournament is finished and its key is public: no deal can be added"),
        "{deals}"
    );
    let fewer = with("deals = 1", &PLAYERS[..2]);
    assert!(fewer.contains("deals is 1, but was 2"), "{fewer}");
    let slip = with("deels = 1", &PLAYERS[..2]);
    assert!(slip.contains("contest.toml:5:1: deels: no such key; did you mean `deals`?"), "{slip}");
}

#[test]
fn a_finished_tournament_is_one_whole_file() {
    let place = Place::new(&contest("deals = 3\ntables = 2", &PLAYERS));
    assert_eq!(place.tournament("run", &[]).status, 0);
    assert!(!place.path("contest.croupier-wal").exists(), "everything is in the file");
    let shown = place.tournament("show", &[]);
    let copy = Place::new(&contest("deals = 3\ntables = 2", &PLAYERS));
    fs::copy(place.path("contest.croupier"), copy.path("contest.croupier")).expect("a copy");
    assert_eq!(copy.tournament("show", &[]), shown);
    assert_eq!(shown.status, 0, "{shown:?}");
    // An interrupted one as well.
    let place = Place::new(&contest("deals = 200\ntables = 2", &PLAYERS));
    let child = place.command().spawn().expect("a run");
    place.wait_for(3);
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill").success());
    assert_eq!(Ran::from(child.wait_with_output().expect("it ends")).status, 1);
    assert!(!place.path("contest.croupier-wal").exists(), "everything is in the file");
}

#[test]
fn what_changes_in_mid_tournament_is_counted_as_the_report_says() {
    let lines = "deals = 40\ntables = 2";
    let entries = [PLAYERS[0], PLAYERS[1], PLAYERS[2]];
    let place = Place::new(&contest(lines, &entries));
    let interrupted = |deals: u64| {
        let child = place.command().spawn().expect("a run");
        place.wait_for(deals);
        assert!(
            Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill").success()
        );
        let ran = Ran::from(child.wait_with_output().expect("it ends"));
        assert_eq!(ran.status, 1, "{ran:?}");
        place.matches()
    };
    let first = interrupted(3);
    let ran = place.tournament("replace", &["Random", "champion:iterations=20"]);
    assert!(ran.status == 0 && ran.out.starts_with("Random now plays champion:iterations=20, "), "{ran:?}");
    let second = interrupted(first.len() as u64 / 2 + 3);
    assert_eq!(place.tournament("withdraw", &["Beginner"]).out, "Beginner is withdrawn\n");
    let ran = place.tournament("run", &[]);
    assert_eq!(ran.status, 0, "{ran:?}");
    let last = place.matches();
    // What was played stays as it was.
    assert!(first.iter().all(|one| second.contains(one)) && second.iter().all(|one| last.contains(one)));
    // The two that are left have met in all their deals, Beginner in none after it was withdrawn.
    let with = |entry: &str, matches: &[String]| matches.iter().filter(|one| one.contains(entry)).count();
    assert_eq!(with("[0, 1, 0, 1]", &last) + with("[1, 0, 1, 0]", &last), 80);
    let beginner = |matches: &[String]| {
        let seated = |one: &&String| {
            one.split('[')
                .nth(1)
                .is_some_and(|seats| seats.split(']').next().is_some_and(|seats| seats.contains('2')))
        };
        matches.iter().filter(seated).count()
    };
    assert_eq!(beginner(&last), beginner(&second));
    let replaced = "Random was replaced; before, it was `random` with the fingerprint ";
    let withdrawn = "Beginner was withdrawn; its matches until then count for its opponents";
    let shown = place.tournament("show", &[]).out.replace('\n', " ");
    assert!(shown.contains(replaced) && shown.contains(withdrawn), "{shown}");
    assert!(shown.contains("All its matches count together"), "{shown}");
    assert_eq!(place.tournament("report", &[]).status, 0);
    let page = fs::read_to_string(place.path("contest.html")).expect("a page");
    // The page escapes backticks.
    let replaced = replaced.split('`').next().expect("the words before");
    assert!(page.contains(replaced) && page.contains(withdrawn), "the report says so");
    let proved = place.tournament("verify", &[]);
    assert_eq!(proved.status, 0, "{proved:?}");
}

#[test]
fn a_terminal_shows_a_bar_with_rate_and_time_left_and_a_pipe_does_not() {
    let place = Place::new(&contest("deals = 60\ntables = 2", &PLAYERS[..3]));
    let command = format!("'{}' tournament run '{}'", env!("CARGO_BIN_EXE_croupier"), place.file());
    let typescript = place.path("typescript");
    // `script` (util-linux) runs it on a terminal of its own.
    let mut script = Command::new("script");
    script.args(["--quiet", "--return", "--command", &command]).arg(&typescript);
    let script = script.stdin(Stdio::null()).stdout(Stdio::null()).env("TERM", "xterm").status();
    assert!(script.expect("script (Debian: bsdutils)").success());
    let seen = fs::read_to_string(&typescript).expect("text");
    let bars: Vec<&str> = seen.split(['\r', '\n']).filter(|part| part.contains("/180 deals, ")).collect();
    let last = bars.last().unwrap_or_else(|| panic!("no bar: {seen:?}"));
    assert!(last.contains("/s, ") && last.contains(" left"), "{last:?}");
    assert!(seen.contains("finished, 180 deals"), "{seen:?}");
    let place = Place::new(&contest("deals = 60\ntables = 2", &PLAYERS[..3]));
    let ran = place.tournament("run", &[]);
    assert_eq!(ran.status, 0);
    // Lines come every ten seconds where there is no terminal; nothing is ever drawn over.
    assert!(!(ran.err + &ran.out).contains(['\r', '\u{1b}']));
}
