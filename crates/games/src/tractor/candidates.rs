//! The candidates of a decision: a few of the thousands of legal leads, follows and burials.
//!
//! Most follows and burials come from price functions. A price says how good it is to be rid of a card, and
//! the candidate is the legal choice with the highest sum.

use cards::{Card, CardBag, CardSet, Flow, Policy, Rng, View};
use search::sequential_halving::Candidate;

use super::best_follow::{best_priced, top};
use super::legal_plays::{Follow, Pick};
use super::order::Group;
use super::policy::burial;
use super::public::{KITTY, Phase};
use super::score::{points_on, team};
use super::shape::Shape;
use super::steady::Steady;
use super::types::Action;
use super::view::TractorView;

/// The most candidates.
const MOST: usize = 24;
/// The most follows that are compared.
const MOST_COMPARED: u32 = 2000;
/// Every suit that may be plain.
const PLAIN: [Group; 4] = [Group::ALL[0], Group::ALL[1], Group::ALL[2], Group::ALL[3]];

/// Lists the candidates, the policy's own first.
pub(super) fn of(view: &TractorView, candidates: &mut Vec<Candidate<Action>>) {
    // The policy draws no random numbers.
    let policy = Steady.choose(view, &mut Rng::new(0));
    if view.public().phase == Phase::Play {
        candidates.push(vec![policy]);
    }
    match view.public().phase {
        Phase::Bury if view.buried().is_empty() => burials(view, candidates),
        Phase::Play if view.public().is_leading() => leads(view, candidates),
        Phase::Play => follows(view, candidates),
        _ => (),
    }
    if candidates.is_empty() {
        candidates.push(vec![policy]);
    }
}

fn add(candidates: &mut Vec<Candidate<Action>>, candidate: Candidate<Action>) {
    if candidates.len() < MOST && !candidates.contains(&candidate) {
        candidates.push(candidate);
    }
}

fn play(candidates: &mut Vec<Candidate<Action>>, cards: CardBag) {
    if !cards.is_empty() {
        add(candidates, vec![Action::Play(cards)]);
    }
}

/// Whole burials: the policy's, and those that get rid of no suit, one or two, with or without points.
fn burials(view: &TractorView, candidates: &mut Vec<Candidate<Action>>) {
    let (public, all) = (view.public(), view.hand());
    let order = public.order;
    let bury = |cards: CardBag| cards.iter().map(Action::Bury).collect::<Candidate<Action>>();
    add(candidates, bury(burial(public, all)));
    for suits in suits_to_lose(|group| all.within(order.cards(group)).len(), KITTY) {
        for points in [-10, 10] {
            let price = |card: Card| {
                priority(order.group(card), suits) + points * points_on(card) as i32
                    - i32::from(order.value(card))
            };
            add(candidates, bury(top(all, KITTY, price)));
        }
    }
}

/// The sets of plain suits to get rid of with this number of cards: none, every set that fits, and every
/// single suit. `held` is the number of cards of a suit.
fn suits_to_lose(held: impl Fn(Group) -> u32, cards: u32) -> impl Iterator<Item = u8> {
    let lengths = PLAIN.map(held);
    (0..1_u8 << PLAIN.len()).filter(move |&suits| {
        let chosen = (0..PLAIN.len()).filter(|&n| suits >> n & 1 == 1);
        let all: u32 = chosen.clone().map(|n| lengths[n]).sum();
        chosen.clone().all(|n| lengths[n] > 0) && (all <= cards || suits.count_ones() == 1)
    })
}

/// The priority of losing a card, by its suit: the chosen suits first, trumps last.
fn priority(group: Group, suits: u8) -> i32 {
    match PLAIN.iter().position(|&plain| plain == group) {
        Some(n) if suits >> n & 1 == 1 => 2000,
        Some(_) => 0,
        None => -1000,
    }
}

/// Whole groups, and parts of each group that keep or spend its best cards.
fn leads(view: &TractorView, candidates: &mut Vec<Candidate<Action>>) {
    let order = view.public().order;
    let held = |group| view.hand().within(order.cards(group));
    let all = |set: CardSet| view.hand().within(set);
    play(candidates, super::policy::lead(view));
    for group in Group::ALL {
        play(candidates, held(group));
    }
    let lowest = |group| held(group).kinds().min_by_key(|&card| order.value(card));
    let highest = |group| held(group).kinds().max_by_key(|&card| order.value(card));
    for group in Group::ALL {
        if let Some(high) = highest(group) {
            play(candidates, all(CardSet::of(high)));
        }
    }
    let trumps = held(Group::Trumps);
    for rest in [highest(Group::Trumps), lowest(Group::Trumps)].into_iter().flatten() {
        play(candidates, all(trumps.kinds() - CardSet::of(rest)));
    }
    for group in PLAIN {
        if let Some(low) = lowest(group) {
            play(candidates, CardBag::from_planes(CardSet::of(low), CardSet::EMPTY));
            // A throw that keeps the lowest card.
            play(candidates, all(held(group).kinds() - CardSet::of(low)));
        }
    }
    for group in Group::ALL {
        let pairs = held(group).pairs();
        if let Some(high) = pairs.max_by_key(|&card| order.value(card)) {
            play(candidates, all(CardSet::of(high)));
        }
        let tractor = CardBag::from_planes(pairs, pairs);
        if !tractor.is_empty() && !Shape::of(order, group, tractor).tractors.is_empty() {
            play(candidates, tractor);
        }
    }
}

/// The policy's follow, ways to take the trick, and follows that make one or two suits void.
fn follows(view: &TractorView, candidates: &mut Vec<Candidate<Action>>) {
    let public = view.public();
    let order = public.order;
    let follow = Follow::of(public, view.hand());
    let pick = follow.pick();
    play(candidates, super::best_follow::best(view));
    takes(view, &follow, candidates);
    let score = |card: Card, stakes: i32| stakes * points_on(card) as i32 - i32::from(order.value(card));
    let mut choose = |price: &dyn Fn(Card) -> i32| {
        if follow.tractors.is_empty() {
            play(candidates, pick.picked + best_priced(&pick, price));
        } else {
            let sum = |cards: CardBag| cards.iter().map(price).sum::<i32>();
            play(candidates, best_of(|visit| follow.visit(visit), sum).unwrap_or_default());
        }
    };
    // Points go to a partner who is winning and are kept from opponents, although the winner may still
    // change.
    let stakes = if team(public.trick.winner) == team(view.seat()) { 16 } else { -16 };
    for suits in suits_to_lose(|group| pick.pool.within(order.cards(group)).len(), pick.cards) {
        choose(&|card| priority(order.group(card), suits) + score(card, stakes));
    }
    choose(&|card| score(card, -stakes));
    choose(&|card| priority(order.group(card), 0) + score(card, -stakes));
    choose(&|card| i32::from(order.value(card)));
}

/// The ways to take the trick with the lowest cards, with the most points and with the highest cards.
fn takes(view: &TractorView, follow: &Follow, candidates: &mut Vec<Candidate<Action>>) {
    let public = view.public();
    let order = public.order;
    let value = |card: Card| i32::from(order.value(card));
    let mut pick = follow.pick();
    if !order.cards(public.trick.group).includes(pick.pool.kinds()) {
        pick = Pick { pool: pick.pool.within(order.trumps()), ..pick };
    }
    let orders: [&dyn Fn(Card) -> i32; 3] =
        [&|card| -value(card), &|card| 16 * points_on(card) as i32 - value(card), &value];
    for price in orders {
        let sum = |cards: CardBag| {
            let takes = public.trick.is_beaten_by(order, cards) && follow.check(cards).is_ok();
            if takes { cards.iter().map(price).sum::<i32>() } else { i32::MIN }
        };
        let best = best_of(|visit| pick.visit(visit), sum).filter(|&cards| sum(cards) > i32::MIN);
        play(candidates, best.unwrap_or_default());
    }
}

/// The best of the first choices.
fn best_of(
    visit: impl Fn(&mut dyn FnMut(CardBag) -> Flow) -> Flow,
    score: impl Fn(CardBag) -> i32,
) -> Option<CardBag> {
    let mut best: Option<(i32, CardBag)> = None;
    let mut left = MOST_COMPARED;
    let _ = visit(&mut |cards| {
        let score = score(cards);
        if best.is_none_or(|(most, _)| score > most) {
            best = Some((score, cards));
        }
        left -= 1;
        if left == 0 { Flow::Break(()) } else { Flow::Continue(()) }
    });
    best.map(|(_, cards)| cards)
}
