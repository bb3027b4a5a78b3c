//! Sampled worlds, beliefs and policies.

use std::collections::HashMap;

use cards::{BySeat, Card, CardBag, Game, Policy, Rng, Seat, TimeLeft, View, random_action};
use search::{Belief, Probability};

use super::sample::Facts;
use super::tests::{played, started};
use super::*;
use crate::levels::PlayerSpec;

/// Every world of a view, with the number of ways to deal its unseen cards as if all were different. A
/// uniform deal is proportional to that number.
fn every_world(view: &TractorView, truth: &Tractor) -> HashMap<BySeat<CardBag>, f64> {
    let others: Vec<Seat> = Seat::all(4).filter(|&seat| seat != view.seat()).collect();
    let unseen: Vec<Card> = others.iter().flat_map(|&seat| truth.hand(seat).iter()).collect();
    let mut worlds = HashMap::new();
    let mut hands = BySeat::all(4, CardBag::EMPTY);
    hands[view.seat()] = view.hand();
    fn walk(
        rest: &[Card],
        others: &[Seat],
        public: &Public,
        hands: BySeat<CardBag>,
        worlds: &mut HashMap<BySeat<CardBag>, f64>,
    ) {
        let Some((&card, rest)) = rest.split_first() else {
            *worlds.entry(hands).or_default() += 1.0;
            return;
        };
        for &seat in others {
            let mut next = hands;
            next[seat].insert(card);
            let keeps_facts = (next[seat].kinds() & public.lacks[seat]).is_empty()
                && (next[seat].pairs() & public.unpaired[seat]).is_empty();
            if next[seat].len() <= public.hand_size(seat) && keeps_facts {
                walk(rest, others, public, next, worlds);
            }
        }
    }
    walk(&unseen, &others, view.public(), hands, &mut worlds);
    worlds
}

#[test]
fn repaired_deals_keep_the_facts_and_are_nearly_uniform() {
    const DRAWN: u32 = 8000;
    let (mut measured, mut worst) = (0, 0.0_f64);
    for seed in 0..400 {
        // The dealer's view near the end: the dealer knows the buried cards, so only hands are unknown.
        let mut state = played(seed, 8);
        let mut rng = Rng::new(seed);
        let dealer = state.public().dealer;
        while state.turn().is_some() && (state.hand(dealer).len() > 3 || state.public().on_table > 0) {
            let action = random_action(&state, &mut rng);
            state.apply(action, |_| ());
        }
        let view = state.view(dealer);
        let worlds = every_world(&view, &state);
        let restricted = Seat::all(4).any(|seat| seat != dealer && !view.public().lacks[seat].is_empty());
        if !restricted || !(10..=120).contains(&worlds.len()) || measured == 12 {
            continue;
        }
        measured += 1;
        let mut drawn: HashMap<BySeat<CardBag>, f64> = HashMap::new();
        let facts = Facts::of(view.public(), dealer.into());
        let mut unseen: Vec<Card> =
            Seat::all(4).filter(|&seat| seat != dealer).flat_map(|seat| state.hand(seat).iter()).collect();
        for _ in 0..DRAWN {
            rng.shuffle(&mut unseen);
            let piles = repair::deal(&facts, &unseen, &mut rng).expect("the true deal keeps the facts");
            let of = |seat: Seat| if seat == dealer { view.hand() } else { piles[seat.index()] };
            *drawn.entry(BySeat::from_fn(4, of)).or_default() += 1.0 / f64::from(DRAWN);
        }
        let total: f64 = worlds.values().sum();
        assert!(drawn.keys().all(|world| worlds.contains_key(world)));
        let apart: f64 =
            worlds.iter().map(|(world, ways)| (drawn.get(world).unwrap_or(&0.0) - ways / total).abs()).sum();
        worst = worst.max(apart / 2.0);
    }
    assert!(measured >= 10, "{measured} views measured");
    // A uniform sample gives about 0.05 with this many worlds and draws. `tests/belief.rs` is stricter with
    // `sample`, which repairs a deal only after hundreds of deals in a row had an impossible pair.
    assert!(worst < 0.10, "total variation {worst}");
}

/// Plays a match between two teams of policies. Returns the payoff of team 1.
fn contest_of(seed: u64, one: &dyn Policy<Tractor>, two: &dyn Policy<Tractor>) -> i32 {
    let (mut state, mut rng) = (started(seed), Rng::stream(seed, 2));
    while let Some(turn) = state.turn() {
        let action = [one, two][turn.index() % 2].choose(&state.view(turn), &mut rng);
        state.play(action, |_| ()).expect("a policy plays by the rules");
    }
    state.payoffs()[Seat::new(0)]
}

#[test]
fn greedy_beats_random_from_either_side_of_the_table() {
    let wins = (0..100).filter(|&seed| contest_of(seed, &Greedy, &Random) > 0).count();
    let losses = (0..100).filter(|&seed| contest_of(seed, &Random, &Greedy) > 0).count();
    assert!(wins > 85 && losses < 15, "{wins} won, {losses} lost");
}

#[test]
fn steady_wins_levels_from_greedy() {
    let levels: i32 =
        (0..200).map(|seed| contest_of(seed, &Steady, &Greedy) - contest_of(seed, &Greedy, &Steady)).sum();
    assert!(levels > 100, "{levels} levels in 200 deals");
}

#[test]
fn weighted_samples_fit_the_view_and_the_inferences() {
    let (mut throws, mut kept) = (0, 0);
    for seed in 0..60 {
        let (mut state, mut rng) = (started(seed), Rng::stream(seed, 4));
        let watcher = Seat::new(seed as usize % 4);
        let mut view = state.view(watcher);
        let mut belief = TractorBelief::default();
        while let Some(turn) = state.turn() {
            if turn == watcher {
                for weight in [0.0, 0.5, 1.0].map(Probability::new) {
                    let world = belief.sample(&view, weight, &mut rng);
                    assert_eq!(world.view(watcher), view, "seed {seed}");
                    assert_eq!(world.audit(), Ok(()), "seed {seed}");
                }
            }
            // Greedy throws whole groups; random players do not.
            let is_greedy = seed % 3 > 0;
            let action = if is_greedy {
                Greedy.choose(&state.view(turn), &mut rng)
            } else {
                random_action(&state, &mut rng)
            };
            let mut observe = |event: Event| {
                let event = Tractor::redact(event, watcher.into());
                belief.observe(&view, &event);
                view.observe(event);
            };
            let is_throw = |cards: CardBag| {
                let group = state.public().order.common_group(cards.kinds());
                group.is_some_and(|group| Shape::of(state.public().order, group, cards).is_throw())
            };
            let thrown = match action {
                Action::Play(cards) if state.public().is_leading() && is_throw(cards) => Some(cards),
                _ => None,
            };
            let mut after = state;
            after.apply(action, &mut observe);
            if let Some(cards) = thrown
                && is_greedy
                && turn != watcher
                && after.turn().is_some()
            {
                throws += 1;
                let world = belief.sample(&view, Probability::ONE, &mut rng);
                let group = state.public().order.group(cards.kinds().first().expect("a card"));
                let held = world.hand(turn).within(state.public().order.cards(group));
                kept += u32::from(held.is_empty());
            }
            state = after;
        }
    }
    assert!(throws > 50 && kept == throws, "{kept} of {throws}");
}

#[test]
fn the_dealer_buries_the_selected_cards_without_another_search() {
    let plan = PlayerSpec::read::<Tractor>("champion:iterations=600").expect("a plan");
    for seed in 0..5 {
        let mut state = started(seed);
        let mut agent = plan.agent::<Tractor>().expect("a champion looks at no hidden cards");
        let dealer = state.public().dealer;
        agent.start(&Rules::default(), dealer, Rng::new(seed));
        let mut iterations = Vec::new();
        while state.public().phase == Phase::Bury {
            let before = state.view(dealer);
            let decision = agent.decide(&before, &TimeLeft::UNLIMITED);
            iterations.push(decision.iterations);
            state.play(decision.action, |event| agent.observe(&before, event)).expect("a legal burial");
        }
        assert!(iterations[0] > 0 && iterations[1..] == [0; 7], "{iterations:?}");
    }
}

#[test]
fn every_listed_policy_exists_and_no_other() {
    assert!(Tractor::POLICIES.iter().all(|name| Tractor::policy(name).is_some()));
    assert!(Tractor::policy("perfect").is_none());
}

#[test]
fn greedy_continues_any_burial() {
    for seed in 0..300 {
        let mut rng = Rng::new(seed);
        let mut state = Tractor::start(&Tractor::deal(&Rules::default(), &mut rng), |_| ());
        while state.public().phase == Phase::Bury {
            let greedy = Greedy.choose(&state.view(state.public().dealer), &mut rng);
            assert_eq!(state.check(greedy), Ok(()), "seed {seed}");
            let is_random = rng.below(3) == 0;
            let action = if is_random { random_action(&state, &mut rng) } else { greedy };
            state.apply(action, |_| ());
        }
    }
}
