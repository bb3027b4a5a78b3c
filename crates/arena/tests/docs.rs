//! The examples in the documentation are what the referee really says.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use cards::{BySeat, Seat};
use games::catalog::{CatalogGame, WithGame, with_game};
use games::levels::PlayerSpec;
use table::clock::{TimeControl, WallTime};
use table::key::Key;
use table::player::seat_agent;
use table::referee::{CAP, Kind};
use table::{Answer, AnyTable, Here, Player, Referee, Reply, run};

struct Greedy;
impl WithGame for Greedy {
    type Out = PlayerSpec;
    fn run<G: CatalogGame>(self) -> PlayerSpec {
        PlayerSpec::read::<G>("greedy").expect("every game has a greedy player")
    }
}

/// A player of ours that writes down what a bot in its place would read and answer.
struct Scribe {
    player: Box<dyn Player<Box<dyn AnyTable>>>,
    lines: Arc<Mutex<String>>,
    told: usize,
}

impl Scribe {
    fn write(&mut self, here: &Here<'_, Box<dyn AnyTable>>) {
        let mut lines = self.lines.lock().expect("one thread");
        here.wire(self.told).iter().for_each(|line| *lines += &format!("{line}\n"));
        self.told = here.event_count();
    }
}

impl Player<Box<dyn AnyTable>> for Scribe {
    fn ask(&mut self, here: &Here<'_, Box<dyn AnyTable>>) -> Answer<String> {
        self.write(here);
        let answer = self.player.ask(here);
        let Reply::Action(action) = &answer.reply else { panic!("an agent answers with an action") };
        let prompt = here.turn().expect("it is asked").prompt;
        *self.lines.lock().expect("one thread") += &format!("{prompt}\n> {action}\n");
        answer
    }
    fn end(&mut self, here: &Here<'_, Box<dyn AnyTable>>) {
        self.write(here);
    }
}

/// All that a bot in this seat reads, and after `> ` what it answers, in a match of our greedy players.
fn transcript(game: &str, rules: &str, seed: u64, logged: Seat) -> String {
    let key = Key::from_seed(seed);
    let table = table::deal(game, rules, key.rng()).expect("a game");
    let plan = with_game(game, Greedy).expect("a game");
    let lines = Arc::new(Mutex::new(String::new()));
    let seats = table.header().seats();
    let mut players: Vec<Box<dyn Player<Box<dyn AnyTable>>>> = Vec::new();
    for seat in Seat::all(seats) {
        let player = seat_agent(table.as_ref(), &plan, seat, key.agent_rng(0, seat)).expect("an agent");
        let scribe = |player| Scribe { player, lines: lines.clone(), told: 0 };
        players.push(if seat == logged { Box::new(scribe(player)) } else { player });
    }
    let mut referee = Referee::new(table, BySeat::all(seats, Kind::Bot), TimeControl::None, CAP);
    run(&mut referee, &mut players, &WallTime::start());
    drop(players);
    Arc::into_inner(lines).expect("the match is over").into_inner().expect("one thread")
}

/// Game, rules, seed and the logged seat of every sample match in `docs/protocol.md`.
const SAMPLES: [(&str, &str, u64, usize); 5] = [
    ("durak", "", 2, 1),
    ("mau-mau", "seats=2", 135, 1),
    ("uno", "seats=2", 12, 1),
    ("house", "ranks=7", 2, 2),
    ("tractor", "ranks=7/T", 46, 3),
];

#[test]
fn the_protocols_sample_matches_are_real() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocol.md");
    let text = std::fs::read_to_string(path).expect("the protocol is documented");
    for (game, rules, seed, seat) in SAMPLES {
        let sample = transcript(game, rules, seed, Seat::new(seat - 1));
        assert!(text.contains(&format!("```\n{sample}```\n")), "docs/protocol.md should show:\n{sample}");
    }
}

#[test]
fn every_game_has_a_sample_match() {
    let mut sampled = SAMPLES.map(|(game, ..)| game);
    let mut games = games::catalog::NAMES.to_vec();
    sampled.sort_unstable();
    games.sort_unstable();
    assert_eq!(sampled[..], games[..]);
}
