//! Exact search of the house: what still matters of a position, and a solver for every thread.

use std::cell::RefCell;

use cards::{Game, Seat, ZeroSum};
use search::minimax::Solver;

use super::card::{Card, Colour};
use super::rules::House;
use super::types::Action;
use super::types::Rules;

/// `2^14` entries of 16 bytes: twice the positions a deck of 13 ranks has, and small enough to stay
/// in the cache.
pub const TABLE_BITS: u32 = 14;

thread_local! {
    // Reused memory, cleared for every case: to allocate it for each case would cost more than to solve it.
    static SOLVER: RefCell<Solver<House>> = RefCell::new(Solver::new(TABLE_BITS, House::sides(&Rules::default())));
}

/// What the first seat wins with best play. The solver runs no foreign code, so it is never borrowed twice.
pub(super) fn value(house: &House) -> i32 {
    SOLVER.with_borrow_mut(|solver| solver.start(house).value(house))
}

/// What the first seat wins after each action, in the game's order.
pub(super) fn values(house: &House) -> Vec<(Action, i32)> {
    SOLVER.with_borrow_mut(|solver| solver.start(house).actions(house))
}

impl ZeroSum for House {
    type TranspositionKey = u64;

    #[inline]
    fn transposition_key(&self) -> u64 {
        self.tower().key()
            | HELD[0][self.held(Colour::Red).map_or(0, Card::code) as usize & 127]
            | HELD[1][self.held(Colour::Black).map_or(0, Card::code) as usize & 127]
    }

    #[inline]
    fn gained(&self) -> i32 {
        let ahead = self.score(Colour::Red) - self.score(Colour::Black);
        if self.seat(Colour::Red) == Seat::new(0) { ahead } else { -ahead }
    }

    #[inline]
    fn move_ordering(&self, action: Action) -> i32 {
        // Tuned on a thousand decks: floors before peaks and holding, the held card before the drawn.
        let preference = match action {
            Action::Floor { card, .. } if card != self.front() => 30,
            Action::Floor { .. } => 0,
            Action::Hold | Action::Peak { .. } => -30,
        };
        preference + i32::from(self.gain(action))
    }
}

/// The held cards in the bits that the tower's key leaves free, by the card's code; 0 is no card.
static HELD: [[u64; 128]; 2] = {
    let mut held = [[0; 128]; 2];
    let mut code = 0;
    while code < 128 {
        let bits = code as u64 & 15 | (code as u64 & 64) >> 2;
        held[0][code] = (bits & 0b11) << 6 | (bits >> 2) << 61;
        let mut bit = 0;
        while bit < 5 {
            held[1][code] |= (bits >> bit & 1) << (8 * bit + 13);
            bit += 1;
        }
        code += 1;
    }
    held
};
