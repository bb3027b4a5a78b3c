//! What exact search asks of a game besides its rules.

use std::hash::Hash;

use crate::Game;

/// A zero-sum game of two sides, which are seats or teams. Seat 1 belongs to the first side.
///
/// The value-to-go of a position, what its sides can still gain, does not depend on how it was reached. So positions that
/// differ only in what was gained so far share one value-to-go.
pub trait ZeroSum: Game {
    /// Identifies a position in the transposition table: what still matters to its value-to-go.
    type TranspositionKey: Copy + Eq + Hash;

    /// Two positions of one match (with the same setup) that have the same key have the same side to move and
    /// the same value-to-go: the same gains for the same play.
    fn transposition_key(&self) -> Self::TranspositionKey;

    /// What the first side has gained so far; at the end, its payoff. The absolute value is below
    /// [`MOST_GAIN`].
    fn gained(&self) -> i32;

    /// Bounds of what the first side can still gain. They must be correct; the narrower they are, the more
    /// search cuts off.
    fn value_bounds(&self) -> (i32, i32) {
        (-2 * MOST_GAIN, 2 * MOST_GAIN)
    }

    /// The move-ordering score of an action of the seat to move: search tries high scores first. It changes the
    /// work, not the value.
    fn move_ordering(&self, action: Self::Action) -> i32 {
        let _ = action;
        0
    }

    /// Plays forced actions, so that search need not; for games in which they are common.
    fn skip_forced(&mut self) {}
}

/// Above every gain of every game.
pub const MOST_GAIN: i32 = 1 << 13;
