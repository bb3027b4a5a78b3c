//! The rules sentence by sentence, the laws, and the slow twins.

use cards::{BySeat, Flow, Game, Illegal, Policy, Random, Rng, Rules as _, Seat, View, laws, random_action};

use super::*;
use crate::catalog::CatalogGame;
use crate::text::Language;

const FIGURE: &str =
    "ranks=13 deck 6B 3R 5B 2B 1B 5R 13R 7B 11R 1R 2R 3B 4R 4B 6R 7R 8R 8B 9R 9B 10R 10B 11B 12R 12B 13B";

fn at(setup: &str, actions: &[&str]) -> House {
    let setup: Setup = setup.parse().unwrap();
    let mut house = House::start(&setup, |_| ());
    for action in actions {
        house.play(action.parse().unwrap(), |_| ()).unwrap_or_else(|e| panic!("{action}: {e}"));
    }
    house
}

fn refused(house: &House, action: &str) -> String {
    let Illegal(why) = house.check(action.parse().unwrap()).expect_err(action);
    Language::english().say(&why, house.turn())
}

fn listed(house: &House) -> Vec<String> {
    let mut all = Vec::new();
    let _ = house.actions(|action| {
        all.push(action.to_string());
        Flow::Continue(())
    });
    all
}

#[test]
fn the_colour_of_the_first_card_says_who_begins_and_turns_alternate() {
    let house = at(FIGURE, &[]);
    assert_eq!(house.turn(), Some(Seat::new(1)));
    assert_eq!(at(FIGURE, &["hold"]).turn(), Some(Seat::new(0)));
    let red_first = at("ranks=5 deck 1R 2R 3R 4R 5R 5B 4B 3B 2B 1B", &[]);
    assert_eq!(red_first.turn(), Some(Seat::new(0)));
}

#[test]
fn without_a_held_card_a_seat_may_hold_or_lay_the_drawn_card_as_a_floor() {
    assert_eq!(listed(&at(FIGURE, &[])), ["hold", "floor 1 11R", "floor 3 11R", "floor 5 11R"]);
}

#[test]
fn with_a_held_card_a_floor_may_be_either_card_and_a_peak_takes_both_in_either_order() {
    let house = at(FIGURE, &["hold", "floor 3 1R"]);
    assert_eq!(
        listed(&house),
        ["floor 1 2R", "floor 1 11R", "floor 5 2R", "floor 5 11R", "peak 3 11R 2R", "peak 3 2R 11R"]
    );
    assert_eq!(refused(&house, "hold"), "you have the red 11 in hand already and may keep only one card");
    assert_eq!(
        refused(&house, "floor 1 12R"),
        "you do not have the red 12: you drew the red 2 and have the red 11 in hand"
    );
    assert_eq!(refused(&house, "floor 3 2R"), "place 3 has a floor already; there are valleys at 1, 5");
    assert_eq!(refused(&house, "floor 2 2R"), "there is no valley at place 2; there are valleys at 1, 5");
    assert_eq!(refused(&house, "peak 1 2R 11R"), "there is no floor for a peak at place 1, only at 3");
    assert_eq!(
        refused(&house, "peak 3 2R 2R"),
        "a peak needs both your cards, the one you drew and the one in your hand, not the red 2 twice"
    );
    let fresh = at(FIGURE, &[]);
    assert_eq!(
        refused(&fresh, "floor 1 12R"),
        "you do not have the red 12: you drew the red 11 and have no card in hand"
    );
}

#[test]
fn the_card_not_laid_down_is_held_and_a_peak_leaves_none() {
    let house = at(FIGURE, &["hold", "floor 3 1R", "floor 1 11R"]);
    assert_eq!(house.held(Colour::Black), Some("2R".parse().unwrap()));
    let house = at(FIGURE, &["hold", "floor 3 1R", "peak 3 11R 2R"]);
    assert_eq!(house.held(Colour::Black), None);
}

#[test]
fn a_triangle_pays_the_majority_colour_whichever_seat_built_it() {
    let black = at(FIGURE, &["floor 3 11R"]);
    assert_eq!((black.score(Colour::Red), black.score(Colour::Black)), (0, 14));
    let red = at(FIGURE, &["floor 5 11R"]);
    assert_eq!((red.score(Colour::Red), red.score(Colour::Black)), (29, 0));
    // The upward triangle is the floor and the two cards on it.
    let peak = at(FIGURE, &["hold", "floor 3 1R", "peak 3 11R 2R"]);
    assert_eq!((peak.score(Colour::Red), peak.score(Colour::Black)), (14, 4));
}

#[test]
fn held_cards_count_for_or_against_their_holder_once_the_row_is_empty() {
    let deck = "ranks=5 deck 1R 2R 3R 4R 5R 5B 4B 3B 2B 1B";
    let mut events = Vec::new();
    let mut house = House::start(&deck.parse().unwrap(), |_| ());
    for action in ["hold", "hold"] {
        assert_eq!(house.payoffs(), BySeat::all(2, 0), "nothing is paid while the match goes on");
        house.apply(action.parse().unwrap(), |event| events.push(event.to_string()));
    }
    // Axel, red, ends with a black two; Birgit, black, with a black one.
    assert_eq!(events, ["hold 1 2B", "hold 2 1B", "score 1 -2", "score 2 1"]);
    assert_eq!(house.turn(), None);
    assert_eq!(house.payoffs().as_slice(), [-3, 3]);
    assert_eq!(refused(&house, "hold"), "the match is over");
}

#[test]
fn a_deck_of_thirteen_ranks_can_be_built_in_completely() {
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let setup = House::deal(&Rules::default(), &mut rng);
        let mut house = House::start(&setup, |_| ());
        while house.turn().is_some() {
            // Holds only if nothing else is legal.
            let n = house.count();
            let action = house.nth(n.saturating_sub(1)).unwrap();
            house.apply(action, |_| ());
        }
        assert_eq!(house.tower().size() + house.held.iter().flatten().count(), 26);
    }
}

#[test]
fn the_laws_of_the_contract_hold_for_every_number_of_ranks() {
    for rules in Rules::variants() {
        for seed in 0..400 {
            laws::check_match::<House>(&rules, seed);
        }
        for seed in 0..50 {
            laws::check_agrees_with_actions::<House>(&rules, seed);
        }
    }
}

#[test]
fn the_list_of_actions_agrees_with_brute_force() {
    for rules in Rules::variants() {
        for seed in 0..20 {
            let mut rng = Rng::new(seed);
            let mut house = House::start(&House::deal(&rules, &mut rng), |_| ());
            while house.turn().is_some() {
                let mut all = listed(&house);
                let legal = house.brute_force().into_iter().filter(|&action| house.check(action).is_ok());
                let mut twin: Vec<String> = legal.map(|action| action.to_string()).collect();
                all.sort();
                twin.sort();
                assert_eq!(all, twin, "seed {seed}");
                house.apply(random_action(&house, &mut rng), |_| ());
            }
        }
    }
}

#[test]
fn a_bot_that_reads_itself_as_seat_1_still_knows_its_colour() {
    let setup: Setup = FIGURE.parse().unwrap();
    let (me, mut view) = (Seat::new(1), HouseView::seated(&Rules::default(), Seat::new(0)));
    let mut observe = |event: Event| view.observe(cards::Event::renumber(event, |seat| seat.plus(1, 2)));
    let mut house = House::start(&setup, &mut observe);
    house.apply("floor 3 11R".parse().unwrap(), &mut observe);
    assert_eq!(house.colour(me), Colour::Black);
    assert_eq!(view.house().colour(view.seat()), Colour::Black);
    assert_eq!(view.house().tower(), house.tower());
}

#[test]
fn greedy_beats_random() {
    let mut won = 0;
    for seed in 0..400 {
        let mut rng = Rng::new(seed);
        let mut house = House::start(&House::deal(&Rules::default(), &mut rng), |_| ());
        let greedy = Seat::new((seed % 2) as usize);
        while let Some(seat) = house.turn() {
            let view = house.view(seat);
            let action = match seat == greedy {
                true => Greedy.choose(&view, &mut rng),
                false => Policy::<House>::choose(&Random, &view, &mut rng),
            };
            house.play(action, |_| ()).unwrap();
        }
        won += house.payoffs()[greedy];
    }
    assert!(won > 400 * 30, "greedy wins {won} in 400 matches");
}

#[test]
fn a_state_is_small_plain_data() {
    assert!(size_of::<House>() <= 48, "{}", size_of::<House>());
    assert!(size_of::<Action>() <= 4);
}
