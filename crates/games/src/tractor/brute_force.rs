//! The slow twin of `actions`: a superset by brute force, which tests filter with `check`.

use cards::CardBag;

use super::order::Group;
use super::public::Phase;
use super::rules::{Tractor, both_decks};
use super::types::Action;

/// A superset of the legal actions: every card of the deck to bury; every choice of cards of one group to
/// lead; and every follow with as many cards as were led, as many as possible of the led group.
pub(super) fn of(state: &Tractor) -> Vec<Action> {
    let hand = state.hands[state.public.turn];
    let public = &state.public;
    match public.phase {
        Phase::Bury => both_decks().kinds().map(Action::Bury).collect(),
        Phase::Play if public.is_leading() => {
            let groups = Group::ALL.map(|group| hand.within(public.order.cards(group)));
            let mut all: Vec<CardBag> = groups.into_iter().flat_map(sub_bags).collect();
            let pairs = hand.iter().flat_map(|one| hand.iter().map(move |two| (one, two)));
            all.extend(pairs.filter(|(one, two)| one < two).map(|(one, two)| CardBag::from_iter([one, two])));
            all.sort();
            all.dedup();
            all.into_iter().map(Action::Play).collect()
        }
        Phase::Play => {
            let led = u32::from(public.trick.shape.cards);
            let group = hand.within(public.order.cards(public.trick.group));
            let (forced, pool) =
                if group.len() > led { (CardBag::EMPTY, group) } else { (group, hand - group) };
            let picks = sub_bags_up_to(pool, led - forced.len());
            let all = picks.into_iter().map(|bag| bag + forced).filter(|bag| bag.len() == led);
            all.map(Action::Play).collect()
        }
        _ => Vec::new(),
    }
}

fn sub_bags(held: CardBag) -> Vec<CardBag> {
    sub_bags_up_to(held, held.len())
}

fn sub_bags_up_to(held: CardBag, most: u32) -> Vec<CardBag> {
    let mut all = vec![CardBag::EMPTY];
    for card in held.kinds() {
        let mut more = Vec::new();
        for bag in &all {
            let mut bag = *bag;
            for _ in 0..held.count(card) {
                bag.insert(card);
                if bag.len() <= most {
                    more.push(bag);
                }
            }
        }
        all.extend(more);
    }
    all
}
