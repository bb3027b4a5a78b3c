//! Copies of bots go with the program that made them, however it ends.
#![cfg(target_os = "linux")]

mod common;

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::Child;
use std::time::{Duration, SystemTime};

use common::croupier;
use rustix::process::{Pid, Signal, kill_process};

/// A match that does not end, whose copies lie in this folder.
fn endless(temporary: &Path, bot: &Path) -> Child {
    let command = format!("cd '{}' && sh bot.sh", bot.display());
    let mut child = croupier(&["match", "durak", &command, "greedy", "--clock", "none"])
        .env("TMPDIR", temporary)
        .spawn()
        .expect("the binary starts");
    // The seats and the commitment are said when the copies are made.
    let mut said = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    assert!(said.any(|line| line.is_ok_and(|line| line.starts_with("commitment "))));
    child
}

fn copies(temporary: &Path) -> usize {
    fs::read_dir(temporary).expect("the folder is there").count()
}

#[test]
fn copies_of_bots_are_removed_on_signals_and_those_of_the_killed_by_the_next_match() {
    let (temporary, bot) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    fs::write(bot.path().join("bot.sh"), "while read line; do :; done\n").expect("a bot that never answers");
    for signal in [Signal::TERM, Signal::INT, Signal::HUP] {
        let mut child = endless(temporary.path(), bot.path());
        assert_eq!(copies(temporary.path()), 1);
        kill_process(Pid::from_child(&child), signal).expect("it runs");
        let status = child.wait().expect("it ends");
        assert_eq!(status.signal(), Some(signal.as_raw()), "it ends by the signal");
        assert_eq!(copies(temporary.path()), 0, "{signal:?}");
    }
    let mut killed = endless(temporary.path(), bot.path());
    let mut alive = endless(temporary.path(), bot.path());
    killed.kill().and_then(|()| killed.wait()).expect("it ends");
    assert_eq!(copies(temporary.path()), 2, "nobody could remove what the killed one left");
    // Folders that have just been made are left alone: their owner may be about to lock them.
    let old = SystemTime::now() - Duration::from_secs(60);
    for copy in fs::read_dir(temporary.path()).expect("the folder is there").flatten() {
        File::open(copy.path()).and_then(|copy| copy.set_modified(old)).expect("times can be set");
    }
    let mut next = endless(temporary.path(), bot.path());
    assert_eq!(copies(temporary.path()), 2, "one of each that lives");
    for child in [&mut alive, &mut next] {
        kill_process(Pid::from_child(child), Signal::TERM).expect("it runs");
        child.wait().expect("it ends");
    }
    assert_eq!(copies(temporary.path()), 0);
}
