//! Contest files: what is read, and a clear error for everything that is wrong.

use tournament::contest::{Contest, Schedule};

const ENTRIES: &str = "\n[[entry]]\nname = 'a'\nplayer = 'greedy'\n[[entry]]\nname = 'b'\nplayer = 'random'\n\
                       [[entry]]\nname = 'c'\ncommand = './c --fast'\n";

fn with(lines: &str) -> String {
    format!("name = 'Cup'\ngame = 'durak'\n{lines}{ENTRIES}")
}

#[test]
fn every_wrong_file_is_answered_with_line_key_and_what_was_expected() {
    // The lines after `name` and `game`, and the error. Line 3 is the first of them.
    let lines = [
        ("deels = 3", "3:1: deels: no such key; did you mean `deals`?"),
        ("prize = 3", "3:1: prize: no such key; the keys are name, game"),
        ("deals = 0", "3:9: deals: expected a whole number from 1 to 1000000000, found 0"),
        ("deals = -3", "3:9: deals: expected a whole number from 1 to 1000000000, found -3"),
        ("deals = 'ten'", "3:9: deals: expected a whole number from 1 to 1000000000, found 'ten'"),
        ("deals = 1.5", "3:9: deals: expected a whole number from 1 to 1000000000, found 1.5"),
        ("deals = ", "3:9: "),
        ("deals = 1\ndeals = 2", "4:1: "),
        ("clock = '2x'", "3:9: clock: expected a clock like 2s+100ms, 500ms/move or none, found "),
        ("clock = 2", "3:9: clock: expected text in quotes, found 2"),
        ("startup = '2'", "3:11: startup: expected a time like 2s, 100ms or 250us"),
        ("sandbox = 'strikt'", "3:11: sandbox: expected a sandbox (strict, limits or none), found "),
        ("namespaces = 'yes'", "3:14: namespaces: expected true or false, found 'yes'"),
        (
            "sandbox = 'none'\nnamespaces = true",
            "4:14: namespaces: the sandbox `none` uses none, only strict does",
        ),
        (
            "schedule = 'swis'",
            "3:12: schedule: expected round-robin, gauntlet, swiss or knockout, found \"swis\"; did you mean `swiss`?",
        ),
        ("rounds = 3", "3:10: rounds: belongs to schedule = \"swiss\", found schedule = \"round-robin\""),
        (
            "schedule = 'gauntlet'\nchallengers = ['d']",
            "4:16: challengers: no entry named \"d\"; the entries are a, b, c",
        ),
        (
            "schedule = 'gauntlet'\nchallengers = 'a'",
            "4:15: challengers: expected a list like [\"…\", \"…\"], found 'a'",
        ),
        ("schedule = 'gauntlet'\nchallengers = ['a', 'a']", "4:21: challengers: \"a\" is named twice"),
        ("schedule = 'gauntlet'\nchallengers = []", "4:15: challengers: expected at least one entry"),
        (
            "schedule = 'gauntlet'\nchallengers = ['a', 'b', 'c']",
            "1:1: gauntlet needs at least 4 entries, found 3",
        ),
        ("rules = 'limt=5'", "3:9: rules: "),
        ("rules = 'blitz'", "3:9: rules: "),
        ("players = 3", "3:11: players: 3 entries cannot share 4 seats equally; set `players`, or `fill`"),
        ("players = 9", "3:11: players: expected a whole number from 1 to 3, found 9"),
        ("fill = 'gredy'", "3:8: fill: no player named \"gredy\"; did you mean `greedy`?"),
        ("forfeit = 'los'", "3:11: forfeit: expected loss or void, found \"los\"; did you mean `loss`?"),
        ("bye = 2.0", "3:7: bye: expected a share of points from 0.0 to 1.0, found 2.0"),
        ("bye = 'win'", "3:7: bye: expected a share of points from 0.0 to 1.0, found 'win'"),
        ("tie_breaks = ['bucholz']", "3:15: tie_breaks: expected head-to-head, score, buchholz"),
        ("tie_breaks = ['score', 'score']", "3:24: tie_breaks: score is named twice"),
        ("tables = 0", "3:10: tables: expected a whole number from 1 to 256, found 0"),
        ("memory = 0", "3:10: memory: expected a whole number from 1 to 1048576, found 0"),
        ("seed = -1", "3:8: seed: expected a whole number from 0, found -1"),
        ("self_pairings = 1", "3:17: self_pairings: expected true or false, found 1"),
    ];
    for (lines, expected) in lines {
        let error = Contest::read(&with(lines)).expect_err(lines).to_string();
        assert!(error.starts_with(expected), "{lines}\n found {error}\nexpect {expected}");
    }
    let meant = Contest::read(&with("rules = 'limt=5'")).expect_err("a slip").to_string();
    assert!(meant.ends_with("did you mean `limit`?"), "{meant}");
}

#[test]
fn wrong_entries_are_answered_with_their_line() {
    let whole = [
        ("", "1:1: name is missing; expected a line like name = \"Spring Durak\""),
        ("name = 'x'\n", "1:1: game is missing; expected a line like game = \"durak\""),
        ("name = ''\n", "1:8: name: expected 1 to 60 printable characters, found ''"),
        (
            "name = 'x'\ngame = 'durack'\n",
            "2:8: game: expected tractor, mau-mau, durak, house or uno, found \"durack\"; did you mean `durak`?",
        ),
        ("name = 'x'\ngame = 'durak'\n", "1:1: entry is missing; expected a line like [[entry]]"),
        (
            "name = 'x'\ngame = 'durak'\n[entry]\nname = 'a'\n",
            "3:1: entry: expected [[entry]] in double brackets",
        ),
        ("name = 'x'\ngame = 'durak'\nentry = [3]\n", "3:10: entry: expected [[entry]]"),
        ("name = 'x'\ngame = 'durak'\n[[entry]]\n", "3:1: name is missing"),
        ("name = 'x'\ngame = 'durak'\n[[entry]]\nname = 'a'\n", "3:1: a: expected a command or a player"),
        (
            "name = 'x'\ngame = 'durak'\n[[entry]]\nname = 'a'\ncomand = 'b'\n",
            "5:1: comand: no such key; did you mean `command`?",
        ),
        (
            "name = 'x'\ngame = 'durak'\n[[entry]]\nname = 'a'\ncommand = 'greedy'\n",
            "5:11: command: \"greedy\" is one of our players: write player = \"greedy\"",
        ),
        (
            "name = 'x'\ngame = 'durak'\n[[entry]]\nname = 'a'\nplayer = 'gredy'\n",
            "5:10: player: no player named \"gredy\"; did you mean `greedy`?",
        ),
        (
            "name = 'x'\ngame = 'durak'\n[[entry]]\nname = 'a'\nplayer = 'champion:itertions=5'\n",
            "5:10: player: no setting named `itertions`; did you mean `iterations`?",
        ),
        (
            "name = 'x'\ngame = 'durak'\n[[entry]]\nname = 'a'\nplayer = 'greedy'\ncommand = './a'\n",
            "5:10: player: an entry has a command or a player, not both",
        ),
        (
            "name = 'x'\ngame = 'durak'\n[[entry]]\nname = 'a'\ncommand = ' '\n",
            "5:11: command: expected a command on one line",
        ),
        (
            "name = 'x'\ngame = 'durak'\n[[entry]]\nname = 'a'\nplayer = 'greedy'\n[[entry]]\nname = 'a'\n",
            "7:8: name: the entry on line 3 is called \"a\" too",
        ),
        (
            "name = 'x'\ngame = 'durak'\n[[entry]]\nname = 'a'\nplayer = 'greedy'\n",
            "1:1: round-robin needs at least 2 entries, found 1",
        ),
        ("name = 'x'\ngame = \u{1}", "2:8: "),
    ];
    for (text, expected) in whole {
        let error = Contest::read(text).expect_err(text).to_string();
        assert!(error.starts_with(expected), "{text}\n found {error}\nexpect {expected}");
    }
    let knockout = "name = 'x'\ngame = 'mau-mau'\nschedule = 'knockout'\nrules = 'seats=3'\nplayers = 3\nfill = 'greedy'";
    let error = Contest::read(&format!("{knockout}{ENTRIES}")).expect_err("three at a table").to_string();
    assert!(error.contains("knockout has two entries at a table, found 3; set `players = 2`"), "{error}");
    let many = Contest::read(&with("deals = 1000000000").replace(ENTRIES, &names(10_000)));
    let error = many.expect_err("too many").to_string();
    assert!(error.contains("deals in all; expected fewer deals or fewer entries"), "{error}");
}

fn names(count: usize) -> String {
    (0..count).map(|n| format!("\n[[entry]]\nname = 'e{n}'\nplayer = 'greedy'")).collect()
}

#[test]
fn a_file_without_wishes_gets_what_is_usual() {
    let contest = Contest::read(&format!("\u{feff}{}", with(""))).expect("a contest");
    assert_eq!((contest.at_table, contest.seats(), contest.deals, contest.tables), (2, 4, 10, 1));
    assert_eq!(contest.schedule, Schedule::RoundRobin { self_pairings: false });
    assert_eq!(contest.entries[2].command, "./c --fast");
    let rules = table::deal("durak", "", cards::Rng::new(1)).expect("a deal").header().rules.clone();
    assert_eq!(contest.rules, rules);
    let three = "name = 'x'\ngame = 'uno'\nrules = 'seats=3'";
    assert_eq!(Contest::read(&format!("{three}{ENTRIES}")).expect("a contest").at_table, 3);
}

#[test]
fn only_tables_and_deals_may_change() {
    let kept = Contest::read(&with("")).expect("a contest");
    let changed = |lines: &str| Contest::read(&with(lines)).expect(lines).difference(&kept);
    assert_eq!(changed("tables = 4\ndeals = 99"), None);
    assert_eq!(changed("clock = 'none'").expect("differs").0, "clock");
    assert_eq!(changed("schedule = 'swiss'").expect("differs").0, "schedule");
    let other = with("").replace("./c", "./d");
    let (key, now, then) = Contest::read(&other).expect("a contest").difference(&kept).expect("differs");
    assert_eq!((&*key, &*now, &*then), ("entry c", "c: ./d --fast", "c: ./c --fast"));
}
