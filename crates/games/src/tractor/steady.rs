//! A rule-based policy that plays for throws: draw the trumps first, make suits void, take the lead.

use cards::{Card, CardBag, CardSet, Policy, Rng, View};

use super::best_follow::{self, best_priced};
use super::legal_plays::Follow;
use super::order::Group;
use super::policy::{Greedy, lead};
use super::public::Phase;
use super::rules::Tractor;
use super::score::{SEATS, points_on, team};
use super::shape::Shape;
use super::types::Action;
use super::view::TractorView;

/// Plays as [`Greedy`] does, with three differences.
///
/// Nothing beats a throw of trumps, and only trumps beat another throw. So it leads its trumps before its
/// suits, while an opponent may have some. It discards short suits, to ruff them later. And it takes a trick
/// from an opponent whenever trumps can do it, because the lead is more valuable than any card.
#[derive(Clone, Copy, Debug, Default)]
pub struct Steady;

impl Policy<Tractor> for Steady {
    fn choose(&self, view: &TractorView, rng: &mut Rng) -> Action {
        let public = view.public();
        match public.phase {
            Phase::Play if public.is_leading() => {
                Action::Play(draw_trumps(view).unwrap_or_else(|| lead(view)))
            }
            Phase::Play => Action::Play(follow(view)),
            _ => Greedy.choose(view, rng),
        }
    }
}

/// All trumps, if they are a throw and an opponent may have some.
fn draw_trumps(view: &TractorView) -> Option<CardBag> {
    let public = view.public();
    let order = public.order;
    let trumps = view.hand().within(order.trumps());
    let may_have = |seat| !public.lacks[seat].includes(order.trumps());
    let opponents = [view.seat().next(SEATS), view.seat().plus(3, SEATS)];
    let is_throw = !trumps.is_empty() && Shape::of(order, Group::Trumps, trumps).is_throw();
    (is_throw && opponents.into_iter().any(may_have)).then_some(trumps)
}

fn follow(view: &TractorView) -> CardBag {
    let public = view.public();
    let order = public.order;
    let rules = Follow::of(public, view.hand());
    let pick = rules.pick();
    let is_ours = team(public.trick.winner) == team(view.seat());
    let fills = !order.cards(public.trick.group).includes(pick.pool.kinds());
    if !fills {
        return best_follow::best(view);
    }
    if !is_ours && let Some(cards) = best_follow::best_taking(view, &rules) {
        return cards;
    }
    // The shortest suits that can be discarded completely.
    let held = |group: Group| pick.pool.within(order.cards(group)).len();
    let mut to_lose = CardSet::EMPTY;
    let mut left = pick.cards;
    for length in 1..=pick.cards {
        for group in Group::ALL {
            if group != Group::Trumps && held(group) == length && length <= left {
                to_lose |= order.cards(group);
                left -= length;
            }
        }
    }
    let stakes = if is_ours { 16 } else { -16 };
    let price = |card: Card| {
        let group = if to_lose.contains(card) {
            2000
        } else if order.trumps().contains(card) {
            -1000
        } else {
            0
        };
        group + stakes * points_on(card) as i32 - i32::from(order.value(card))
    };
    pick.picked + best_priced(&pick, price)
}
