//! Rule-based policies.

use cards::{Card, CardSet, Policy, Rng, Suit};

use super::public::{Phase, Public};
use super::rules::Durak;
use super::types::Action;
use super::view::DurakView;

/// Gets rid of its cheapest cards and saves trumps for the end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Policy<Durak> for Greedy {
    fn choose(&self, view: &DurakView, _: &mut Rng) -> Action {
        Thresholds::GREEDY.choose(view.public(), view.hand())
    }
}

/// As [`Greedy`], with tuned thresholds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Steady;

impl Policy<Durak> for Steady {
    fn choose(&self, view: &DurakView, _: &mut Rng) -> Action {
        Thresholds::STEADY.choose(view.public(), view.hand())
    }
}

/// The thresholds of a simple policy, as prices: 4 for a six to 12 for an ace, and 13 more for a trump. The first
/// of each pair applies while there is a stock, the second afterwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thresholds {
    /// The highest price to beat with,
    pub beat: [i8; 2],
    /// and an addition for every card that the seat would have to take.
    pub beat_more: [i8; 2],
    /// The highest price to throw in while the defender beats,
    pub add: [i8; 2],
    /// and while the defender takes.
    pub give: [i8; 2],
    /// In attack, the discount for each other card of the same rank.
    pub twin: [i8; 2],
}

impl Thresholds {
    /// Chosen by hand, as a fixed reference for measurements.
    pub const GREEDY: Thresholds =
        Thresholds { beat: [23, 25], beat_more: [0, 0], add: [10, 12], give: [8, 12], twin: [0, 0] };
    /// Found by `cargo run --release --example tune_durak`.
    pub const STEADY: Thresholds =
        Thresholds { beat: [25, 26], beat_more: [0, 3], add: [12, 12], give: [10, 12], twin: [2, 0] };

    /// The action with this hand. Search calls it about ten million times a second.
    #[inline]
    pub fn choose(&self, public: &Public, hand: CardSet) -> Action {
        let after = usize::from(public.stock == 0);
        let playable = public.playable(hand);
        let most = match public.phase {
            Phase::Attack => {
                let card = self.attack(public, playable, after);
                return card.map_or(Action::No, Action::Card);
            }
            Phase::Defend { .. } if after == 0 && hand.len() > 6 => i8::MAX,
            Phase::Defend { .. } => self.beat[after] + self.beat_more[after] * public.on_table().len() as i8,
            Phase::ThrowIn { taking: false, .. } => self.add[after],
            Phase::ThrowIn { taking: true, .. } => self.give[after],
            Phase::Trump | Phase::Deal | Phase::Over => return Action::No,
        };
        match cheapest(public, playable) {
            Some(card) if price(public, card) <= most => Action::Card(card),
            _ => Action::No,
        }
    }

    fn attack(&self, public: &Public, hand: CardSet, after: usize) -> Option<Card> {
        let (card, twin) = (cheapest(public, hand)?, self.twin[after]);
        if twin == 0 {
            return Some(card);
        }
        let cost = |card: Card| {
            let twins = (hand & CardSet::of(card).same_ranks()).len() as i8 - 1;
            price(public, card) - twin * twins
        };
        let plain = hand - CardSet::suit(public.trump);
        plain.min_by_key(|&card| cost(card)).or(Some(card))
    }
}

/// The card of the lowest price; of several the first in card order.
#[inline]
fn cheapest(public: &Public, cards: CardSet) -> Option<Card> {
    let plain = cards - CardSet::suit(public.trump);
    if plain.is_empty() {
        return cards.first();
    }
    let ranks = plain.same_ranks().lane(Suit::ALL[0]);
    (plain & CardSet::from_bits(0x0001_0001_0001_0001 << ranks.trailing_zeros())).first()
}

/// The price of a card: its rank, and every trump above every plain card.
#[inline]
pub(super) fn price(public: &Public, card: Card) -> i8 {
    let rank = (card.code() & 15) as i8;
    rank + if card.suit() == Some(public.trump) { 13 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::durak::{DECK, Rules};

    #[test]
    fn the_cheapest_card_is_the_one_of_the_lowest_price() {
        let mut rng = Rng::new(5);
        for _ in 0..10_000 {
            let mut public = Public::new(Rules::default());
            public.trump = Suit::ALL[rng.below(4) as usize];
            let cards = DECK & CardSet::from_bits(rng.next_u64() & rng.next_u64() & rng.next_u64());
            let slow = cards.min_by_key(|&card| price(&public, card));
            assert_eq!(cheapest(&public, cards), slow, "{cards}");
        }
    }
}
