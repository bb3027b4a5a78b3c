//! What exact search needs to know of the house: which of it still matters.

use cards::{Seat, ZeroSum};

use super::card::{Card, Colour};
use super::rules::{Action, House};

impl ZeroSum for House {
    type Key = u64;

    #[inline]
    fn key(&self) -> u64 {
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
    fn promise(&self, action: Action) -> i32 {
        // Tuned on a thousand decks: floors before peaks and holding, the held card before the drawn.
        let leaning = match action {
            Action::Floor { card, .. } if card != self.front() => 30,
            Action::Floor { .. } => 0,
            Action::Hold | Action::Peak { .. } => -30,
        };
        leaning + i32::from(self.gain(action))
    }
}

/// Where the held cards go in the bits that the tower's key leaves free, by a card's code; 0 is none.
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
