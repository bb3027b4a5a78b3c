//! Which events a view and a scene of Mau-Mau refuse, and that they allow all others.

use cards::{Card, Rules as _, Scene, Seat, Suit, View};

use super::public::{DECK, JACKS, Phase};
use super::rules::MauMau;
use super::rules_tests::{at, at_the_last_cards};
use super::scene::MauMauScene;
use super::scene_tests::{YOU, deal};
use super::types::Event;
use super::types::Rules;
use super::view::MauMauView;
use crate::shedding_tests::{self, of_every_seat, refusal};

/// Why seat 1 of two refuses an event after others, in a position.
fn refused(position: &str, before: &str, event: &str) -> String {
    refusal(&mut MauMauScene::of(&at(position), YOU), before, event)
}

#[test]
fn an_impossible_deal_is_refused() {
    let rules: Rules = "seats=2 turns=9".parse().expect("rules");
    let says = |before: &str, event: &str| refusal(&mut MauMauScene::new(&rules, YOU), before, event);
    assert_eq!(says("", "give 1 7H"), "expected the seat that has the first turn");
    assert_eq!(says("", "first 3"), "expected the seat that has the first turn");
    assert_eq!(says("first 1", "first 1"), "expected a card for seat 1");
    assert_eq!(says("first 2", "give 1 7H"), "expected a card for seat 2");
    assert_eq!(says("first 1, give 1 7H", "give 1 8H"), "expected a card for seat 2");
    assert_eq!(says("first 1", "give 1 ??"), "expected a card of seat 1 face up");
    assert_eq!(says("first 1, give 1 7H", "give 2 8H"), "expected a card of seat 2 face down");
    let once = "first 1, give 1 7H, give 2 ??";
    assert_eq!(says(once, "give 1 7H"), "expected a card that has not been seen elsewhere");
    assert_eq!(says(once, "open 9S"), "expected a card for seat 1");
    let hand: Vec<String> = DECK.take(7).map(|card| format!(", give 1 {card}, give 2 ??")).collect();
    let dealt = format!("first 1{}", hand.concat());
    assert_eq!(says(&dealt, "give 1 AC"), "expected the opening card");
    assert_eq!(says(&dealt, "open 7D"), "expected a card that has not been seen elsewhere");
    let open = format!("{dealt}, open 9S");
    assert_eq!(says(&open, "give 1 AC"), "expected seat 1 to play or draw");
    assert_eq!(says(&open, "open AC"), "expected seat 1 to play or draw");
    assert_eq!(says(&open, "skip 1"), "expected seat 1 to play or draw");
    let eight = format!("{dealt}, open 8S");
    assert_eq!(says(&eight, "play 2 9S"), "expected seat 1 to be skipped");
    assert_eq!(says(&eight, "skip 2"), "expected seat 1 to be skipped");
    assert_eq!(says(&format!("{eight}, skip 1"), "play 1 9S"), "expected seat 2 to play or draw");
}

#[test]
fn a_play_out_of_turn_or_of_a_card_that_cannot_be_held_is_refused() {
    let position = "1: 9H TS | 2: KC 8C | open 9S";
    assert_eq!(refused(position, "", "play 2 KC"), "expected seat 1 to play or draw");
    assert_eq!(refused(position, "", "draw 2 ??"), "expected seat 1 to play or draw");
    assert_eq!(refused(position, "", "pass 1"), "expected seat 1 to play or draw");
    assert_eq!(refused(position, "", "play 1 8S"), "expected seat 1 to play a card it can hold");
    assert_eq!(refused(position, "play 1 TS", "play 2 9H"), "expected seat 2 to play a card it can hold");
    assert_eq!(refused(position, "play 1 TS", "play 2 9S"), "expected seat 2 to play a card it can hold");
    assert_eq!(refused(position, "play 1 TS", "play 2 8D"), "expected seat 2 to play a card that fits TS");
    assert_eq!(
        refused(position, "", "draw 1 7D"),
        "expected seat 1 to play a card that fits, because it holds one"
    );
    assert_eq!(
        refused(position, "", "take 1 7D"),
        "expected seat 1 to play a card that fits, because it holds one"
    );
    assert_eq!(
        refused("1: QD | 2: KC | open 9S", "", "take 1 7D"),
        "expected seat 1 to draw from the face-down pile"
    );
    assert_eq!(
        refused("1: QD | 2: KC | open 9S", "draw 1 TH", "draw 1 7D"),
        "expected seat 1 to play or keep the card it drew"
    );
    let wished = "1: JH 9D | 2: KC 8C | open QS";
    assert_eq!(
        refused(wished, "play 1 JH wish C", "play 2 8S"),
        "expected seat 2 to play a card of the wished suit C"
    );
}

#[test]
fn a_skip_and_a_penalty_come_at_the_right_time_and_to_the_right_seat() {
    let eight = "1: 8S 9H | 2: KC 8C | 3: KH | open 9S";
    assert_eq!(refused(eight, "", "skip 2"), "expected seat 1 to play or draw");
    assert_eq!(refused(eight, "play 1 8S", "skip 3"), "expected seat 2 to be skipped");
    assert_eq!(refused(eight, "play 1 8S", "play 3 8H"), "expected seat 2 to be skipped");
    assert_eq!(refused(eight, "play 1 8S, skip 2", "skip 2"), "expected seat 3 to play or draw");
    let seven = "1: 7S 9H | 2: KC 8C | open 9S";
    assert_eq!(refused(seven, "play 1 7S", "play 2 8S"), "expected seat 2 to play a seven or draw");
    assert_eq!(refused(seven, "play 1 7S", "pass 2"), "expected seat 2 to play or draw");
    assert_eq!(refused(seven, "play 1 7S, draw 2 ??", "pass 2"), "expected seat 2 to draw another card");
    assert_eq!(refused(seven, "play 1 7S, draw 2 ??", "play 2 7H"), "expected seat 2 to draw another card");
    let paid = "play 1 7S, draw 2 ??, draw 2 ??";
    assert_eq!(refused(seven, paid, "draw 2 ??"), "expected the turn of seat 2 to end");
    assert_eq!(refused(seven, paid, "play 2 7H"), "expected the turn of seat 2 to end");
}

#[test]
fn the_pile_is_turned_over_exactly_when_the_last_card_is_drawn() {
    let turned = |before: &str, event: &str| {
        let game = at_the_last_cards("1: QD 8D | 2: KC 8H | open 9S", "TH 7H");
        refusal(&mut MauMauScene::of(&game, YOU), before, event)
    };
    assert_eq!(turned("", "turn-over"), "expected seat 1 to play or draw");
    assert_eq!(turned("draw 1 TH", "turn-over"), "expected seat 1 to play or keep the card it drew");
    let last = "draw 1 TH, pass 1, draw 2 ??";
    assert_eq!(turned(last, "pass 2"), "expected the discard pile to be turned over");
    let over = "draw 1 TH, pass 1, draw 2 ??, turn-over";
    assert_eq!(turned(over, "turn-over"), "expected seat 2 to play or keep the card it drew");
    let known = format!("{over}, pass 2");
    assert_eq!(turned(&known, "draw 1 8S"), "expected seat 1 to take a card everybody knows");
    assert_eq!(turned(&known, "take 1 8S"), "expected seat 1 to take 7D, the next card");
}

#[test]
fn the_end_is_allowed_only_when_the_match_is_over() {
    let last = "1: 7C 9C | 2: KH | open 9D";
    assert_eq!(refused(last, "", "win 1"), "expected seat 1 to play or draw");
    assert_eq!(refused(last, "", "nobody"), "expected seat 1 to play or draw");
    let played = "play 1 9C, play 2 KC";
    assert_eq!(refused(last, played, "win 1"), "expected seat 2 to win");
    assert_eq!(refused(last, played, "nobody"), "expected seat 2 to win");
    assert_eq!(refused(last, played, "play 1 7C"), "expected seat 2 to win");
    assert_eq!(
        refused(last, "play 1 9C, play 2 KC, win 2", "win 2"),
        "expected nothing more: the match is over"
    );
    let (game, ..) = deal("9S", 1, YOU);
    let scene = || MauMauScene::of(&game, YOU);
    assert_eq!(refusal(&mut scene(), "play 1 9D", "play 2 8D"), "expected the match to end without a winner");
    assert_eq!(
        refusal(&mut scene(), "play 1 9D, nobody", "nobody"),
        "expected nothing more: the match is over"
    );
}

/// Every event at any table.
fn all_events() -> Vec<Event> {
    let (any, hidden) = (Seat::new(0), None);
    let wishes = |card: Card| -> Vec<Option<Suit>> {
        if JACKS.contains(card) { Suit::ALL.map(Some).to_vec() } else { vec![None] }
    };
    let of_card = |card: Card| {
        let plays = wishes(card).into_iter().map(move |wish| Event::Play { seat: any, card, wish });
        let gets = [
            Event::Give { seat: any, card: Some(card) },
            Event::Draw { seat: any, card: Some(card) },
            Event::Take { seat: any, card },
        ];
        plays.chain(gets)
    };
    let of_nobody = DECK.map(|card| Event::Open { card }).chain([Event::TurnOver, Event::Nobody]);
    let others = [
        Event::First { seat: any },
        Event::Give { seat: any, card: hidden },
        Event::Draw { seat: any, card: hidden },
        Event::Pass { seat: any },
        Event::Skip { seat: any },
        Event::Win { seat: any },
    ];
    DECK.flat_map(of_card).chain(others).flat_map(of_every_seat).chain(of_nobody).collect()
}

#[test]
fn a_view_allows_exactly_what_can_happen() {
    let all = all_events();
    let largest_hand = |view: &MauMauView| {
        let public = view.public();
        Seat::all(public.seats()).map(|seat| public.size(seat) as usize).max().unwrap_or(0)
    };
    for rules in Rules::variants() {
        for seed in 0..6 {
            shedding_tests::allows_exactly_what_can_happen::<MauMau>(&rules, seed, &all, largest_hand);
        }
    }
}

#[test]
fn viewers_without_a_seat_allow_what_can_happen() {
    let all = all_events();
    for rules in Rules::variants() {
        for seed in 0..10 {
            shedding_tests::spectators_allow_what_can_happen::<MauMau>(&rules, seed, &all);
        }
    }
}

#[test]
fn what_a_view_allows_leaves_consistent_worlds() {
    let is_decision = |view: &MauMauView| {
        let public = view.public();
        let is_paying = public.is_seven_active() && public.phase() != Phase::Play;
        public.turn().is_some() && !is_paying && view.check(&Event::TurnOver).is_err()
    };
    for rules in Rules::variants() {
        for seed in 0..200 {
            shedding_tests::what_is_allowed_leaves_consistent_worlds::<MauMau>(&rules, seed, is_decision);
        }
    }
}
