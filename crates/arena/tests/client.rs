//! The other end of the pipes: our own player as a bot reads lines and answers as it would at a table.

use std::sync::{Arc, Mutex};

use arena::client::{self, BotError, Setting};
use cards::{BySeat, Rng, Seat};
use games::catalog::{CatalogGame, NAMES, WithGame, with_game};
use games::levels::PlayerSpec;
use table::clock::{TimeControl, WallTime};
use table::key::Key;
use table::player::seat_agent;
use table::referee::{CAP, Kind};
use table::{Answer, AnyTable, Here, Player, Referee, Reply, run};

const CHAMPION: &str = "champion:iterations=120";

struct Read<'a>(&'a str);
impl WithGame for Read<'_> {
    type Out = PlayerSpec;
    fn run<G: CatalogGame>(self) -> PlayerSpec {
        PlayerSpec::read::<G>(self.0).expect("a player")
    }
}

/// What a bot would have read, and what our player answered in its place.
#[derive(Default)]
struct Heard {
    lines: Vec<String>,
    answers: Vec<String>,
}

struct Scribe {
    player: Box<dyn Player<Box<dyn AnyTable>>>,
    heard: Arc<Mutex<Heard>>,
    told: usize,
}

impl Player<Box<dyn AnyTable>> for Scribe {
    fn ask(&mut self, here: &Here<'_, Box<dyn AnyTable>>) -> Answer<String> {
        let answer = self.player.ask(here);
        let Reply::Action(action) = &answer.reply else { panic!("an agent answers with an action") };
        let mut heard = self.heard.lock().expect("one thread");
        heard.lines.extend(here.wire(self.told));
        heard.lines.push(here.turn().expect("it is asked").prompt.to_owned());
        heard.answers.push(action.clone());
        drop(heard);
        self.told = here.event_count();
        answer
    }
}

/// A match in which a champion sits in seat 1, and all it heard and said.
fn heard(game: &str, seed: u64) -> Heard {
    let key = Key::from_seed(seed);
    let table = table::deal(game, "", key.rng()).expect("a game");
    let seats = table.header().seats();
    let heard = Arc::new(Mutex::new(Heard::default()));
    let mut players: Vec<Box<dyn Player<Box<dyn AnyTable>>>> = Vec::new();
    for seat in Seat::all(seats) {
        let name = if seat.index() == 0 { CHAMPION } else { "greedy" };
        let plan = with_game(game, Read(name)).expect("a game");
        let player = seat_agent(table.as_ref(), &plan, seat, key.agent_rng(0, seat)).expect("an agent");
        let scribe = |player| Scribe { player, heard: heard.clone(), told: 0 };
        players.push(if seat.index() == 0 { Box::new(scribe(player)) } else { player });
    }
    // Asked as a bot is, also where there is nothing to choose.
    let mut referee = Referee::new(table, BySeat::all(seats, Kind::Agent), TimeControl::None, CAP);
    run(&mut referee, &mut players, &WallTime::start());
    drop(players);
    Arc::into_inner(heard).expect("the match is over").into_inner().expect("one thread")
}

/// A bot that reads these lines: what it answers, and how it ends.
struct Bot<'a> {
    lines: &'a str,
    rng: Rng,
}

impl WithGame for Bot<'_> {
    type Out = (Vec<String>, Result<(), BotError>);
    fn run<G: CatalogGame>(self) -> Self::Out {
        let mut agent = PlayerSpec::read::<G>(CHAMPION).expect("a player").agent::<G>().expect("an agent");
        let timer = WallTime::start();
        let (rules, clock) = (G::Rules::default(), TimeControl::None);
        let setting = Setting { rules, rng: self.rng, clock, timer: &timer };
        let mut output = Vec::new();
        let ended = client::run::<G>(agent.as_mut(), setting, self.lines.as_bytes(), &mut output);
        let text = String::from_utf8(output).expect("text");
        (text.lines().map(str::to_owned).collect(), ended)
    }
}

#[test]
fn a_champion_behind_the_wire_does_in_seat_1_what_it_does_at_a_table() {
    for game in NAMES {
        for seed in 0..4 {
            let Heard { lines, answers } = heard(game, seed);
            let rng = Key::from_seed(seed).agent_rng(0, Seat::new(0));
            let lines = lines.join("\n") + "\n";
            let (said, ended) = with_game(game, Bot { lines: &lines, rng }).expect("a game");
            ended.unwrap_or_else(|error| panic!("{game} seed {seed}: {error}"));
            assert_eq!(said, answers, "{game} seed {seed}");
        }
    }
}

#[test]
fn a_bot_says_where_it_was_told_what_cannot_happen() {
    let told = |game: &str, lines: &str| {
        let (_, ended) = with_game(game, Bot { lines, rng: Rng::new(1) }).expect("a game");
        ended.expect_err("what cannot happen is refused").to_string()
    };
    let start = |game: &str, lines: usize| -> String {
        heard(game, 1).lines.iter().take(lines).map(|line| format!("{line}\n")).collect()
    };
    // The third card dealt to the wrong seat, a play out of turn, a third card in one hand, any deck count.
    let durak = start("durak", 3) + "move 2 3 6S\n";
    let why = told("durak", &durak);
    assert!(why.starts_with("line 4: expected ") && why.ends_with("found \"move 2 3 6S\""), "{why}");
    for (game, line) in [
        ("tractor", "play 3 5H"),
        ("house", "hold 2"),
        ("uno", "deck R7 500"),
        ("mau-mau", "turn-over"),
        ("uno", "play 1 R7"),
    ] {
        let lines = start(game, 3) + line + "\n";
        let why = told(game, &lines);
        assert!(why.starts_with("line 4: expected ") && why.contains("found"), "{game} {line}: {why}");
    }
    let why = told("uno", "hello\n");
    assert!(why.starts_with("line 1: expected `game uno seats N rules …`"), "{why}");
}
