//! Exact search of Mau-Mau, for two seats with all cards known.
//!
//! A match can cycle until its turns are used up, so use `search::minimax::SearchRun::bracket`, not `value`.

use cards::{CardSet, Game, Seat, ZeroSum};

use super::public::DECK;
use super::rules::{MauMau, hand_points};

impl ZeroSum for MauMau {
    /// The match without what the table remembers of seen cards. The turns left stay in the key, because they
    /// decide how the match ends.
    type TranspositionKey = MauMau;

    fn transposition_key(&self) -> MauMau {
        let mut key = *self;
        key.public.shown = CardSet::EMPTY;
        key.public.turned = false;
        key
    }

    fn gained(&self) -> i32 {
        self.payoffs()[Seat::new(0)]
    }

    /// At most the loser holds every card and the winner's jack doubles the points.
    fn value_bounds(&self) -> (i32, i32) {
        let most = 2 * hand_points(DECK) as i32;
        (-most, most)
    }
}
