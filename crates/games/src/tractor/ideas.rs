//! The few actions worth a thought: a lead may be any of thousands of sets, and most are silly.

use cards::{CardBag, CardSet, Flow, View};

use super::order::Group;
use super::policy::worth_of_follow;
use super::public::Phase;
use super::rules::Action;
use super::view::TractorView;

/// At most so many.
const MOST: usize = 14;
/// Of more follows than this only the first so many are looked at.
const LOOKED_AT: usize = 2000;

/// Adds to `ideas`, which has the rule policy's own already, what else might be good.
pub(super) fn of(view: &TractorView, ideas: &mut Vec<Action>) {
    match view.public().phase {
        // The burial is eight actions in card order: one by one they say little.
        Phase::Bury | Phase::Over => (),
        Phase::Play if view.public().is_leading() => leads(view, ideas),
        Phase::Play => follows(view, ideas),
    }
}

fn add(ideas: &mut Vec<Action>, cards: CardBag) {
    let action = Action::Play(cards);
    if !cards.is_empty() && ideas.len() < MOST && !ideas.contains(&action) {
        ideas.push(action);
    }
}

/// All of a group, and of each group its highest and lowest card, with their twins.
fn leads(view: &TractorView, ideas: &mut Vec<Action>) {
    let order = view.public().order;
    let held = |group| view.hand().within(order.cards(group));
    let all = |set: CardSet| view.hand().within(set);
    for group in Group::ALL {
        add(ideas, held(group));
    }
    for group in Group::ALL {
        let kinds = held(group).kinds();
        if let Some(high) = kinds.max_by_key(|&card| order.value(card)) {
            add(ideas, all(CardSet::of(high)));
        }
    }
    for group in Group::ALL {
        let kinds = held(group).kinds();
        if let Some(low) = kinds.min_by_key(|&card| order.value(card)) {
            add(ideas, CardBag::from_planes(CardSet::of(low), CardSet::EMPTY));
        }
        // Every card but the lowest kind: a throw that keeps an exit.
        if let Some(low) = kinds.min_by_key(|&card| order.value(card)) {
            add(ideas, all(kinds - CardSet::of(low)));
        }
    }
}

/// The follows the rule policy likes best, each with a different number of points or taking or not.
fn follows(view: &TractorView, ideas: &mut Vec<Action>) {
    let mut best: Vec<(i32, CardBag)> = Vec::with_capacity(9);
    let mut looked_at = 0;
    let _ = view.actions(|action| {
        if let Action::Play(cards) = action {
            let worth = worth_of_follow(view, cards);
            let place = best.partition_point(|&(other, _)| other >= worth);
            if place < 8 {
                best.insert(place, (worth, cards));
                best.truncate(8);
            }
        }
        looked_at += 1;
        if looked_at == LOOKED_AT { Flow::Break(()) } else { Flow::Continue(()) }
    });
    for (_, cards) in best {
        add(ideas, cards);
    }
}
