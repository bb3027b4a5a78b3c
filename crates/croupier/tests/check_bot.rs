//! `croupier check-bot` finds what is wrong with a bot, and only that.

mod common;

use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use common::{Ran, run};
use games::catalog::NAMES;

const CROUPIER: &str = env!("CARGO_BIN_EXE_croupier");

fn mutants() -> String {
    format!("{}/tests/bots/mutants.py", env!("CARGO_MANIFEST_DIR"))
}

/// Tries a bot of `mutants.py` out: an honest one if no mutation is named.
fn check(game: &str, mutation: Option<&str>, options: &[&str]) -> Ran {
    let script = mutants();
    // Without the site's modules Python starts in half the time.
    let mut bot = vec!["--", "python3", "-I", "-S", &script, game];
    bot.extend(mutation);
    run(&[&["check-bot", game], options, &bot].concat(), "")
}

/// Does all the work on a few threads: a bot on trial is mostly waited for.
fn in_parallel<T: Sync>(work: &[T], does: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(item) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
                    does(item);
                }
            });
        }
    });
}

/// The command of a report that plays the match again, run by a shell that finds this `croupier`.
fn play_again(report: &str) -> Ran {
    let (_, command) = report.split_once("To play this match again:\n  ").expect("the report has a command");
    let folder = Path::new(CROUPIER).parent().expect("it lies in a folder");
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").expect("there is a path"));
    let ran = Command::new("sh").args(["-c", command]).env("PATH", path).output().expect("there is a shell");
    Ran::from(ran)
}

/// What was wrong, without times, which differ from run to run.
fn complaint(report: &str) -> String {
    let line = report.lines().next().expect("a report has a first line");
    line.chars().filter(|c| !c.is_ascii_digit()).collect()
}

#[test]
fn every_bot_with_one_rule_broken_is_found_and_its_fault_can_be_repeated() {
    let listed = Command::new("python3").args([&mutants(), "--list"]).output().expect("python3 runs");
    let listed = String::from_utf8(listed.stdout).expect("names are text");
    let bots: Vec<(&str, &str)> = listed.lines().filter_map(|line| line.split_once(' ')).collect();
    for game in NAMES {
        assert!(bots.iter().filter(|(other, _)| other == game).count() >= 10, "{game}");
    }
    let unfound = Mutex::new(Vec::new());
    in_parallel(&bots, |&(game, mutation)| {
        let found = check(game, Some(mutation), &["--time", "1s", "--startup", "2s"]);
        let problem = if found.status != 2 {
            format!("not found: {}{}", found.out, found.err)
        } else {
            let again = play_again(&found.err);
            let is_same = again.status == 2 && complaint(&again.err) == complaint(&found.err);
            if is_same { return } else { format!("found: {}\nand then: {}", found.err, again.err) }
        };
        unfound.lock().expect("no thread panics").push(format!("{game} {mutation} {problem}"));
    });
    let unfound = unfound.into_inner().expect("no thread panics");
    assert!(unfound.is_empty(), "{} of {} bots:\n{}", unfound.len(), bots.len(), unfound.join("\n"));
}

#[test]
fn nothing_is_found_wrong_with_an_honest_bot_in_200_matches() {
    in_parallel(NAMES, |game| {
        let ran = check(game, None, &["--matches", "200"]);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{game}");
        assert!(ran.out.contains("prepared deals and 200 random); "), "{game}: {}", ran.out);
    });
}

#[test]
fn a_report_names_the_seat_at_the_table_and_the_one_the_bot_knows() {
    let found = check("mau-mau", Some("wish-in-words"), &["--seats", "4", "--seat", "3"]);
    assert_eq!(found.status, 2, "{}", found.err);
    assert!(
        found.err.contains("Your bot (seat 1 to itself, seat 3 at the table) played against"),
        "{}",
        found.err
    );
    assert!(found.err.contains("This was in the "), "{}", found.err);
    assert!(found.err.contains(" --seat 3 --against "), "{}", found.err);
}

#[test]
fn tables_seats_rules_and_opponents_can_be_chosen() {
    let played = |game: &str, options: &[&str]| {
        let ran = check(game, None, options);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{game} {options:?}");
        ran.out.lines().next().expect("a line").to_owned()
    };
    let two = played("uno", &["--seats", "2", "--matches", "1"]);
    let all = played("uno", &["--matches", "1"]);
    assert!(two.contains(" and 1 random)") && two < all, "{two}\n{all}");
    // No prepared deal has these rules.
    let one = played("house", &["--rules", "ranks=7", "--matches", "1"]);
    assert!(one.starts_with("nothing wrong in 1 match (0 prepared deals and 1 random); "), "{one}");
    let given = "ranks=5 deck 1R 2R 3R 4R 5R 5B 4B 3B 2B 1B";
    let both = played("house", &["--setup", given, "--against", "greedy"]);
    assert!(both.starts_with("nothing wrong in 2 matches (the given deal); "), "{both}");
    let one = played("house", &["--setup", given, "--against", "greedy", "--seat", "2"]);
    assert!(one.starts_with("nothing wrong in 1 match (the given deal); "), "{one}");
    for (game, options, expected) in [
        ("house", &["--seats", "3"][..], "--seats 3: house has 2 seats"),
        ("house", &["--seat", "3"], "--seat 3: there is no such seat"),
        ("house", &["--against", "god"], "--against: no player named `god`"),
        ("house", &["--rules", "ranks=4"], "--rules \"ranks=4\": expected"),
        ("house", &["--setup", "ranks=5 deck 1R"], "--setup: expected"),
        ("house", &["--setup", given, "--rules", "ranks=5"], "cannot be used with"),
    ] {
        let ran = check(game, None, options);
        assert!(ran.status == 2 && ran.err.contains(expected), "{options:?}: {}", ran.err);
    }
}

#[test]
fn a_bot_that_does_not_answer_is_asked_again_and_sent_no_empty_line() {
    let reads = "while read -r line; do echo \"read[$line]\" >&2; done";
    let quick = ["check-bot", "durak", "--sandbox", "none", "--time", "300ms", "--startup", "300ms"];
    let ran = run(&[&quick[..], &["--", "sh", "-c", reads]].concat(), "");
    assert!(ran.status == 2 && ran.err.contains("no first answer within 600 ms"), "{}", ran.err);
    let questions = ["MOVE", "BEAT", "ADD"].map(|word| ran.err.matches(&format!("read[{word}]")).count());
    assert_eq!(questions.iter().max(), Some(&2), "{}", ran.err);
    assert!(!ran.err.contains("read[]"), "{}", ran.err);
}
