//! The referee with real processes: small shell scripts in the place of bots.
#![cfg(unix)]

use std::path::PathBuf;
use std::time::{Duration, Instant};

use arena::entrants::{Entrant, Who};
use arena::sandbox::{Limits, Sandbox, Spec};
use arena::{Conditions, Played, play};
use cards::Seat;
use table::clock::Span;
use table::ending::{Crash, Ending, Reason};
use table::key::{Hash, Key};
use table::record::Named;
use table::referee::Kind;

/// A shell script as a bot, with arguments.
fn shell(script: &str, arguments: &[&str]) -> Entrant {
    let words =
        ["sh", "-c", script, "bot"].into_iter().chain(arguments.iter().copied()).map(|word| word.into());
    let (sandbox, limits) = (Sandbox::None, Limits::default());
    let spec = Spec::new(sandbox, limits, words.collect(), None);
    Entrant { who: Who::Bot(spec), named: Named::new(Kind::Bot, Some(Hash::of(b"")), script) }
}

fn greedy() -> Entrant {
    Entrant::read("durak", "greedy", Sandbox::None, Limits::default()).expect("a player of ours")
}

fn conditions(clock: &str, startup: Duration) -> Conditions {
    Conditions {
        clock: clock.parse().expect("a clock"),
        cap: Span(Duration::from_secs(600)),
        startup: Span(startup),
        launcher: PathBuf::from("/nonexistent: nothing is started here"),
        key: None,
        agent_key: Key::from_seed(1),
    }
}

/// Answers its questions with its arguments in turn, and repeats all it reads on standard error.
const SCRIPTED: &str = r#"while read -r line; do
    echo "$line" >&2
    case $line in MOVE|BEAT|ADD) [ $# -gt 0 ] || exit 7; echo "$1"; shift;; esac
done"#;

#[test]
fn the_statements_whole_transcript_goes_through_real_pipes() {
    let setup = "limit=6 trump=S first=2 deck \
        6S 7S 8S 9S TS JS 6D 8D 9D TD JD QD 7D 6C 7H 8H 9H TH 7C AS 8C 9C TC JC \
        KD JH QH KH QS KS AC QC KC AD AH 6H";
    let table = table::open("durak", setup).expect("a setup");
    // Who is asked in what order follows from the rules; seats 1 to 4.
    let players = [
        shell(SCRIPTED, &["6S", "7S", "8S"]),
        shell(SCRIPTED, &["6D", "NO"]),
        shell(SCRIPTED, &["7D", "6C", "7H", "NO"]),
        shell(SCRIPTED, &["NO", "7C", "AS", "NO"]),
    ];
    let played = play(table, &players, &conditions("2s+100ms", Duration::from_secs(10)));
    let Played { record: report, stderr, .. } = played.expect("the shell starts");
    // Somebody's script ends before the match does.
    assert!(
        matches!(report.ending, Ending::Forfeit { why: Reason::Crashed(Crash::Exit(7)), .. }),
        "{:?}",
        report.ending
    );
    let read = String::from_utf8(stderr[0].clone()).expect("text");
    let expected = "trump S, give 1 6S, give 1 7S, give 1 8S, give 1 9S, give 1 TS, give 1 JS, \
        give 2 ??, give 2 ??, give 2 ??, give 2 ??, give 2 ??, give 2 ??, \
        give 3 ??, give 3 ??, give 3 ??, give 3 ??, give 3 ??, give 3 ??, \
        give 4 ??, give 4 ??, give 4 ??, give 4 ??, give 4 ??, give 4 ??, \
        move 2 3 6D, beat 3 7D, give 2 ??, give 3 ??, move 3 4 6C, beat 4 7C, add 3 4 7H, beat 4 AS, ADD, \
        add 1 4 6S, take 4, ADD, add 1 4 7S, give 3 ??, give 3 ??, give 1 QS, give 1 KS, MOVE, \
        move 1 2 8S, take 2, give 1 AC, ";
    assert_eq!(read.replace('\n', ", "), expected);
}

/// Seat 1 asks the others nothing: it attacks first and is the only bot.
fn alone(player: Entrant, clock: &str, startup: Duration) -> Played {
    let setup = "limit=6 trump=S first=1 deck \
        6S 7S 8S 9S TS JS 6D 8D 9D TD JD QD 7D 6C 7H 8H 9H TH 7C AS 8C 9C TC JC \
        KD JH QH KH QS KS AC QC KC AD AH 6H";
    let table = table::open("durak", setup).expect("a setup");
    let players = [player, greedy(), greedy(), greedy()];
    play(table, &players, &conditions(clock, startup)).expect("the shell starts")
}

fn verdict(script: &str) -> Reason {
    let report = alone(shell(script, &[]), "200ms+0s", Duration::from_secs(10)).record;
    // A forfeit costs the team the match.
    assert_eq!(report.payoffs.as_slice(), [-1, 1, -1, 1], "{script}");
    match report.ending {
        Ending::Forfeit { seat, why } if seat == Seat::new(0) => why,
        other => panic!("{script}: {other:?}"),
    }
}

const READ_ALL: &str = "while read -r line; do case $line in MOVE|BEAT|ADD) ";

#[test]
fn what_a_bot_does_wrong_is_its_verdict() {
    let answer = |words: &str| verdict(&format!("{READ_ALL}{words};; esac; done"));
    assert_eq!(answer("echo AH").to_string(), "illegal 2 \"AH\"");
    assert_eq!(answer("echo NO").to_string(), "illegal 2 \"NO\"");
    let unparsable = answer("printf '\\377\\000x\\n'");
    assert_eq!(unparsable.to_string(), r#"unparsable 3 "\xff\x00x""#);
    assert_eq!(answer("echo").to_string(), "unparsable 0 \"\"");
    assert_eq!(answer("printf '6S\\n7S\\n'"), Reason::Flood);
    assert_eq!(answer("while :; do printf xxxxxxxxxxxxxxxx; done"), Reason::Flood);
    // Whether its second line comes with the first, before the next question or after it is chance.
    let chatter = answer("while :; do echo 6S; done");
    let is_told = matches!(chatter, Reason::Flood | Reason::Unasked { .. } | Reason::Illegal { .. });
    assert!(is_told, "{chatter}");
    assert_eq!(answer("exit 3"), Reason::Crashed(Crash::Exit(3)));
    assert_eq!(answer("kill -SEGV $$"), Reason::Crashed(Crash::Signal(11)));
    assert_eq!(answer("exec >&-; exec <&-; exec sleep 60"), Reason::Crashed(Crash::ClosedPipe));
    assert_eq!(verdict("exit 0"), Reason::Crashed(Crash::Exit(0)));
    let late =
        |reason: &Reason| matches!(reason, Reason::OutOfTime { took, had: 200_000 } if took > &200_000);
    for words in
        [":", "sleep 60", "printf 6S", "trap '' TERM; sleep 60", "printf 6; sleep 60", "exec <&-; sleep 60"]
    {
        let reason = answer(words);
        assert!(late(&reason), "{words}: {reason}");
    }
    let unasked = verdict("read -r line; echo hello; while read -r line; do :; done; sleep 60");
    assert!(matches!(unasked, Reason::Unasked { .. } | Reason::Unparsable { .. }), "{unasked}");
}

#[test]
fn a_bot_that_never_reads_stalls_at_the_start() {
    let report = alone(shell("sleep 60", &[]), "none", Duration::from_millis(200)).record;
    assert_eq!(report.ending, Ending::Forfeit { seat: Seat::new(0), why: Reason::StalledAtStart });
}

#[test]
fn a_slow_start_takes_nobodys_time() {
    let script = format!("sleep 0.4; {READ_ALL} echo 6S; exec sleep 60;; esac; done");
    let report = alone(shell(&script, &[]), "200ms+0s", Duration::from_secs(10)).record;
    let cost = report.decisions[0].cost.expect("it was asked");
    assert!(cost.wall < 200_000, "{cost:?}");
    assert!(report.starts[0] >= Some(400_000), "{:?}", report.starts);
}

#[test]
fn endless_standard_error_is_bounded_and_no_reason_to_wait() {
    let begun = Instant::now();
    let why = verdict("read -r line; while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx >&2; done");
    assert!(matches!(why, Reason::OutOfTime { .. } | Reason::Flood), "{why}");
    assert!(begun.elapsed() < Duration::from_secs(20));
}

#[test]
fn the_whole_process_group_ends_with_the_match() {
    let script = format!("sleep 87.5 & echo $! >&2; {READ_ALL} echo AH;; esac; done");
    let played = alone(shell(&script, &[]), "none", Duration::from_secs(10));
    let child = String::from_utf8(played.stderr[0].clone()).expect("text");
    let child: i32 = child.trim().parse().expect("a process number");
    // It is killed, but its new parent may take a moment to reap it.
    let is_dead = || {
        let stat = std::fs::read_to_string(format!("/proc/{child}/stat"));
        stat.map_or(true, |stat| stat.contains(") Z "))
    };
    let begun = Instant::now();
    while !is_dead() {
        assert!(begun.elapsed() < Duration::from_secs(10), "process {child} survived the match");
        std::thread::yield_now();
    }
}

#[test]
fn without_a_clock_our_players_play_to_the_end() {
    let table = table::deal("durak", "", Key::from_seed(3).rng()).expect("durak");
    let conditions = conditions("none", Duration::ZERO);
    let played =
        play(table, &[greedy(), greedy(), greedy(), greedy()], &conditions).expect("nothing to start");
    assert_eq!(played.record.ending, Ending::Played);
    assert_eq!(played.record.payoffs.iter().sum::<i32>(), 0);
}
