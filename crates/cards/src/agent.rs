//! Our own players: an agent sits at a table and decides; a policy is a rule that names an action.

use std::time::Duration;

use crate::{BySeat, Game, Rng, Seat, View};

/// Plays one seat, match after match. It is handed views, never the truth.
pub trait Agent<G: Game>: Send {
    /// A match begins, and the agent forgets the last one. `rng` is the agent's only source of randomness, so the
    /// same stream, events and iterations give the same actions.
    fn start(&mut self, rules: &G::Rules, seat: Seat, rng: Rng);

    /// Something happens at the table. The event is redacted for this seat, and `before` is the view that is
    /// about to observe it.
    fn observe(&mut self, _before: &G::View, _event: G::Event) {}

    /// What to do now. The view's seat is to move and has a choice.
    fn decide(&mut self, view: &G::View, time: &TimeLeft<'_>) -> Decision<G::Action>;

    /// The values of the actions, the best first, for hints and reviews. It cannot change the agent, and the
    /// same random numbers give the same answer. Empty if the agent does not estimate values.
    fn action_values(&self, _view: &G::View, _iterations: u32, _rng: Rng) -> Vec<ActionValue<G::Action>> {
        Vec::new()
    }
}

/// A borrowed agent is an agent.
impl<G: Game, A: Agent<G> + ?Sized> Agent<G> for &mut A {
    fn start(&mut self, rules: &G::Rules, seat: Seat, rng: Rng) {
        (**self).start(rules, seat, rng);
    }
    fn observe(&mut self, before: &G::View, event: G::Event) {
        (**self).observe(before, event);
    }
    fn decide(&mut self, view: &G::View, time: &TimeLeft<'_>) -> Decision<G::Action> {
        (**self).decide(view, time)
    }
    fn action_values(&self, view: &G::View, iterations: u32, rng: Rng) -> Vec<ActionValue<G::Action>> {
        (**self).action_values(view, iterations, rng)
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

/// The estimated value of an action to the seat that takes it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ActionValue<A> {
    /// The action.
    pub action: A,
    /// The expected utility: in payoffs, or from a tree search that maximises wins in the unit of its aim.
    pub value: f64,
    /// How far off the value may be; 0 where it is exact. Where all actions are tried in the same worlds, half the
    /// width of a 95% interval. From a tree search it is only a heuristic, because its visits are not independent.
    pub margin: f64,
}

/// How much time a seat has for a decision, and the timer that measures it.
#[derive(Clone, Copy)]
pub struct TimeLeft<'a> {
    /// The limit.
    pub allowed: Allowed,
    /// The timer.
    pub timer: &'a dyn Timer,
}

/// How much time a seat has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Allowed {
    /// No limit.
    Unlimited,
    /// A limit for this decision alone.
    Move(Duration),
    /// A clock for the rest of the match. Every round adds `increment`; in a game without rounds, every own
    /// decision does.
    Match {
        /// The time on the clock.
        left: Duration,
        /// The time each round adds.
        increment: Duration,
    },
}

/// Tells the time. The caller that runs a match provides it; tests have their own.
pub trait Timer: Sync {
    /// The time since some fixed moment.
    fn now(&self) -> Duration;
}

/// A timer that stands still, for searches limited by iterations alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stopped;

impl Timer for Stopped {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

impl TimeLeft<'static> {
    /// No limit.
    pub const UNLIMITED: TimeLeft<'static> = TimeLeft { allowed: Allowed::Unlimited, timer: &Stopped };
}

/// Chooses an action from a view alone, without memory or clock.
pub trait Policy<G: Game>: Send {
    /// What to do now. The view's seat is to move.
    fn choose(&self, view: &G::View, rng: &mut Rng) -> G::Action;
}

/// An agent that plays by a policy.
#[derive(Clone, Debug)]
pub struct PolicyAgent<P> {
    policy: P,
    rng: Rng,
}

impl<P> PolicyAgent<P> {
    /// An agent that plays by this policy.
    pub fn new(policy: P) -> PolicyAgent<P> {
        PolicyAgent { policy, rng: Rng::new(0) }
    }
}

impl<G: Game, P: Policy<G>> Agent<G> for PolicyAgent<P> {
    fn start(&mut self, _: &G::Rules, _: Seat, rng: Rng) {
        self.rng = rng;
    }

    fn decide(&mut self, view: &G::View, _: &TimeLeft<'_>) -> Decision<G::Action> {
        Decision { action: self.policy.choose(view, &mut self.rng), iterations: 0 }
    }
}

/// Chooses every legal action with the same probability.
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
    // A forced action draws no random number.
    let n = if count == 1 { 0 } else { rng.below(count) };
    state.nth(n).expect("a seat to move has an action")
}

/// Plays random actions to the end. Returns the payoffs and the number of decisions.
pub fn random_rollout<G: Game>(mut state: G, rng: &mut Rng) -> (BySeat<i32>, u32) {
    let mut decisions = 0;
    while state.turn().is_some() {
        let action = random_action(&state, rng);
        state.apply(action, |_| ());
        decisions += 1;
    }
    (state.payoffs(), decisions)
}
