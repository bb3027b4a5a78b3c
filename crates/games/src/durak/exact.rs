//! What exact search needs to know of Durak, for endgames in which every card is known.

use cards::{CardSet, Game, Seat, ZeroSum};

use super::public::Phase;
use super::rules::{Durak, SEATS};

/// What of a position still matters. Left out: which cards are gone (the rest of the deck), who beat
/// what with what (all of it is taken up, or nothing), and what the table has seen of the hands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Key {
    hands: [CardSet; SEATS],
    on_table: CardSet,
    phase: Phase,
    slot: Seat,
    room: u8,
    /// The order of the stock is the setup's, so its size says which cards it has.
    stock: u8,
    /// Bit s: seat s is out.
    out: u8,
}

impl ZeroSum for Durak {
    type Key = Key;

    fn same_side(a: Seat, b: Seat) -> bool {
        a == b || a.partner() == b
    }

    fn key(&self) -> Key {
        let public = self.public();
        Key {
            hands: self.hands,
            on_table: public.on_table(),
            phase: public.phase,
            slot: public.slot(),
            room: public.room(),
            stock: public.stock,
            out: Seat::all(SEATS).map(|seat| u8::from(public.is_out(seat)) << seat.index()).sum(),
        }
    }

    fn gained(&self) -> i32 {
        self.payoffs()[Seat::new(0)]
    }

    /// A match is won or lost.
    fn outlook(&self) -> (i32, i32) {
        (-1, 1)
    }
}
