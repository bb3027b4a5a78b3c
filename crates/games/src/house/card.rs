//! The cards of the house: ranks 1 to 13 in red and black, spelt `7B` and `13R`.

use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;

use cards::scene::{Ground, Ink};
use cards::{Face, ParseError, Tag, Value};

/// Axel plays red, Birgit plays black.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Colour {
    Red,
    Black,
}

impl Colour {
    /// What players call it: the id of a message.
    pub const fn name(self) -> &'static str {
        match self {
            Colour::Red => "house-red",
            Colour::Black => "house-black",
        }
    }

    /// The opponent's colour.
    pub const fn other(self) -> Colour {
        match self {
            Colour::Red => Colour::Black,
            Colour::Black => Colour::Red,
        }
    }
}

/// One card: the rank in the low six bits, and bit 6 is set if it is black. The sum of up to three codes
/// contains the sum of the ranks and the number of black cards. A code is never zero, so that `Option<Card>`
/// is one byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(NonZeroU8);

const BLACK: u8 = 64;

impl From<Colour> for Ink {
    fn from(colour: Colour) -> Ink {
        if colour == Colour::Red { Ink::Red } else { Ink::Black }
    }
}

impl From<Card> for Face {
    fn from(card: Card) -> Face {
        let (id, glyph) = (Tag::new(&card.to_string()), Tag::new(&card.rank().to_string()));
        Face { id, glyph, shape: None, ink: card.colour().into(), ground: Ground::Ink }
    }
}

impl From<Card> for Value {
    fn from(card: Card) -> Value {
        Value::Card(card.into())
    }
}
impl From<Colour> for Value {
    /// `house-red` or `house-black`.
    fn from(colour: Colour) -> Value {
        Value::Name(colour.name())
    }
}

impl Card {
    /// The lowest card of all, which also fills unused places of arrays.
    pub const LOWEST: Card = Card::new(1, Colour::Red);

    /// The card of this rank, 1 to 13, and colour.
    ///
    /// # Panics
    /// If there is no such rank.
    pub const fn new(rank: u8, colour: Colour) -> Card {
        assert!(rank >= 1 && rank <= 13);
        match NonZeroU8::new(colour as u8 * BLACK + rank) {
            Some(code) => Card(code),
            None => unreachable!(),
        }
    }

    pub(super) const fn code(self) -> u8 {
        self.0.get()
    }

    /// A number from 1 to 29: for sets of cards and small tables.
    pub const fn index(self) -> usize {
        (self.rank() | (self.code() & BLACK) >> 2) as usize
    }

    /// The rank from 1 to 13, which is also the card's points.
    pub const fn rank(self) -> u8 {
        self.code() & 15
    }

    /// Red or black.
    pub const fn colour(self) -> Colour {
        if self.code() & BLACK == 0 { Colour::Red } else { Colour::Black }
    }

    /// Every card up to this rank, red before black.
    pub fn all(ranks: u8) -> impl Iterator<Item = Card> {
        [Colour::Red, Colour::Black]
            .into_iter()
            .flat_map(move |colour| (1..=ranks).map(move |rank| Card::new(rank, colour)))
    }

    /// The card with this spelling, which is the same in the contest and in our notation.
    pub const fn read(text: &[u8]) -> Option<Card> {
        let (rank, colour) = match *text {
            [rank @ b'1'..=b'9', colour] => (rank - b'0', colour),
            [b'1', rank @ b'0'..=b'3', colour] => (10 + rank - b'0', colour),
            _ => return None,
        };
        match colour {
            b'R' => Some(Card::new(rank, Colour::Red)),
            b'B' => Some(Card::new(rank, Colour::Black)),
            _ => None,
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank(), if self.colour() == Colour::Red { 'R' } else { 'B' })
    }
}
impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
impl FromStr for Card {
    type Err = ParseError;
    fn from_str(s: &str) -> Result<Card, ParseError> {
        Card::read(s.as_bytes()).ok_or_else(|| ParseError::new("a card like 7B or 13R", s))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_has_one_spelling_and_a_card_or_none_is_one_byte() {
        let all: Vec<Card> = Card::all(13).collect();
        assert_eq!(all.len(), 26);
        for card in all {
            assert_eq!(card.to_string().parse(), Ok(card));
        }
        assert_eq!(size_of::<Option<Card>>(), 1);
        for text in ["", "R", "0R", "00R", "01R", "14R", "7", "7r", "7RR", "7S", "R7", "1é"] {
            assert_eq!(text.parse::<Card>().expect_err(text).expected, "a card like 7B or 13R");
        }
    }
}
