//! The players at a table: agents, processes, people. A player is asked for a decision, and then reads the events
//! since its last one. It can read only what its seat may know.

use std::time::Duration;

use cards::scene::Choice;
use cards::{ActionValue, Agent, Decision, Message, Picture, Rng, Seat, TimeLeft, View, Viewer};
use games::catalog::{self, CatalogGame, WithGame};
use games::levels::{NotSeated, PlayerSpec};

use crate::ending::Reason;
use crate::referee::Refused;
use crate::table::{AnyTable, Board, PlayError, Table, Turn};

/// Plays one seat of one match.
pub trait Player<T: Board>: Send {
    /// The seat is to move.
    fn ask(&mut self, here: &Here<'_, T>) -> Answer<T::Action>;

    /// The last answer was not accepted, and the seat will be asked again. This happens only to people.
    fn refused(&mut self, _why: &Refused) {}

    /// The match is over.
    fn end(&mut self, _here: &Here<'_, T>) {}
}

/// A player's answer, and what it cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer<A> {
    /// The answer.
    pub reply: Reply<A>,
    /// What it cost.
    pub cost: Cost,
    /// How many iterations of search it took.
    pub iterations: u32,
    /// How many hints were asked for.
    pub hints: u32,
}

/// What a player can answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply<A> {
    /// An action.
    Action(A),
    /// Several actions in a row: all are played, or none.
    Actions(Vec<A>),
    /// A line from a program, not checked yet.
    Line(Vec<u8>),
    /// Take back the last action.
    Undo,
    /// No answer in time.
    Late,
    /// The player has left or was ended.
    Gone(Reason),
}

impl<A> Reply<A> {
    /// The reply as an answer.
    pub fn costing(self, cost: Cost) -> Answer<A> {
        Answer { reply: self, cost, iterations: 0, hints: 0 }
    }
}

/// What a decision cost, in microseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// From the question to the answer.
    pub wall: u64,
    /// Processor time since the last decision.
    pub cpu: u64,
    /// The part of the wall time in which the referee itself was delayed. It is not charged.
    pub lag: u64,
}

impl Cost {
    /// A cost of which only the wall time is known.
    pub fn wall(time: Duration) -> Cost {
        Cost { wall: micros(time), ..Cost::default() }
    }

    /// The time that is charged to the clock.
    pub fn charged(&self) -> u64 {
        self.wall.saturating_sub(self.lag)
    }
}

/// Whole microseconds.
pub fn micros(time: Duration) -> u64 {
    time.as_micros().try_into().unwrap_or(u64::MAX)
}

/// A table as one seat may see it.
#[derive(Clone, Copy)]
pub struct Here<'a, T> {
    pub(crate) table: &'a T,
    seat: Seat,
    /// How much time the seat has, and the timer that measures it.
    pub time: TimeLeft<'a>,
    /// How long the answer may take, with or without a clock.
    pub limit: Duration,
}

impl<'a, T> Here<'a, T> {
    pub(crate) fn new(table: &'a T, seat: Seat, time: TimeLeft<'a>, limit: Duration) -> Here<'a, T> {
        Here { table, seat, time, limit }
    }

    /// Whose seat it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }
}

impl<G: CatalogGame> Here<'_, Table<G>> {
    /// What the seat saw from event number `from` on.
    pub fn events(&self, from: usize) -> impl Iterator<Item = G::Event> + '_ {
        self.table.seen(Viewer::Seat(self.seat), from)
    }
}

impl Here<'_, Box<dyn AnyTable>> {
    /// What the seat saw from event number `from` on.
    pub fn events(&self, from: usize) -> Vec<String> {
        self.table.events(self.seat.into(), from)
    }

    /// The same as a bot reads it.
    pub fn wire(&self, from: usize) -> Vec<String> {
        self.table.wire(self.seat, from)
    }

    /// How many events there have been.
    pub fn event_count(&self) -> usize {
        self.table.event_count()
    }

    /// What the seat was told in sentences from event number `from` on.
    pub fn said(&self, from: usize) -> Vec<Message> {
        self.table.said(self.seat.into(), from)
    }

    /// What the seat sees, with at most `listed` choices.
    pub fn picture(&self, listed: usize) -> Picture {
        self.table.picture(self.seat.into(), listed)
    }

    /// What the seat is asked; `None` if it is not to move.
    pub fn turn(&self) -> Option<Turn> {
        self.table.turn().filter(|turn| turn.seat == self.seat)
    }

    /// The first `most` legal actions; none if the seat is not to move.
    pub fn legal(&self, most: usize) -> Vec<Choice> {
        self.turn().map_or_else(Vec::new, |_| self.table.legal(most))
    }

    /// Is this action allowed for the seat now?
    pub fn check(&self, action: &str) -> Result<(), PlayError> {
        self.table.check(self.seat, action)
    }
}

/// One of our agents in a seat.
pub struct InProcess<'a, G: CatalogGame> {
    agent: Box<dyn Agent<G> + 'a>,
    view: G::View,
    /// How many events it has seen.
    seen: usize,
    /// The random numbers for advice: always the same, so that asking twice gives the same answer.
    advice: Rng,
}

impl<'a, G: CatalogGame> InProcess<'a, G> {
    /// Seats an agent; `chance` is all the randomness it has.
    pub fn new(
        mut agent: Box<dyn Agent<G> + 'a>,
        rules: &G::Rules,
        seat: Seat,
        rng: Rng,
    ) -> InProcess<'a, G> {
        agent.start(rules, seat, rng.clone());
        InProcess { agent, view: G::View::seated(rules, seat), seen: 0, advice: rng }
    }

    /// Takes note of one event.
    pub fn observe(&mut self, event: G::Event) {
        self.agent.observe(&self.view, event);
        self.view.observe(event);
        self.seen += 1;
    }

    /// Decides; the cost counts from `begun`, when the player started reading.
    fn decide<A>(
        &mut self,
        time: &TimeLeft<'_>,
        begun: Duration,
        spell: impl FnOnce(G::Action) -> A,
    ) -> Answer<A> {
        let Decision { action, iterations } = self.agent.decide(&self.view, time);
        let cost = Cost::wall(time.timer.now().saturating_sub(begun));
        Answer { iterations, ..Reply::Action(spell(action)).costing(cost) }
    }
}

impl<G: CatalogGame> Player<Table<G>> for InProcess<'_, G> {
    fn ask(&mut self, here: &Here<'_, Table<G>>) -> Answer<G::Action> {
        let begun = here.time.timer.now();
        here.events(self.seen).for_each(|event| self.observe(event));
        self.decide(&here.time, begun, |action| action)
    }
}

impl<G: CatalogGame> InProcess<'_, G> {
    /// Reads the events since its last decision at a table behind text.
    pub fn catch_up(&mut self, here: &Here<'_, Box<dyn AnyTable>>) {
        for event in here.events(self.seen) {
            self.observe(event.parse().expect("a table's events read back"));
        }
    }
}

impl<G: CatalogGame> Player<Box<dyn AnyTable>> for InProcess<'_, G> {
    fn ask(&mut self, here: &Here<'_, Box<dyn AnyTable>>) -> Answer<String> {
        let begun = here.time.timer.now();
        self.catch_up(here);
        self.decide(&here.time, begun, |action| action.to_string())
    }
}

/// Advises a seat without changing anything.
pub trait Advisor: Send {
    /// The values of the actions of the seat to move, the best first.
    fn advise(&mut self, here: &Here<'_, Box<dyn AnyTable>>, iterations: u32) -> Vec<ActionValue<String>>;
}

impl<G: CatalogGame> Advisor for InProcess<'_, G> {
    fn advise(&mut self, here: &Here<'_, Box<dyn AnyTable>>, iterations: u32) -> Vec<ActionValue<String>> {
        self.catch_up(here);
        let scored = self.agent.action_values(&self.view, iterations, self.advice.clone());
        scored.into_iter().map(spelt::<G>).collect()
    }
}

/// One of our players that thinks away from the table, on another thread. It is told what its seat saw, in text.
pub trait Thinker: Send {
    /// How many events it has been told.
    fn heard(&self) -> usize;
    /// What its seat saw since then.
    fn hear(&mut self, events: &[String]);
    /// What to do now; its seat is to move and has a choice.
    fn decide(&mut self, time: &TimeLeft<'_>) -> Answer<String>;
    /// The values of the actions of the seat to move, the best first.
    fn advise(&self, iterations: u32) -> Vec<ActionValue<String>>;
}

impl<G: CatalogGame> Thinker for InProcess<'_, G> {
    fn heard(&self) -> usize {
        self.seen
    }

    fn hear(&mut self, events: &[String]) {
        for event in events {
            self.observe(event.parse().expect("a table's events read back"));
        }
    }

    fn decide(&mut self, time: &TimeLeft<'_>) -> Answer<String> {
        InProcess::decide(self, time, time.timer.now(), |action| action.to_string())
    }

    fn advise(&self, iterations: u32) -> Vec<ActionValue<String>> {
        let scored = self.agent.action_values(&self.view, iterations, self.advice.clone());
        scored.into_iter().map(spelt::<G>).collect()
    }
}

fn spelt<G: CatalogGame>(
    ActionValue { action, value, margin }: ActionValue<G::Action>,
) -> ActionValue<String> {
    ActionValue { action: action.to_string(), value, margin }
}

struct SeatThinker<'a> {
    table: &'a dyn AnyTable,
    name: &'a str,
    seat: Seat,
    rng: Rng,
}
impl WithGame for SeatThinker<'_> {
    type Out = Result<Box<dyn Thinker>, NotSeated>;
    fn run<G: CatalogGame>(self) -> Self::Out {
        let SeatThinker { table, name, seat, rng } = self;
        let plan = &PlayerSpec::read::<G>(name)?;
        Ok(Box::new(SeatAgent { table, plan, seat, rng }.seated::<G>()?))
    }
}

/// One of our players, by name, for a seat of this table, to think away from it.
pub fn seat_thinker(
    table: &dyn AnyTable,
    name: &str,
    seat: Seat,
    rng: Rng,
) -> Result<Box<dyn Thinker>, NotSeated> {
    let game = table.header().game;
    catalog::with_game(game, SeatThinker { table, name, seat, rng }).ok_or_else(|| unknown(game))?
}

struct SeatAgent<'a> {
    table: &'a dyn AnyTable,
    plan: &'a PlayerSpec,
    seat: Seat,
    rng: Rng,
}

impl SeatAgent<'_> {
    fn seated<G: CatalogGame>(self) -> Result<InProcess<'static, G>, NotSeated> {
        let rules = self.table.header().rules.parse().expect("a table's rules read back");
        Ok(InProcess::new(self.plan.agent::<G>()?, &rules, self.seat, self.rng))
    }
}

impl WithGame for SeatAgent<'_> {
    type Out = Result<Box<dyn Player<Box<dyn AnyTable>>>, NotSeated>;
    fn run<G: CatalogGame>(self) -> Self::Out {
        Ok(Box::new(self.seated::<G>()?))
    }
}

struct SeatAdvisor<'a>(SeatAgent<'a>);
impl WithGame for SeatAdvisor<'_> {
    type Out = Result<Box<dyn Advisor>, NotSeated>;
    fn run<G: CatalogGame>(self) -> Self::Out {
        Ok(Box::new(self.0.seated::<G>()?))
    }
}

/// One of our players for a seat of this table.
pub fn seat_agent(
    table: &dyn AnyTable,
    plan: &PlayerSpec,
    seat: Seat,
    rng: Rng,
) -> Result<Box<dyn Player<Box<dyn AnyTable>>>, NotSeated> {
    let game = table.header().game;
    catalog::with_game(game, SeatAgent { table, plan, seat, rng }).ok_or_else(|| unknown(game))?
}

/// One of our players as an advisor for a seat of this table.
pub fn seat_advisor(
    table: &dyn AnyTable,
    plan: &PlayerSpec,
    seat: Seat,
    rng: Rng,
) -> Result<Box<dyn Advisor>, NotSeated> {
    let game = table.header().game;
    let work = SeatAdvisor(SeatAgent { table, plan, seat, rng });
    catalog::with_game(game, work).ok_or_else(|| unknown(game))?
}

/// The error for a game outside the catalog, whose players are seated by type with [`InProcess::new`].
fn unknown(game: &str) -> NotSeated {
    NotSeated::UnknownGame { game: game.to_owned() }
}

impl<T: Board, P: Player<T> + ?Sized> Player<T> for Box<P> {
    fn ask(&mut self, here: &Here<'_, T>) -> Answer<T::Action> {
        (**self).ask(here)
    }
    fn refused(&mut self, why: &Refused) {
        (**self).refused(why);
    }
    fn end(&mut self, here: &Here<'_, T>) {
        (**self).end(here);
    }
}
