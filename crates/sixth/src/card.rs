//! Twelve cards: three elements, each from 1 to 4. Their spelling is `F1`, `L2`, `W4`.

use std::fmt;
use std::str::FromStr;

use cards::scene::{Ground, Ink, Shape};
use cards::{Face, ParseError, Tag, Value};

/// The colour of a card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Element {
    Fire,
    Leaf,
    Water,
}

impl Element {
    /// All of them, in card order.
    pub const ALL: [Element; 3] = [Element::Fire, Element::Leaf, Element::Water];
}

/// Numbers go up to this.
const HIGHEST: u8 = 4;

/// How many cards the deck has.
pub const CARDS: usize = 12;

/// One card, counted from 0: by element, then by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The lowest card. It fills places of arrays that have no card yet.
    pub(crate) const LOWEST: Card = Card(0);

    /// Its place in the deck, from 0.
    pub(crate) const fn code(self) -> usize {
        self.0 as usize
    }

    /// Its element.
    pub fn element(self) -> Element {
        Element::ALL[usize::from(self.0 / HIGHEST)]
    }

    /// Its number, from 1.
    pub const fn number(self) -> u8 {
        self.0 % HIGHEST + 1
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = ['F', 'L', 'W'][self.element() as usize];
        write!(f, "{letter}{}", self.number())
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
        let mut all = Cards::DECK;
        all.find(|card| card.to_string() == s).ok_or_else(|| ParseError::new("a card from F1 to W4", s))
    }
}

impl From<Card> for Face {
    fn from(card: Card) -> Face {
        let (shape, ink) = match card.element() {
            Element::Fire => (Shape::Triangle, Ink::Red),
            Element::Leaf => (Shape::Lozenge, Ink::Green),
            Element::Water => (Shape::Disc, Ink::Blue),
        };
        let (id, glyph) = (Tag::new(&card.to_string()), Tag::new(&card.number().to_string()));
        Face { id, glyph, shape: Some(shape), ink, ground: Ground::Ink }
    }
}
impl From<Card> for Value {
    fn from(card: Card) -> Value {
        Value::Card(card.into())
    }
}

/// A set of cards; a copy of it is an iterator over them in card order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cards(u16);

impl Cards {
    /// No card.
    pub const EMPTY: Cards = Cards(0);
    /// All of them.
    pub const DECK: Cards = Cards((1 << CARDS) - 1);

    /// Is this card in it?
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// How many cards.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// No card at all?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cards of both.
    #[must_use]
    pub const fn or(self, other: Cards) -> Cards {
        Cards(self.0 | other.0)
    }

    /// The cards of this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: Cards) -> Cards {
        Cards(self.0 & !other.0)
    }

    /// Puts a card in.
    pub fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.0;
    }

    /// Takes a card out; does nothing if it is not there.
    pub fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.0);
    }
}

impl Iterator for Cards {
    type Item = Card;
    fn next(&mut self) -> Option<Card> {
        let card = (self.0 != 0).then(|| Card(self.0.trailing_zeros() as u8))?;
        self.remove(card);
        Some(card)
    }
}
impl Extend<Card> for Cards {
    fn extend<I: IntoIterator<Item = Card>>(&mut self, cards: I) {
        cards.into_iter().for_each(|card| self.insert(card));
    }
}
impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Cards {
        let mut set = Cards::EMPTY;
        set.extend(cards);
        set
    }
}
impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
