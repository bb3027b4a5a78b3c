//! A match as a bot reads it: the lines, the questions, and what it might have answered.

use cards::{BySeat, Seat};
use games::catalog::{CatalogGame, WithGame, with_game};
use games::levels::PlayerSpec;
use table::clock::{TimeControl, WallTime};
use table::key::Key;
use table::player::seat_agent;
use table::referee::{CAP, Kind};
use table::{Answer, AnyTable, Here, Player, Referee, run};

/// So many legal answers are listed at most.
const LISTED: usize = 300;

/// A question to the bot.
pub struct Asked {
    /// The lines it read since its last question.
    pub lines: Vec<String>,
    pub prompt: &'static str,
    /// What it may answer.
    pub legal: Vec<String>,
}

/// A match as one seat reads it.
#[derive(Default)]
pub struct Transcript {
    pub asked: Vec<Asked>,
    /// The lines after the last question.
    pub rest: Vec<String>,
}

impl Transcript {
    /// Every line of the match.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.asked.iter().flat_map(|asked| &asked.lines).chain(&self.rest).map(String::as_str)
    }

    /// Is there a question like this? Feeds the lines to a state of the caller's.
    pub fn has<S: Default>(
        &self,
        mut read: impl FnMut(&mut S, &[&str]),
        mut is_it: impl FnMut(&S, &Asked) -> bool,
    ) -> bool {
        let mut state = S::default();
        self.asked.iter().any(|asked| {
            asked.lines.iter().for_each(|line| read(&mut state, &line.split(' ').collect::<Vec<_>>()));
            is_it(&state, asked)
        })
    }

    /// Do lines that begin with these words come in this order? What stands between them does not matter.
    pub fn tells(&self, words: &[&str]) -> bool {
        let mut lines = self.lines();
        words.iter().all(|word| lines.any(|line| format!("{line} ").starts_with(&format!("{word} "))))
    }
}

struct Recorder {
    player: Box<dyn Player<Box<dyn AnyTable>>>,
    told: usize,
    transcript: Transcript,
}

impl Player<Box<dyn AnyTable>> for &mut Recorder {
    fn ask(&mut self, here: &Here<'_, Box<dyn AnyTable>>) -> Answer<String> {
        let legal = here.legal(LISTED).into_iter().map(|choice| choice.action).collect();
        let prompt = here.turn().map_or("", |turn| turn.prompt);
        self.transcript.asked.push(Asked { lines: here.wire(self.told), prompt, legal });
        self.told = here.event_count();
        self.player.ask(here)
    }

    fn end(&mut self, here: &Here<'_, Box<dyn AnyTable>>) {
        self.transcript.rest = here.wire(self.told);
    }
}

struct ReadPlan<'a>(&'a str);
impl WithGame for ReadPlan<'_> {
    type Out = PlayerSpec;
    fn run<G: CatalogGame>(self) -> PlayerSpec {
        PlayerSpec::read::<G>(self.0).expect("a player of ours")
    }
}

/// Who plays a deal.
#[derive(Clone, Copy)]
pub struct Seating<'a> {
    /// Where the bot sits, with its partner.
    pub seat: Seat,
    /// Who sits in the other seats.
    pub against: &'a str,
    /// Who plays in the bot's place, and from which seed.
    pub bot: &'a str,
    pub seed: u64,
}

/// Plays a match as `croupier check-bot` does, with a player of ours in the bot's place; what it read, and
/// what its partner read.
pub fn play(game: &str, setup: &str, seating: Seating<'_>) -> Vec<Transcript> {
    let Seating { seat, against, bot, seed } = seating;
    let plan = |name| with_game(game, ReadPlan(name)).expect("a game");
    let table = table::open(game, setup).expect("a deal");
    let sides = table.header().sides;
    let is_tried = |other: Seat| sides[other] == sides[seat];
    let agent = |name, key: Key, other| {
        seat_agent(table.as_ref(), &plan(name), other, key.agent_rng(0, other)).expect("a seat")
    };
    let mut recorders: Vec<Recorder> = sides
        .seats()
        .filter(|&other| is_tried(other))
        .map(|other| Recorder {
            player: agent(bot, Key::from_seed(seed), other),
            told: 0,
            transcript: Transcript::default(),
        })
        .collect();
    let mut tried = recorders.iter_mut();
    let mut players: Vec<Box<dyn Player<Box<dyn AnyTable>> + '_>> = Vec::new();
    for other in sides.seats() {
        players.push(match is_tried(other) {
            true => Box::new(tried.next().expect("one recorder a seat")),
            // The randomness of our players in a prepared deal.
            false => agent(against, Key::from_seed(0), other),
        });
    }
    let kinds = BySeat::from_fn(sides.len(), |other| if is_tried(other) { Kind::Bot } else { Kind::Agent });
    let mut referee = Referee::new(table, kinds, TimeControl::None, CAP);
    run(&mut referee, &mut players, &WallTime::start());
    drop(players);
    recorders.into_iter().map(|recorder| recorder.transcript).collect()
}
