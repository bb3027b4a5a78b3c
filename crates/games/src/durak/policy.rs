//! Hand-written players.

use cards::{Card, CardSet, Policy, Rank, Rng};

use super::public::{Phase, Public};
use super::rules::{Action, Durak};
use super::view::DurakView;

/// Gets rid of its cheapest cards and saves trumps for the end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Policy<Durak> for Greedy {
    fn choose(&mut self, view: &DurakView, _: &mut Rng) -> Action {
        let public = view.public();
        let playable = public.playable(view.hand());
        let cheapest = playable.min_by_key(|&card| price(public, card));
        match (public.phase, cheapest) {
            (Phase::Attack, Some(card)) => Action::Card(card),
            (Phase::Defend { .. }, Some(card)) if is_worth_beating(public, view.hand(), card) => {
                Action::Card(card)
            }
            (Phase::ThrowIn { taking, .. }, Some(card)) if is_worth_adding(public, card, taking) => {
                Action::Card(card)
            }
            _ => Action::No,
        }
    }
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
