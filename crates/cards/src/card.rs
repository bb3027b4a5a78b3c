//! The French deck with jokers, and its one spelling: `6S`, `TH`, `AC`, `BJ`, `RJ`.

use std::fmt;
use std::str::FromStr;

use crate::ParseError;

/// A suit, in the order of Mau-Mau and Skat: diamonds lowest, clubs highest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Suit {
    Diamonds,
    Hearts,
    Spades,
    Clubs,
}

impl Suit {
    /// Lowest first.
    pub const ALL: [Suit; 4] = [Suit::Diamonds, Suit::Hearts, Suit::Spades, Suit::Clubs];

    /// `D`, `H`, `S` or `C`.
    pub const fn letter(self) -> char {
        ['D', 'H', 'S', 'C'][self as usize]
    }

    /// The word a player would say.
    pub const fn name(self) -> &'static str {
        ["diamonds", "hearts", "spades", "clubs"][self as usize]
    }
}

/// A rank, two to ace.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Rank {
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
    Ace,
}

impl Rank {
    /// Lowest first.
    pub const ALL: [Rank; 13] = [
        Rank::Two,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Ten,
        Rank::Jack,
        Rank::Queen,
        Rank::King,
        Rank::Ace,
    ];

    /// `2` to `9`, `T`, `J`, `Q`, `K`, `A`.
    pub const fn letter(self) -> char {
        b"23456789TJQKA"[self as usize] as char
    }
}

/// One card. Cards are ordered by suit, then by rank; the jokers come last.
///
/// The code is `suit * 16 + rank`, so that a set of cards has a lane of sixteen bits a suit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The lower of the two jokers.
    pub const BLACK_JOKER: Card = Card(0x3d);
    /// The higher of the two jokers.
    pub const RED_JOKER: Card = Card(0x3e);

    /// The card of this rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card((suit as u8) << 4 | rank as u8)
    }

    /// A number below 64: the card's place in a [`crate::CardSet`].
    pub const fn code(self) -> u8 {
        self.0
    }

    /// The card with this code, if there is one.
    pub const fn from_code(code: u8) -> Option<Card> {
        let exists = code < 64 && (code & 15 < 13 || code == 0x3d || code == 0x3e);
        if exists { Some(Card(code)) } else { None }
    }

    /// For codes that came out of a [`crate::CardSet`].
    pub(crate) const fn from_code_of_set(code: u8) -> Card {
        Card(code)
    }

    /// True for the two cards that have neither suit nor rank.
    pub const fn is_joker(self) -> bool {
        self.0 >= Card::BLACK_JOKER.0
    }

    /// The suit; a joker has none.
    pub const fn suit(self) -> Option<Suit> {
        if self.is_joker() { None } else { Some(Suit::ALL[(self.0 >> 4 & 3) as usize]) }
    }

    /// The rank; a joker has none.
    pub const fn rank(self) -> Option<Rank> {
        if self.is_joker() { None } else { Some(Rank::ALL[(self.0 & 15) as usize]) }
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}
impl FromStr for Suit {
    type Err = ParseError;
    fn from_str(s: &str) -> Result<Suit, ParseError> {
        let named = |suit: &Suit| s.len() == 1 && s.starts_with(suit.letter());
        Suit::ALL.into_iter().find(named).ok_or_else(|| ParseError::new("a suit (D, H, S or C)", s))
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}
impl FromStr for Rank {
    type Err = ParseError;
    fn from_str(s: &str) -> Result<Rank, ParseError> {
        let named = |rank: &Rank| s.len() == 1 && s.starts_with(rank.letter());
        Rank::ALL
            .into_iter()
            .find(named)
            .ok_or_else(|| ParseError::new("a rank (2 to 9, T, J, Q, K or A)", s))
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.rank(), self.suit()) {
            (Some(rank), Some(suit)) => write!(f, "{rank}{suit}"),
            _ if *self == Card::BLACK_JOKER => f.write_str("BJ"),
            _ => f.write_str("RJ"),
        }
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
        let plain = || {
            let (rank, suit) = s.split_at_checked(1)?;
            Some(Card::new(rank.parse().ok()?, suit.parse().ok()?))
        };
        match s {
            "BJ" => Ok(Card::BLACK_JOKER),
            "RJ" => Ok(Card::RED_JOKER),
            _ => plain().ok_or_else(|| ParseError::new("a card like 7H or TS", s)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_has_one_spelling_and_reads_back() {
        let all: Vec<Card> = (0..=255).filter_map(Card::from_code).collect();
        assert_eq!(all.len(), 54);
        for card in all {
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(Card::from_code(card.code()), Some(card));
        }
    }

    #[test]
    fn a_card_that_does_not_exist_is_refused_with_what_was_expected() {
        for text in ["", "7", "7X", "1S", "7SS", "7s", "JB", "é", "7é"] {
            let error = text.parse::<Card>().expect_err(text);
            assert_eq!(error.expected, "a card like 7H or TS");
        }
    }
}
