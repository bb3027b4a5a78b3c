//! Matches between real processes, their records, and what is found wrong with bots.

mod common;

use std::fs;
use std::path::Path;

use cards::{Game, Rules};
use common::{Ran, run};
use games::catalog::{CatalogGame, NAMES, WithGame, with_game};
use table::ending::{Ending, Quoted, Reason};
use table::player::Cost;
use table::record::{BadRecord, Decision, Record};
use table::verify::verify;

const CROUPIER: &str = env!("CARGO_BIN_EXE_croupier");

fn ours(policy: &str) -> String {
    format!("'{CROUPIER}' bot durak --player {policy}")
}

/// Plays a match of our own bots as processes and reads its record.
fn recorded(folder: &Path, seed: &str) -> (String, Record) {
    let path = folder.join(format!("match-{seed}.txt"));
    let path = path.to_str().expect("a name in text");
    let ran =
        run(&["match", "durak", &ours("greedy"), &ours("random"), "--seed", seed, "--record", path], "");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{}", ran.out);
    let text = fs::read_to_string(path).expect("the record was written");
    let record = Record::read(text.as_bytes()).expect("the record is whole");
    (text, record)
}

#[test]
fn our_own_bots_play_hundreds_of_matches_as_processes_without_a_forfeit() {
    let matches = ["match", "durak", &ours("greedy"), &ours("random"), "--seed", "1", "--matches", "100"];
    let ran = run(&matches, "");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{}", ran.out);
    assert!(ran.out.contains("100 matches, 0 ties, 0 forfeits, "), "{}", ran.out);
    let held = [&matches[..6], &["--matches", "30", "--sandbox", "limits", "--clock", "1s/move"]].concat();
    let ran = run(&held, "");
    assert!(ran.out.contains("30 matches, 0 ties, 0 forfeits, "), "{}", ran.out);
}

#[test]
fn every_game_has_a_dialect_that_our_bots_speak() {
    struct Tables;
    impl WithGame for Tables {
        type Out = Vec<String>;
        fn run<G: CatalogGame>(self) -> Self::Out {
            let variants = <<G as Game>::Rules as Rules>::variants();
            variants.into_iter().map(|rules| rules.to_string()).collect()
        }
    }
    for game in NAMES {
        for rules in with_game(game, Tables).expect("a game of the catalog") {
            let bot = format!("'{CROUPIER}' bot {game} --player random");
            // Durak's wire has no line for rules; its bots play by the contest's.
            if *game == "durak" && rules != "limit=6" {
                continue;
            }
            let how = [
                "match",
                game,
                "--rules",
                &rules,
                "--seed",
                "1",
                "--matches",
                "3",
                "--sandbox",
                "none",
                &bot,
            ];
            let ran = run(&how, "");
            assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{game} {rules}: {}", ran.out);
            assert!(
                ran.out.contains("3 matches, ") && ran.out.contains(", 0 forfeits, "),
                "{game} {rules}: {}",
                ran.out
            );
        }
    }
}

#[test]
fn a_record_reads_as_it_was_written_and_proves_every_line() {
    let folder = tempfile::tempdir().expect("a folder");
    for seed in ["1", "2", "3"] {
        let (text, record) = recorded(folder.path(), seed);
        assert_eq!(record.to_string(), text);
        assert_eq!(record.ending, Ending::Played);
        assert_eq!(verify(&record), Ok(()));
    }
}

#[test]
fn the_commitment_comes_before_the_match_and_the_key_after_it() {
    let told = |out: &str| -> Vec<String> {
        out.lines().filter_map(|line| line.strip_prefix("commitment ")).map(str::to_owned).collect()
    };
    let ran = run(&["match", "durak", "greedy", "random"], "");
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines[..2], ["seats 1 and 3: greedy", "seats 2 and 4: random"]);
    assert!(lines[2].starts_with("commitment ") && lines[3].starts_with("key "), "{}", ran.out);
    let key: table::key::Key = lines[3]["key ".len()..].parse().expect("a key");
    assert_eq!(told(&ran.out), [key.commitment().to_string()]);
    assert_ne!(
        told(&run(&["match", "durak", "greedy", "random"], "").out),
        told(&ran.out),
        "keys are secret"
    );
}

#[test]
fn a_record_changed_in_any_one_byte_is_refused_at_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let (text, _) = recorded(folder.path(), "7");
    let mut bytes = text.into_bytes();
    let mut line = 1;
    for at in 0..bytes.len() {
        let right = bytes[at];
        for wrong in [right ^ 1, b'0', b'\n', 0xff] {
            if wrong == right {
                continue;
            }
            bytes[at] = wrong;
            let Err(BadRecord { line: found, .. }) = Record::read(&bytes) else {
                panic!("byte {at} changed to {wrong} went unnoticed");
            };
            // Two lines made one, or one made two, differ from there on.
            let near = if right == b'\n' || wrong == b'\n' { line..=line + 1 } else { line..=line };
            assert!(near.contains(&found), "byte {at}: line {found} for {line}");
        }
        bytes[at] = right;
        line += usize::from(right == b'\n');
    }
    // A byte more or less, anywhere.
    for at in (0..bytes.len()).step_by(7) {
        let (left, right) = bytes.split_at(at);
        assert!(Record::read(&[left, &right[1..]].concat()).is_err(), "without byte {at}");
        assert!(Record::read(&[left, b" ", right].concat()).is_err(), "with a blank at {at}");
        assert!(Record::read(left).is_err(), "cut at {at}");
    }
}

#[test]
fn a_record_written_anew_to_tell_another_story_is_refused_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_, record) = recorded(folder.path(), "5");
    let first = record.line_of(0);
    let asked: Vec<usize> =
        (0..record.decisions.len()).filter(|&n| record.decisions[n].cost.is_some()).collect();
    let unasked = record.decisions.iter().position(|d| d.cost.is_none()).expect("some are not asked");
    let last = record.decisions.len() - 1;
    let flip = |record: &mut Record| record.key.as_mut().expect("a key").0[9] ^= 1;
    let refused = |what: &str, change: &dyn Fn(&mut Record)| -> usize {
        let mut forged = record.clone();
        change(&mut forged);
        let read = Record::read(forged.to_string().as_bytes());
        read.and_then(|forged| verify(&forged)).expect_err(what).line
    };
    assert_eq!(refused("game", &|r| r.game = "poker".to_owned()), 2);
    assert_eq!(refused("rules", &|r| r.rules = "limit=7".to_owned()), 3);
    assert_eq!(refused("spelling of rules", &|r| r.rules = "contest".to_owned()), 3);
    assert_eq!(refused("key", &|r| flip(r)), 5);
    assert_eq!(
        refused("another deal", &|r| {
            flip(r);
            r.commitment = r.key.map(|key| key.commitment());
        }),
        14
    );
    assert_eq!(
        refused("setup", &|r| r.setup = r.setup.replace("first=1", "first=2").replace("first=4", "first=1")),
        14
    );
    assert_eq!(refused("start", &|r| r.starts[1] = Some(999_999_999_999)), 16);
    assert_eq!(refused("seat", &|r| r.decisions[3].seat = r.decisions[3].seat.next(4)), first + 3);
    let n = asked[4];
    assert_eq!(refused("action", &|r| r.decisions[n].action = "6S 7S".to_owned()), first + n);
    assert_eq!(
        refused("time", &|r| r.decisions[n].cost = Some(Cost { wall: 90_000_000, cpu: 0, lag: 0 })),
        first + n
    );
    assert_eq!(refused("unasked", &|r| r.decisions[n].cost = None), first + n);
    assert_eq!(refused("asked", &|r| r.decisions[unasked].cost = Some(Cost::default())), first + unasked);
    assert_eq!(refused("not over", &|r| drop(r.decisions.pop())), first + last);
    assert_eq!(refused("payoffs", &|r| r.payoffs = cards::BySeat::all(4, 1)), first + last + 2);
    let seat = record.decisions[last].seat;
    let forfeit = |why: Reason| {
        move |r: &mut Record| {
            r.decisions.pop();
            r.ending = Ending::Forfeit { seat, why: why.clone() };
        }
    };
    let legal = Quoted::new(record.decisions[last].action.as_bytes());
    let illegal = Reason::Illegal { answer: legal, because: None };
    assert_eq!(refused("a legal answer", &forfeit(illegal)), first + last);
    assert_eq!(refused("time left", &forfeit(Reason::OutOfTime { took: 2, had: 1 })), first + last);
    assert_eq!(refused("stalled", &forfeit(Reason::StalledAtStart)), first + last);
}

#[test]
fn verify_replay_and_rerun_do_what_they_say() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.txt");
    let path = path.to_str().expect("a name in text");
    let greedy = ours("greedy");
    let ran = run(&["match", "durak", "greedy", &greedy, "--seed", "9", "--record", path], "");
    assert_eq!(ran.status, 0, "{}", ran.err);
    let record = Record::read(&fs::read(path).expect("written")).expect("whole");

    assert!(ran.out.ends_with("processor: all threads of a bot since its start\n"), "{}", ran.out);
    assert!(!run(&["match", "durak", "greedy", "--seed", "9"], "").out.contains("since its start"));

    let commitment = record.commitment.expect("a deal from a key").to_string();
    let proved = run(&["verify", path], "");
    assert!(proved.status == 0 && proved.out.starts_with("valid record: durak, "), "{proved:?}");
    assert_eq!(run(&["verify", path, "--commitment", &commitment], "").status, 0);
    let shouted = commitment.to_uppercase();
    assert_eq!(run(&["verify", path, "--commitment", &shouted], "").status, 0);
    assert_eq!(run(&["verify", path, "--commitment", &"0".repeat(64)], "").status, 2);

    let all = run(&["replay", path], "");
    assert_eq!((all.status, all.err.as_str()), (0, ""));
    // With all cards open nothing lies face down but the stock.
    assert!(all.out.contains("Seat 2") && !all.out.contains(" more\n"), "{}", all.out);
    let one = run(&["replay", path, "--seat", "2", "--brief"], "");
    assert!(one.out.contains("You ") && !one.out.contains("Your hand"), "{}", one.out);
    let seen = run(&["replay", path, "--seat", "2"], "");
    assert!(seen.out.contains("Your hand") && seen.out.contains(" cards\n"), "{}", seen.out);
    let watched = run(&["replay", path, "--public"], "");
    assert!(watched.status == 0 && !watched.out.contains("Your hand"), "{}", watched.out);
    assert_eq!(run(&["replay", path, "--seat", "5"], "").status, 2);

    // Greedy leaves nothing to chance: the same match again, inside, as processes, under another clock.
    for bots in [&["--same-bots"][..], &["greedy"], &[&greedy, "greedy", &greedy, "greedy"]] {
        let again = run(&[&["rerun", path, "--clock", "10s/move"], bots].concat(), "");
        let same = format!("the same {} actions as in the record\n", record.decisions.len());
        assert!(again.out.starts_with(&same), "{again:?}");
    }
    let other = run(&["rerun", path, "random"], "");
    assert!(
        other.out.starts_with("differs at action ") && other.out.contains(": the record has "),
        "{other:?}"
    );

    let mut changed = fs::read(path).expect("written");
    let at = changed.len() / 2;
    changed[at] ^= 1;
    fs::write(path, &changed).expect("writable");
    for command in ["verify", "replay", "rerun"] {
        let bots: &[&str] = if command == "rerun" { &["greedy"] } else { &[] };
        let ran = run(&[&[command, path], bots].concat(), "");
        assert_eq!(ran.status, 2, "{ran:?}");
        assert!(ran.err.contains(": line "), "{}", ran.err);
    }
    assert_eq!(run(&["verify", "/nonexistent/record"], "").status, 1);
}

#[test]
fn a_replay_from_one_seat_tells_nothing_that_the_others_hid() {
    let folder = tempfile::tempdir().expect("a folder");
    for (game, hidden) in [("tractor", "bury "), ("durak", "NO")] {
        let path = folder.path().join(game);
        let path = path.to_str().expect("a name in text");
        let ran = run(&["match", game, "greedy", "--seed", "3", "--record", path], "");
        assert_eq!(ran.status, 0, "{}", ran.err);
        let record = Record::read(&fs::read(path).expect("written")).expect("whole");
        let hides = record.decisions.iter().find(|decision| decision.action.starts_with(hidden));
        let hider = hides.expect("somebody hides something").seat;
        // Seats beside each other are in different teams.
        let viewer = hider.next(record.players.len());
        for brief in [&["--brief"][..], &[]] {
            let seen = run(&[&["replay", path, "--seat", &viewer.to_string()], brief].concat(), "").out;
            let (match_, _) = seen.split_once("── the end").expect("it has an end");
            let headings: Vec<&str> = match_.lines().filter_map(|line| line.strip_prefix("── ")).collect();
            assert_eq!(headings.len(), record.decisions.len(), "{game}");
            for (number, (heading, decision)) in headings.iter().zip(&record.decisions).enumerate() {
                let words = format!("{}. Seat {}", number + 1, decision.seat);
                let heading = heading.trim_end_matches(['─', ' ']);
                if decision.seat == viewer {
                    assert!(heading.starts_with(&words) && heading.len() > words.len(), "{heading}");
                } else {
                    assert_eq!(heading, words, "{game}");
                }
            }
            // Of a burial only its own seat is told the cards.
            assert!(!match_.contains("bury ") && !match_.contains("You bury"), "{match_}");
        }
    }
}

/// A bot that stops the referee for two seconds in the middle of its first answer.
fn stopper(then: &str) -> String {
    let first = "read -r a; kill -STOP $r";
    format!("sh -c 'r=$PPID; \"{CROUPIER}\" bot durak --player greedy | {{ {first}; {then} cat; }}'")
}

#[test]
fn a_referee_that_stood_still_charges_nobody_for_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.txt");
    let path = path.to_str().expect("a name in text");
    let play = |bot: &str| {
        let how = ["--clock", "1s+100ms", "--sandbox", "none", "--seed", "1", "--record", path];
        let ran = run(&[&["match", "durak", bot, "greedy", "greedy", "greedy"], &how[..]].concat(), "");
        assert_eq!(ran.status, 0, "{ran:?}");
        let record = Record::read(&fs::read(path).expect("written")).expect("whole");
        assert_eq!(verify(&record), Ok(()));
        record
    };
    let record = play(&stopper("echo $a; sleep 2; kill -CONT $r;"));
    assert_eq!(record.ending, Ending::Played);
    let own = |decision: &&Decision| decision.seat.index() == 0 && decision.cost.is_some();
    let first = record.decisions.iter().find(own).and_then(|decision| decision.cost).expect("it was asked");
    assert!(first.wall > 1_900_000 && first.charged() < 500_000, "{first:?}");
    // Who has no answer is late all the same.
    let record = play(&stopper("sleep 2; kill -CONT $r; exec sleep 60;"));
    let why = record.ending.to_string();
    assert!(why.starts_with("forfeit 1 out-of-time "), "{why}");
}

#[test]
fn a_rerun_keeps_the_records_conditions_unless_told_otherwise() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a name in text").to_owned();
    let read = |name: &str| Record::read(&fs::read(path(name)).expect("written")).expect("whole");
    let greedy = ours("greedy");
    let how = ["--clock", "7s/move", "--startup", "9s", "--sandbox", "limits", "--seed", "2"];
    let ran = run(&[&["match", "durak", &greedy, "greedy", "--record", &path("old")], &how[..]].concat(), "");
    assert_eq!(ran.status, 0, "{ran:?}");
    let rerun = |more: &[&str]| {
        let ran = run(&[&["rerun", &path("old"), "--record", &path("new")], more].concat(), "");
        assert_eq!(ran.status, 0, "{ran:?}");
        read("new")
    };
    let (old, new) = (read("old"), rerun(&[&greedy]));
    assert_eq!((new.clock, new.startup, &new.sandbox), (old.clock, old.startup, &old.sandbox));
    let new = rerun(&[&greedy, "--clock", "8s/move", "--startup", "5s", "--sandbox", "none"]);
    assert_eq!((new.clock.to_string(), new.startup.to_string()), ("8s/move".to_owned(), "5s".to_owned()));
    assert_eq!(new.sandbox, "none stopped core");
    // Commands out of a record may be anybody's.
    assert!(rerun(&["--same-bots"]).sandbox.starts_with("strict"));
}

#[test]
fn a_forfeit_is_recorded_with_its_reason_and_proved() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.txt");
    let path = path.to_str().expect("a name in text");
    let bad =
        "sh -c 'while read -r line; do case $line in MOVE|BEAT|ADD) echo joker;; esac; done; echo bye >&2'";
    let ran =
        run(&["match", "durak", "greedy", bad, "--seed", "1", "--sandbox", "none", "--record", path], "");
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.out.contains(r#"answered "joker", which is not an action"#), "{}", ran.out);
    assert!(ran.err.contains("bye"), "its author is shown its standard error: {}", ran.err);
    let record = Record::read(&fs::read(path).expect("written")).expect("whole");
    assert_eq!(verify(&record), Ok(()));
    assert_eq!(record.payoffs.as_slice(), [1, -1, 1, -1]);
    let missing = run(&["match", "durak", "greedy", "/nonexistent/bot"], "");
    assert_eq!(missing.status, 1, "{missing:?}");
    assert_eq!(run(&["match", "durak", "greedy", "greedy", "greedy"], "").status, 2);
}

#[test]
fn no_match_is_played_whose_record_cannot_be_written() {
    let ran = run(&["match", "durak", "greedy", "--record", "/nonexistent/match.txt"], "");
    assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{ran:?}");
    assert!(ran.err.contains("/nonexistent/match.txt"), "{}", ran.err);
    // A match that cannot begin leaves no empty record.
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.txt");
    let name = path.to_str().expect("a name in text");
    let ran = run(&["match", "durak", "greedy", "/nonexistent/bot", "--record", name], "");
    assert_eq!((ran.status, path.exists()), (1, false), "{ran:?}");
    // A longer text that was there before leaves nothing behind.
    fs::write(&path, "x".repeat(100_000)).expect("writable");
    let path = path.to_str().expect("a name in text");
    assert_eq!(run(&["match", "durak", "greedy", "--record", path], "").status, 0);
    assert_eq!(run(&["verify", path], "").status, 0);
}

fn check(script: &str) -> Ran {
    let quick = ["check-bot", "durak", "--sandbox", "none", "--time", "300ms", "--startup", "300ms"];
    run(&[&quick[..], &["--", "sh", "-c", script]].concat(), "")
}

fn complains(script: &str, words: &str) -> Ran {
    let ran = check(script);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{script}");
    assert!(ran.err.contains(words), "{script}: {}", ran.err);
    ran
}

#[test]
fn check_bot_tells_late_from_unflushed_from_reading_too_much() {
    let asked = |words: &str| format!("while read -r l; do case $l in MOVE|BEAT|ADD) {words};; esac; done");
    // Time for the first answer is the start-up's and the answer's together.
    complains(&asked("sleep 0.7; echo NO"), "no first answer within 600 ms (300 ms start-up + 300 ms clock)");
    // So late that it is still thinking when it is sent another line.
    complains(&asked("sleep 1.5; echo NO"), "no first answer within 600 ms");
    complains(&asked("read -r more; echo NO"), "reads too much");
    // The statement's words may come from a starter of ours whose author forgot one.
    let starter = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots/durak.py");
    let starter = fs::read_to_string(starter).expect("the starter is there");
    let unflushed = starter.replace(", flush=True", "");
    assert_ne!(starter, unflushed);
    let skips = unflushed.replace("if not words:\n        break", "if not words:\n        continue");
    assert_ne!(skips, unflushed);
    // This one never ends, so nobody ever hears it.
    let hangs = skips.replace("readline()", "readline() or '\\n'");
    let to_the_end =
        skips.replace("while True:", "for line in sys.stdin:").replace("sys.stdin.readline()", "line");
    let folder = tempfile::tempdir().expect("a folder");
    let bots = [
        (unflushed, "no flush"),
        (to_the_end, "no flush"),
        (hangs, "no first answer within 5 s (4 s start-up + 1 s clock)"),
    ];
    for (number, (text, words)) in bots.into_iter().enumerate() {
        let path = folder.path().join(format!("{number}.py"));
        fs::write(&path, text).expect("writable");
        let path = path.to_str().expect("a name in text");
        // In the sandbox the environment is empty, and no setting flushes in the author's place.
        let slow = ["check-bot", "durak", "--time", "1s", "--startup", "4s"];
        let ran = run(&[&slow[..], &["--", "python3", path]].concat(), "");
        assert!(ran.status == 2 && ran.err.contains(words), "{number}: {ran:?}");
    }
}

#[test]
fn check_bot_quotes_what_should_not_have_been_written() {
    let bot = format!("'{CROUPIER}' bot durak --player greedy");
    // Before the first answer and with it, or some time before it.
    let banner = "chatter: it wrote \"GreedyBot 1.0\"";
    complains(&format!("{bot} | {{ read -r a; printf 'GreedyBot 1.0\\n%s\\n' $a; cat; }}"), banner);
    complains(&format!("{bot} | {{ read -r a; echo GreedyBot 1.0; sleep 0.1; echo $a; cat; }}"), banner);
    complains(&format!("echo GreedyBot 1.0; {bot}"), banner);
    let half = "while read -r l; do case $l in MOVE|BEAT|ADD) printf 6S;; esac; done";
    complains(half, "half a line: it wrote \"6S\"");
    for flood in ["yes >&2; :", "yes | tr -d '\\n' >&2"] {
        let patient = ["check-bot", "durak", "--sandbox", "none", "--time", "60s", "--", "sh", "-c", flood];
        let ran = run(&patient, "");
        assert!(ran.status == 2 && ran.err.contains("more than 16 MB to standard error"), "{}", ran.err);
        assert!(ran.err.len() < 2000, "{} bytes", ran.err.len());
    }
}

#[test]
fn check_bot_finds_nothing_wrong_with_our_own() {
    for policy in ["greedy", "random"] {
        let ran = run(&["check-bot", "durak", "--", CROUPIER, "bot", "durak", "--player", policy], "");
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{}", ran.out);
        assert!(
            ran.out.starts_with("nothing wrong in 44 matches (24 prepared deals and 20 random); "),
            "{}",
            ran.out
        );
    }
}

#[test]
fn check_bot_says_in_plain_words_what_is_wrong() {
    let bot = format!("'{CROUPIER}' bot durak --player greedy");
    let asked = |words: &str| format!("while read -r l; do case $l in MOVE|BEAT|ADD) {words};; esac; done");
    let complaints = [
        (asked("sleep 60"), "no first answer within 600 ms"),
        (asked("echo AH; :"), "illegal"),
        (asked("echo hello"), "which is not an action"),
        (
            format!("{bot} | while read -r a; do echo \"$a\" | tr A-Z a-z; done"),
            "wrong spelling: it answered",
        ),
        (
            format!("{bot} | while read -r a; do echo \"$a\"; echo thinking; done"),
            "chatter: it wrote \"thinking\"",
        ),
        // Our bot's answers, held back until its input ends.
        (format!("{bot} > /tmp/$$; cat /tmp/$$; rm /tmp/$$"), "no flush"),
        (
            "while read -r l; do case $l in MOVE|BEAT|ADD) read -r more; echo NO;; esac; done".to_owned(),
            "reads too much",
        ),
        (asked("while :; do printf xxxxxxxxxx; done"), "more than one line, a line without end"),
        (asked("exit 3"), "exited with code 3"),
        (asked("kill -ABRT $$"), "signal 6"),
        ("exec sleep 60".to_owned(), "never read its input"),
    ];
    for (script, words) in complaints {
        complains(&script, words);
    }
    // A bot whose own files are out of its reach is told how to reach them.
    let dies =
        |words: &[&str]| run(&[&["check-bot", "durak"], words, &["--", "sh", "-c", "exit 1"]].concat(), "");
    assert!(dies(&[]).err.contains("--folder DIR"), "{:?}", dies(&[]));
    for reaches in [&["--sandbox", "none"][..], &["--folder", "."]] {
        assert!(!dies(reaches).err.contains("--folder DIR"), "{reaches:?}");
    }
    let missing = run(&["check-bot", "durak", "--", "/nonexistent/bot"], "");
    assert_eq!(missing.status, 1, "{missing:?}");
}

#[test]
fn a_bot_says_which_line_it_does_not_understand() {
    let ran = run(&["bot", "durak"], "trump S\ngive 1 6S\ngive one 7S\n");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("line 3: expected a seat"), "{}", ran.err);
    assert_eq!(run(&["bot", "durak"], "trump S\nBEAT\n").status, 2);
    let ran = run(&["bot", "durak"], "trump S\n".to_owned() + &"give 2 ??\n".repeat(37));
    let expected = "line 8: expected a card of the deal for seat 3, found \"give 2 ??\"";
    assert!(ran.status == 2 && ran.err.contains(expected), "{ran:?}");
    assert_eq!(run(&["bot", "durak", "--player", "god"], "").status, 2);
}

#[test]
fn a_bot_takes_the_clock_as_the_match_does() {
    for clock in ["2s+100ms", "500ms/move", "none"] {
        assert_eq!(run(&["bot", "durak", "--clock", clock], "").status, 0, "{clock}");
    }
    assert_eq!(run(&["bot", "durak", "--clock", "500ms"], "").status, 2, "one spelling");
    let ran = run(&["bot", "durak", "--clock", "soon"], "");
    assert!(ran.status == 2 && ran.err.contains("a clock like 2s+100ms, 500ms/move or none"), "{}", ran.err);
}

#[test]
fn a_bot_told_what_cannot_happen_says_so_and_does_not_crash() {
    for (game, lines) in [
        ("uno", "game uno seats 2 rules contest seats=2 turns=1000\nfirst 1\nplay 2 R1\nplay 2 R1\n"),
        ("mau-mau", "game mau-mau seats 2 rules contest seats=2 turns=1000\nplay 2 7S\nplay 2 7S\n"),
        ("durak", "trump S\nbeat 1 6S\n"),
    ] {
        let mut bot = std::process::Command::new(env!("CARGO_BIN_EXE_croupier"))
            .args(["bot", game])
            .stdin(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("the binary runs");
        std::io::Write::write_all(&mut bot.stdin.take().expect("a pipe"), lines.as_bytes())
            .expect("it reads");
        let output = bot.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{game}: {said}");
        assert!(said.starts_with("error: line 2: expected ") && said.contains(", found "), "{game}: {said}");
    }
}

#[test]
fn a_persons_name_is_never_run_as_a_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a name in text").to_owned();
    let name = format!("sh -c 'echo > {}'", path("was-run"));
    let ran = run(&["play", "durak", "--seed", "1", "--name", &name, "--record", &path("match")], "q\n");
    assert_eq!(ran.status, 0, "{ran:?}");
    let again = run(&["rerun", &path("match"), "--same-bots", "--sandbox", "none"], "");
    assert_eq!(again.status, 2, "{again:?}");
    assert!(again.err.contains("seat 1 was a person"), "{}", again.err);
    assert!(!Path::new(&path("was-run")).exists());
}

#[test]
fn a_record_that_is_false_is_not_played_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_, mut record) = recorded(folder.path(), "6");
    record.payoffs = cards::BySeat::all(4, 1);
    let path = folder.path().join("false.txt");
    fs::write(&path, record.to_string()).expect("writable");
    let path = path.to_str().expect("a name in text");
    for words in [&["verify", path][..], &["replay", path], &["rerun", path, "greedy"]] {
        let ran = run(words, "");
        assert!(ran.status == 2 && ran.err.contains(": line "), "{words:?}: {ran:?}");
    }
}

#[test]
fn bytes_that_are_no_text_are_a_wrong_line_of_a_bots_input() {
    let mut bot = std::process::Command::new(CROUPIER)
        .args(["bot", "durak"])
        .stdin(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the binary runs");
    std::io::Write::write_all(&mut bot.stdin.take().expect("a pipe"), b"trump S\n\xff\xfe\n")
        .expect("it reads");
    let output = bot.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.starts_with("error: line 2: expected text"), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn the_sandbox_is_tried_for_real_and_its_status_says_how_it_went() {
    let ran = run(&["sandbox", "--json"], "");
    let found: serde_json::Value = serde_json::from_str(&ran.out).expect("an object");
    assert_eq!(found["is_strict"], true, "{ran:?}");
    assert_eq!(ran.status, if found["is_complete"] == true { 0 } else { 3 }, "{ran:?}");
    let in_force = found["in_force"].as_str().expect("words");
    assert_eq!(found["is_complete"] == true, !in_force.contains("no-namespaces"), "{in_force}");
}

#[cfg(target_os = "linux")]
#[cfg(target_os = "linux")]
#[test]
fn a_forbidden_call_is_named_and_the_record_proves() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.txt").display().to_string();
    let bot = "python3 -c 'import socket; input(); socket.socket()'";
    let ran = run(&["match", "durak", "greedy", bot, "--seed", "7", "--record", &path], "");
    assert!(ran.out.contains("called socket(2), which bots may not: see docs/sandbox.md"), "{}", ran.out);
    let text = fs::read_to_string(&path).expect("the record was written");
    assert!(text.contains(" forbidden-call socket\n"), "{text}");
    assert_eq!(run(&["verify", &path], "").status, 0);
    let ran = run(&["check-bot", "durak", "--", "python3", "-c", "import os; input(); os.setsid()"], "");
    assert!(ran.err.contains("it called setsid(2), which bots may not: see docs/sandbox.md"), "{}", ran.err);
}

#[cfg(target_os = "linux")]
#[test]
fn check_bot_counts_threads_as_a_match_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("threads.py");
    let script = "import sys, threading
threading.stack_size(65536)
for _ in range(20):
    threading.Thread(target=threading.Event().wait, daemon=True).start()
exec(open(sys.argv[1]).read())";
    fs::write(&path, script).expect("a script");
    let starter = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bots/durak.py");
    let (path, how) =
        (path.display().to_string(), ["check-bot", "durak", "--matches", "1", "--threads-limit"]);
    for (limit, is_well) in [("64", true), ("10", false)] {
        let ran = run(&[&how[..], &[limit, "--", "python3", &path, starter]].concat(), "");
        assert_eq!(
            ran.err.contains("had more threads than a bot may have"),
            !is_well,
            "{}{}",
            ran.out,
            ran.err
        );
    }
}

#[test]
fn no_code_of_a_bot_reaches_the_terminal() {
    let bot = "sh -c 'printf \"\\033[2Jred\" >&2; exit 3' \u{1b}[31mname";
    let ran = run(&["match", "durak", bot, "greedy", "--seed", "1"], "");
    assert!(!ran.out.contains('\u{1b}') && !ran.err.contains('\u{1b}'), "{ran:?}");
    assert!(ran.err.contains("\\x1b[2Jred") && ran.out.contains("\\x1b[31mname"), "{ran:?}");
}
