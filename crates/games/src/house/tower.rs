//! The outline of the house, on which the rest is built.
//!
//! Eight slots stand side by side, each as wide as one leaning card. A match starts with four peaks
//! `/\/\/\/\`. Cards are built at five *places*, each over two neighbouring slots. Where the outline reads
//! `\/` there is a valley; a floor closes it, and a peak on the floor makes it `/\`, one storey up:
//!
//! ```text
//! slot    0 1 2 3 4 5 6 7
//! outline / \ / \ / \ / \      valleys at places 1, 3 and 5
//! place      1 2 3 4 5
//! ```
//!
//! The first storey's valleys are places 1, 3 and 5, the second's 2 and 4, the third's is 3 again: the
//! finished house has 26 cards. Cards under the outline never matter again.

use std::fmt;
use std::str::FromStr;

use cards::ParseError;

use super::card::{Card, Colour};

/// Where a floor or a peak may go: 1 to 5 from left to right in text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place(u8);

impl Place {
    /// From left to right.
    pub const ALL: [Place; 5] = [Place(0), Place(1), Place(2), Place(3), Place(4)];

    /// Counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    const fn left(self) -> usize {
        self.index() + 1
    }

    const fn right(self) -> usize {
        self.index() + 2
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}
impl FromStr for Place {
    type Err = ParseError;
    fn from_str(s: &str) -> Result<Place, ParseError> {
        match s.as_bytes() {
            [digit @ b'1'..=b'5'] => Ok(Place(digit - b'1')),
            _ => Err(ParseError::new("a place from 1 to 5", s)),
        }
    }
}

/// Several places, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Places(u8);

impl Places {
    pub(super) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub(super) const fn has(self, place: Place) -> bool {
        self.0 >> place.0 & 1 == 1
    }

    /// The place number `n` from the left, counted from 0.
    pub(super) fn nth(mut self, n: u32) -> Option<Place> {
        for _ in 0..n {
            self.next()?;
        }
        self.next()
    }
}

impl Iterator for Places {
    type Item = Place;
    fn next(&mut self) -> Option<Place> {
        if self.0 == 0 {
            return None;
        }
        let place = Place(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(place)
    }
}

/// The points of a triangle, and who gets them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Triangle {
    /// The colour of at least two of the three cards.
    pub colour: Colour,
    /// The sum of the three ranks.
    pub points: i16,
}

impl Triangle {
    /// "The sum of the ranks of the three cards is added to the score of the player whose colour is
    /// the same as the majority of cards in the triangle."
    pub(super) const fn of(a: Card, b: Card, c: Card) -> Triangle {
        let sum = a.code() + b.code() + c.code();
        let colour = if sum >= 2 * 64 { Colour::Black } else { Colour::Red };
        Triangle { colour, points: (sum & 63) as i16 }
    }
}

/// The outline of the house.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tower {
    /// The card in each slot; a floor's card stands in both of its slots.
    cards: [Card; 8],
    /// Bit s: the card in slot s leans like `/`. A floor has the bits of `/\`, like the peak it may carry.
    up: u8,
    /// Bit p: place p is a floor.
    flat: u8,
}

const PLACES: u8 = 0b11111;

/// Which cards of an outline its key contains; bytes are slots.
#[derive(Clone, Copy)]
struct KeyMask {
    /// Slots whose own card is in the key.
    own: u64,
    /// Slots that add the card to their right, and slots that add the card to their left: both walls of an
    /// open valley have the sum of both cards.
    right: u64,
    left: u64,
    /// The outline's shape, and its mirror image's, in the bits cards leave free.
    shape: u64,
    mirrored: u64,
}

/// For every shape, also impossible ones: the index is the six inner bits of `up` above the five of `flat`.
static KEY_MASKS: [KeyMask; 1 << 11] = {
    let nothing = KeyMask { own: 0, right: 0, left: 0, shape: 0, mirrored: 0 };
    let mut masks = [nothing; 1 << 11];
    let mut index = 0;
    while index < masks.len() {
        let (up, flat) = ((index >> 5) as u8, index as u8 & PLACES);
        masks[index] = KeyMask::of(up << 1 | 1, flat);
        index += 1;
    }
    masks
};

impl KeyMask {
    const fn of(up: u8, flat: u8) -> KeyMask {
        let valleys = valleys(up, flat);
        let (walls, floors) = (valleys << 1 | valleys << 2, flat << 1 | flat << 2);
        let (ups, downs) = (up & !floors, !up & !floors);
        // A `\` with a `/` or a floor anywhere to its right becomes the wall of a valley some day, because
        // the finished house has every `/` before every `\`. Otherwise it stays as it is. The same holds
        // mirrored.
        let (rising, falling) = (ups | floors, downs | floors);
        let before = (0xff_u16 >> rising.leading_zeros() >> 1) as u8;
        let after = !(falling ^ falling.wrapping_sub(1));
        let singles = (downs & before | ups & after) & !walls | floors;
        let inner = up >> 1 & 0b11_1111;
        // Seen from behind, right is left and `/` is `\`.
        let (up, back) = (inner.reverse_bits() >> 2 ^ 0b11_1111, flat.reverse_bits() >> 3);
        KeyMask {
            own: bytes(singles | walls),
            right: bytes(valleys << 1),
            left: bytes(valleys << 2),
            shape: inner as u64 | (flat as u64) << 56,
            mirrored: up as u64 | (back as u64) << 56,
        }
    }
}

/// A full byte for every bit.
const fn bytes(bits: u8) -> u64 {
    let (mut bytes, mut bit) = (0, 0);
    while bit < 8 {
        bytes |= ((bits as u64 >> bit & 1) * 0xff) << (8 * bit);
        bit += 1;
    }
    bytes
}

/// Valleys: `\/` whose slots belong to no floor.
const fn valleys(up: u8, flat: u8) -> u8 {
    !up >> 1 & up >> 2 & !(flat << 1) & !(flat >> 1) & PLACES
}

impl Tower {
    /// The first eight cards: four peaks, three valleys.
    pub(super) const fn new(cards: [Card; 8]) -> Tower {
        Tower { cards, up: 0b0101_0101, flat: 0 }
    }

    /// Where a floor may go.
    pub(super) const fn valleys(&self) -> Places {
        Places(valleys(self.up, self.flat))
    }

    /// Where a peak may go.
    pub(super) const fn floors(&self) -> Places {
        Places(self.flat)
    }

    /// Covers the valley at `place`.
    pub(super) fn lay_floor(&mut self, place: Place, card: Card) -> Triangle {
        let (left, right) = (place.left(), place.right());
        let triangle = Triangle::of(self.cards[left], self.cards[right], card);
        self.cards[left] = card;
        self.cards[right] = card;
        self.up ^= 0b11 << left;
        self.flat |= 1 << place.0;
        triangle
    }

    /// Puts two cards on the floor at `place`.
    pub(super) fn set_peak(&mut self, place: Place, left: Card, right: Card) -> Triangle {
        let triangle = Triangle::of(self.cards[place.left()], left, right);
        self.cards[place.left()] = left;
        self.cards[place.right()] = right;
        self.flat &= !(1 << place.0);
        triangle
    }

    /// The triangle that a floor of `card` at `place` would complete.
    pub(super) fn floor_pays(&self, place: Place, card: Card) -> Triangle {
        Triangle::of(self.cards[place.left()], self.cards[place.right()], card)
    }

    /// The triangle that a peak of these two cards at `place` would complete.
    pub(super) fn peak_pays(&self, place: Place, one: Card, other: Card) -> Triangle {
        Triangle::of(self.cards[place.left()], one, other)
    }

    /// The cards of the outline from left to right, each with its form: `/`, `\` or `_`.
    pub fn outline(&self) -> impl Iterator<Item = (char, Card)> + '_ {
        (0..8).filter_map(|slot| {
            let flat_from = |left: usize| (1..=5).contains(&left) && self.flat >> (left - 1) & 1 == 1;
            let stands = match slot {
                _ if flat_from(slot) => '_',
                // The right half of a floor was named with its left half.
                1.. if flat_from(slot - 1) => return None,
                _ if self.up >> slot & 1 == 1 => '/',
                _ => '\\',
            };
            Some((stands, self.cards[slot]))
        })
    }

    /// How many cards have been built in, those under the outline included.
    pub fn size(&self) -> usize {
        // Heights at the seven inner corners; those of the base are 1 0 1 0 1 0 1. A corner that is raised by
        // two means a floor and its peak, three cards; without the peak it is one card.
        let mut height = 0;
        let mut raised = 0;
        for slot in 0..7 {
            height += if self.up >> slot & 1 == 1 { 1 } else { -1 };
            raised += height - [1, 0, 1, 0, 1, 0, 1][slot];
        }
        let raised = raised as usize / 2;
        8 + 3 * raised - 2 * self.flat.count_ones() as usize
    }

    /// What still matters of the outline: its shape, the cards of floors, the sum and colours of open
    /// valleys, and leaning cards that become a valley's wall later. A house and its mirror image have the
    /// same key. Byte s describes slot s, but the lowest byte has six bits of `up` and the highest five of
    /// `flat`; bit 5 of every byte and the bits above those are free.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        let codes = u64::from_le_bytes(self.cards.map(Card::code));
        // The outermost slots always read `/` and `\`.
        let mask = &KEY_MASKS[usize::from(self.up >> 1 & 0b11_1111) << 5 | usize::from(self.flat & PLACES)];
        let cards = (codes & mask.own) + ((codes >> 8) & mask.right) + ((codes << 8) & mask.left);
        (cards | mask.shape).min(cards.swap_bytes() | mask.mirrored)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tower(text: &str) -> Tower {
        let cards: Vec<Card> = text.split(' ').map(|word| word.parse().unwrap()).collect();
        Tower::new(cards.try_into().unwrap())
    }
    fn card(text: &str) -> Card {
        text.parse().unwrap()
    }
    fn place(text: &str) -> Place {
        text.parse().unwrap()
    }
    fn shown(tower: &Tower) -> String {
        tower.outline().map(|(stands, card)| format!("{stands}{card}")).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_statements_figure_pays_14_to_black_or_19_or_29_to_red() {
        let figure = tower("6B 3R 5B 2B 1B 5R 13R 7B");
        let pays = |at| figure.floor_pays(place(at), card("11R"));
        assert_eq!(pays("3"), Triangle { colour: Colour::Black, points: 14 });
        assert_eq!(pays("1"), Triangle { colour: Colour::Red, points: 19 });
        assert_eq!(pays("5"), Triangle { colour: Colour::Red, points: 29 });
    }

    #[test]
    fn a_peak_on_a_floor_opens_a_valley_only_beside_another_peak_of_its_storey() {
        let mut house = tower("6B 3R 5B 2B 1B 5R 13R 7B");
        let valleys = |house: &Tower| house.valleys().map(|p| p.to_string()).collect::<String>();
        assert_eq!(valleys(&house), "135");
        house.lay_floor(place("1"), card("11R"));
        assert_eq!(shown(&house), r"/6B _11R \2B /1B \5R /13R \7B");
        assert_eq!(valleys(&house), "35");
        house.lay_floor(place("3"), card("1R"));
        assert_eq!(valleys(&house), "5");
        house.set_peak(place("1"), card("2R"), card("4R"));
        assert_eq!(valleys(&house), "5");
        house.set_peak(place("3"), card("6R"), card("7R"));
        assert_eq!(shown(&house), r"/6B /2R \4R /6R \7R \5R /13R \7B");
        assert_eq!(valleys(&house), "25");
    }

    #[test]
    fn the_whole_house_takes_26_cards() {
        let mut house = tower("1R 2R 3R 4R 5R 6R 7R 8R");
        assert_eq!(house.size(), 8);
        for at in ["1", "3", "5", "2", "4", "3"] {
            let before = house.size();
            house.lay_floor(place(at), card("9R"));
            assert_eq!(house.size(), before + 1);
            assert_eq!(house.floors().nth(0), Some(place(at)));
            house.set_peak(place(at), card("10R"), card("11R"));
            assert_eq!(house.size(), before + 3);
        }
        assert_eq!(house.size(), 26);
        assert_eq!((house.valleys().len(), house.floors().len()), (0, 0));
        assert_eq!(shown(&house), r"/1R /10R /10R /10R \11R \11R \11R \8R");
    }

    #[test]
    fn a_triangle_pays_the_colour_of_at_least_two_of_its_cards() {
        for a in Card::all(13) {
            for b in Card::all(13) {
                for c in Card::all(13) {
                    let black = [a, b, c].iter().filter(|card| card.colour() == Colour::Black).count();
                    let colour = if black >= 2 { Colour::Black } else { Colour::Red };
                    let points = i16::from(a.rank() + b.rank() + c.rank());
                    assert_eq!(Triangle::of(a, b, c), Triangle { colour, points });
                }
            }
        }
    }
}
