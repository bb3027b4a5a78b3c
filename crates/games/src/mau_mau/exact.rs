//! What exact search needs to know of Mau-Mau, for two seats whose cards are all known.
//!
//! A match may go round in circles until its turns are used up, so ask for a bracket
//! (`search::minimax::SearchRun::bracket`), not for the value.

use cards::{CardSet, Game, Seat, ZeroSum};

use super::public::DECK;
use super::rules::{MauMau, worth};

impl ZeroSum for MauMau {
    /// The match itself without what the table remembers. The turns left stay in it: they decide how
    /// it ends.
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

    /// At most the loser holds every card and the winner doubles with a jack.
    fn value_bounds(&self) -> (i32, i32) {
        let most = 2 * worth(DECK) as i32;
        (-most, most)
    }
}
