//! The few actions worth a thought: a lead may be any of thousands of sets, and most are silly.
//!
//! Follows and burials are made by wishes: each says what every card is worth to be rid of, and gives
//! the dearest cards that may go together.

use cards::{Card, CardBag, CardSet, Flow, Policy, Rng, View};
use search::sequential_halving::Line;

use super::combo::Shape;
use super::follow::{dearest, top};
use super::options::{Follow, Pick};
use super::order::Group;
use super::policy::burial;
use super::public::{KITTY, Phase};
use super::rules::Action;
use super::score::{points_on, team};
use super::steady::Steady;
use super::view::TractorView;

/// At most so many.
const MOST: usize = 24;
/// Of more follows than this only the first so many are looked at.
const LOOKED_AT: u32 = 2000;
/// Every suit that may be plain.
const PLAIN: [Group; 4] = [Group::ALL[0], Group::ALL[1], Group::ALL[2], Group::ALL[3]];

/// Lists the rule policy's idea, and what else might be good.
pub(super) fn of(view: &TractorView, ideas: &mut Vec<Line<Action>>) {
    // The hand-written players use no chance.
    let rule = Steady.choose(view, &mut Rng::new(0));
    if view.public().phase == Phase::Play {
        ideas.push(vec![rule]);
    }
    match view.public().phase {
        Phase::Bury if view.buried().is_empty() => burials(view, ideas),
        Phase::Play if view.public().is_leading() => leads(view, ideas),
        Phase::Play => follows(view, ideas),
        _ => (),
    }
    if ideas.is_empty() {
        ideas.push(vec![rule]);
    }
}

fn add(ideas: &mut Vec<Line<Action>>, line: Line<Action>) {
    if ideas.len() < MOST && !ideas.contains(&line) {
        ideas.push(line);
    }
}

fn play(ideas: &mut Vec<Line<Action>>, cards: CardBag) {
    if !cards.is_empty() {
        add(ideas, vec![Action::Play(cards)]);
    }
}

/// Whole burials: the rule's, and those that get rid of none, one or two suits, with or without points.
fn burials(view: &TractorView, ideas: &mut Vec<Line<Action>>) {
    let (public, all) = (view.public(), view.hand());
    let order = public.order;
    let bury = |cards: CardBag| cards.iter().map(Action::Bury).collect::<Line<Action>>();
    add(ideas, bury(burial(public, all)));
    for suits in suits_to_lose(|group| all.within(order.cards(group)).len(), KITTY) {
        for points in [-10, 10] {
            let price = |card: Card| {
                wish(order.group(card), suits) + points * points_on(card) as i32
                    - i32::from(order.value(card))
            };
            add(ideas, bury(top(all, KITTY, price)));
        }
    }
}

/// The sets of plain suits, of which there are so many cards, that may be lost together with so many:
/// none, and those of one or two that fit or of one that does not.
fn suits_to_lose(held: impl Fn(Group) -> u32, cards: u32) -> impl Iterator<Item = u8> {
    let lengths = PLAIN.map(held);
    (0..1_u8 << PLAIN.len()).filter(move |&suits| {
        let chosen = (0..PLAIN.len()).filter(|&n| suits >> n & 1 == 1);
        let all: u32 = chosen.clone().map(|n| lengths[n]).sum();
        chosen.clone().all(|n| lengths[n] > 0) && (all <= cards || suits.count_ones() == 1)
    })
}

/// How much the suit of a card speaks for losing it: those to be lost first, trumps last.
fn wish(group: Group, suits: u8) -> i32 {
    match PLAIN.iter().position(|&plain| plain == group) {
        Some(n) if suits >> n & 1 == 1 => 2000,
        Some(_) => 0,
        None => -1000,
    }
}

/// Whole groups, and of each group parts that keep or spend its best.
fn leads(view: &TractorView, ideas: &mut Vec<Line<Action>>) {
    let order = view.public().order;
    let held = |group| view.hand().within(order.cards(group));
    let all = |set: CardSet| view.hand().within(set);
    play(ideas, super::policy::lead(view));
    for group in Group::ALL {
        play(ideas, held(group));
    }
    let lowest = |group| held(group).kinds().min_by_key(|&card| order.value(card));
    let highest = |group| held(group).kinds().max_by_key(|&card| order.value(card));
    for group in Group::ALL {
        if let Some(high) = highest(group) {
            play(ideas, all(CardSet::of(high)));
        }
    }
    let trumps = held(Group::Trumps);
    for rest in [highest(Group::Trumps), lowest(Group::Trumps)].into_iter().flatten() {
        play(ideas, all(trumps.kinds() - CardSet::of(rest)));
    }
    for group in PLAIN {
        if let Some(low) = lowest(group) {
            play(ideas, CardBag::from_planes(CardSet::of(low), CardSet::EMPTY));
            // A throw that keeps an exit.
            play(ideas, all(held(group).kinds() - CardSet::of(low)));
        }
    }
    for group in Group::ALL {
        let pairs = held(group).pairs();
        if let Some(high) = pairs.max_by_key(|&card| order.value(card)) {
            play(ideas, all(CardSet::of(high)));
        }
        let tractor = CardBag::from_planes(pairs, pairs);
        if !tractor.is_empty() && !Shape::of(order, group, tractor).tractors.is_empty() {
            play(ideas, tractor);
        }
    }
}

/// The rule's follow; ways to take the trick; and fills that make one or two suits void.
fn follows(view: &TractorView, ideas: &mut Vec<Line<Action>>) {
    let public = view.public();
    let order = public.order;
    let follow = Follow::of(public, view.hand());
    let pick = follow.pick();
    play(ideas, super::follow::best(view));
    takes(view, &follow, ideas);
    let worth = |card: Card, stakes: i32| stakes * points_on(card) as i32 - i32::from(order.value(card));
    let mut choose = |price: &dyn Fn(Card) -> i32| {
        if follow.tractors.is_empty() {
            play(ideas, pick.picked + dearest(&pick, price));
        } else {
            let sum = |cards: CardBag| cards.iter().map(price).sum::<i32>();
            play(ideas, best_of(|visit| follow.visit(visit), sum).unwrap_or_default());
        }
    };
    // Points go to a partner who wins, and are kept from others; but that may change.
    let stakes = if team(public.trick.winner) == team(view.seat()) { 16 } else { -16 };
    for suits in suits_to_lose(|group| pick.pool.within(order.cards(group)).len(), pick.cards) {
        choose(&|card| wish(order.group(card), suits) + worth(card, stakes));
    }
    choose(&|card| worth(card, -stakes));
    choose(&|card| wish(order.group(card), 0) + worth(card, -stakes));
    choose(&|card| i32::from(order.value(card)));
}

/// The cheapest, the dearest and the richest way to take the trick.
fn takes(view: &TractorView, follow: &Follow, ideas: &mut Vec<Line<Action>>) {
    let public = view.public();
    let order = public.order;
    let value = |card: Card| i32::from(order.value(card));
    let mut pick = follow.pick();
    if !order.cards(public.trick.group).includes(pick.pool.kinds()) {
        pick = Pick { pool: pick.pool.within(order.trumps()), ..pick };
    }
    let wishes: [&dyn Fn(Card) -> i32; 3] =
        [&|card| -value(card), &|card| 16 * points_on(card) as i32 - value(card), &value];
    for price in wishes {
        let sum = |cards: CardBag| {
            let takes = public.trick.is_beaten_by(order, cards) && follow.check(cards).is_ok();
            if takes { cards.iter().map(price).sum::<i32>() } else { i32::MIN }
        };
        let best = best_of(|visit| pick.visit(visit), sum).filter(|&cards| sum(cards) > i32::MIN);
        play(ideas, best.unwrap_or_default());
    }
}

/// The best of the first so many.
fn best_of(
    visit: impl Fn(&mut dyn FnMut(CardBag) -> Flow) -> Flow,
    worth: impl Fn(CardBag) -> i32,
) -> Option<CardBag> {
    let mut best: Option<(i32, CardBag)> = None;
    let mut left = LOOKED_AT;
    let _ = visit(&mut |cards| {
        let worth = worth(cards);
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, cards));
        }
        left -= 1;
        if left == 0 { Flow::Break(()) } else { Flow::Continue(()) }
    });
    best.map(|(_, cards)| cards)
}
