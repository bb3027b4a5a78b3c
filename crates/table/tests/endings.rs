//! Every way a match can end, as the real referee writes it, proves itself; the same ending told by another story
//! is refused.

mod common;

use std::time::Duration;

use cards::Seat;
use common::{Match, prove, why};
use table::Reply;
use table::ending::{Crash, Ending, Quoted, Reason};
use table::player::Cost;
use table::record::Record;
use table::referee::{CAP, Kind};

/// What bots have written as their answer, and the code of the forfeit; `None` where the match goes on.
fn lines() -> Vec<(Vec<u8>, Option<&'static str>)> {
    let text = |text: &str| text.as_bytes().to_vec();
    let padded = |action: &str, blanks: usize| format!("{action}{}", " ".repeat(blanks)).into_bytes();
    let held = first_action();
    vec![
        (text(&held), None),
        (text(&format!("{held}\r")), None),
        (text(&format!("\t {held} \r")), None),
        // A loser cannot spoil the record with blanks: they do no harm, however many there are.
        (padded(&held, 250), None),
        (padded(&held, 1000), None),
        (padded(&held, 198), None),
        (padded("NO", 250), Some("illegal")),
        (padded("NO", 198), Some("illegal")),
        (text("NO"), Some("illegal")),
        (text(" NO\r"), Some("illegal")),
        (text(""), Some("unparsable")),
        (padded("", 300), Some("unparsable")),
        (text("\r"), Some("unparsable")),
        (text("\x1b[2J\x1b]0;title\x07"), Some("unparsable")),
        (text("\0"), Some("unparsable")),
        (text("\"quoted\" \\ back"), Some("unparsable")),
        (text("\u{202e}S7"), Some("unparsable")),
        (text("naïve"), Some("unparsable")),
        (b"\xff\xfe\x00\x80".to_vec(), Some("unparsable")),
        (vec![0xff; 199], Some("unparsable")),
        (vec![0xff; 200], Some("unparsable")),
        (vec![0xff; 201], Some("unparsable")),
        (vec![b'x'; 200], Some("unparsable")),
        (vec![b'x'; 201], Some("unparsable")),
        (vec![b'x'; 1023], Some("unparsable")),
        (vec![b'x'; 1024], Some("unparsable")),
        (vec![b'x'; 1025], Some("flood")),
        (text(&format!("{held}\n{held}")), Some("flood")),
    ]
}

/// What the first seat of [`Match::of`] does in Durak.
fn first_action() -> String {
    let record = Match::of("durak", Kind::Bot).play();
    record.decisions[0].action.clone()
}

#[test]
fn whatever_a_bot_answers_the_record_of_it_is_true() {
    for (line, due) in lines() {
        let shown = line.escape_ascii().to_string();
        let last = Some((0, Reply::Line(line)));
        let record = Match { last, ..Match::of("durak", Kind::Bot) }.play();
        assert_eq!(why(&record).map(Reason::code), due, "{shown}");
        prove(&record).unwrap_or_else(|bad| panic!("{shown}: {bad}"));
    }
}

#[test]
fn answers_of_bots_are_judged_the_same_in_mid_match() {
    for game in games::catalog::NAMES {
        for line in [&b""[..], b"XYZ\r", b"\xff", &[b'x'; 250]] {
            let last = Some((1, Reply::Line(line.to_vec())));
            let record = Match { last, ..Match::of(game, Kind::Bot) }.play();
            assert_eq!(why(&record).map(Reason::code), Some("unparsable"), "{game}");
            assert!(!record.decisions.is_empty(), "{game}");
            prove(&record).unwrap_or_else(|bad| panic!("{game}: {bad}"));
        }
    }
}

/// One of every reason that a bot's seat can have while it is asked.
fn asked() -> Vec<Reason> {
    let said = |bytes: &[u8]| Reason::Unasked { said: Quoted::new(bytes) };
    vec![
        said(b"good evening"),
        said(b""),
        said(&[b'x'; 1000]),
        Reason::OutOfMemory,
        Reason::OutOfCpu,
        Reason::ForbiddenCall { call: None },
        Reason::ForbiddenCall { call: Some("socket".to_owned()) },
        Reason::Flood,
        Reason::Crashed(Crash::Exit(0)),
        Reason::Crashed(Crash::Exit(255)),
        Reason::Crashed(Crash::Signal(9)),
        Reason::Crashed(Crash::ClosedPipe),
    ]
}

/// One of every reason that ends a match before the first question.
fn at_start() -> Vec<Reason> {
    vec![
        Reason::NotStarted,
        Reason::StalledAtStart,
        Reason::OutOfMemory,
        Reason::OutOfCpu,
        Reason::ForbiddenCall { call: Some("setsid".to_owned()) },
        Reason::Crashed(Crash::Exit(1)),
        Reason::Crashed(Crash::Signal(11)),
        Reason::Crashed(Crash::ClosedPipe),
    ]
}

#[test]
fn every_ending_of_a_bot_that_is_asked_proves_itself() {
    for before in [0, 2] {
        for reason in asked() {
            let last = Some((before, Reply::Gone(reason.clone())));
            let record = Match { last, ..Match::of("durak", Kind::Bot) }.play();
            assert_eq!(why(&record), Some(&reason));
            prove(&record).unwrap_or_else(|bad| panic!("{reason}: {bad}"));
        }
    }
}

#[test]
fn every_ending_of_a_bot_that_does_not_start_proves_itself() {
    let base = || Match::of("durak", Kind::Bot);
    for reason in at_start() {
        let at_start = Some((base().first(), reason.clone()));
        let record = Match { at_start, ..base() }.play();
        assert_eq!(why(&record), Some(&reason));
        prove(&record).unwrap_or_else(|bad| panic!("{reason}: {bad}"));
    }
}

#[test]
fn every_kind_of_player_that_runs_out_of_time_has_a_true_record() {
    for kind in [Kind::Bot, Kind::Agent, Kind::Person] {
        for clock in ["2s+100ms", "500ms/move", "none", "0s+0s"] {
            for before in [0, 2] {
                let clock: table::clock::TimeControl = clock.parse().expect("a clock");
                let last = Some((before, Reply::Late));
                let record = Match { last, clock, ..Match::of("durak", kind) }.play();
                assert_eq!(why(&record).map(Reason::code), Some("out-of-time"), "{kind} {clock}");
                prove(&record).unwrap_or_else(|bad| panic!("{kind} {clock}: {bad}"));
            }
        }
    }
}

#[test]
fn a_person_leaves_or_plays_on_and_forfeits_by_no_wrong_answer() {
    for before in [0, 2] {
        let last = Some((before, Reply::Gone(Reason::Left)));
        let record = Match { last, ..Match::of("durak", Kind::Person) }.play();
        assert_eq!(why(&record), Some(&Reason::Left));
        prove(&record).expect("a person may leave");
    }
    for wrong in [Reply::Action("XX".to_owned()), Reply::Line(b"\xff".to_vec()), Reply::Line(b"XX".to_vec())]
    {
        let record = Match { last: Some((0, wrong)), ..Match::of("durak", Kind::Person) }.play();
        assert_eq!(record.ending, Ending::Played);
        prove(&record).expect("a person was told and asked again");
    }
}

#[test]
fn a_wrong_answer_of_an_agent_is_quoted_and_proved() {
    let long = "7S ".repeat(100);
    let wrong = [
        (Reply::Action("NO".to_owned()), "illegal"),
        (Reply::Action("xyz".to_owned()), "unparsable"),
        (Reply::Action(String::new()), "unparsable"),
        (Reply::Action(" NO".to_owned()), "unparsable"),
        (Reply::Action(long.clone()), "unparsable"),
        (Reply::Actions(vec!["NO".to_owned(), first_action()]), "illegal"),
        // After its first card it is another seat's turn.
        (Reply::Actions(vec![first_action(), "NO".to_owned()]), "unparsable"),
        (Reply::Actions(vec![first_action(), "xyz".to_owned()]), "unparsable"),
        (Reply::Actions(vec![long, "NO".to_owned()]), "unparsable"),
        (Reply::Line(b"NO ".to_vec()), "illegal"),
    ];
    for (reply, due) in wrong {
        let shown = format!("{reply:?}");
        let record = Match { last: Some((0, reply)), ..Match::of("durak", Kind::Agent) }.play();
        assert_eq!(why(&record).map(Reason::code), Some(due), "{shown}");
        prove(&record).unwrap_or_else(|bad| panic!("{shown}: {bad}"));
    }
}

/// The record with another ending, its payoffs as that ending has them.
fn retold(record: &Record, seat: Seat, why: Reason) -> Record {
    let mut forged = record.clone();
    forged.ending = Ending::Forfeit { seat, why };
    let sides = [0, 1, 0, 1];
    let is_guilty = |other: Seat| sides[other.index()] == sides[seat.index()];
    forged.payoffs = cards::BySeat::from_fn(4, |other| if is_guilty(other) { -1 } else { 1 });
    forged
}

/// Every reason there is, as a forger would write it.
fn every_reason() -> Vec<Reason> {
    let answer = |bytes: &[u8]| Quoted::new(bytes);
    let mut all = asked();
    all.extend(at_start());
    all.extend([
        Reason::Illegal { answer: answer(b"NO"), because: None },
        Reason::Unparsable { answer: answer(b"xyz"), because: None },
        Reason::OutOfTime { took: 2_100_001, had: 2_100_000 },
        Reason::Left,
    ]);
    all
}

#[test]
fn a_forfeit_before_the_first_action_is_of_a_seat_and_reason_that_can_be() {
    let true_one = Match { at_start: Some((Seat::new(0), Reason::NotStarted)), ..all_bots() }.play();
    prove(&true_one).expect("a bot that was not started");
    for reason in every_reason() {
        let can_be = at_start().iter().any(|other| other.code() == reason.code());
        for seat in Seat::all(4) {
            let proved = prove(&retold(&true_one, seat, reason.clone()));
            // Of the four bots only the first has not started.
            assert_eq!(proved.is_ok(), can_be && seat == Seat::new(0), "seat {seat} {reason}: {proved:?}");
        }
    }
}

/// Four bots.
fn all_bots() -> Match {
    Match { kinds: vec![Kind::Bot; 4], ..Match::of("durak", Kind::Bot) }
}

#[test]
fn only_the_seat_that_is_asked_forfeits_in_mid_match_and_only_as_its_kind_can() {
    let first = all_bots().first();
    let forfeit = |kind| Match { last: Some((1, Reply::Late)), ..Match::of("durak", kind) }.play();
    let had = |record: &Record| match why(record) {
        Some(Reason::OutOfTime { had, .. }) => *had,
        other => panic!("{other:?}"),
    };
    for (kind, codes) in [
        (
            Kind::Bot,
            &[
                "illegal",
                "unparsable",
                "unasked",
                "out-of-time",
                "out-of-memory",
                "out-of-cpu",
                "forbidden-call",
                "flood",
                "crashed",
            ][..],
        ),
        (Kind::Agent, &["illegal", "unparsable", "out-of-time"]),
        (Kind::Person, &["out-of-time", "left"]),
    ] {
        let true_one = forfeit(kind);
        let had = had(&true_one);
        for reason in every_reason() {
            let reason = match reason {
                Reason::OutOfTime { .. } => Reason::OutOfTime { took: had + 1, had },
                Reason::Illegal { .. } => Reason::Illegal { answer: illegal_after(&true_one), because: None },
                other => other,
            };
            for seat in Seat::all(4) {
                let proved = prove(&retold(&true_one, seat, reason.clone()));
                let can_be = seat == first && codes.contains(&reason.code());
                assert_eq!(proved.is_ok(), can_be, "{kind} seat {seat} {reason}: {proved:?}");
            }
        }
    }
}

/// A card that nobody can play after these decisions: the first that was played.
fn illegal_after(record: &Record) -> Quoted {
    Quoted::new(record.decisions[0].action.as_bytes())
}

#[test]
fn a_match_of_a_bot_that_never_started_is_refused() {
    let record = all_bots().play();
    prove(&record).expect("four bots play");
    for seat in 0..4 {
        let mut forged = record.clone();
        forged.starts[seat] = None;
        let refused = prove(&forged).expect_err("it never read a line");
        assert!(refused.why.contains("never read its first line"), "{refused}");
        // Nor can it have forfeited after others have played.
        let mut forged = retold(&forged, Seat::new(seat), Reason::NotStarted);
        assert!(prove(&forged).is_err());
        forged.decisions.truncate(1);
        assert!(prove(&forged).is_err());
    }
}

#[test]
fn not_started_after_answers_is_refused() {
    let last = Some((2, Reply::Gone(Reason::Crashed(Crash::Exit(126)))));
    let record = Match { last, ..all_bots() }.play();
    prove(&record).expect("a crash");
    for reason in [Reason::NotStarted, Reason::StalledAtStart] {
        let refused = prove(&retold(&record, all_bots().first(), reason)).expect_err("it has answered");
        assert!(refused.why.contains("read its first line"), "{refused}");
    }
}

#[test]
fn the_length_of_an_answer_says_which_reason_it_can_be() {
    let last = Some((0, Reply::Line(vec![b'x'; 201])));
    let record = Match { last, ..all_bots() }.play();
    let first = all_bots().first();
    let forged = |answer: &[u8], is_illegal: bool| {
        let answer = Quoted::new(answer);
        let reason = if is_illegal {
            Reason::Illegal { answer, because: None }
        } else {
            Reason::Unparsable { answer, because: None }
        };
        prove(&retold(&record, first, reason))
    };
    let padded = |len: usize| format!("{:<len$}", "NO").into_bytes();
    assert!(forged(&padded(200), true).is_ok());
    assert!(forged(&padded(201), true).is_err(), "too long to be an action");
    assert!(forged(&padded(201), false).is_ok(), "as version 2 has called it");
    assert!(forged(&padded(200), false).is_err(), "it is an action");
    assert!(forged(&padded(1024), false).is_ok());
    assert!(forged(&padded(1025), false).is_err(), "that is a flood");
    assert!(forged(b"x\ny", false).is_err(), "an answer is one line");
    let unasked = |said: &[u8]| prove(&retold(&record, first, Reason::Unasked { said: Quoted::new(said) }));
    assert!(unasked(b"x").is_ok());
    assert!(unasked(b"x\ny").is_err());
    assert!(unasked(&[b'x'; 1025]).is_err());
}

#[test]
fn exit_codes_and_signals_are_those_of_a_system() {
    let last = Some((0, Reply::Gone(Reason::Crashed(Crash::Exit(1)))));
    let record = Match { last, ..all_bots() }.play();
    let crashed = |crash| prove(&retold(&record, all_bots().first(), Reason::Crashed(crash)));
    assert!(crashed(Crash::Exit(255)).is_ok() && crashed(Crash::Signal(64)).is_ok());
    for impossible in
        [Crash::Exit(256), Crash::Exit(-2), Crash::Signal(0), Crash::Signal(-9), Crash::Signal(200)]
    {
        assert!(crashed(impossible).is_err(), "{impossible:?}");
    }
}

#[test]
fn out_of_time_says_how_much_time_there_was() {
    for (clock, had) in [("2s+100ms", 2_100_000), ("500ms/move", 500_000), ("none", 600_000_000)] {
        let clock = clock.parse().expect("a clock");
        let record = Match { last: Some((0, Reply::Late)), clock, ..all_bots() }.play();
        let first = all_bots().first();
        for (took, said) in
            [(had + 1, had), (had + 77, had), (had, had), (had + 1, had - 1), (had + 3, had + 2)]
        {
            let forged = retold(&record, first, Reason::OutOfTime { took, had: said });
            assert_eq!(prove(&forged).is_ok(), took > had && said == had, "{clock}: {took} of {said}");
        }
    }
}

#[test]
fn refused_answers_and_what_was_taken_back_leave_a_true_deadline() {
    use cards::BySeat;
    use table::Referee;
    use table::clock::{Span, TimeControl};
    use table::record::{Conditions, Named};
    let key = table::key::Key::from_seed(1);
    for clock in ["none", "2s+100ms", "700ms/move"] {
        let clock: TimeControl = clock.parse().expect("a clock");
        let table = table::deal("durak", "", key.rng()).expect("durak");
        let mut referee = Referee::new(table, BySeat::all(4, Kind::Person), clock, CAP);
        let first = referee.table().turn().expect("somebody attacks").seat;
        let cost = Cost::wall(Duration::from_millis(300));
        for _ in 0..2 {
            assert!(referee.answer(first, Reply::Action("XX".to_owned()).costing(cost)).is_err());
        }
        referee.answer(first, Reply::Late.costing(cost)).expect("an answer");
        let person = Named::new(Kind::Person, None, "Anna");
        let conditions =
            Conditions { key: Some(key), clock, cap: Span(CAP), startup: Span(CAP), sandbox: "-".to_owned() };
        let record = Record::new(&referee, &conditions, vec![person; 4], vec![None; 4]);
        assert_eq!(why(&record).map(Reason::code), Some("out-of-time"));
        prove(&record).unwrap_or_else(|bad| panic!("{clock}: {bad}"));
    }
}
