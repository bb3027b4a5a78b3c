//! A bag of cards from two decks: each card none, once or twice.

use std::fmt;
use std::ops::{Add, Sub};

use crate::{Card, CardSet};

/// Cards of a double deck. Two planes of sixty-four bits, "at least once" and "twice", so that
/// pairs, inclusion and counts are one or two instructions each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CardBag {
    once: CardSet,
    twice: CardSet,
}

impl CardBag {
    /// No card.
    pub const EMPTY: CardBag = CardBag { once: CardSet::EMPTY, twice: CardSet::EMPTY };

    /// Every card of `once`, and those of `twice` a second time.
    ///
    /// # Panics
    /// If a card of `twice` is not in `once`.
    pub fn from_planes(once: CardSet, twice: CardSet) -> CardBag {
        assert!(once.includes(twice), "a card held twice is held once");
        CardBag { once, twice }
    }

    /// The cards held at all.
    pub const fn kinds(self) -> CardSet {
        self.once
    }

    /// The cards held twice: the pairs.
    pub const fn pairs(self) -> CardSet {
        self.twice
    }

    /// How many cards, a pair counting two.
    pub const fn len(self) -> u32 {
        self.once.len() + self.twice.len()
    }

    /// No card at all?
    pub const fn is_empty(self) -> bool {
        self.once.is_empty()
    }

    /// 0, 1 or 2.
    pub const fn count(self, card: Card) -> u32 {
        self.once.contains(card) as u32 + self.twice.contains(card) as u32
    }

    /// Is it held at all?
    pub const fn contains(self, card: Card) -> bool {
        self.once.contains(card)
    }

    /// Are all cards of `other`, each as often, in this bag?
    pub const fn includes(self, other: CardBag) -> bool {
        self.once.includes(other.once) && self.twice.includes(other.twice)
    }

    /// Puts one card in; false if it is there twice already.
    pub fn insert(&mut self, card: Card) -> bool {
        if self.twice.contains(card) {
            return false;
        }
        if self.once.contains(card) {
            self.twice.insert(card);
        }
        self.once.insert(card);
        true
    }

    /// Takes one copy out; false if there is none.
    pub fn remove(&mut self, card: Card) -> bool {
        if self.twice.contains(card) {
            self.twice.remove(card);
            return true;
        }
        let had = self.once.contains(card);
        self.once.remove(card);
        had
    }

    /// The cards of this bag that are also in `set`, each as often as here.
    pub fn within(self, set: CardSet) -> CardBag {
        CardBag { once: self.once & set, twice: self.twice & set }
    }

    /// Every card in card order, a pair as two neighbours.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        self.once.flat_map(move |card| std::iter::repeat_n(card, self.count(card) as usize))
    }
}

impl Add for CardBag {
    type Output = CardBag;
    /// All cards of both; the sum must not hold a card three times.
    fn add(self, other: CardBag) -> CardBag {
        let both = self.once & other.once;
        debug_assert!((both & (self.twice | other.twice)).is_empty(), "no card three times");
        CardBag { once: self.once | other.once, twice: self.twice | other.twice | both }
    }
}

impl Sub for CardBag {
    type Output = CardBag;
    /// What is left when `other`, which must be included, is taken out.
    fn sub(self, other: CardBag) -> CardBag {
        debug_assert!(self.includes(other), "only held cards can be taken out");
        let singles = other.once - other.twice;
        CardBag { once: self.once - other.twice - (singles - self.twice), twice: self.twice - other.once }
    }
}

impl FromIterator<Card> for CardBag {
    /// # Panics
    /// If a card comes three times; use [`CardBag::insert`] for cards from outside.
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardBag {
        let mut bag = CardBag::EMPTY;
        for card in cards {
            assert!(bag.insert(card), "{card} three times");
        }
        bag
    }
}

impl fmt::Display for CardBag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, card) in self.iter().enumerate() {
            let gap = if i == 0 { "" } else { " " };
            write!(f, "{gap}{card}")?;
        }
        Ok(())
    }
}
impl fmt::Debug for CardBag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn list() -> impl Strategy<Value = Vec<Card>> {
        prop::collection::vec((0u8..63).prop_filter_map("a card", Card::from_code), 0..40).prop_map(
            |mut cards| {
                cards.sort();
                let mut kept: Vec<Card> = Vec::new();
                for card in cards {
                    if kept.iter().filter(|&&c| c == card).count() < 2 {
                        kept.push(card);
                    }
                }
                kept
            },
        )
    }

    proptest! {
        #[test]
        fn a_bag_behaves_like_a_sorted_list(cards in list(), cut in any::<prop::sample::Index>()) {
            let bag: CardBag = cards.iter().copied().collect();
            prop_assert_eq!(bag.iter().collect::<Vec<_>>(), cards.clone());
            prop_assert_eq!(bag.len() as usize, cards.len());
            let (some, rest) = cards.split_at(cut.index(cards.len() + 1));
            let (some, rest): (CardBag, CardBag) = (some.iter().copied().collect(), rest.iter().copied().collect());
            prop_assert!(bag.includes(some));
            prop_assert_eq!(bag - some, rest);
            prop_assert_eq!(some + rest, bag);
            let mut one_by_one = bag;
            for card in some.iter() {
                prop_assert!(one_by_one.remove(card));
            }
            prop_assert_eq!(one_by_one, rest);
        }
    }
}
