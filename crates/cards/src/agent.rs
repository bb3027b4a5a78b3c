//! Our own players: an agent sits at a table and decides; a policy is a rule that names an action.

use std::time::Duration;

use crate::{BySeat, Game, Rng, Seat, View};

/// Plays one seat, match after match. It is handed views, never the truth.
pub trait Agent<G: Game>: Send {
    /// A match begins; nothing is kept of the last one. `chance` is all the randomness the agent has, so the
    /// same chance, events and iterations give the same actions.
    fn start(&mut self, rules: &G::Rules, seat: Seat, chance: Rng);

    /// Something happens at the table, as this seat sees it; `before` is the view that is about to
    /// observe it.
    fn observe(&mut self, _before: &G::View, _event: G::Event) {}

    /// What to do now. The view's seat is to move and has a choice.
    fn decide(&mut self, view: &G::View, time: &TimeLeft<'_>) -> Decision<G::Action>;

    /// What the actions are worth, the best first: for hints and reviews. It cannot change the agent, and
    /// the same chance gives the same answer. Nothing from an agent without an opinion.
    fn scored(&self, _view: &G::View, _iterations: u32, _chance: Rng) -> Vec<Scored<G::Action>> {
        Vec::new()
    }
}

/// An agent that somebody else keeps.
impl<G: Game, A: Agent<G> + ?Sized> Agent<G> for &mut A {
    fn start(&mut self, rules: &G::Rules, seat: Seat, chance: Rng) {
        (**self).start(rules, seat, chance);
    }
    fn observe(&mut self, before: &G::View, event: G::Event) {
        (**self).observe(before, event);
    }
    fn decide(&mut self, view: &G::View, time: &TimeLeft<'_>) -> Decision<G::Action> {
        (**self).decide(view, time)
    }
    fn scored(&self, view: &G::View, iterations: u32, chance: Rng) -> Vec<Scored<G::Action>> {
        (**self).scored(view, iterations, chance)
    }
}

/// An agent's answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision<A> {
    /// What to do.
    pub action: A,
    /// How many iterations of search it took.
    pub iterations: u32,
}

/// What an action is worth to the seat that takes it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scored<A> {
    /// The action.
    pub action: A,
    /// The payoff to be expected.
    pub value: f64,
    /// Half the width of the value's 95% interval; 0 where the value is exact.
    pub margin: f64,
}

/// How much time a seat has for a decision, and what tells the time.
#[derive(Clone, Copy)]
pub struct TimeLeft<'a> {
    /// How much.
    pub allowed: Allowed,
    /// What tells the time.
    pub timer: &'a dyn Timer,
}

/// How much time a seat has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Allowed {
    /// As much as it likes.
    Unlimited,
    /// So much for this decision alone.
    Move(Duration),
    /// So much for the rest of the match, and `increment` more for every round to come, or for every own
    /// decision where a game has no rounds.
    Match {
        /// What is on the clock.
        left: Duration,
        /// What each round adds.
        increment: Duration,
    },
}

/// Tells the time. Whoever runs a match brings one; tests bring their own.
pub trait Timer: Sync {
    /// The time since some fixed moment.
    fn now(&self) -> Duration;
}

/// A timer that stands still, for those who count iterations and no time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stopped;

impl Timer for Stopped {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

impl TimeLeft<'static> {
    /// All the time in the world.
    pub const UNLIMITED: TimeLeft<'static> = TimeLeft { allowed: Allowed::Unlimited, timer: &Stopped };
}

/// A rule that names an action for what a seat knows: no memory, no clock.
pub trait Policy<G: Game>: Send {
    /// What to do now. The view's seat is to move.
    fn choose(&self, view: &G::View, rng: &mut Rng) -> G::Action;
}

/// A policy as an agent.
#[derive(Clone, Debug)]
pub struct Ruled<P> {
    policy: P,
    chance: Rng,
}

impl<P> Ruled<P> {
    /// An agent that plays by this policy.
    pub fn new(policy: P) -> Ruled<P> {
        Ruled { policy, chance: Rng::new(0) }
    }
}

impl<G: Game, P: Policy<G>> Agent<G> for Ruled<P> {
    fn start(&mut self, _: &G::Rules, _: Seat, chance: Rng) {
        self.chance = chance;
    }

    fn decide(&mut self, view: &G::View, _: &TimeLeft<'_>) -> Decision<G::Action> {
        Decision { action: self.policy.choose(view, &mut self.chance), iterations: 0 }
    }
}

/// Every legal action equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Policy<G> for Random {
    fn choose(&self, view: &G::View, rng: &mut Rng) -> G::Action {
        view.nth(rng.below(view.count())).expect("a seat to move has an action")
    }
}

/// A uniformly random legal action of the seat to move.
pub fn random_action<G: Game>(state: &G, rng: &mut Rng) -> G::Action {
    let count = state.count();
    // One way to go on needs no chance: forced actions do not use up random numbers.
    let n = if count == 1 { 0 } else { rng.below(count) };
    state.nth(n).expect("a seat to move has an action")
}

/// Plays random actions to the end; answers the payoffs and how many decisions it took.
pub fn playout<G: Game>(mut state: G, rng: &mut Rng) -> (BySeat<i32>, u32) {
    let mut decisions = 0;
    while state.turn().is_some() {
        let action = random_action(&state, rng);
        state.apply(action, |_| ());
        decisions += 1;
    }
    (state.payoffs(), decisions)
}
