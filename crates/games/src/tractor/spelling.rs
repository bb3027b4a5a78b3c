//! A play spelt card by card in card order: which card may come next?
//!
//! Exactly those with which some legal play goes on. For a lead that is any higher card of its group. A follow has a
//! fixed number of cards, must contain the forced ones, and needs pairs and tractors that fit into the cards left.

use cards::{Card, CardBag, CardSet};

use super::legal_plays::{Follow, LegalPlays};
use super::order::Steps;
use super::shape::Tractors;

/// How a play may go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Next {
    /// The cards that may come next.
    pub(super) cards: CardSet,
    /// May the play end here? Only a lead ends so; a follow ends by its number of cards.
    pub(super) may_end: bool,
}

/// The cards above this one.
fn above(card: Card) -> CardSet {
    CardSet::from_bits(u64::MAX << card.code() << 1)
}

impl LegalPlays {
    /// How a play goes on after the chosen cards.
    pub(super) fn next(&self, chosen: CardBag) -> Next {
        match self {
            LegalPlays::Nothing => Next { cards: CardSet::EMPTY, may_end: false },
            LegalPlays::Bury(cards) => Next { cards: *cards, may_end: false },
            LegalPlays::Lead(order, hand) => {
                let Some(last) = chosen.kinds().last() else {
                    return Next { cards: hand.kinds(), may_end: false };
                };
                let mut cards = hand.kinds() & order.cards(order.group(last)) & above(last);
                if hand.count(last) > chosen.count(last) {
                    cards.insert(last);
                }
                Next { cards, may_end: true }
            }
            LegalPlays::Follow(follow) => Next { cards: follow.next(chosen), may_end: false },
        }
    }

    /// Are these cards, chosen one after the other, a whole play?
    pub(super) fn is_whole(&self, chosen: CardBag) -> bool {
        matches!(self, LegalPlays::Follow(follow) if chosen.len() == follow.wanted())
    }
}

impl Follow {
    /// How many cards a follow has.
    fn wanted(&self) -> u32 {
        self.forced.len() + self.cards
    }

    fn next(&self, chosen: CardBag) -> CardSet {
        let all = self.forced + self.pool;
        let mut candidates = (all - chosen).kinds();
        if let Some(last) = chosen.kinds().last() {
            candidates &= above(last) | CardSet::of(last);
        }
        candidates
            .filter(|&card| {
                let mut with = chosen;
                with.insert(card);
                // Either no more copies of this card are chosen, or the other copy too.
                self.can_end(with, above(card))
                    || all.count(card) > with.count(card)
                        && with.insert(card)
                        && self.can_end(with, above(card))
            })
            .collect()
    }

    /// Is there a legal follow of the chosen cards and some of these, which are all higher?
    fn can_end(&self, chosen: CardBag, higher: CardSet) -> bool {
        let (forced, pool) = (self.forced.within(higher), self.pool.within(higher));
        if !chosen.includes(self.forced.within(!higher)) {
            return false;
        }
        let Some(left) = self.wanted().checked_sub(chosen.len() + forced.len()) else { return false };
        if pool.len() < left {
            return false;
        }
        // More pairs than required are no harm, so only the fewest that are needed must have room.
        let (had, have) = (chosen.pairs().len(), pool.pairs().len().min(left / 2));
        if had + have < self.pairs {
            return false;
        }
        if self.tractors.is_empty() {
            return true;
        }
        let [all, free] = [chosen.pairs() | pool.pairs(), chosen.pairs()].map(|pairs| self.steps(pairs));
        has_room(all, free, self.tractors, left / 2, (0, 0))
    }
}

/// Can `pairs` form all these tractors with at most `room` pairs that are not in `free`? A tractor as long as the one
/// before it, given by its length and start, starts lower.
fn has_room(pairs: Steps, free: Steps, tractors: Tractors, room: u32, before: (u32, u32)) -> bool {
    let length = tractors.longest();
    if length == 0 {
        return true;
    }
    let mut end = (pairs.highest() + 2).saturating_sub(length);
    if length == before.0 {
        end = end.min(before.1);
    }
    (0..end).rev().any(|start| {
        let Some(rest) = pairs.take(start, length) else { return false };
        let (free, paid) = free.spend(start, length);
        paid <= room && has_room(rest, free, tractors.others(), room - paid, (length, start))
    })
}
