//! The sixth game obeys the laws of every game. Also its rules, its texts and its slow twins.

use cards::{Game, Rng, Rules as _, Seat, View as _, laws, random_action};
use games::catalog::CatalogGame;
use search::Heuristics;
use sixth::{Action, Elements, ElementsHeuristics, Event, Rules, Setup};

const MATCHES: u64 = 500;

#[test]
fn the_sixth_game_keeps_the_laws_on_random_matches() {
    for rules in Rules::variants() {
        for seed in 0..MATCHES {
            laws::check_match::<Elements>(&rules, seed);
        }
    }
}

#[test]
fn the_sixth_game_spells_every_action_once_in_tokens_and_its_rows_leak_nothing() {
    for rules in Rules::variants() {
        for seed in 0..MATCHES / 4 {
            laws::encoding::check_match::<Elements>(&rules, seed);
        }
    }
}

#[test]
fn check_and_actions_agree_on_actions_from_other_moments() {
    for rules in Rules::variants() {
        for seed in 0..MATCHES {
            laws::check_agrees_with_actions::<Elements>(&rules, seed);
        }
    }
}

#[test]
fn the_legal_actions_are_those_of_brute_force_that_pass_the_check() {
    for rules in Rules::variants() {
        for seed in 0..100 {
            let mut rng = Rng::new(seed);
            let mut game = Elements::start(&Elements::deal(&rules, &mut rng), |_| ());
            while game.turn().is_some() {
                let mut slow = game.brute_force();
                slow.retain(|&action| game.check(action).is_ok());
                let quick: Vec<Action> = (0..game.count()).filter_map(|n| game.nth(n)).collect();
                assert_eq!(quick, slow);
                game.apply(random_action(&game, &mut rng), |_| ());
            }
        }
    }
}

#[test]
fn the_rollout_policy_does_not_depend_on_hidden_cards() {
    for rules in Rules::variants() {
        for seed in 0..100 {
            let mut rng = Rng::new(seed);
            let mut game = Elements::start(&Elements::deal(&rules, &mut rng), |_| ());
            while let Some(seat) = game.turn() {
                let chosen = ElementsHeuristics.rollout(&game, &mut rng);
                assert_eq!(game.check(chosen), Ok(()));
                let world = game.view(seat).sample(&mut rng);
                assert_eq!(ElementsHeuristics.rollout(&world, &mut rng), chosen);
                game.apply(random_action(&game, &mut rng), |_| ());
            }
        }
    }
}

/// Three seats, seat 2 first: 1 holds F3 W3 L4 F4, 2 holds F1 L1 L2 W4, 3 holds F2 W1 L3 W2.
fn three() -> Elements {
    let setup: Setup =
        "seats=3 first=2 deck F1 F2 F3 L1 W1 W3 L2 L3 L4 W4 W2 F4".parse().expect("a setup in notation");
    Elements::start(&setup, |_| ())
}

fn play(game: &mut Elements, actions: &[&str]) -> Vec<String> {
    let mut events = Vec::new();
    for action in actions {
        let action = action.parse().expect(action);
        game.play(action, |event: Event| events.push(event.to_string())).expect("a legal action");
    }
    events
}

#[test]
fn the_highest_number_wins_a_trick_the_last_of_equals_and_every_element_counts() {
    let mut game = three();
    play(&mut game, &["hide F1", "hide F2", "hide F3"]);
    assert_eq!(play(&mut game, &["play L2", "play W2", "play W3"]).last().expect("an event"), "trick 1 2");
    assert_eq!(play(&mut game, &["play F4", "play W4", "play L3"]).last().expect("an event"), "trick 2 3");
    assert_eq!(play(&mut game, &["play L1", "play W1", "play L4"]).last().expect("an event"), "trick 1 2");
    assert_eq!(game.turn(), None);
    assert_eq!(game.payoffs().as_slice(), [3 * 4 - 7, 3 * 3 - 7, -7]);
}

#[test]
fn a_view_refuses_what_cannot_have_happened_and_says_what_could() {
    let mut game = three();
    play(&mut game, &["hide F1", "hide F2", "hide F3", "play L2"]);
    let view = game.view(Seat::new(0));
    let refused = |text: &str| {
        let event: Event = text.parse().expect(text);
        view.check(&event).map_err(|why| why.to_string())
    };
    assert_eq!(refused("play 3 W2"), Ok(()));
    // Already played, in the own hand, hidden by the own seat.
    for text in ["play 3 L2", "play 3 W3", "play 3 F3"] {
        assert_eq!(refused(text), Err("expected a card that seat 3 can hold".to_owned()), "{text}");
    }
    assert_eq!(refused("play 1 W3"), Err("expected seat 3 to play a card".to_owned()));
    assert_eq!(refused("trick 2 1"), Err("expected seat 3 to play a card".to_owned()));
    assert_eq!(refused("play 4 W2"), Err("expected seat 3 to play a card".to_owned()));
}

#[test]
fn texts_that_are_wrong_are_refused() {
    for text in ["seats=4", "seats=", "bridge", "contest contest", "turns=1"] {
        assert!(text.parse::<Rules>().is_err(), "{text}");
    }
    assert_eq!("contest seats=3".parse(), Ok(Rules { seats: 3 }));
    let deck = "F1 F2 F3 F4 L1 L2 L3 L4 W1 W2 W3";
    for text in [
        format!("seats=2 first=3 deck {deck} W4"),
        format!("seats=2 first=1 deck {deck} W3"),
        format!("seats=2 first=1 deck {deck}"),
    ] {
        assert!(text.parse::<Setup>().is_err(), "{text}");
    }
    for text in ["", "trick 1 +1", "trick 1 300", "give 5 F1", "play 1 ??", "hide 1 F5", "first 1 1"] {
        assert!(text.parse::<Event>().is_err(), "{text}");
    }
    for text in ["", "hide", "play ??", "play F0", "play F1 F2", "HIDE F1"] {
        assert!(text.parse::<Action>().is_err(), "{text}");
    }
}
