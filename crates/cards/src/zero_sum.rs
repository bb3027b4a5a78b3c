//! What exact search asks of a game beside its rules.

use std::hash::Hash;

use crate::Game;

/// Two sides, seats or teams, and one's gain is the other's loss.
///
/// Values are counted *from the score so far*: a position's future does not depend on how it was
/// reached, so positions that differ only in the score share one answer. The first side is the one seat 1
/// is on.
pub trait ZeroSum: Game {
    /// What of a position still matters to its future.
    type TranspositionKey: Copy + Eq + Hash;

    /// Two positions of one match, that is with the same setup, that have the same key are to be
    /// decided by the same side and have the same future: the same gains for the same play.
    fn transposition_key(&self) -> Self::TranspositionKey;

    /// What the first side has gained so far; once the match is over, its payoff. The absolute value
    /// stays below [`MOST_GAIN`].
    fn gained(&self) -> i32;

    /// The least and the most the first side can still gain from here. Search skips what cannot
    /// matter; wide bounds are right, narrow ones are fast.
    fn value_bounds(&self) -> (i32, i32) {
        (-2 * MOST_GAIN, 2 * MOST_GAIN)
    }

    /// A guess at how good an action of the seat to move is, the better the larger: tried in this
    /// order, search gives the same answers with less work.
    fn move_ordering(&self, action: Self::Action) -> i32 {
        let _ = action;
        0
    }

    /// Plays on while nobody has a choice, so that search need not: where that is common.
    fn go_on(&mut self) {}
}

/// No game here is about more points than this.
pub const MOST_GAIN: i32 = 1 << 13;
