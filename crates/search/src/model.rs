//! What search asks of a game beyond its rules: how people play it, what a position is worth, and what
//! play says about hidden cards.

use std::fmt;

use cards::{BySeat, Game, Rng, Scored, Seat, random_action};

use crate::endgame::EndgameSolver;
use crate::sequential_halving::Line;
use crate::settings::{Aim, Settings};

/// A payoff of one, where payoffs are estimated.
pub const UNIT: i32 = 1024;

/// What search knows about a game. A game implements it for a type of its own; every method has a default
/// that knows nothing.
///
/// Methods that are handed a world must use only what the seat to move knows of it, except `evaluate` and
/// `baseline`; a view would be a copy.
pub trait Model<G: Game>: Clone + Send + Sync + 'static {
    /// What an agent concludes from the others' play.
    type Belief: Belief<G>;

    /// The rollout policy: a legal action of the seat to move, cheap to find.
    fn rollout(&self, world: &G, rng: &mut Rng) -> G::Action {
        random_action(world, rng)
    }

    /// The same in a rollout for `root`, who may expect something else of its own side.
    fn rollout_for(&self, _root: Seat, world: &G, rng: &mut Rng) -> G::Action {
        self.rollout(world, rng)
    }

    /// The prior of an action of the seat to move, relative to the other actions: any number above 0.
    fn prior(&self, _world: &G, _action: G::Action) -> f32 {
        1.0
    }

    /// The payoffs to be expected from here on, in [`UNIT`]s, with every card of the world known; `None`
    /// where a rollout says more.
    fn evaluate(&self, _world: &G) -> Option<BySeat<i32>> {
        None
    }

    /// What the cards of a world are worth before anybody acts, in [`UNIT`]s: the baseline of a control
    /// variate. `None` where it is unknown.
    fn baseline(&self, _world: &G) -> Option<BySeat<i32>> {
        None
    }

    /// What the end of a match is worth to a seat, where candidates are compared in the same worlds.
    /// Payoffs are coarse: just short of the next one is better than far from it.
    fn terminal_value(&self, end: &G, seat: Seat, aim: Aim) -> i32 {
        aim.worth(end.payoffs())[seat]
    }

    /// Where there are too many actions for a tree: the candidates, the rollout policy's first, each with
    /// what the seat would do right after it. `false` says that a tree may try everything.
    fn candidates(&self, _view: &G::View, _rng: &mut Rng, _candidates: &mut Vec<Line<G::Action>>) -> bool {
        false
    }

    /// The action that an event tells of, where every action has its event: a search reuses the part of
    /// its tree that is still ahead. `None` for all events: every decision begins with an empty tree.
    fn action_of(&self, _event: &G::Event) -> Option<G::Action> {
        None
    }

    /// How many cards are in play, once nothing is hidden but the hands; `None` before. What the endgame
    /// solver costs depends on it.
    fn in_play(&self, _world: &G) -> Option<u32> {
        None
    }

    /// May a rollout end here by the endgame solver? Asked once in_play is small; in the middle of a round it
    /// would be asked too often.
    fn is_quiet(&self, _world: &G) -> bool {
        true
    }

    /// Exact search for the endgames [`Model::in_play`] speaks of, where the game has one.
    fn endgame_solver(&self) -> Option<Box<dyn EndgameSolver<G>>> {
        None
    }

    /// What every action is worth with perfect play by all, the best first, for a game that is solved from
    /// the first move on. `None` for all others.
    fn solve(&self, _view: &G::View) -> Option<Vec<Scored<G::Action>>> {
        None
    }

    /// Search settings for this game; the numbers are tuned with `croupier duel`.
    fn settings(&self) -> Settings {
        Settings::default()
    }

    /// About how many decisions with a choice, and how many rounds, are still before the seat to move: for
    /// sharing out its time.
    fn ahead(&self, _view: &G::View) -> (u32, u32) {
        (12, 12)
    }
}

/// What an agent concludes from the others' play, where the view keeps the bare facts. It is kept out of
/// the game's state, which rollouts copy.
///
/// `surprise` of 1024 is how likely somebody is to do what the rollout policy would not; 1024 concludes
/// nothing.
pub trait Belief<G: Game>: Clone + Default + fmt::Debug + Send + Sync {
    /// Learns from an event; `before` is the view that is about to observe it.
    fn observe(&mut self, _before: &G::View, _event: &G::Event) {}

    /// A world that looks like the view, drawn the more often the better the others' play fits it.
    fn sample(&self, view: &G::View, _surprise: u32, rng: &mut Rng) -> G {
        cards::View::sample(view, rng)
    }

    /// Visits every world that looks like the view with its relative likelihood. `false`, and nothing
    /// visited, if there are more than `most`.
    fn enumerate(
        &self,
        _view: &G::View,
        _surprise: u32,
        _most: usize,
        _visit: &mut dyn FnMut(G, f32),
    ) -> bool {
        false
    }

    /// How many of 1024 actions of the other seats in the tree are the rollout policy's, for all that was
    /// observed; `share` is the setting without observations.
    fn others(&self, share: u32) -> u32 {
        share
    }

    /// In how many of 1024 iterations the opponents follow the rollout policy throughout, for all that was
    /// observed; `share` is the setting without observations.
    fn opponents(&self, share: u32) -> u32 {
        share
    }
}

/// Concludes nothing.
impl<G: Game> Belief<G> for () {}

/// Knows nothing about any game: random rollouts, no priors.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoModel;

impl<G: Game> Model<G> for NoModel {
    type Belief = ();
}
