//! Rule-based policies: the greedy one.

use cards::{Card, CardBag, CardSet, Flow, Policy, Rng, Seat, View};

use super::best_follow;
use super::order::Group;
use super::public::{HAND, KITTY, Phase, Public};
use super::rules::Tractor;
use super::score::{SEATS, points, points_on, team};
use super::types::Action;
use super::view::TractorView;

/// Plays by simple rules, one trick at a time.
///
/// Leads whole suits as throws if no opponent can ruff, since only trumps beat a throw. Keeps the trumps,
/// whose throw nothing beats, for the end. Takes tricks with points as cheaply as it can, plays points to a
/// winning partner and low cards to the rest.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Policy<Tractor> for Greedy {
    fn choose(&self, view: &TractorView, _: &mut Rng) -> Action {
        let public = view.public();
        match public.phase {
            Phase::Bury => bury(view),
            Phase::Play if public.is_leading() => Action::Play(lead(view)),
            _ => Action::Play(best_follow::best(view)),
        }
    }
}

/// The next of the eight cheapest of the dealer's 33 cards, in card order. The choice depends only on all 33,
/// so it is the same each time.
fn bury(view: &TractorView) -> Action {
    let all = view.hand() + view.buried();
    let chosen = burial(view.public(), all);
    let left = if chosen.includes(view.buried()) { chosen - view.buried() } else { CardBag::EMPTY };
    let next = left.kinds().first().map(Action::Bury);
    let is_legal =
        view.actions(|action| if Some(action) == next { Flow::Break(()) } else { Flow::Continue(()) });
    if is_legal.is_continue() {
        // Another policy began this burial: the cheapest card that may still be buried.
        let price = |action: &Action| match *action {
            Action::Bury(card) => price_of_burial(view.public(), all, card),
            Action::Play(_) => u32::MAX,
        };
        let mut best: Option<Action> = None;
        let _ = view.actions(|action| {
            if best.as_ref().is_none_or(|best| price(&action) < price(best)) {
                best = Some(action);
            }
            Flow::Continue(())
        });
        return best.expect("a card is still to be buried");
    }
    next.expect("it was found among the actions")
}

/// The dealer's cards before the burial.
const DEALT: usize = (HAND + KITTY) as usize;

/// The eight cheapest of the dealer's 33 cards; of equally cheap ones the first in card order.
pub(super) fn burial(public: &Public, all: CardBag) -> CardBag {
    let mut keys = [u32::MAX; DEALT];
    for (key, card) in keys.iter_mut().zip(all.iter()) {
        *key = price_of_burial(public, all, card) << 6 | u32::from(card.code());
    }
    keys.select_nth_unstable(KITTY as usize - 1);
    let card = |&key: &u32| Card::from_code((key & 63) as u8).expect("a card's own code");
    keys[..KITTY as usize].iter().map(card).collect()
}

/// Low for cards that win nothing and have no points, lower still in a short suit.
fn price_of_burial(public: &Public, all: CardBag, card: Card) -> u32 {
    let order = public.order;
    let group = order.group(card);
    if group == Group::Trumps {
        return 1000 + u32::from(order.value(card));
    }
    let mates = all.within(order.cards(group)).len();
    let pair = if all.pairs().contains(card) { 15 } else { 0 };
    10 * points_on(card) + 3 * mates + u32::from(order.value(card)) + pair
}

fn opponents(seat: Seat) -> [Seat; 2] {
    [seat.next(SEATS), seat.plus(3, SEATS)]
}

/// Is an opponent known to be void in this group, and not void in trumps?
fn may_be_ruffed(view: &TractorView, group: Group) -> bool {
    let public = view.public();
    let (plain, trumps) = (public.order.cards(group), public.order.trumps());
    opponents(view.seat()).iter().any(|&seat| {
        let lacks = public.lacks[seat];
        lacks.includes(plain) && !lacks.includes(trumps)
    })
}

/// Is no higher card of its group still out?
fn is_master(view: &TractorView, card: Card) -> bool {
    let public = view.public();
    let order = public.order;
    let gone = public.played.iter().fold(view.hand() + view.buried(), |all, &cards| all + cards).pairs();
    let mut out = order.cards(order.group(card)) - gone;
    out.remove(card);
    out.all(|other| order.value(other) <= order.value(card))
}

/// The longest throw of a plain suit that no opponent can ruff, as far as known; then the trumps, if they are
/// a throw; then a card that no card of its group beats; then the lowest card without points.
pub(super) fn lead(view: &TractorView) -> CardBag {
    let order = view.public().order;
    let held = |group| view.hand().within(order.cards(group));
    let is_throw = |cards: CardBag| {
        let group = order.common_group(cards.kinds());
        group.is_some_and(|group| super::shape::Shape::of(order, group, cards).is_throw())
    };
    let plain = Group::ALL.into_iter().filter(|&group| group != Group::Trumps);
    let throws = plain.filter(|&group| is_throw(held(group)) && !may_be_ruffed(view, group));
    if let Some(group) = throws.max_by_key(|&group| held(group).len()) {
        return held(group);
    }
    if is_throw(held(Group::Trumps)) {
        return held(Group::Trumps);
    }
    let copies = |card| view.hand().within(CardSet::of(card));
    let safe = |card: &Card| is_master(view, *card) && !may_be_ruffed(view, order.group(*card));
    if let Some(card) = view.hand().kinds().filter(safe).max_by_key(|&card| copies(card).len()) {
        return copies(card);
    }
    let price = |card: &Card| 4 * points_on(*card) + u32::from(order.value(*card));
    let lowest = view.hand().kinds().min_by_key(price).expect("a leader has cards");
    CardBag::from_planes(CardSet::of(lowest), CardSet::EMPTY)
}

/// The score of a follow: the points it wins or loses, less the strength of the cards it spends.
pub(super) fn follow_score(view: &TractorView, cards: CardBag) -> i32 {
    let public = view.public();
    let (order, seat) = (public.order, view.seat());
    let takes = public.trick.is_beaten_by(order, cards);
    let is_ours = takes || team(public.trick.winner) == team(seat);
    // A later seat may still take the trick, so points count half until the last seat.
    let certain = if public.is_last() { 2 } else { 1 };
    let mine = points(cards) as i32;
    let table = public.trick_points as i32;
    let stakes = if is_ours { certain * (mine + if takes { table + 5 } else { 0 }) } else { -2 * mine };
    let cost: i32 = cards.iter().map(|card| i32::from(order.value(card))).sum();
    8 * stakes - cost - best_follow::PAIR * cards.pairs().len() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tractor::Rules;
    use cards::{Game, Rules as _};

    #[test]
    fn the_burial_is_the_cheapest_card_eight_times() {
        for rules in Rules::variants() {
            for seed in 0..500 {
                let state = Tractor::start(&Tractor::deal(&rules, &mut Rng::new(seed)), |_| ());
                let (public, all) = (state.public(), state.hand(state.public().dealer));
                let mut slow = CardBag::EMPTY;
                while slow.len() < KITTY {
                    let left = (all - slow).kinds();
                    slow.insert(left.min_by_key(|&card| price_of_burial(public, all, card)).expect("a card"));
                }
                assert_eq!(burial(public, all), slow, "{rules} {seed}");
            }
        }
    }
}
