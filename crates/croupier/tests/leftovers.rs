//! Bots and their copies go with the program that started them, however it ends.
#![cfg(target_os = "linux")]

mod common;

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::{Duration, Instant, SystemTime};

use common::croupier;
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

/// A folder for temporary files, and a bot that never answers.
struct Place {
    temporary: TempDir,
    bot: TempDir,
}

impl Place {
    fn new(script: &str) -> Place {
        let place = Place {
            temporary: tempfile::tempdir().expect("a folder"),
            bot: tempfile::tempdir().expect("a folder"),
        };
        fs::write(place.bot.path().join("bot.sh"), script).expect("a bot that never answers");
        place
    }

    fn bot(&self) -> String {
        format!("cd '{}' && sh bot.sh", self.bot.path().display())
    }

    /// A command whose copies lie in the temporary folder, once its bot runs.
    fn start(&self, args: &[&str]) -> Child {
        let child = croupier(args).env("TMPDIR", self.temporary.path()).spawn();
        let child = child.expect("the binary starts");
        // Another process: there is nothing to wait for but what the system shows of it.
        let begun = Instant::now();
        while self.bots(&child).is_empty() {
            assert!(begun.elapsed() < Duration::from_secs(60), "{args:?}: no bot in a minute");
            std::thread::sleep(Duration::from_millis(5));
        }
        child
    }

    fn copies(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.temporary.path()).expect("the folder is there");
        entries.flatten().map(|entry| entry.path()).collect()
    }

    /// The processes that run the bot of this one.
    fn bots(&self, child: &Child) -> Vec<u32> {
        let is_bot = |pid: &u32| {
            let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            line.ends_with(b"sh\0bot.sh\0") && !line.starts_with(env!("CARGO_BIN_EXE_croupier").as_bytes())
        };
        children(child.id()).into_iter().filter(is_bot).collect()
    }

    /// Ends it with these signals; nothing of it may be left.
    fn ends_by(&self, mut child: Child, signals: &[Signal], what: &str) {
        let bots = self.bots(&child);
        assert!(!bots.is_empty(), "{what}: a bot runs");
        for &signal in signals {
            kill_process(Pid::from_child(&child), signal).expect("it runs");
            // A second signal of the same kind is one with the first until that is taken.
            std::thread::sleep(Duration::from_millis(100));
        }
        let status = child.wait().expect("it ends");
        let last = signals.last().expect("a signal").as_raw();
        assert_eq!(status.signal(), Some(last), "{what}: it ends by the signal");
        assert_eq!(self.copies(), Vec::<PathBuf>::new(), "{what} {signals:?}");
        let begun = Instant::now();
        while bots.iter().any(|bot| Path::new(&format!("/proc/{bot}")).exists()) {
            assert!(begun.elapsed() < Duration::from_secs(10), "{what}: a bot is left");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// The children of a process, of all its threads.
fn children(pid: u32) -> Vec<u32> {
    let Ok(threads) = fs::read_dir(format!("/proc/{pid}/task")) else { return Vec::new() };
    let of = |thread: fs::DirEntry| fs::read_to_string(thread.path().join("children")).unwrap_or_default();
    let all: Vec<String> = threads.flatten().map(of).collect();
    all.iter().flat_map(|line| line.split_whitespace()).filter_map(|pid| pid.parse().ok()).collect()
}

const SILENT: &str = "while read line; do :; done\n";
const BUSY: &str = "while :; do :; done\n";

#[test]
fn copies_of_bots_are_removed_on_signals_and_those_of_the_killed_by_the_next_match() {
    let place = Place::new(SILENT);
    let bot = place.bot();
    let endless = || {
        let mut child = place.start(&["match", "durak", &bot, "greedy", "--clock", "none"]);
        // The seats and the commitment are said when the copies are made.
        let mut said = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        assert!(said.any(|line| line.is_ok_and(|line| line.starts_with("commitment "))));
        child
    };
    for signal in [Signal::TERM, Signal::INT, Signal::HUP] {
        let child = endless();
        assert_eq!(place.copies().len(), 1);
        place.ends_by(child, &[signal], "match");
    }
    let mut killed = endless();
    let mut alive = endless();
    killed.kill().and_then(|()| killed.wait()).expect("it ends");
    assert_eq!(place.copies().len(), 2, "nobody could remove what the killed one left");
    // Folders that have just been made are left alone: their owner may be about to lock them.
    let old = SystemTime::now() - Duration::from_secs(60);
    for copy in place.copies() {
        File::open(copy).and_then(|copy| copy.set_modified(old)).expect("times can be set");
    }
    let mut next = endless();
    assert_eq!(place.copies().len(), 2, "one of each that lives");
    for child in [&mut alive, &mut next] {
        kill_process(Pid::from_child(child), Signal::TERM).expect("it runs");
        child.wait().expect("it ends");
    }
    assert_eq!(place.copies().len(), 0);
}

#[test]
fn every_command_with_bots_leaves_nothing_behind() {
    let place = Place::new(SILENT);
    let (bot, folder) = (place.bot(), place.bot.path().display().to_string());
    let contest = tempfile::tempdir().expect("a folder");
    let file = contest.path().join("contest.toml");
    let text = format!(
        "name = 'Cup'\ngame = 'durak'\nclock = 'none'\nseed = 1\ndeals = 1\n[[entry]]\nname = 'Anna'\n\
         command = \"{bot}\"\n[[entry]]\nname = 'House'\nplayer = 'greedy'\n"
    );
    fs::write(&file, text).expect("a contest");
    let file = file.display().to_string();
    let at_once: [&[&str]; 2] = [
        &["check-bot", "durak", "--time", "600s", "--folder", &folder, "--", "sh", "bot.sh"],
        &["tournament", "run", &file, "--dry-run"],
    ];
    // The first signal lets them finish the deals in play, which never end here.
    let finishing: [&[&str]; 3] = [
        &["tournament", "run", &file],
        &["match", "durak", &bot, "greedy", "--clock", "none", "--matches", "4"],
        &["duel", "durak", &bot, "greedy", "--clock", "600s/move", "--deals", "2", "--seed", "1"],
    ];
    for signal in [Signal::TERM, Signal::INT] {
        for args in at_once {
            place.ends_by(place.start(args), &[signal], args[0]);
        }
        for args in finishing {
            place.ends_by(place.start(args), &[signal, signal], args[0]);
        }
    }
}

#[test]
fn a_bot_without_a_sandbox_does_not_outlive_the_signal() {
    // It reads nothing, so nothing tells it that the match is over.
    let place = Place::new(BUSY);
    let bot = place.bot();
    let args = ["match", "durak", &bot, "greedy", "--sandbox", "none", "--startup", "600s"];
    place.ends_by(place.start(&args), &[Signal::TERM], "match");
}
