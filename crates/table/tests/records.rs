//! Records: what was written by earlier versions verifies for ever, and what is written now proves itself.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use cards::{BySeat, Rng, Seat};
use games::catalog::{CatalogGame, WithGame, with_game};
use games::levels::PlayerSpec;
use table::clock::{Span, TimeControl, WallTime};
use table::ending::{Ending, Reason};
use table::key::Key;
use table::player::{Cost, seat_agent};
use table::record::{BadRecord, Conditions, Named, Record};
use table::referee::{By, CAP, Kind, Noted, Refused, Step};
use table::sign::SigningKey;
use table::verify::verify;
use table::{AnyTable, Player, Referee, Reply, run};

fn data(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(folder);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("a folder entry").path()).collect();
    files.sort();
    files
}

fn read(path: &Path) -> Record {
    let bytes = fs::read(path).expect("a readable file");
    Record::read(&bytes).unwrap_or_else(|bad| panic!("{}: {bad}", path.display()))
}

#[test]
fn records_of_every_version_verify_for_ever() {
    for (folder, version, least) in [("records-1", 1, 24), ("records-2", 2, 5)] {
        let files = data(folder);
        assert!(files.len() >= least, "{folder}: {} records", files.len());
        for path in files {
            let record = read(&path);
            assert_eq!(record.version, version);
            verify(&record).unwrap_or_else(|bad| panic!("{}: {bad}", path.display()));
            assert_eq!(record.to_string(), fs::read_to_string(&path).expect("text"));
        }
    }
}

#[test]
fn a_changed_line_is_found_where_it_is() {
    for path in data("records-1").into_iter().chain(data("records-2")) {
        let text = fs::read_to_string(&path).expect("text");
        let lines = text.lines().count();
        for number in (1..=lines).step_by(7) {
            let changed: String = (1..)
                .zip(text.lines())
                .map(|(at, line)| if at == number { format!("{line}0\n") } else { format!("{line}\n") })
                .collect();
            let bad = Record::read(changed.as_bytes()).expect_err("a changed record");
            let is_near = bad.line == number || bad.line + 1 == number;
            assert!(is_near, "{}: line {number} was changed, {bad}", path.display());
        }
    }
}

struct Read<'a>(&'a str);
impl WithGame for Read<'_> {
    type Out = PlayerSpec;
    fn run<G: CatalogGame>(self) -> PlayerSpec {
        PlayerSpec::read::<G>(self.0).expect("a player")
    }
}

fn conditions(key: Option<Key>) -> Conditions {
    let (clock, cap, startup) = (TimeControl::CONTEST, Span(CAP), Span(Duration::from_secs(10)));
    Conditions { key, clock, cap, startup, sandbox: "-".to_owned() }
}

/// A match of a person in the first seat, scripted, against our own.
struct Script {
    answers: Vec<Reply<String>>,
    /// The person asks for this many hints with every answer.
    hints: u32,
    refusals: u32,
}

impl Player<Box<dyn AnyTable>> for &mut Script {
    fn ask(&mut self, here: &table::Here<'_, Box<dyn AnyTable>>) -> table::Answer<String> {
        let reply = if self.answers.is_empty() {
            Reply::Action(here.legal(1)[0].action.clone())
        } else {
            self.answers.remove(0)
        };
        table::Answer { hints: self.hints, ..reply.costing(Cost { wall: 1000, cpu: 0, lag: 0 }) }
    }
    fn refused(&mut self, _: &Refused) {
        self.refusals += 1;
    }
}

fn person_match(game: &str, table: Box<dyn AnyTable>, script: &mut Script) -> Referee<Box<dyn AnyTable>> {
    let seats = table.header().seats();
    let plan = with_game(game, Read("greedy")).expect("a game");
    let mut players: Vec<Box<dyn Player<Box<dyn AnyTable>> + '_>> = Vec::new();
    let ours: Vec<_> = Seat::all(seats)
        .skip(1)
        .map(|seat| seat_agent(table.as_ref(), &plan, seat, Rng::new(1)).expect("an agent"))
        .collect();
    players.push(Box::new(script));
    players.extend(ours);
    let kinds = BySeat::from_fn(seats, |seat| if seat.index() == 0 { Kind::Person } else { Kind::Agent });
    let mut referee = Referee::new(table, kinds, TimeControl::CONTEST, CAP);
    run(&mut referee, &mut players, &WallTime::start());
    referee
}

fn record(referee: &Referee<Box<dyn AnyTable>>, key: Option<Key>) -> Record {
    let seats = referee.table().header().seats();
    let named = |seat: usize| {
        if seat == 0 {
            Named::new(Kind::Person, None, "Anna\tKarenina")
        } else {
            Named::new(Kind::Agent, Some(table::key::Hash::of(b"greedy")), "greedy")
        }
    };
    Record::new(referee, &conditions(key), (0..seats).map(named).collect(), vec![None; seats])
}

fn round_trip(record: &Record) -> Result<(), BadRecord> {
    let text = record.to_string();
    let read = Record::read(text.as_bytes())?;
    assert_eq!(read, *record);
    verify(&read)
}

#[test]
fn a_person_plays_asks_for_hints_is_refused_and_the_record_tells_it() {
    let key = Key::from_seed(3);
    let table = table::deal("mau-mau", "seats=3", key.rng()).expect("mau-mau");
    let wrong = Reply::Action("play XX".to_owned());
    let mut script = Script { answers: vec![wrong], hints: 1, refusals: 0 };
    let referee = person_match("mau-mau", table, &mut script);
    assert_eq!(script.refusals, 1, "a person is told why and asked again");
    let record = record(&referee, Some(key));
    assert_eq!(record.ending, Ending::Played);
    assert_eq!(record.players[0].name, "Anna?Karenina");
    assert!(record.notes.iter().all(|note| note.what == Noted::Hint && note.seat == Seat::new(0)));
    assert!(record.notes.len() > 1);
    assert!(record.decisions.iter().any(|decision| decision.by == By::Person));
    round_trip(&record).expect("it proves itself");
    let text = record.to_string();
    assert!(text.contains("\nhint 1\nhint 1\nplay 1 person 2000 0 0 "), "{text}");
}

#[test]
fn who_leaves_forfeits() {
    let key = Key::from_seed(4);
    let table = table::deal("durak", "", key.rng()).expect("durak");
    let mut script = Script { answers: vec![Reply::Gone(Reason::Left)], hints: 0, refusals: 0 };
    let record = record(&person_match("durak", table, &mut script), Some(key));
    assert_eq!(record.ending.to_string(), "forfeit 1 left");
    assert_eq!(record.payoffs.as_slice(), [-1, 1, -1, 1]);
    round_trip(&record).expect("it proves itself");
}

/// A deal in which seat 1 buries.
fn tractor_with_dealer_1() -> Box<dyn AnyTable> {
    let mut deals = (0..).map(|seed| table::deal("tractor", "", Rng::new(seed)).expect("tractor"));
    deals.find(|table| table.header().setup.contains("dealer=1")).expect("seat 1 deals sometimes")
}

#[test]
fn eight_cards_are_buried_at_once_or_none_and_a_burial_can_be_taken_back() {
    let table = tractor_with_dealer_1();
    let hand: Vec<String> = {
        let mut copy = table::open("tractor", &table.header().setup).expect("a setup");
        // In card order, as they must be buried.
        (0..8)
            .map(|_| {
                let action = copy.first().expect("a card to bury");
                copy.play(Seat::new(0), &action).expect("legal");
                action
            })
            .collect()
    };
    let mut bad = hand.clone();
    bad[7].clone_from(&hand[0]);
    let answers = vec![
        Reply::Actions(bad),
        Reply::Action(hand[0].clone()),
        Reply::Undo,
        Reply::Undo,
        Reply::Actions(hand.clone()),
        Reply::Undo,
    ];
    let mut script = Script { answers, hints: 0, refusals: 0 };
    let referee = person_match("tractor", table, &mut script);
    // The bad batch, and nothing left to take back. The last card can be: nobody has led yet.
    assert_eq!(script.refusals, 2);
    let record = record(&referee, None);
    let buried: Vec<&str> = record.decisions[..8].iter().map(|decision| decision.action.as_str()).collect();
    assert_eq!(buried, hand);
    assert_eq!(record.notes.iter().filter(|note| note.what == Noted::Undo).count(), 2);
    assert!(record.to_string().contains("\nkey -\ncommitment -\n"));
    round_trip(&record).expect("a deal without a key is taken as it is given");
    // What was taken back is not in the record, but the time it took is: 1 ms for every answer but the last.
    let first = record.decisions[0].cost.expect("it was asked");
    assert_eq!(first.wall, 5_000);
}

#[test]
fn a_batch_and_an_undo_leave_the_clock_that_the_record_proves() {
    let table = tractor_with_dealer_1();
    let setup = table.header().setup.clone();
    let me = Seat::new(0);
    let control: TimeControl = "1s+100ms".parse().expect("a clock");
    let mut referee = Referee::new(table, BySeat::all(4, Kind::Person), control, CAP);
    let left = |referee: &Referee<Box<dyn AnyTable>>| match referee.next() {
        Step::Ask { limit, .. } => limit,
        other => panic!("{other:?}"),
    };
    let mut copy = table::open("tractor", &setup).expect("a setup");
    let burial: Vec<String> = (0..8)
        .map(|_| {
            let action = copy.first().expect("a card to bury");
            copy.play(me, &action).expect("legal");
            action
        })
        .collect();
    assert_eq!(left(&referee), Duration::from_secs(1), "no trick has begun");
    let cost = Cost { wall: 10_000, cpu: 0, lag: 0 };
    referee.answer(me, Reply::Actions(burial.clone()).costing(cost)).expect("eight cards");
    assert_eq!(left(&referee), Duration::from_millis(1090), "one round began, once");
    referee.answer(me, Reply::Undo.costing(cost)).expect("nobody has led");
    assert_eq!(left(&referee), Duration::from_millis(980), "the time is spent, the round has not begun");
    referee.answer(me, Reply::Action(burial[7].clone()).costing(cost)).expect("a burial");
    assert_eq!(left(&referee), Duration::from_millis(1070));
}

#[test]
fn only_the_seat_that_is_asked_can_answer() {
    let table = table::deal("durak", "", Rng::new(1)).expect("durak");
    let mut referee = Referee::new(table, BySeat::all(4, Kind::Person), TimeControl::None, CAP);
    let Step::Ask { seat, limit, .. } = referee.next() else { panic!("somebody attacks") };
    assert_eq!(limit, CAP);
    let other = seat.next(4);
    let action = referee.table().first().expect("an action");
    let answer = |action: &str| Reply::Action(action.to_owned()).costing(Cost::default());
    assert_eq!(referee.answer(other, answer(&action)), Err(Refused::NotAsked));
    assert!(matches!(referee.answer(seat, answer("NO")), Err(Refused::Play(_))));
    assert_eq!(referee.answer(seat, answer(&action)), Ok(()));
    assert_eq!(referee.decided().len(), 1);
}

#[test]
fn without_a_clock_a_program_that_never_answers_still_forfeits() {
    let table = table::deal("durak", "", Rng::new(1)).expect("durak");
    let mut referee =
        Referee::new(table, BySeat::all(4, Kind::Bot), TimeControl::None, Duration::from_secs(7));
    let Step::Ask { seat, limit, .. } = referee.next() else { panic!("somebody attacks") };
    assert_eq!(limit, Duration::from_secs(7));
    let late = Reply::Late.costing(Cost::wall(limit));
    referee.answer(seat, late).expect("an answer");
    let why = Reason::OutOfTime { took: 7_000_001, had: 7_000_000 };
    assert_eq!(referee.ending(), Some(&Ending::Forfeit { seat, why }));
}

#[test]
fn a_false_record_is_refused_where_it_is_false() {
    let key = Key::from_seed(5);
    let table = table::deal("uno", "seats=2", key.rng()).expect("uno");
    let mut script = Script { answers: Vec::new(), hints: 0, refusals: 0 };
    let good = record(&person_match("uno", table, &mut script), Some(key));
    round_trip(&good).expect("it proves itself");
    let refuse = |change: fn(&mut Record), why: &str| {
        let mut bad = good.clone();
        change(&mut bad);
        // Written anew, so that marks and hash fit.
        let refused = Record::read(bad.to_string().as_bytes()).and_then(|read| verify(&read));
        let refused = refused.expect_err(why);
        assert!(refused.to_string().contains(why), "{refused}, expected {why}");
    };
    refuse(|record| record.key = Some(Key::from_seed(6)), "line 5: expected the key's SHA-256");
    refuse(|record| record.rules = "contest".to_owned(), "line 3: expected the preset and every setting");
    refuse(|record| record.payoffs[Seat::new(0)] += 1, "expected ");
    refuse(|record| record.decisions.truncate(3), "the match is not over");
    refuse(|record| record.decisions[0].action = "play ZZ".to_owned(), "line 15: expected");
    refuse(
        |record| {
            let asked = record.decisions.iter_mut().find(|decision| decision.cost.is_some()).expect("one");
            asked.cost = Some(Cost { wall: 3_000_000, cpu: 0, lag: 0 });
        },
        "more time than the seat had left",
    );
    refuse(|record| record.decisions[0].by = By::Bot, "`SEAT BY WALL CPU LAG ACTION`");
    refuse(|record| record.commitment = None, "a key and its commitment, or neither");
}

#[test]
fn a_signature_says_who_refereed_and_fits_no_other_record() {
    let key: SigningKey = "07".repeat(32).parse().expect("a key");
    let other: SigningKey = "08".repeat(32).parse().expect("a key");
    let paths = data("records-2");
    let mut record = read(&paths[0]);
    let plain = record.to_string();
    record.sign(&key);
    let text = record.to_string();
    assert!(text.starts_with(&plain) && text.lines().count() == plain.lines().count() + 1);
    let again = Record::read(text.as_bytes()).expect("a signed record");
    assert_eq!(again, record);
    assert_eq!(again.signature.map(|signature| signature.signer), Some(key.public()));
    verify(&again).expect("it is still true");
    // Signed twice is signed by the second.
    record.sign(&other);
    assert_eq!(record.signature.map(|signature| signature.signer), Some(other.public()));
    assert!(Record::read(record.to_string().as_bytes()).is_ok());

    // A changed record loses its signature, also where the change is in what a record only claims.
    let line = text.lines().count();
    let changes: [fn(&mut Record); 4] = [
        |record| record.players[0].name += "s",
        |record| record.sandbox += " more",
        |record| record.startup = Span(Duration::from_secs(11)),
        |record| record.starts[0] = record.starts[0].map(|start| start + 1),
    ];
    for change in changes {
        let mut forged = again.clone();
        change(&mut forged);
        let refused = Record::read(forged.to_string().as_bytes()).expect_err("not what was signed");
        assert_eq!(
            (refused.line, refused.why.as_str()),
            (line, "the signature is not valid for the lines above it")
        );
        forged.sign(&other);
        Record::read(forged.to_string().as_bytes()).expect("signed by somebody else");
    }
    // The signature of one record says nothing about another.
    let mut another = read(&paths[1]);
    another.signature = again.signature;
    assert!(Record::read(another.to_string().as_bytes()).is_err());
}

#[test]
fn a_signed_record_changed_in_any_one_byte_is_refused() {
    let mut record = read(&data("records-2")[1]);
    record.sign(&"07".repeat(32).parse().expect("a key"));
    let mut bytes = record.to_string().into_bytes();
    for at in 0..bytes.len() {
        let right = bytes[at];
        for wrong in [right ^ 1, right ^ 32, b'0', b'\n'] {
            bytes[at] = wrong;
            assert!(wrong == right || Record::read(&bytes).is_err(), "byte {at} changed to {wrong}");
        }
        bytes[at] = right;
    }
    for more in ["\n", " ", "x", "signature ed25519 00 11\n"] {
        assert!(Record::read(&[&bytes[..], more.as_bytes()].concat()).is_err(), "{more:?} at the end");
    }
}

#[test]
fn what_is_no_signature_is_refused() {
    let record = read(&data("records-2")[0]).to_string();
    let zeros = "00".repeat(64);
    let weak = format!("ed25519 01{} {zeros}", "00".repeat(31));
    let unknown = format!("rsa {} {zeros}", "07".repeat(32));
    for wrong in ["", "ed25519 00ff 1234", &weak, &unknown] {
        let refused = Record::read(format!("{record}signature {wrong}\n").as_bytes()).expect_err(wrong);
        assert_eq!(refused.line, record.lines().count() + 1, "{refused}");
    }
    // Version 1 has none.
    let old = fs::read_to_string(&data("records-1")[0]).expect("text");
    let signature = "07".repeat(32).parse::<SigningKey>().expect("a key").sign(old.as_bytes());
    let refused = Record::read(format!("{old}signature {signature}\n").as_bytes()).expect_err("version 1");
    assert!(refused.why.contains("expected the end of the record"), "{refused}");
}
