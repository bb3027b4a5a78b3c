//! Hand-written players.

use cards::{Card, CardSet, Policy, Rank, Rng, Suit};

use super::public::{Phase, Public};
use super::rules::{Action, Durak};
use super::view::DurakView;

/// Gets rid of its cheapest cards and saves trumps for the end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Policy<Durak> for Greedy {
    fn choose(&mut self, view: &DurakView, _: &mut Rng) -> Action {
        greedy(view.public(), view.hand())
    }
}

/// What [`Greedy`] does with this hand. Search calls it some ten million times a second.
#[inline]
pub(super) fn greedy(public: &Public, hand: CardSet) -> Action {
    let Some(card) = cheapest(public, public.playable(hand)) else { return Action::No };
    let lays = match public.phase {
        Phase::Attack => true,
        Phase::Defend { .. } => is_worth_beating(public, hand, card),
        Phase::ThrowIn { taking, .. } => is_worth_adding(public, card, taking),
        Phase::Deal | Phase::Over => false,
    };
    if lays { Action::Card(card) } else { Action::No }
}

/// The card of the lowest price; of several the first in card order.
fn cheapest(public: &Public, cards: CardSet) -> Option<Card> {
    let plain = cards - CardSet::suit(public.trump);
    if plain.is_empty() {
        return cards.first();
    }
    let ranks = plain.same_ranks().lane(Suit::ALL[0]);
    (plain & CardSet::from_bits(0x0001_0001_0001_0001 << ranks.trailing_zeros())).first()
}

/// Ranks first, and every trump above every plain card.
fn price(public: &Public, card: Card) -> u8 {
    let rank = card.rank().map_or(0, |rank| rank as u8);
    rank + if card.suit() == Some(public.trump) { 13 } else { 0 }
}

/// While there is a stock, an ace or king of trumps is worth more than a few cards on hand.
fn is_worth_beating(public: &Public, hand: CardSet, card: Card) -> bool {
    let dear = price(public, card) >= 13 + Rank::King as u8;
    !(dear && public.stock > 0 && hand.len() <= 6)
}

/// Low plain cards always go; once the stock is gone, so does every plain card. A taker is not
/// given trumps or aces.
fn is_worth_adding(public: &Public, card: Card, taking: bool) -> bool {
    let price = price(public, card);
    match (public.stock > 0, taking) {
        (true, false) => price <= Rank::Queen as u8,
        (true, true) => price <= Rank::Ten as u8,
        (false, _) => price < 13,
    }
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
