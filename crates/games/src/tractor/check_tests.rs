//! Which events are refused and why, and that every allowed event leaves a possible world.

use cards::{Card, CardBag, Flow, Game, Policy, Rng, Seat, View, Viewer, random_action};

use crate::tractor::position::{POSITION, at, events};
use crate::tractor::rules::both_decks;
use crate::tractor::{Action, Event, Greedy, Phase, Rules, Tractor, TractorView};

/// A seat's view after these events.
fn seeing(seat: usize, events: &[Event]) -> TractorView {
    let mut view = TractorView::seated(&POSITION.parse().expect("rules"), Seat::new(seat - 1));
    for &event in events {
        assert_eq!(view.check(&event), Ok(()), "{event}");
        view.observe(event);
    }
    view
}

/// What seat `seat` expects instead of this event after the first `count` events of the position.
#[track_caller]
fn instead(seat: usize, count: usize, event: &str) -> String {
    let events = events(Viewer::Seat(Seat::new(seat - 1)), &["play AS AS", "play 9S 4S"]);
    let view = seeing(seat, &events[..count]);
    view.check(&event.parse().expect("an event")).expect_err("refused").to_string()
}

/// What seat 1 expects instead of this event after these actions.
#[track_caller]
fn after(actions: &[&str], event: &str) -> String {
    let view = seeing(1, &events(Viewer::Seat(Seat::new(0)), actions));
    view.check(&event.parse().expect("an event")).expect_err("refused").to_string()
}

#[test]
fn the_announcements_come_in_order_and_as_the_rules_say() {
    assert_eq!(instead(1, 0, "dealer 2"), "expected the level of a team, 5");
    assert_eq!(instead(1, 0, "level 1 7"), "expected the level of a team, 5");
    assert_eq!(instead(1, 1, "level 1 7"), "expected the level of seat 2's team, 7");
    assert_eq!(instead(1, 1, "level 2 5"), "expected the level of seat 2's team, 7");
    assert_eq!(instead(1, 2, "level 2 7"), "expected who deals");
    assert_eq!(instead(1, 3, "dealer 2"), "expected the main suit");
    assert_eq!(instead(1, 4, "main H"), "expected a card to be dealt to seat 2");
}

#[test]
fn cards_are_dealt_in_turn_hidden_from_the_others_and_none_three_times() {
    assert_eq!(instead(1, 4, "give 1 QS"), "expected a card to be dealt to seat 2");
    assert_eq!(instead(1, 4, "give 2 QS"), "expected seat 2's card face down");
    assert_eq!(instead(1, 7, "give 1 ??"), "expected seat 1's card face up");
    // Seat 1 gets QS QS first.
    assert_eq!(instead(1, 15, "give 1 QS"), "expected a card that is not there twice yet");
    assert_eq!(instead(1, 4 + 99, "bury 2 ??"), "expected a card to be dealt to seat 1");
    assert_eq!(instead(1, 4 + 100, "give 3 ??"), "expected a card to be dealt to seat 2");
    assert_eq!(instead(1, 4 + 108, "give 2 ??"), "expected seat 2 to bury a card");
}

#[test]
fn only_the_dealer_buries_eight_cards_hidden_from_the_others_and_in_card_order() {
    assert_eq!(instead(1, 4 + 108, "bury 3 ??"), "expected seat 2 to bury a card");
    assert_eq!(instead(1, 4 + 108, "bury 2 QS"), "expected the card that seat 2 buries face down");
    assert_eq!(instead(2, 4 + 108, "bury 2 ??"), "expected the card that seat 2 buries face up");
    let why = "expected seat 2 to bury a card it holds, in card order";
    assert_eq!(instead(2, 4 + 108, "bury 2 RJ"), why);
    assert_eq!(instead(2, 4 + 108 + 3, "bury 2 2D"), why);
    assert_eq!(instead(1, 4 + 108 + 7, "play 2 AS AS"), "expected seat 2 to bury a card");
    assert_eq!(instead(1, 4 + 108 + 8, "bury 2 ??"), "expected seat 2 to lead");
}

#[test]
fn plays_come_in_turn_and_are_as_long_as_the_lead() {
    assert_eq!(after(&[], "play 3 9S"), "expected seat 2 to lead");
    assert_eq!(after(&[], "win 2 0"), "expected seat 2 to lead");
    assert_eq!(after(&[], "play 2 AS 9C"), "expected a lead of one plain suit, or of trumps only");
    assert_eq!(after(&["play AS AS"], "play 2 KS"), "expected seat 3 to follow");
    assert_eq!(after(&["play AS AS"], "play 3 9S"), "expected seat 3 to follow with 2 cards");
}

#[test]
fn a_play_of_cards_that_are_elsewhere_is_refused() {
    // Both copies are in seat 1's own hand; one is; both have been played.
    assert_eq!(after(&[], "play 2 QS"), "expected cards that seat 2 can hold");
    assert_eq!(after(&[], "play 2 KD KD"), "expected cards that seat 2 can hold");
    assert_eq!(after(&["play AS AS"], "play 3 AS 4S"), "expected cards that seat 3 can hold");
    // The seat's own plays must be legal.
    let lead = ["play AS AS", "play 9S 4S", "play KS TS"];
    assert_eq!(after(&lead, "play 1 9S 8S"), "expected cards that seat 1 holds");
    assert_eq!(after(&lead, "play 1 QS JS"), "expected a follow that the rules allow seat 1");
}

#[test]
fn a_play_of_cards_that_a_seat_is_known_to_lack_is_refused() {
    let mut view = seeing(1, &events(Viewer::Seat(Seat::new(0)), &[]));
    let mut observe = |event: &str| {
        let event = event.parse().expect("an event");
        let checked = view.check(&event);
        if checked.is_ok() {
            view.observe(event);
        }
        checked.map_err(|why| why.to_string())
    };
    let why = |seat: usize| Err(format!("expected cards that seat {seat} can hold"));
    for event in ["play 2 AS AS", "play 3 2C 2C", "play 4 TS KS", "play 1 QS QS", "win 2 20"] {
        assert_eq!(observe(event), Ok(()), "{event}");
    }
    assert_eq!(observe("play 2 8S 8S"), Ok(()));
    assert_eq!(observe("play 3 9S 5S"), why(3), "seat 3 has no spades");
    assert_eq!(observe("play 3 4C 4D"), Ok(()));
    assert_eq!(observe("play 4 5S 5S"), why(4), "seat 4 has no pair of spades");
    assert_eq!(observe("play 4 5S TS"), why(4), "seat 4 would have had a pair of tens");
    assert_eq!(observe("play 4 5S 9S"), Ok(()));
}

#[test]
fn after_a_complete_trick_the_right_seat_wins_it_before_anything_else() {
    let trick = ["play AS AS", "play 9S 4S", "play KS TS"];
    let mut view = seeing(1, &events(Viewer::Seat(Seat::new(0)), &trick));
    view.observe("play 1 JS JS".parse().expect("an event"));
    assert_eq!((view.count(), view.public().phase), (0, Phase::Win));
    for wrong in ["play 2 8S", "win 1 20", "win 2 10", "end 0 2D 2D 3D 3D 4D 4D 5D 6D"] {
        let why = view.check(&wrong.parse().expect("an event")).expect_err(wrong);
        assert_eq!(why.to_string(), "expected seat 2 to win the trick with 20 points");
    }
    assert_eq!(view.check(&"win 2 20".parse().expect("an event")), Ok(()));
}

#[test]
fn the_round_ends_with_the_buried_cards_and_their_points() {
    for seed in 0..20 {
        let mut rng = Rng::new(seed);
        let mut log = Vec::new();
        let mut state = Tractor::start(&Tractor::deal(&Rules::default(), &mut rng), |event| log.push(event));
        while state.turn().is_some() {
            state.apply(random_action(&state, &mut rng), |event| log.push(event));
        }
        let Some(&Event::End(points, kitty)) = log.last() else { panic!("a round ends") };
        for seat in Seat::all(4) {
            let seen: Vec<Event> = log.iter().map(|&event| Tractor::redact(event, seat.into())).collect();
            let mut view = TractorView::seated(&Rules::default(), seat);
            seen[..seen.len() - 1].iter().for_each(|&event| view.observe(event));
            let expected = format!(
                "expected the end with {points} points for the defenders and the hidden cards {kitty}"
            );
            let other = (both_decks() - kitty).iter().take(8).collect();
            for wrong in
                [Event::End(points + 5, kitty), Event::End(points, other), log[4], log[log.len() - 2]]
            {
                assert_eq!(view.check(&wrong).expect_err("refused").to_string(), expected);
            }
            assert_eq!(view.sample(&mut rng).view(seat), view, "seed {seed}: before the kitty is turned up");
            view.observe(log[log.len() - 1]);
            let why = view.check(&log[log.len() - 1]).expect_err("the same event twice").to_string();
            assert_eq!(why, "expected nothing more: the round is over");
        }
    }
}

#[test]
fn events_of_viewers_without_a_seat_are_checked_in_the_same_way() {
    let mut scene = at(Viewer::Public, &["play AS AS"]);
    let mut refused = |event: &str| {
        let event = event.parse().expect("an event");
        cards::Scene::observe(&mut scene, event).expect_err("refused").to_string()
    };
    assert_eq!(refused("play 4 9S 4S"), "expected seat 3 to follow");
    assert_eq!(refused("play 3 AS 4S"), "expected cards that seat 3 can hold");
    assert_eq!(refused("bury 2 ??"), "expected seat 3 to follow");
    let mut scene = at(Viewer::Open, &["play AS AS"]);
    let mut refused = |event: &str| {
        let event = event.parse().expect("an event");
        cards::Scene::observe(&mut scene, event).expect_err("refused").to_string()
    };
    assert_eq!(refused("play 3 2S 2S"), "expected cards that seat 3 holds");
    assert_eq!(refused("play 3 9S 2C"), "expected a follow that the rules allow seat 3");
}

/// Changed plays are refused, or leave a possible world.
#[test]
fn a_play_of_any_cards_is_refused_or_leaves_a_world_that_looks_the_same() {
    let (mut refused, mut allowed) = (0, 0);
    for seed in 0..400 {
        let mut rng = Rng::new(seed);
        let rules = Rules::default();
        let watcher = Seat::new(seed as usize % 4);
        let mut view = TractorView::seated(&rules, watcher);
        let mut log = Vec::new();
        let mut state = Tractor::start(&Tractor::deal(&rules, &mut rng), |event| log.push(event));
        while state.turn().is_some() {
            let is_greedy = rng.below(2) == 0;
            let turn = state.turn().expect("a seat to move");
            let action = if is_greedy {
                Greedy.choose(&state.view(turn), &mut rng)
            } else {
                random_action(&state, &mut rng)
            };
            state.apply(action, |event| log.push(event));
        }
        for event in log {
            let seen = Tractor::redact(event, watcher.into());
            if let Event::Play(seat, cards) = seen
                && view.public().turn == seat
            {
                // The same number of other unseen cards.
                let unseen: Vec<Card> = view.knowledge().unseen().iter().collect();
                for _ in 0..3 {
                    let mut other = cards;
                    if let (Some(out), false) =
                        (cards.kinds().nth(rng.below(cards.kinds().len())), unseen.is_empty())
                    {
                        other.remove(out);
                        other.insert(unseen[rng.below(unseen.len() as u32) as usize]);
                    }
                    let event = Event::Play(seat, other);
                    if view.check(&event).is_err() {
                        refused += 1;
                        continue;
                    }
                    allowed += 1;
                    let mut next = view;
                    next.observe(event);
                    let world = next.sample(&mut rng);
                    assert_eq!(world.view(watcher), next, "seed {seed}: {event}");
                    assert_eq!(world.audit(), Ok(()), "seed {seed}: {event}");
                    // Sometimes continue from the changed play, as long as later events fit.
                    if rng.below(4) == 0 {
                        view = next;
                        break;
                    }
                }
            }
            if view.check(&seen).is_ok() {
                view.observe(seen);
            }
        }
    }
    assert!(refused > 1000 && allowed > 1000, "{refused} refused, {allowed} allowed");
}

/// The slow twin: is the play legal in any deal that keeps the facts?
fn is_legal_somewhere(view: &TractorView, unseen: &[Card], cards: CardBag) -> bool {
    let public = view.public();
    let others: Vec<Seat> = Seat::all(4).filter(|&seat| seat != view.seat()).collect();
    fn lay(
        rest: &[Card],
        others: &[Seat],
        world: &mut Tractor,
        ends: &mut dyn FnMut(&Tractor) -> Flow,
    ) -> Flow {
        let Some((&card, rest)) = rest.split_first() else { return ends(world) };
        for &seat in others {
            let public = &world.public;
            let mut hand = world.hands[seat];
            hand.insert(card);
            let keeps = hand.len() <= public.hand_size(seat)
                && (hand.kinds() & public.lacks[seat]).is_empty()
                && (hand.pairs() & public.unpaired[seat]).is_empty();
            if keeps {
                let before = std::mem::replace(&mut world.hands[seat], hand);
                lay(rest, others, world, ends)?;
                world.hands[seat] = before;
            }
        }
        Flow::Continue(())
    }
    let mut world = view.sample(&mut Rng::new(0));
    others.iter().for_each(|&seat| world.hands[seat] = CardBag::EMPTY);
    assert_eq!(world.public, *public);
    lay(unseen, &others, &mut world, &mut |world| {
        if world.check(Action::Play(cards)).is_ok() { Flow::Break(()) } else { Flow::Continue(()) }
    })
    .is_break()
}

#[test]
fn a_play_is_possible_exactly_if_it_is_legal_in_some_deal_that_keeps_the_facts() {
    let (mut possible, mut impossible) = (0, 0);
    for seed in 0..300 {
        let mut rng = Rng::new(seed);
        let mut state = Tractor::start(&Tractor::deal(&Rules::default(), &mut rng), |_| ());
        // The dealer knows the buried cards, so only hands are unknown.
        let dealer = state.public().dealer;
        while let Some(turn) = state.turn() {
            if turn != dealer && state.public().phase == Phase::Play && state.hand(turn).len() < 4 {
                let view = state.view(dealer);
                let unseen: Vec<Card> = view.knowledge().unseen().iter().collect();
                let mut tried: Vec<CardBag> = unseen.iter().map(|&card| CardBag::from_iter([card])).collect();
                let two = unseen.iter().flat_map(|&one| unseen.iter().map(move |&two| [one, two]));
                tried.extend(two.map(CardBag::from_iter));
                tried.sort();
                tried.dedup();
                for cards in tried.into_iter().filter(|&cards| view.knowledge().unseen().includes(cards)) {
                    let is_allowed = view.check(&Event::Play(turn, cards)).is_ok();
                    assert_eq!(
                        is_allowed,
                        is_legal_somewhere(&view, &unseen, cards),
                        "seed {seed}: {cards} of {turn:?} in {view:?}"
                    );
                    if is_allowed { possible += 1 } else { impossible += 1 }
                }
            }
            state.apply(random_action(&state, &mut rng), |_| ());
        }
    }
    assert!(possible > 1000 && impossible > 1000, "{possible} possible, {impossible} not");
}
