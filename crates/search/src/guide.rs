//! What a search asks of the game it searches beyond its rules: a sensible player's opinion.

use cards::{BySeat, Game, Rng, Seat, random_action};

use crate::settings::Aim;

/// A payoff of one, where payoffs are estimated.
pub const UNIT: i32 = 1024;

/// What a sensible player would do: it plays matches out.
///
/// It is handed a world and must use only what the seat to move knows of it; a view would be a copy.
pub trait Guide<G: Game>: Sync {
    /// A legal action of the seat to move.
    fn advise(&self, world: &G, rng: &mut Rng) -> G::Action;

    /// The same in a playout for `thinker`, who may expect something else of its own side.
    fn advise_for(&self, _thinker: Seat, world: &G, rng: &mut Rng) -> G::Action {
        self.advise(world, rng)
    }

    /// How much the seat to move leans to an action, beside the others it has: any number above 0.
    fn leaning(&self, _world: &G, _action: G::Action) -> f32 {
        1.0
    }

    /// What the end of a match is worth to a seat, where ideas are compared in the same worlds: as
    /// finely as can be told.
    fn worth(&self, end: &G, seat: Seat, aim: Aim) -> i32 {
        aim.worth(end.payoffs())[seat]
    }

    /// Do these two win and lose together?
    fn are_partners(&self, a: Seat, b: Seat) -> bool {
        a == b
    }

    /// The payoffs to be expected from here on, in [`UNIT`]s, with every card of the world known;
    /// `None` where it would rather see more play first.
    fn judge(&self, _world: &G) -> Option<BySeat<i32>> {
        None
    }

    /// What the cards of a world are worth before anybody does anything, in [`UNIT`]s: the luck of the
    /// draw, which is the same whatever is done.
    fn luck(&self, _world: &G) -> Option<BySeat<i32>> {
        None
    }

    /// Somebody who knows the end of late positions and is asked before the judge.
    fn oracle(&self) -> Option<Box<dyn Oracle<G>>> {
        None
    }
}

/// Knows how late positions end. It may remember what it found out, so each thread has its own.
pub trait Oracle<G: Game>: Send {
    /// Another decision begins, maybe of another match: forgets everything, so that the same decision
    /// gives the same answer whatever came before.
    fn begin(&mut self, world: &G);

    /// The payoffs in [`UNIT`]s if all play their best from here on with open cards; `None` if it is
    /// not late enough to tell.
    fn foretell(&mut self, world: &G) -> Option<BySeat<i32>>;
}

/// A guide without an opinion.
#[derive(Clone, Copy, Debug, Default)]
pub struct Aimless;

impl<G: Game> Guide<G> for Aimless {
    fn advise(&self, world: &G, rng: &mut Rng) -> G::Action {
        random_action(world, rng)
    }
}
