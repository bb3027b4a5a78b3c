//! The sixth game at a table: every kind of agent, at a typed table and through text; duels; and what a game
//! outside the catalog can do.

use std::num::NonZeroUsize;
use std::time::Duration;

use cards::{BySeat, Rng, Rules as _, Seat, Viewer};
use games::catalog::{NAMES, WithGame, with_game};
use games::levels::{NotSeated, PlayerSpec, names};
use sixth::{Elements, Rules};
use table::clock::{Span, TimeControl, WallTime};
use table::duel::{Deals, Duel};
use table::ending::Ending;
use table::key::{Hash, Key};
use table::player::{Advisor, Cost, seat_advisor, seat_agent};
use table::record::{Conditions, Named, Record};
use table::referee::{CAP, Kind, Refused};
use table::verify::verify;
use table::{AnyTable, Board, InProcess, Player, Referee, Reply, Table, TableError, run};

const PLAYERS: [&str; 3] = ["champion:iterations=50", "beginner", "random"];

fn seated(name: &str, rules: &Rules, seat: Seat, key: Key) -> InProcess<'static, Elements> {
    let plan = PlayerSpec::read::<Elements>(name).expect("a player");
    InProcess::new(plan.agent().expect("an agent"), rules, seat, key.agent_rng(0, seat))
}

/// A match at a typed table.
fn typed_match(rules: &Rules, seed: u64, clock: TimeControl) -> Referee<Table<Elements>> {
    let key = Key::from_seed(seed);
    let seats = Seat::all(rules.seats());
    let mut players: Vec<Box<dyn Player<Table<Elements>>>> =
        seats.zip(PLAYERS).map(|(seat, name)| Box::new(seated(name, rules, seat, key)) as _).collect();
    let kinds = BySeat::all(rules.seats(), Kind::Agent);
    let mut referee = Referee::new(Table::deal(rules, &mut key.rng()), kinds, clock, CAP);
    run(&mut referee, &mut players, &WallTime::start());
    referee
}

/// The same match through text.
fn text_match(rules: &Rules, seed: u64) -> Referee<Box<dyn AnyTable>> {
    let key = Key::from_seed(seed);
    let seats = Seat::all(rules.seats());
    let mut players: Vec<Box<dyn Player<Box<dyn AnyTable>>>> =
        seats.zip(PLAYERS).map(|(seat, name)| Box::new(seated(name, rules, seat, key)) as _).collect();
    let table: Box<dyn AnyTable> = Box::new(Table::<Elements>::deal(rules, &mut key.rng()));
    let mut referee = Referee::new(table, BySeat::all(rules.seats(), Kind::Agent), TimeControl::None, CAP);
    run(&mut referee, &mut players, &WallTime::start());
    referee
}

#[test]
fn agents_play_the_same_at_a_typed_table_and_through_text() {
    assert_eq!(names::<Elements>(), ["random", "beginner", "greedy", "club", "expert", "champion"]);
    for rules in Rules::variants() {
        for seed in 0..20 {
            let typed = typed_match(&rules, seed, TimeControl::None);
            assert_eq!(typed.ending(), Some(&Ending::Played));
            assert_eq!(typed.payoffs().iter().sum::<i32>(), 0);
            let text = text_match(&rules, seed);
            assert_eq!(text.table().played(0), AnyTable::played(typed.table(), 0));
            assert_eq!(text.payoffs(), typed.payoffs());
        }
    }
}

#[test]
fn a_champion_keeps_a_clock_with_rounds() {
    let clock =
        TimeControl::Increment { base: Duration::from_secs(2), increment: Duration::from_millis(100) };
    assert_eq!(typed_match(&Rules { seats: 3 }, 1, clock).ending(), Some(&Ending::Played));
}

#[test]
fn a_duel_shows_who_is_better() {
    let plans = ["champion:iterations=50", "random"]
        .map(|name| PlayerSpec::read::<Elements>(name).expect("a player"));
    for rules in Rules::variants() {
        let threads = NonZeroUsize::MIN;
        let duel = Duel::<Elements> {
            deals: Deals::Drawn { rules, count: 200, seed: 1 },
            plans,
            clock: TimeControl::None,
            threads,
        };
        let outcome = duel.play(&WallTime::start(), |_, _| true);
        let score = outcome.score().expect("deals were played");
        assert!(score.low > 0.0, "{} seats: {score:?}", rules.seats);
        assert_eq!(outcome.work.map(|work| work.forfeits), [0, 0]);
    }
}

#[test]
fn a_cheater_plays_only_duels() {
    let plan = PlayerSpec::read::<Elements>("cheater:iterations=50").expect("a player");
    assert!(plan.agent::<Elements>().is_err());
    let plans = [plan, PlayerSpec::read::<Elements>("greedy").expect("a player")];
    let (rules, threads) = (Rules::default(), NonZeroUsize::MIN);
    let duel = Duel::<Elements> {
        deals: Deals::Drawn { rules, count: 100, seed: 1 },
        plans,
        clock: TimeControl::None,
        threads,
    };
    let score = duel.play(&WallTime::start(), |_, _| true).score().expect("deals were played");
    assert!(score.low > 0.0, "{score:?}");
}

#[test]
fn a_person_reads_why_an_answer_is_wrong_and_a_bot_reads_itself_as_seat_1() {
    let setup = "seats=2 first=1 deck F1 W1 F2 W2 F3 W3 F4 W4 L1 L2 L3 L4".parse().expect("a setup");
    let table: Box<dyn AnyTable> = Box::new(Table::<Elements>::new(setup));
    let mut referee = Referee::new(table, BySeat::all(2, Kind::Person), TimeControl::None, CAP);
    let [one, two] = [0, 1].map(Seat::new);
    let says = |text: &str| Reply::Action(text.to_owned()).costing(Cost::default());
    let why = |refused: Result<(), Refused>| refused.expect_err("refused").message().to_string();
    assert_eq!(why(referee.answer(one, says("play F1"))), "elements-hide-first");
    assert_eq!(why(referee.answer(one, says("hide W1"))), "not-held card=W1");
    referee.answer(one, says("hide F1")).expect("a legal action");
    referee.answer(two, says("hide W1")).expect("a legal action");
    assert_eq!(why(referee.answer(one, says("hide F2"))), "elements-hidden-already");
    // Seat 2 has already seen it.
    assert_eq!(referee.answer(one, Reply::Undo.costing(Cost::default())), Err(Refused::TooLateToUndo));
    referee.answer(one, says("play F4")).expect("a legal action");
    let wire = referee.table().wire(two, 0);
    assert_eq!(wire[0], "game elements seats 2 rules contest seats=2");
    assert_eq!(wire[1..4], ["first 2", "give 2 ??", "give 1 W1"]);
    assert_eq!(wire.last().expect("a line"), "play 2 F4");
}

#[test]
fn its_advisor_scores_every_action() {
    let rules = Rules { seats: 3 };
    let mut champion = seated("champion", &rules, Seat::new(0), Key::from_seed(1));
    struct Asks<'a>(&'a mut dyn Advisor, usize);
    impl Player<Box<dyn AnyTable>> for Asks<'_> {
        fn ask(&mut self, here: &table::Here<'_, Box<dyn AnyTable>>) -> table::Answer<String> {
            let scored = self.0.advise(here, 100);
            assert_eq!(scored.len(), here.legal(9).len());
            self.1 += 1;
            Reply::Action(scored[0].action.clone()).costing(Cost::default())
        }
    }
    let table: Box<dyn AnyTable> = Box::new(Table::<Elements>::deal(&rules, &mut Rng::new(1)));
    let others = [1, 2].map(|seat| seated("greedy", &rules, Seat::new(seat), Key::from_seed(1)));
    let [two, three] = others;
    let mut players: Vec<Box<dyn Player<Box<dyn AnyTable>> + '_>> =
        vec![Box::new(Asks(&mut champion, 0)), Box::new(two), Box::new(three)];
    let mut referee = Referee::new(table, BySeat::all(3, Kind::Agent), TimeControl::None, CAP);
    run(&mut referee, &mut players, &WallTime::start());
    assert_eq!(referee.ending(), Some(&Ending::Played));
}

struct Nothing;
impl WithGame for Nothing {
    type Out = ();
    fn run<G: games::catalog::CatalogGame>(self) {}
}

/// What finds a game by its name needs its line in the catalog and says so. Nothing else needs it.
#[test]
fn a_game_outside_the_catalog_has_everything_but_its_name() {
    assert!(!NAMES.contains(&"elements"));
    assert_eq!(with_game("elements", Nothing), None);
    let no_such_game = Some(TableError::NoSuchGame("elements".to_owned()));
    assert_eq!(table::deal("elements", "", Rng::new(1)).err(), no_such_game);
    assert_eq!(table::open("elements", "").err(), no_such_game);

    // Its players are seated by type, not by the name of the table's game.
    let rules = Rules::default();
    let table = Table::<Elements>::deal(&rules, &mut Rng::new(1));
    let plan = PlayerSpec::read::<Elements>("club").expect("a player");
    let why = NotSeated::UnknownGame { game: "elements".to_owned() };
    assert_eq!(seat_agent(&table, &plan, Seat::new(0), Rng::new(1)).err(), Some(why.clone()));
    assert_eq!(seat_advisor(&table, &plan, Seat::new(0), Rng::new(1)).err(), Some(why));

    // Its record can be written and read. Verification needs the catalog.
    let referee = text_match(&rules, 1);
    let conditions = Conditions {
        key: Some(Key::from_seed(1)),
        clock: TimeControl::None,
        cap: Span(CAP),
        startup: Span(Duration::from_secs(10)),
        sandbox: "none".to_owned(),
    };
    let named = |name: &str| Named::new(Kind::Agent, Some(Hash::of(name.as_bytes())), name);
    let players = PLAYERS[..2].iter().map(|name| named(name)).collect();
    let record = Record::new(&referee, &conditions, players, vec![None; 2]);
    assert_eq!(Record::read(record.to_string().as_bytes()).as_ref(), Ok(&record));
    assert_eq!(verify(&record).expect_err("the game is unknown").line, 2);
}

#[test]
fn every_viewer_sees_the_whole_match() {
    let referee = text_match(&Rules { seats: 3 }, 2);
    let table = referee.table();
    for viewer in [Viewer::Seat(Seat::new(1)), Viewer::Public, Viewer::Open] {
        let picture = table.picture(viewer, 9);
        assert_eq!(picture.turn, None);
        assert_eq!(picture.seats.len(), 3);
        assert!(!table.said(viewer, 0).is_empty());
        let hidden: usize = picture.zones.iter().map(|zone| zone.hidden).sum();
        // At the end one card of each seat lies face down; the viewer knows its own.
        let expected = match viewer {
            Viewer::Seat(_) => 2,
            Viewer::Public => 3,
            Viewer::Open => 0,
        };
        assert_eq!(hidden, expected, "{viewer:?}");
    }
}

#[test]
fn a_table_reads_actions_and_counts_turns() {
    let table = Table::<Elements>::deal(&Rules::default(), &mut Rng::new(3));
    let turn = Board::turn(&table).expect("a match begins");
    assert_eq!((turn.prompt, turn.count, turn.starts_round), ("HIDE", 4, Some(false)));
    assert!(Board::read(&table, "bury F1").is_err());
}
