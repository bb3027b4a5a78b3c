//! Which events a view and a scene of Uno refuse, and that they allow all others.

use cards::{Rules as _, Scene, Seat};

use super::scene_tests::{YOU, one_turn, open};
use super::tests::setup;
use super::{Card, Direction, Event, Rules, Uno, UnoScene, UnoView};
use crate::shedding_tests::{self, of_every_seat, refusal};

/// Why seat 1 refuses an event after others, at a table with this setup.
fn refused(sections: &str, before: &str, event: &str) -> String {
    let (_, [(_, mut scene)], ..) = open(&setup(sections), [YOU]);
    refusal(&mut scene, before, event)
}

#[test]
fn an_impossible_opening_is_refused() {
    let rules: Rules = "seats=2 turns=9".parse().expect("rules");
    let says = |before: &str, event: &str| refusal(&mut UnoScene::new(&rules, YOU), before, event);
    assert_eq!(says("", "first 1"), "expected the direction");
    let way = "direction clockwise";
    assert_eq!(says(way, way), "expected the deck, or the first card of a hand");
    assert_eq!(says(way, "deck R2 2"), "expected R2 to come more or less often than in the deck of 92");
    assert_eq!(
        says("direction clockwise, deck R2 3", "deck R1 3"),
        "expected a kind that comes later in the order of cards"
    );
    assert_eq!(
        says("direction clockwise, deck R2 300", "deck R3 300"),
        "expected a deck of at most 512 cards"
    );
    // All other kinds are as in the deck of 92.
    assert_eq!(
        says("direction clockwise, deck R2 480", "give 1 R2"),
        "expected a deck of at most 512 cards, not 570"
    );
    assert_eq!(says(way, "stock 5"), "expected the deck, or the first card of a hand");
    assert_eq!(says(way, "give 3 ??"), "expected a seat from 1 to 2");
    assert_eq!(says(way, "give 1 ??"), "expected a card of seat 1 face up");
    assert_eq!(says(way, "give 2 R2"), "expected a card of seat 2 face down");
    let given = "direction clockwise, give 1 B0, give 2 ??";
    assert_eq!(
        says("direction clockwise, give 1 B0", "stock 9"),
        "expected a card of seat 2, which has none"
    );
    assert!(
        says("direction clockwise, give 1 B0", "give 1 B0")
            .starts_with("expected another card: every B0 of the deck")
    );
    assert_eq!(says(given, "give 1 B1"), "expected a card of seat 2 or of the seat after it");
    assert_eq!(says(given, "deck R2 3"), "expected another card of a hand, or the stock");
    assert_eq!(says(given, "stock 90"), "expected a stock of at most 89 cards");
    let stock = format!("{given}, stock 88");
    assert_eq!(says(&stock, "stock 88"), "expected a card of the discard pile: 2 to come");
    assert_eq!(says(&stock, "first 1"), "expected a card of the discard pile: 2 to come");
    assert!(says(&stock, "discard B0").starts_with("expected another card: every B0 of the deck"));
    let laid = format!("{stock}, discard R0, discard R1");
    assert_eq!(says(&laid, "discard R2"), "expected the seat that begins");
    assert_eq!(says(&laid, "first 3"), "expected a seat from 1 to 2");
    assert_eq!(says(&format!("{laid}, first 1"), "first 1"), "expected seat 1 to play or draw");
    assert_eq!(says(&format!("{laid}, first 1"), "give 1 R2"), "expected seat 1 to play or draw");
    assert_eq!(says(&format!("{laid}, first 1"), way), "expected seat 1 to play or draw");
}

#[test]
fn a_deck_too_small_to_be_dealt_is_refused() {
    let rules: Rules = "seats=2 turns=9".parse().expect("rules");
    let none = Card::all().filter(|card| card.to_string() != "R0" && card.to_string() != "B1");
    let none: String = none.map(|card| format!(", deck {card} 0")).collect();
    let before = format!("direction clockwise{none}");
    let before = before.replace("deck B2 0", "deck B1 1, deck B2 0");
    let why = "expected cards left for the other seats and the discard pile: the deck has 2";
    assert_eq!(refusal(&mut UnoScene::new(&rules, YOU), &before, "give 1 R0"), why);
}

#[test]
fn a_play_out_of_turn_or_of_a_card_that_cannot_be_held_is_refused() {
    let table = "hand R7 R1 hand B1 Y2 discard R5 draw B2";
    assert_eq!(refused(table, "", "play 2 R7"), "expected seat 1 to play or draw");
    assert_eq!(refused(table, "", "pass 1"), "expected seat 1 to play or draw");
    assert_eq!(refused(table, "", "play 1 R2"), "expected seat 1 to play a card it can hold");
    assert_eq!(
        refused(table, "", "draw 1 B2"),
        "expected seat 1 to play a card that fits, because it holds one"
    );
    assert_eq!(refused(table, "play 1 R1", "play 2 R7"), "expected seat 2 to play a card it can hold");
    assert_eq!(refused(table, "play 1 R1", "play 2 Y2"), "expected seat 2 to play a card that fits R1");
    // B1, B2 and Y2 are unseen, and two of them are in the other hand, so it holds a blue card.
    let blue = "hand R7 B7 hand B1 Y2 discard R5 draw B2";
    let holds = "expected seat 2 to play a card that fits, because it holds one";
    assert_eq!(refused(blue, "play 1 R7, draw 2 ??, pass 2, play 1 B7", "win 2"), "expected seat 1 to win");
    assert_eq!(refused("hand B7 R1 hand B1 Y2 discard B5 draw B2", "play 1 B7", "draw 2 ??"), holds);
    let drawn = "expected seat 1 to play or keep the card it drew";
    let table = "hand Y1 hand B1 discard R5 draw R2 B2";
    assert_eq!(refused(table, "draw 1 R2", "draw 1 B2"), drawn);
    assert_eq!(refused(table, "draw 1 R2", "pass 2"), drawn);
    // A pass card skips seat 2, and after a change of direction the turn goes to seat 3.
    for card in ["RP", "RC"] {
        let table = format!("hand {card} R1 hand B1 hand B2 discard R5 draw B2");
        assert_eq!(
            refused(&table, &format!("play 1 {card}"), "draw 2 ??"),
            "expected seat 3 to play or draw"
        );
    }
}

#[test]
fn the_pile_is_turned_over_only_when_a_card_must_be_drawn_and_there_is_none() {
    let table = "hand Y1 Y2 hand B1 B2 discard R5 G8 G9 draw B3";
    assert_eq!(refused(table, "", "turn-over"), "expected seat 1 to play or draw");
    let used_up = "draw 1 B3, pass 1";
    assert_eq!(refused(table, used_up, "draw-open 2 G9"), "expected the discard pile to be turned over");
    assert_eq!(
        refused(table, used_up, "draw 2 ??"),
        "expected seat 2 to play, or the discard pile to be turned over"
    );
    let turned = "draw 1 B3, pass 1, turn-over";
    let draws = "expected seat 2 to draw from the pile that was turned over";
    assert_eq!(refused(table, turned, "turn-over"), draws);
    assert_eq!(refused(table, turned, "play 2 R1"), draws);
    assert_eq!(refused(table, turned, "pass 2"), draws);
    assert_eq!(refused(table, turned, "draw-open 2 G8"), "expected seat 2 to draw G9, the next card");
    let next = "draw 1 B3, pass 1, turn-over, draw-open 2 G9, pass 2";
    assert_eq!(refused(table, next, "turn-over"), "expected seat 1 to play or draw");
    // A seat that can play may not turn the pile over.
    let holds = "expected seat 1 to play a card that fits, because it holds one";
    assert_eq!(refused("hand R1 Y2 hand B1 discard R5 G8 draw", "", "turn-over"), holds);
}

#[test]
fn the_end_is_allowed_only_when_the_match_is_over() {
    let table = "hand R1 R2 hand R3 discard R5 draw";
    for event in ["win 1", "stuck", "limit"] {
        assert_eq!(refused(table, "", event), "expected seat 1 to play or pass");
        let played = "play 1 R1, play 2 R3";
        assert_eq!(refused(table, played, event), "expected seat 2 to win");
        assert_eq!(
            refused(table, &format!("{played}, win 2"), event),
            "expected nothing more: the match is over"
        );
    }
    let stuck = "hand Y1 hand B1 discard R5 draw";
    assert_eq!(refused(stuck, "pass 1", "stuck"), "expected seat 2 to play or pass");
    let both = "expected the match to end because nobody can play or draw";
    assert_eq!(refused(stuck, "pass 1, pass 2", "limit"), both);
    assert_eq!(refused(stuck, "pass 1, pass 2", "pass 1"), both);
    let (_, [(_, mut scene)], ..) = open(&one_turn(table), [YOU]);
    assert_eq!(refusal(&mut scene, "play 1 R1", "stuck"), "expected the match to end with its last turn");
    assert_eq!(refusal(&mut scene, "", "play 2 R3"), "expected the match to end with its last turn");
}

/// Every event at any table, with a few numbers.
fn all_events() -> Vec<Event> {
    let any = Seat::new(0);
    let of_card = |card| {
        [
            Event::Give { seat: any, card: Some(card) },
            Event::Play { seat: any, card },
            Event::Draw { seat: any, card: Some(card) },
            Event::DrawOpen { seat: any, card },
        ]
    };
    let others = [
        Event::First(any),
        Event::Give { seat: any, card: None },
        Event::Draw { seat: any, card: None },
        Event::Pass { seat: any },
        Event::Win { seat: any },
    ];
    let numbers = [Event::Direction(Direction::Clockwise), Event::Stock(0), Event::Stock(10)];
    let of_nobody = [Event::TurnOver, Event::Stuck, Event::Limit];
    let open = Card::all().flat_map(|card| [Event::Discard(card), Event::Deck { card, count: 3 }]);
    let of_seats = Card::all().flat_map(of_card).chain(others).flat_map(of_every_seat);
    of_seats.chain(numbers).chain(of_nobody).chain(open).collect()
}

#[test]
fn a_view_allows_exactly_what_can_happen() {
    let all = all_events();
    let largest_hand = |view: &UnoView| {
        let public = view.public();
        Seat::all(public.rules().seats()).map(|seat| public.size(seat)).max().unwrap_or(0)
    };
    for rules in Rules::variants() {
        for seed in 0..2 {
            shedding_tests::allows_exactly_what_can_happen::<Uno>(&rules, seed, &all, largest_hand);
        }
    }
}

#[test]
fn viewers_without_a_seat_allow_what_can_happen() {
    let all = all_events();
    for rules in Rules::variants() {
        for seed in 0..10 {
            shedding_tests::spectators_allow_what_can_happen::<Uno>(&rules, seed, &all);
        }
    }
}

#[test]
fn what_a_view_allows_leaves_consistent_worlds() {
    for rules in Rules::variants() {
        for seed in 0..100 {
            shedding_tests::what_is_allowed_leaves_consistent_worlds::<Uno>(&rules, seed, |view| {
                view.public().turn().is_some()
            });
        }
    }
}
