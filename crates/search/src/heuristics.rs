//! What search asks of a game beyond its rules: a rollout policy, priors, an evaluation, and a belief about
//! hidden cards.
//!
//! Each search uses some of it:
//!
//! | | tree search ([`crate::ismcts`]) | sequential halving ([`crate::sequential_halving`]) |
//! | --- | --- | --- |
//! | methods | `rollout`, `prior`, `evaluate`, `baseline`, `action_of`, `in_play`, `is_quiet`, `endgame_solver` | `candidates`, `rollout_for`, `terminal_value` |
//! | belief | `sample`, `enumerate`, `opponent_model`, `opponent_model_per_action` | `sample` |
//! | settings | all but the critical value | `rollout_epsilon`, `threads`, `aim`, the critical value |
//!
//! `settings` and `ahead` serve both. `solve` comes before either.

use std::fmt;

use cards::{ActionValue, BySeat, Game, Rng, Seat, random_action};

use crate::Probability;
use crate::endgame::EndgameSolver;
use crate::sequential_halving::Candidate;
use crate::settings::{Aim, Settings};

/// The fixed-point scale: an estimated payoff of 1 is 1024.
pub const UNIT: i32 = 1024;

/// A game's domain knowledge for search. A game implements it for a type of its own; every method has a default
/// that knows nothing.
///
/// Methods that take a world may use only what the seat to move knows of it, except `evaluate` and
/// `baseline`. They take a world because making a view would copy it.
pub trait Heuristics<G: Game>: Clone + Send + Sync + 'static {
    /// What an agent infers from the others' play.
    type Belief: Belief<G>;

    /// The rollout policy (default policy): a legal action of the seat to move, cheap to compute.
    fn rollout(&self, world: &G, rng: &mut Rng) -> G::Action {
        random_action(world, rng)
    }

    /// The rollout policy in a search for `root_player`, which may expect its own side to play better.
    fn rollout_for(&self, _root_player: Seat, world: &G, rng: &mut Rng) -> G::Action {
        self.rollout(world, rng)
    }

    /// The prior of an action of the seat to move, relative to the other actions: any number above 0.
    fn prior(&self, _world: &G, _action: G::Action) -> f32 {
        1.0
    }

    /// The evaluation of a world with all cards open: its expected payoffs in [`UNIT`]s. `None` where a rollout
    /// tells more.
    fn evaluate(&self, _world: &G) -> Option<BySeat<i32>> {
        None
    }

    /// The baseline of the control variate: the expected payoffs of a determinization at the root, before anybody
    /// acts, in [`UNIT`]s.
    /// `None` where it is unknown.
    fn baseline(&self, _world: &G) -> Option<BySeat<i32>> {
        None
    }

    /// The terminal utility of a match to a seat, where candidates are compared in the same worlds. It may be
    /// finer than the payoffs: just short of the next payoff is better than far from it.
    fn terminal_value(&self, end: &G, seat: Seat, aim: Aim) -> i32 {
        aim.value(end.payoffs())[seat]
    }

    /// Where there are too many actions for a tree: the candidates, the policy's own first. Each is a macro-action:
    /// an action and what the seat does right after it. `false` if a tree can hold all actions.
    fn candidates(
        &self,
        _view: &G::View,
        _rng: &mut Rng,
        _candidates: &mut Vec<Candidate<G::Action>>,
    ) -> bool {
        false
    }

    /// The action that an event shows. Tree reuse needs it for every action; with `None` for all events every
    /// decision starts with an empty tree.
    fn action_of(&self, _event: &G::Event) -> Option<G::Action> {
        None
    }

    /// How many cards are in play, once only hands are hidden; `None` before. The cost of the endgame solver
    /// depends on it.
    fn in_play(&self, _world: &G) -> Option<u32> {
        None
    }

    /// May the endgame solver end a rollout here? Called only when few cards are in play. A game returns
    /// false in the middle of a round, where the solver would run too often.
    fn is_quiet(&self, _world: &G) -> bool {
        true
    }

    /// The endgame solver, where the game has one; see [`Heuristics::in_play`].
    fn endgame_solver(&self) -> Option<Box<dyn EndgameSolver<G>>> {
        None
    }

    /// The value of every action with perfect play by all, the best first, for a game that is solved from its
    /// first action on. `None` for all others.
    fn solve(&self, _view: &G::View) -> Option<Vec<ActionValue<G::Action>>> {
        None
    }

    /// Search settings for this game, tuned with `croupier duel`.
    fn settings(&self) -> Settings {
        Settings::default()
    }

    /// About how many decisions with a choice, and how many rounds, the seat to move still has: the time
    /// manager divides its clock by them.
    fn ahead(&self, _view: &G::View) -> (u32, u32) {
        (12, 12)
    }
}

/// A belief state: what an agent infers from the others' play, where the view keeps only facts. It is not
/// part of the game's state, which rollouts copy.
///
/// `weight` is not a continuous scale. At 0 every game samples uniformly over the worlds that fit the view. Above 0
/// it is a parameter of the game's own inference, and each game says which.
pub trait Belief<G: Game>: Clone + Default + fmt::Debug + Send + Sync {
    /// Learns from an event; `before` is the view that is about to observe it.
    fn observe(&mut self, _before: &G::View, _event: &G::Event) {}

    /// A belief-weighted determinization: a world that fits the view. The better the others' play fits a world, the
    /// more likely it is.
    fn sample(&self, view: &G::View, _weight: Probability, rng: &mut Rng) -> G {
        cards::View::sample(view, rng)
    }

    /// Visits every world that fits the view with its relative likelihood. `false`, and no visits, if there are
    /// more than `most`.
    fn enumerate(
        &self,
        _view: &G::View,
        _weight: Probability,
        _most: usize,
        _visit: &mut dyn FnMut(G, f32),
    ) -> bool {
        false
    }

    /// [`Settings::opponent_model_per_action`], adjusted by what was observed.
    fn opponent_model_per_action(&self, setting: Probability) -> Probability {
        setting
    }

    /// The posterior weight of the type "follows the rollout policy" among the opponents, given its prior
    /// ([`Settings::opponent_model`]) and what was observed.
    fn opponent_model(&self, prior: Probability) -> Probability {
        prior
    }
}

/// Infers nothing.
impl<G: Game> Belief<G> for () {}

/// No domain knowledge: random rollouts, no priors.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHeuristics;

impl<G: Game> Heuristics<G> for NoHeuristics {
    type Belief = ();
}
