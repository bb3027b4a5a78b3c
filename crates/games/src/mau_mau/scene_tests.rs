//! What a viewer of Mau-Mau reads, sees and is asked.

use cards::{Game, Rules as _, Scene, Seat, Viewer, laws};

use super::public::DECK;
use super::rules::MauMau;
use super::rules_tests::{at, at_the_last_cards, seat};
use super::scene::MauMauScene;
use super::types::Event;
use super::types::Rules;
use crate::shedding_tests::{self, sketch};

pub(super) const YOU: Viewer = Viewer::Seat(Seat::new(0));

/// Every kind of event has a number, so that another kind does not compile before it gets one, and the test
/// below fails before it gets a sentence.
const KINDS: usize = 11;

fn kind(event: &Event) -> usize {
    match event {
        Event::First { .. } => 0,
        Event::Give { .. } => 1,
        Event::Open { .. } => 2,
        Event::Play { .. } => 3,
        Event::Draw { .. } => 4,
        Event::Take { .. } => 5,
        Event::TurnOver => 6,
        Event::Pass { .. } => 7,
        Event::Skip { .. } => 8,
        Event::Win { .. } => 9,
        Event::Nobody => 10,
    }
}

/// The deal of a match for two with this opening card and turn limit, and what a viewer reads about it.
pub(super) fn deal(
    open: &str,
    turns: u32,
    viewer: Viewer,
) -> (MauMau, Vec<(Viewer, MauMauScene)>, String, Vec<Event>) {
    let deck = "9D 7D TD 8D KD QD JD AD 7H 8H TH 9H JH QH";
    let dealt = format!("{deck} {open}");
    let rest = DECK.filter(|card| !dealt.contains(&card.to_string())).map(|card| format!(" {card}"));
    let setup = format!("seats=2 turns={turns} deck {dealt}{}", rest.collect::<String>());
    let setup = setup.parse().expect("a setup");
    let mut scene = MauMauScene::new(&MauMau::rules(&setup), viewer);
    let (mut said, mut events) = (Vec::new(), Vec::new());
    let game = MauMau::start(&setup, |event| {
        said.extend(scene.observe(MauMau::redact(event, viewer)).expect("possible"));
        events.push(event);
    });
    (game, vec![(viewer, scene)], shedding_tests::in_english(said, viewer), events)
}

#[test]
fn every_event_has_a_sentence_for_its_subject_and_for_the_others() {
    let mut kinds = [false; KINDS];
    let mut said = |mut game: MauMau, actions: &str, you: &str, public: &str| {
        let mut scenes = [YOU, Viewer::Public].map(|viewer| (viewer, MauMauScene::of(&game, viewer)));
        let (texts, events) = shedding_tests::play_and_read(&mut game, &mut scenes, actions);
        assert_eq!(texts, [you, public], "{actions}");
        events.iter().for_each(|event| kinds[kind(event)] = true);
    };
    said(
        at("1: 9H TS 9D | 2: KC KD | open 9S"),
        "play 9H",
        "You play the nine of hearts.",
        "Seat 1 plays the nine of hearts.",
    );
    said(
        at("1: JC 9D | 2: KC KD | open 9S"),
        "play JC wish H",
        "You play the jack of clubs and choose hearts.",
        "Seat 1 plays the jack of clubs and chooses hearts.",
    );
    said(
        at("1: 7S 9D | 2: KC KD | open 9S | pile TH 8C"),
        "play 7S, draw",
        "You play the seven of spades. Seat 2 must play a seven or, without one, draw two cards. Seat 2 draws two cards.",
        "Seat 1 plays the seven of spades. Seat 2 must play a seven or, without one, draw two cards. Seat 2 draws two cards.",
    );
    said(
        at("1: 8C 9D | 2: KC KD | open 7S | pile TH 8D"),
        "draw",
        "You draw 10♥ 8♦.",
        "Seat 1 draws two cards.",
    );
    said(
        at("1: 8C 9D | 2: KC KD | open QS | pile TH 8D"),
        "draw, pass",
        "You draw 10♥. You keep the drawn card.",
        "Seat 1 draws one card. Seat 1 keeps the drawn card.",
    );
    said(
        at("1: 8C 9D | 2: KC KD | 3: QH | open 9C"),
        "play 8C",
        "You play the eight of clubs. Seat 2 is skipped.",
        "Seat 1 plays the eight of clubs. Seat 2 is skipped.",
    );
    said(
        at_the_last_cards("1: 8C 9D | 2: KC KD | open QS", "TH"),
        "draw, pass, draw",
        "You draw 10♥. The discard pile, except its top card, becomes the new draw pile. You keep the drawn card. Seat 2 draws 7♦.",
        "Seat 1 draws one card. The discard pile, except its top card, becomes the new draw pile. Seat 1 keeps the drawn card. Seat 2 draws 7♦.",
    );
    said(
        at("1: 9H TH | 2: * | open QS"),
        "pass",
        "You cannot play and there is no card to draw, so you pass.",
        "Seat 1 cannot play and there is no card to draw, so they pass.",
    );
    said(
        at("1: 7C | 2: KH 7D | open 9C"),
        "play 7C",
        "You play the seven of clubs. You have no cards left and win. Seat 2 is left with two cards.",
        "Seat 1 plays the seven of clubs. Seat 1 has no cards left and wins. Seat 2 is left with two cards.",
    );
    // The deal and the end without a winner occur only in whole matches.
    let (mut game, mut scenes, you, dealt) = deal("9S", 1, YOU);
    assert_eq!(you, "The first card is the nine of spades. You begin.");
    assert_eq!(deal("9S", 1, Viewer::Public).2, "The first card is the nine of spades. Seat 1 begins.");
    let (texts, events) = shedding_tests::play_and_read(&mut game, &mut scenes, "play 9D");
    assert_eq!(texts, ["You play the nine of diamonds. The turn limit is reached: nobody wins."]);
    dealt.iter().chain(&events).for_each(|event| kinds[kind(event)] = true);
    assert_eq!(kinds, [true; KINDS], "every kind of event has its sentence");
}

#[test]
fn the_sentence_about_the_opening_card_names_the_seat_it_affects() {
    let two = Viewer::Seat(seat(2));
    let seven =
        "The first card is the seven of spades. Seat 1 must play a seven or, without one, draw two cards.";
    assert_eq!(deal("7S", 1000, two).2, seven);
    let eight = "The first card is the eight of spades. Seat 1 is skipped. You begin.";
    assert_eq!(deal("8S", 1000, two).2, eight);
}

#[test]
fn the_end_says_what_every_seat_is_left_with_as_far_as_the_viewer_knows() {
    let says = |viewer: Viewer| {
        let mut game = at("1: JC | 2: KH 7D | 3: AD | open 9C");
        let mut scenes = [(viewer, MauMauScene::of(&game, viewer))];
        let texts = shedding_tests::play_and_read(&mut game, &mut scenes, "play JC wish S").0;
        let seats = sketch(&scenes[0].1.picture(0)).into_iter().filter(|line| line.starts_with("seat"));
        (texts.concat(), seats.collect::<Vec<_>>().join(", "))
    };
    let won = "Seat 1 plays the jack of clubs. Seat 1 has no cards left and wins. \
        The last card was a jack, so all points count double.";
    let two = "You are left with two cards: 22 points. Seat 3 is left with one card.";
    assert_eq!(
        says(Viewer::Seat(seat(2))),
        (format!("{won} {two}"), "seat 1: winner 0, seat 2: 22".to_owned())
    );
    let open = "Seat 2 is left with two cards: 22 points. Seat 3 is left with one card: 22 points.";
    let scores = "seat 1: winner 0, seat 2: 22, seat 3: 22";
    assert_eq!(says(Viewer::Open), (format!("{won} {open}"), scores.to_owned()));
}

#[test]
fn a_picture_shows_what_its_viewer_may_see() {
    let mut game = at_the_last_cards("1: QD 8D JH | 2: KC 8H | open 9S", "TS");
    game.apply("play JH wish D".parse().expect("an action"), |_| ());
    let mut scenes = [Viewer::Seat(seat(2)), Viewer::Public, Viewer::Open]
        .map(|viewer| (viewer, MauMauScene::of(&game, viewer)));
    // Seat 2 draws the last card, which does not fit; the pile is turned over.
    shedding_tests::play_and_read(&mut game, &mut scenes, "draw");
    let [seat_2, public, open] = scenes.map(|(_, scene)| sketch(&scene.picture(8)));
    let pile: Vec<String> = game.piles().draw_pile().map(|card| cards::Face::from(card).short()).collect();
    let pile = format!("draw pile: {}", pile.into_iter().rev().collect::<Vec<_>>().join(" "));
    assert_eq!(
        seat_2,
        [
            "hand 1: and 2",
            &pile,
            "discard pile: J♥",
            "hand 2: hearts 8♥ spades 10♠+ clubs K♣",
            "suit to play: diamonds",
            "You drew 10♠, which does not fit: keep it",
            "keep the ten of spades",
        ]
    );
    assert_eq!(
        public,
        ["hand 1: and 2", "hand 2: and 3", &pile, "discard pile: J♥", "suit to play: diamonds"]
    );
    assert_eq!(
        open,
        [
            "hand 1: diamonds 8♦ Q♦",
            "hand 2: hearts 8♥ spades 10♠+ clubs K♣",
            &pile,
            "discard pile: J♥",
            "suit to play: diamonds"
        ]
    );
    // Everybody sees what is drawn from the turned pile.
    let mut scenes = [(Viewer::Public, MauMauScene::of(&game, Viewer::Public))];
    shedding_tests::play_and_read(&mut game, &mut scenes, "pass, play QD, draw");
    assert_eq!(sketch(&scenes[0].1.picture(8))[1], "hand 2: diamonds 7♦!+ and 3");
}

#[test]
fn the_discard_pile_shows_its_last_cards_and_counts_the_others() {
    let mut game = at("1: 9H 9D TD | 2: 9C KD KC | open 9S");
    let mut scenes = [(YOU, MauMauScene::of(&game, YOU))];
    shedding_tests::play_and_read(&mut game, &mut scenes, "play 9H, play 9C, play 9D, play KD");
    assert_eq!(sketch(&scenes[0].1.picture(0))[2], "discard pile: 9♥ 9♣ 9♦ K♦ and 1");
}

/// The prompt and the choices of the seat to move.
fn asked(game: &MauMau) -> String {
    let turn = game.turn().expect("somebody is to move");
    let lines = sketch(&MauMauScene::of(game, turn.into()).picture(3));
    lines[lines.len() - 2..].join(": ")
}

#[test]
fn a_prompt_says_what_must_be_done() {
    let says = |position: &str, prompt: &str| assert_eq!(asked(&at(position)), prompt, "{position}");
    says(
        "1: 9H TS QD | 2: KC | open 9S",
        "Play a spade, a nine or a jack: play the nine of hearts, play the ten of spades",
    );
    says("1: QD | 2: KC | open 9S", "No card of yours fits 9♠: draw one: draw one card");
    says("1: QD JH | 2: KC | open JS", "Play any card but a jack: play the queen of diamonds");
    says(
        "1: 7H QD | 2: KC | open 7S",
        "You must play a seven; the next player then plays a seven or draws four cards: play the seven of hearts",
    );
    says("1: QD | 2: KC | open 7S", "You have no seven: draw two cards: draw two cards");
    says("1: 9H TH | 2: * | open QS", "You cannot play and there is no card to draw: pass: pass");
    says(
        "1: JH | 2: KC | open QS",
        "Play a spade, a queen or a jack: play the jack of hearts and choose diamonds, \
         play the jack of hearts and choose hearts, play the jack of hearts and choose spades",
    );
    let after = |position: &str, action: &str| {
        let mut game = at(position);
        game.apply(action.parse().expect("an action"), |_| ());
        asked(&game)
    };
    let wish = after("1: JH 8C | 2: KC 8D | open QS", "play JH wish D");
    assert_eq!(wish, "Play a diamond: play the eight of diamonds");
    let wish = after("1: JH 8C | 2: KC 8D | open QS", "play JH wish H");
    assert_eq!(wish, "You must play hearts and have none: draw a card: draw one card");
    let mut game = at("1: QD | 2: KC | open 9S | pile TS");
    let mut scenes = [(YOU, MauMauScene::of(&game, YOU))];
    shedding_tests::play_and_read(&mut game, &mut scenes, "draw");
    let lines = sketch(&scenes[0].1.picture(3));
    assert_eq!(
        lines[3..],
        [
            "hand 1: diamonds Q♦ spades 10♠+",
            "You drew 10♠: play it or keep it?",
            "play the ten of spades, keep the ten of spades"
        ]
    );
}

#[test]
fn few_turns_left_are_a_fact() {
    let (_, scenes, ..) = deal("9S", 19, YOU);
    assert!(sketch(&scenes[0].1.picture(0)).contains(&"turns left: 19".to_owned()));
    let (_, scenes, ..) = deal("9S", 20, YOU);
    assert!(scenes[0].1.picture(0).facts.is_empty());
}

#[test]
fn random_matches_obey_the_laws() {
    for rules in Rules::variants() {
        (0..100).for_each(|seed| laws::check_match::<MauMau>(&rules, seed));
    }
}

#[test]
fn every_message_has_an_english_text() {
    shedding_tests::says_everything_in_english::<MauMau>(200);
}
