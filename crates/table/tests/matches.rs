//! Whole matches: the same players do the same in every kind of match, keep their clocks and the rules.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use cards::agent::Timer;
use cards::{BySeat, Rng, Rules, Seat};
use games::catalog::{CatalogGame, NAMES, WithGame, with_game};
use games::levels::{LEVELS, PlayerSpec};
use table::clock::{TimeControl, WallTime};
use table::duel::{Deals, Duel, DuelResult};
use table::ending::Ending;
use table::key::Key;
use table::player::seat_agent;
use table::referee::{CAP, Kind};
use table::{AnyTable, InProcess, Player, Referee, Table, run};

/// A timer that goes on by a tenth of a millisecond whenever somebody looks at it.
#[derive(Default)]
struct Ticking(AtomicU64);

impl Timer for Ticking {
    fn now(&self) -> Duration {
        Duration::from_micros(100 * self.0.fetch_add(1, Ordering::Relaxed))
    }
}

/// A match of our players behind text, as `croupier match` plays it; `players` sit in turn.
fn text_match(game: &str, players: &[&str], seed: u64, clock: &str) -> Referee<Box<dyn AnyTable>> {
    let key = Key::from_seed(seed);
    let table = table::deal(game, "", key.rng()).expect("a game of the catalog");
    let seats = table.header().seats();
    let seated = |seat: Seat| {
        let plan = with_game(game, Read(players[seat.index() % players.len()])).expect("a game");
        seat_agent(table.as_ref(), &plan, seat, key.agent_rng(0, seat)).expect("an agent")
    };
    let mut players: Vec<Box<dyn Player<Box<dyn AnyTable>>>> = Seat::all(seats).map(seated).collect();
    let clock = clock.parse().expect("a clock");
    let mut referee = Referee::new(table, BySeat::all(seats, Kind::Agent), clock, CAP);
    run(&mut referee, &mut players, &Ticking::default());
    referee
}

struct Read<'a>(&'a str);
impl WithGame for Read<'_> {
    type Out = PlayerSpec;
    fn run<G: CatalogGame>(self) -> PlayerSpec {
        PlayerSpec::read::<G>(self.0).unwrap_or_else(|why| panic!("{}: {why}", self.0))
    }
}

#[test]
fn our_champion_keeps_every_clock() {
    for game in NAMES {
        for clock in ["5ms/move", "40ms/move", "100ms+0s", "300ms+5ms"] {
            let referee = text_match(game, &["champion", "greedy"], 1, clock);
            assert_eq!(referee.ending(), Some(&Ending::Played), "{game} {clock}");
        }
    }
}

#[test]
fn our_champion_uses_a_long_clock() {
    for game in ["durak", "mau-mau", "uno", "tractor"] {
        let iterations = |clock| -> u64 {
            let referee = text_match(game, &["champion", "greedy"], 1, clock);
            referee.decided().iter().map(|decided| u64::from(decided.iterations)).max().unwrap_or(0)
        };
        let (short, long) = (iterations("10ms/move"), iterations("100ms/move"));
        assert!(long > 4 * short && short > 0, "{game}: {short} and {long} iterations for a decision");
        let (short, long) = (iterations("300ms+5ms"), iterations("1500ms+25ms"));
        assert!(long > 3 * short, "{game}: {short} and {long} iterations for a decision");
    }
}

/// The same match with types and no text, as `croupier duel` plays it.
struct Typed<'a> {
    players: &'a [&'a str],
    seed: u64,
}

impl WithGame for Typed<'_> {
    type Out = Vec<String>;
    fn run<G: CatalogGame>(self) -> Vec<String> {
        let rules = G::Rules::default();
        let key = Key::from_seed(self.seed);
        let seated = |seat: Seat| -> Box<dyn Player<Table<G>>> {
            let plan =
                PlayerSpec::read::<G>(self.players[seat.index() % self.players.len()]).expect("a player");
            Box::new(InProcess::new(plan.agent().expect("an agent"), &rules, seat, key.agent_rng(0, seat)))
        };
        let mut players: Vec<_> = Seat::all(rules.seats()).map(seated).collect();
        let table = Table::<G>::deal(&rules, &mut Rng::stream(self.seed, 0));
        let kinds = BySeat::all(rules.seats(), Kind::Agent);
        let mut referee = Referee::new(table, kinds, TimeControl::None, CAP);
        run(&mut referee, &mut players, &WallTime::start());
        AnyTable::played(referee.table(), 0).into_iter().map(|(_, action)| action).collect()
    }
}

#[test]
fn a_champion_does_the_same_in_a_match_and_in_a_duel() {
    for game in ["durak", "mau-mau", "uno", "tractor"] {
        for seed in 0..6 {
            let players = ["champion:iterations=200", "club"];
            let told = text_match(game, &players, seed, "none");
            let told: Vec<String> = told.table().played(0).into_iter().map(|(_, action)| action).collect();
            let typed = with_game(game, Typed { players: &players, seed }).expect("a game");
            assert_eq!(told, typed, "{game} seed {seed}");
        }
    }
}

#[test]
fn no_level_ever_plays_an_illegal_action() {
    for game in NAMES {
        let names: Vec<String> = LEVELS.iter().map(|level| format!("{level}:iterations=40")).collect();
        for seed in 0..30 {
            let pick = |seat: usize| names[(seed as usize * 7 + seat * 2) % names.len()].as_str();
            let players: Vec<&str> = (0..4).map(pick).collect();
            let referee = text_match(game, &players[..if *game == "house" { 2 } else { 4 }], seed, "none");
            assert_eq!(referee.ending(), Some(&Ending::Played), "{game} seed {seed}");
        }
    }
}

/// The outcome of a short duel.
struct Short {
    plans: [&'static str; 2],
    clock: &'static str,
    threads: usize,
    deals: u64,
}

impl WithGame for Short {
    type Out = DuelResult;
    fn run<G: CatalogGame>(self) -> DuelResult {
        let rules = G::Rules::default();
        let plans = self.plans.map(|text| PlayerSpec::read::<G>(text).expect("a plan"));
        let (clock, deals) = (self.clock.parse().expect("a clock"), self.deals);
        let threads = NonZeroUsize::new(self.threads).expect("at least one thread");
        let deals = Deals::Drawn { rules, count: deals, seed: 5 };
        Duel::<G> { deals, plans, clock, threads }.play(&WallTime::start(), |_, _| true)
    }
}

#[test]
fn a_duel_of_a_seed_ends_the_same_on_any_number_of_threads() {
    let plans = ["champion:iterations=50", "club:iterations=20"];
    for game in NAMES {
        let on = |threads| {
            let outcome = with_game(game, Short { plans, clock: "none", threads, deals: 6 }).expect("a game");
            format!("{:?} {}", outcome.deals, outcome.work[0].iterations)
        };
        assert_eq!(on(1), on(3), "{game}");
        assert_eq!(on(1), on(usize::MAX), "{game}: more threads than there are deals");
    }
}

/// A duel on the first deal of a seed, drawn and given.
struct Twice;
impl WithGame for Twice {
    type Out = [DuelResult; 2];
    fn run<G: CatalogGame>(self) -> [DuelResult; 2] {
        let rules = G::Rules::default();
        let plans = ["greedy", "random"].map(|text| PlayerSpec::read::<G>(text).expect("a plan"));
        let setup = G::deal(&rules, &mut Rng::stream(0, 0));
        let play = |deals: Deals<'_, G>| {
            let duel = Duel { deals, plans, clock: TimeControl::None, threads: NonZeroUsize::MIN };
            duel.play(&WallTime::start(), |_, _| true)
        };
        [play(Deals::Drawn { rules, count: 1, seed: 0 }), play(Deals::Given(&setup))]
    }
}

#[test]
fn a_given_deal_is_played_like_a_drawn_one() {
    for game in ["durak", "mau-mau"] {
        let [drawn, given] = with_game(game, Twice).expect("a game");
        assert_eq!(given.deals.len(), 1);
        assert_eq!(given.deals, drawn.deals, "{game}");
    }
}

#[test]
fn intervals_hold_for_one_deal_and_for_few() {
    let plans = ["greedy", "random"];
    let duel = |deals| with_game("durak", Short { plans, clock: "none", threads: 1, deals }).expect("a game");
    for deals in [1, 2, 3] {
        let won = duel(deals).won().expect("a deal was played");
        assert!(won.high - won.low > 0.5 && won.low >= 0.0 && won.high <= 1.0, "{deals} deals: {won:?}");
    }
    assert!(duel(0).won().is_none());
}

#[test]
fn a_cheater_sits_in_a_duel_and_nowhere_else() {
    let plans = ["cheater:iterations=30", "champion:iterations=30"];
    let outcome = with_game("durak", Short { plans, clock: "none", threads: 2, deals: 4 }).expect("a game");
    assert_eq!(outcome.deals.len(), 4);
    let table = table::deal("durak", "", Rng::new(1)).expect("durak");
    let plan = with_game("durak", Read("cheater")).expect("a game");
    let refused = seat_agent(table.as_ref(), &plan, Seat::new(0), Rng::new(1)).err().expect("no seat for it");
    assert!(refused.to_string().contains("duel"), "{refused}");
}

struct Refuse;
impl WithGame for Refuse {
    type Out = ();
    fn run<G: CatalogGame>(self) {
        let wrong = [
            "",
            "grandmaster",
            "champion:noise",
            "champion:noise=x",
            "champion:noise=1025",
            "champion:luck=1",
            "champion:explore=NaN",
            "champion:explore=-1",
            "champion:proof=inf",
            "champion:goes-on=7",
            "champion:threads=0",
            "champion:threads=18446744073709551615",
            "champion:nodes=0",
        ];
        for wrong in wrong {
            assert!(PlayerSpec::read::<G>(wrong).is_err(), "{wrong}");
        }
        for right in ["champion:", "champion:iterations=100", "ismcts:iterations=5,explore=0.5"] {
            assert!(PlayerSpec::read::<G>(right).is_ok(), "{right}");
        }
    }
}

#[test]
fn a_player_is_a_name_and_settings() {
    for name in NAMES {
        with_game(name, Refuse).expect("a game of the catalog");
    }
}

#[test]
fn an_unknown_game_is_answered_with_the_nearest_or_with_all() {
    let why = |game: &str| table::open(game, "").err().expect("there is no such game").to_string();
    assert_eq!(why("durack"), "no game named `durack`; did you mean `durak`?");
    assert_eq!(why("poker"), format!("no game named `poker`; the games are {}", NAMES.join(", ")));
}
