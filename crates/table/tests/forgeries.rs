//! Think like a forger: change a true record in one place, write new marks and a new hash, and see what passes. All
//! that passes must be on the list of what a record only claims (docs/notation.md, "What a record proves").

mod common;

use std::fs;

use cards::{BySeat, Seat};
use common::{Match, data, prove, prove_text, sealed, unsealed};
use table::clock::{Span, TimeControl};
use table::ending::{Crash, Quoted, Reason};
use table::key::{Hash, Key};
use table::player::Cost;
use table::record::{Conditions, Named, Record};
use table::referee::{CAP, Kind};
use table::{Answer, Referee, Reply};

/// Texts that have no place in a record: they move the cursor, turn the line around or cannot be seen.
const UNSEEN: [&str; 14] = [
    "\x1b[31m",
    "\x1b]0;you won\x07",
    "\r",
    "\t",
    "\0",
    "\x7f",
    "\u{85}",
    "\u{9b}31m",
    "\u{202e}",
    "\u{2066}",
    "\u{200f}",
    "\u{2028}",
    "\u{feff}",
    "\u{200b}",
];

/// Everything that is done to one line.
fn mutations(line: &str) -> Vec<String> {
    let words: Vec<&str> = line.split(' ').collect();
    let with = |at: usize, word: &str| {
        let mut words = words.clone();
        words[at] = word;
        words.join(" ")
    };
    let mut all =
        vec![format!("{line} "), format!(" {line}"), format!("{line} x"), format!("{line}0"), String::new()];
    all.extend(UNSEEN.iter().map(|unseen| format!("{line}{unseen}")));
    all.push(format!("{line}{}", "x".repeat(5000)));
    for (at, word) in words.iter().enumerate() {
        let number =
            word.parse::<i64>().ok().or_else(|| word.strip_suffix("us").and_then(|n| n.parse().ok()));
        if let Some(number) = number {
            let unit = if word.ends_with("us") { "us" } else { "" };
            for other in [number + 1, number - 1, -number, 0, number.saturating_mul(1000), i64::MAX] {
                all.push(with(at, &format!("{other}{unit}")));
            }
            all.push(with(at, &format!("0{word}")));
            all.push(with(at, &format!("+{word}")));
        }
        all.push(with(at, "-"));
        all.push(with(at, &word.to_uppercase()));
        all.push(with(at, &word.to_lowercase()));
        all.push(with(at, &word.chars().rev().collect::<String>()));
        all.push(with(at, &format!("{word} {word}")));
        for kind in ["agent", "bot", "person", "stand-in", "forced"] {
            all.push(with(at, kind));
        }
        if let Some(next) = words.get(at + 1) {
            let mut swapped = words.clone();
            (swapped[at], swapped[at + 1]) = (next, word);
            all.push(swapped.join(" "));
            swapped.remove(at);
            all.push(swapped.join(" "));
        }
    }
    all
}

/// Is this change to a line one that a record cannot show?
fn is_claim(lines: &[String], before: &str, after: &str) -> bool {
    let version = if lines[0] == "croupier record 1" { 1 } else { 2 };
    let (was, is): (Vec<&str>, Vec<&str>) = (before.split(' ').collect(), after.split(' ').collect());
    // Version 2 has a word more in these lines: the kind of a player, and who decided.
    let own = usize::from(version > 1);
    let same = |from: usize, to: usize| was.get(from..to) == is.get(from..to);
    let is_clean = after.len() < 5000 && !UNSEEN.iter().any(|unseen| after.contains(unseen));
    let has_played = lines.iter().any(|line| line.starts_with("play "));
    was[0] == is[0]
        && is_clean
        && match was[0] {
            "clock" | "cap" | "startup" => true,
            "sandbox" => version == 1 || was[1] != "-" && is[1] != "-",
            // A deal without a key was given by somebody.
            "setup" => lines[3] == "key -",
            // The kind of a player shows in its actions.
            "seat" => same(0, 2 + own) || same(0, 2) && !has_played,
            // A bot that crashed before the first action may have read its first line or not.
            "start" => same(0, 2) && (was[2] != "-" && is[2] != "-" || !has_played),
            // Another action may have been taken, if what comes after it could be; and who sat in a person's place
            // is not to be seen.
            "play" => {
                let is_persons = |by: &str| matches!(by, "person" | "stand-in");
                let same_by = same(2, 2 + own) || is_persons(was[2]) && is_persons(is[2]);
                same(0, 2) && same_by
            }
            // The reason stays possible: whose it is and when is proved.
            "ending" => same(0, 3),
            _ => false,
        }
}

fn forge(name: &str, text: &str) -> usize {
    let lines = unsealed(text);
    assert_eq!(sealed(&lines), text, "{name}");
    let mut tried = 0;
    let mut attempt = |forged: &[String], is_claim: &dyn Fn() -> bool, what: &dyn Fn() -> String| {
        tried += 1;
        if forged != lines && prove_text(&sealed(forged)).is_ok() {
            assert!(is_claim(), "{name}: nobody notices {}", what());
        }
    };
    // Of a long match every line of the header and of the end, and some of what lies between.
    let step = (lines.len() / 6).max(1);
    let places = (0..lines.len()).filter(|at| *at < 20 || at + 3 >= lines.len() || at % step == 0);
    for at in places {
        let mut forged = lines.clone();
        for other in mutations(&lines[at]) {
            forged[at] = other;
            attempt(&forged, &|| is_claim(&lines, &lines[at], &forged[at]), &|| {
                format!("line {}: {:.300?} for {:?}", at + 1, forged[at], lines[at])
            });
        }
        let is_note = |line: &String| line.starts_with("hint ") || line.starts_with("undo ");
        let mut without = lines.clone();
        without.remove(at);
        attempt(&without, &|| is_note(&lines[at]), &|| format!("that line {} is gone", at + 1));
        let mut twice = lines.clone();
        twice.insert(at, lines[at].clone());
        attempt(&twice, &|| is_note(&lines[at]), &|| format!("that line {} is there twice", at + 1));
        if at + 1 < lines.len() {
            let mut swapped = lines.clone();
            swapped.swap(at, at + 1);
            let by = |at: usize| lines[at].split(' ').take(2).collect::<Vec<_>>();
            let are_alike = || is_note(&lines[at]) && is_note(&lines[at + 1]) || by(at) == by(at + 1);
            attempt(&swapped, &are_alike, &|| format!("that line {} and the next are swapped", at + 1));
        }
        for inserted in
            ["start 1 -", "play 1 forced - - - NO", "note", "", "ending played", "undo 1", "undo 2"]
        {
            let mut more = lines.clone();
            more.insert(at, inserted.to_owned());
            // Anna buries cards, which nobody sees: she may have taken some back.
            let buried = || inserted == "undo 1" && name.contains("tractor-person");
            // A person who plays against our players alone may have taken back what these had not answered.
            let is_kind = |line: &&String, kind: &str| line.split(' ').nth(2) == Some(kind);
            let is_alone = || {
                let Some(seat) = inserted.strip_prefix("undo ") else { return false };
                let mut seats = lines.iter().filter(|line| line.starts_with("seat "));
                seats.all(|line| {
                    let own = line.split(' ').nth(1) == Some(seat);
                    is_kind(&line, if own { "person" } else { "agent" })
                })
            };
            let could_be = || buried() || is_alone();
            attempt(&more, &could_be, &|| format!("{inserted:?} before line {}", at + 1));
        }
        for seat in 1..=4 {
            let mut more = lines.clone();
            more.insert(at, format!("hint {seat}"));
            let is_person = || lines.iter().any(|line| line.starts_with(&format!("seat {seat} person ")));
            attempt(&more, &is_person, &|| format!("a hint to seat {seat} before line {}", at + 1));
        }
    }
    tried
}

/// Records of every kind of ending and player, beside those that are kept.
fn fresh() -> Vec<(String, String)> {
    let late = |kind| Match { last: Some((2, Reply::Late)), ..Match::of("durak", kind) };
    let gone = |reason| Match { last: Some((1, Reply::Gone(reason))), ..Match::of("durak", Kind::Bot) };
    let line =
        |line: &[u8]| Match { last: Some((1, Reply::Line(line.to_vec()))), ..Match::of("durak", Kind::Bot) };
    let start = |reason| {
        let base = Match::of("durak", Kind::Bot);
        Match { at_start: Some((base.first(), reason)), ..base }
    };
    let matches = [
        ("late bot", late(Kind::Bot)),
        ("late agent", late(Kind::Agent)),
        ("late person", late(Kind::Person)),
        ("crash", gone(Reason::Crashed(Crash::Exit(1)))),
        ("unasked", gone(Reason::Unasked { said: Quoted::new(b"hello") })),
        ("garbage", line(b"\xff\x00")),
        ("long", line(&[b'x'; 300])),
        ("illegal", line(b"NO")),
        ("not started", start(Reason::NotStarted)),
        ("stalled", start(Reason::StalledAtStart)),
        ("house", Match::of("house", Kind::Bot)),
        ("mau-mau", Match::of("mau-mau", Kind::Person)),
    ];
    let mut all: Vec<_> =
        matches.into_iter().map(|(name, played)| (name.to_owned(), played.play().to_string())).collect();
    all.push(("tractor-person".to_owned(), buried_twice().to_string()));
    all
}

/// A person who buries a card, asks for a hint, takes the card back, and leaves.
fn buried_twice() -> Record {
    let key = (0..).map(Key::from_seed).find(|key| {
        let table = table::deal("tractor", "", key.rng()).expect("tractor");
        table.turn().is_some_and(|turn| turn.seat == Seat::new(0))
    });
    let key = key.expect("seat 1 deals in one of four");
    let table = table::deal("tractor", "", key.rng()).expect("tractor");
    let (first, seats) = (table.first().expect("a card to bury"), table.header().seats());
    let mut referee = Referee::new(table, BySeat::all(seats, Kind::Person), TimeControl::CONTEST, CAP);
    let cost = Cost { wall: 1000, cpu: 0, lag: 0 };
    for reply in [Reply::Action(first), Reply::Undo, Reply::Gone(Reason::Left)] {
        referee.answer(Seat::new(0), Answer { hints: 1, ..reply.costing(cost) }).expect("an answer");
    }
    let sandbox = "-".to_owned();
    let conditions = Conditions {
        key: Some(key),
        clock: TimeControl::CONTEST,
        cap: Span(CAP),
        startup: Span(CAP),
        sandbox,
    };
    let anna = Named::new(Kind::Person, None, "Anna");
    Record::new(&referee, &conditions, vec![anna; seats], vec![None; seats])
}

#[test]
fn hints_and_undo_are_kept_also_of_what_was_taken_back() {
    let record = buried_twice();
    prove(&record).expect("it proves itself");
    let text = record.to_string();
    let lines: Vec<&str> =
        text.lines().filter(|line| line.starts_with("hint") || line.starts_with("undo")).collect();
    assert_eq!(lines, ["hint 1", "hint 1", "undo 1", "hint 1"]);
    assert_eq!(Record::read(text.as_bytes()), Ok(record));
}

#[test]
fn whatever_can_be_changed_without_notice_is_a_claim_and_no_proof() {
    let mut records = fresh();
    for path in data("records-1").into_iter().step_by(3).chain(data("records-2")) {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        records.push((name, fs::read_to_string(&path).expect("text")));
    }
    let tried: usize = records.iter().map(|(name, text)| forge(name, text)).sum();
    assert!(tried > 50_000, "{tried} forgeries");
}

#[test]
fn a_name_cannot_move_the_cursor_turn_the_line_around_or_hide() {
    let record = Match::of("durak", Kind::Person).play();
    let seat = record.players.iter().position(|player| player.kind == Kind::Person).expect("Anna");
    for unseen in UNSEEN {
        let name = format!("An{unseen}na");
        // The writer replaces such characters, the reader refuses them.
        let mut clean = record.clone();
        clean.players[seat] = Named::new(Kind::Person, None, &name);
        assert_ne!(clean.players[seat].name, name);
        prove(&clean).unwrap_or_else(|bad| panic!("{name:?}: {bad}"));
        let mut forged = record.clone();
        forged.players[seat].name = name.clone();
        let refused = prove(&forged).expect_err(&name);
        assert_eq!(refused.line, 10 + seat, "{refused}");
        assert!(refused.to_string().chars().all(|c| !c.is_control()), "{refused:?}");
    }
    for (name, is_fit) in
        [("Zoë", true), ("Анна", true), ("安娜", true), ("نرگس\u{200c}ها", true), (" ", false), ("", false)]
    {
        let mut named = record.clone();
        named.players[seat].name = name.to_owned();
        assert_eq!(prove(&named).is_ok(), is_fit, "{name:?}");
    }
    let long = Named::new(Kind::Person, None, &"ä".repeat(5000));
    let mut named = record.clone();
    named.players[seat] = long;
    prove(&named).expect("a long name is cut");
    named.players[seat].name += "ä";
    assert!(prove(&named).is_err());
}

#[test]
fn words_about_the_sandbox_are_words() {
    let record = Match::of("durak", Kind::Bot).play();
    for (words, is_fit) in [("none", true), ("strict a=1 b", true), ("", false), (" ", false), ("-", false)] {
        let mut other = record.clone();
        other.sandbox = words.to_owned();
        assert_eq!(prove(&other).is_ok(), is_fit, "{words:?}");
    }
}

#[test]
fn a_later_version_is_refused_as_such() {
    let record = Match::of("durak", Kind::Bot).play().to_string();
    for later in ["3", "10", "4294967295"] {
        let mut lines = unsealed(&record);
        lines[0] = format!("croupier record {later}");
        let refused = Record::read(sealed(&lines).as_bytes()).expect_err("a later version");
        assert_eq!(refused.line, 1);
        assert!(refused.why.contains("newer croupier"), "{refused}");
    }
    for wrong in ["croupier record 0", "croupier record", "croupier record two", "croupier record 02"] {
        let mut lines = unsealed(&record);
        lines[0] = wrong.to_owned();
        let refused = Record::read(sealed(&lines).as_bytes()).expect_err("no version");
        assert!(refused.line == 1 && !refused.why.contains("newer croupier"), "{refused}");
    }
}

#[test]
fn a_bot_is_named_and_hashed_and_so_is_every_other_program() {
    let record = Match::of("durak", Kind::Bot).play();
    let mut forged = record.clone();
    forged.players[0].hash = None;
    assert!(prove(&forged).is_err());
    forged.players[0].hash = Some(Hash::of(b"another"));
    prove(&forged).expect("a hash is a claim");
}
