//! A set of cards from one deck: sixty-four bits, sixteen a suit.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};

use crate::{Card, Rank, Suit};

/// A set of cards; no card twice (for double decks see [`crate::CardBag`]).
///
/// ```
/// use cards::{Card, CardSet, Rank, Suit};
/// let hand: CardSet = ["6S", "TH", "AS"].iter().map(|c| c.parse::<Card>().unwrap()).collect();
/// assert_eq!((hand & CardSet::suit(Suit::Spades)).len(), 2);
/// assert_eq!(hand.to_string(), "TH 6S AS");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CardSet(u64);

const LANE: u64 = 0x1fff;
const LANES: u64 = 0x0001_0001_0001_0001;

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);

    /// The set with these bits; bit `c` is the card of code `c`.
    pub const fn from_bits(bits: u64) -> CardSet {
        CardSet(bits)
    }

    /// Bit `c` is the card of code `c`.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// All thirteen cards of a suit.
    pub const fn suit(suit: Suit) -> CardSet {
        CardSet(LANE << (suit as u32 * 16))
    }

    /// All four cards of a rank.
    pub const fn rank(rank: Rank) -> CardSet {
        CardSet(LANES << rank as u32)
    }

    /// Every card of the four suits from `lowest` to the ace.
    pub const fn deck_from(lowest: Rank) -> CardSet {
        CardSet(((LANE << lowest as u32) & LANE) * LANES)
    }

    /// Only this card.
    pub const fn of(card: Card) -> CardSet {
        CardSet(1 << card.code())
    }

    /// How many cards.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// No card at all?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Is this card in it?
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.code() & 1 == 1
    }

    /// Are all of `other` in it?
    pub const fn includes(self, other: CardSet) -> bool {
        other.0 & !self.0 == 0
    }

    /// Puts a card in.
    pub fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.code();
    }

    /// Takes a card out; does nothing if it is not there.
    pub fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.code());
    }

    /// The card with the lowest code.
    pub fn first(self) -> Option<Card> {
        (self.0 != 0).then(|| Card::from_code_of_set(self.0.trailing_zeros() as u8))
    }

    /// The card with the highest code.
    pub fn last(self) -> Option<Card> {
        (self.0 != 0).then(|| Card::from_code_of_set(63 - self.0.leading_zeros() as u8))
    }

    /// The card number `n` in card order, counted from 0.
    pub fn nth(self, n: u32) -> Option<Card> {
        let mut bits = self.0;
        for _ in 0..n {
            bits &= bits.wrapping_sub(1);
        }
        CardSet(bits).first()
    }

    /// Every card, of any suit, whose rank is in the set (plain suits only, no jokers).
    pub const fn same_ranks(self) -> CardSet {
        let half = self.0 | self.0 >> 32;
        CardSet(((half | half >> 16) & LANE) * LANES)
    }

    /// The cards from `lowest` to the ace without gaps: bit `n` is card number `n` of [`CardSet::deck_from`].
    #[inline]
    pub fn packed(self, lowest: Rank) -> u64 {
        let (low, width) = (lowest as u32, 13 - lowest as u32);
        let lane = |suit: u32| (self.0 >> (suit * 16 + low)) & ((1 << width) - 1);
        lane(0) | lane(1) << width | lane(2) << (2 * width) | lane(3) << (3 * width)
    }

    /// Sixteen bits: the ranks held in one suit.
    pub const fn lane(self, suit: Suit) -> u16 {
        (self.0 >> (suit as u32 * 16)) as u16
    }
}

impl Iterator for CardSet {
    type Item = Card;
    /// Takes the cards out in card order; a copy of the set is its own iterator.
    fn next(&mut self) -> Option<Card> {
        let card = self.first()?;
        self.0 &= self.0 - 1;
        Some(card)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = CardSet::len(*self) as usize;
        (left, Some(left))
    }
}
impl ExactSizeIterator for CardSet {
    fn len(&self) -> usize {
        CardSet::len(*self) as usize
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        cards.into_iter().fold(CardSet::EMPTY, |set, card| set | CardSet::of(card))
    }
}
impl Extend<Card> for CardSet {
    fn extend<I: IntoIterator<Item = Card>>(&mut self, cards: I) {
        *self |= cards.into_iter().collect();
    }
}

impl BitOr for CardSet {
    type Output = CardSet;
    fn bitor(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }
}
impl BitOrAssign for CardSet {
    fn bitor_assign(&mut self, other: CardSet) {
        self.0 |= other.0;
    }
}
impl BitAnd for CardSet {
    type Output = CardSet;
    fn bitand(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }
}
impl BitAndAssign for CardSet {
    fn bitand_assign(&mut self, other: CardSet) {
        self.0 &= other.0;
    }
}
impl Sub for CardSet {
    type Output = CardSet;
    fn sub(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }
}
impl SubAssign for CardSet {
    fn sub_assign(&mut self, other: CardSet) {
        self.0 &= !other.0;
    }
}
impl Not for CardSet {
    type Output = CardSet;
    fn not(self) -> CardSet {
        CardSet(!self.0)
    }
}

impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, card) in self.enumerate() {
            let gap = if i == 0 { "" } else { " " };
            write!(f, "{gap}{card}")?;
        }
        Ok(())
    }
}
impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_set_behaves_like_a_sorted_list_of_its_cards(codes in prop::collection::btree_set(0u8..61, 0..30)) {
            let list: Vec<Card> = codes.into_iter().filter_map(Card::from_code).collect();
            let set: CardSet = list.iter().copied().collect();
            prop_assert_eq!(set.collect::<Vec<_>>(), list.clone());
            for (n, card) in list.iter().enumerate() {
                prop_assert_eq!(set.nth(n as u32), Some(*card));
            }
            prop_assert_eq!(set.nth(list.len() as u32), None);
            prop_assert_eq!(set.last(), list.last().copied());
            let same: CardSet =
                CardSet::deck_from(Rank::Two).filter(|c| list.iter().any(|d| d.rank() == c.rank())).collect();
            prop_assert_eq!(set.same_ranks(), same);
            for lowest in [Rank::Two, Rank::Six, Rank::Seven] {
                let packed = set.packed(lowest);
                for (n, card) in CardSet::deck_from(lowest).enumerate() {
                    prop_assert_eq!(packed >> n & 1 == 1, list.contains(&card));
                }
                prop_assert_eq!(packed >> CardSet::deck_from(lowest).len(), 0);
            }
        }
    }

    #[test]
    fn the_deck_of_durak_has_thirty_six_cards_and_mau_maus_thirty_two() {
        assert_eq!(CardSet::deck_from(Rank::Six).len(), 36);
        assert_eq!(CardSet::deck_from(Rank::Seven).len(), 32);
        assert_eq!(CardSet::rank(Rank::Ace).len(), 4);
        assert_eq!(CardSet::suit(Suit::Hearts).len(), 13);
    }
}
