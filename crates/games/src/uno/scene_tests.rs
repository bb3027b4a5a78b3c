//! What a viewer of Uno reads, sees and is asked.

use cards::{Face, Game, Rng, Rules as _, Scene, Seat, Viewer, laws, random_action};
use proptest::prelude::*;

use super::tests::{odd_setup, seat, setup};
use super::{Event, Rules, Setup, Uno, UnoScene};
use crate::shedding_tests::{self, sketch};
use crate::text::Language;

pub(super) const YOU: Viewer = Viewer::Seat(Seat::new(0));

/// Every kind of event has a number, so that another kind does not compile before it gets one, and the test
/// below fails before it gets a sentence.
const KINDS: usize = 14;

fn kind(event: &Event) -> usize {
    match event {
        Event::Direction(_) => 0,
        Event::Deck { .. } => 1,
        Event::Give { .. } => 2,
        Event::Stock(_) => 3,
        Event::Discard(_) => 4,
        Event::First(_) => 5,
        Event::Play { .. } => 6,
        Event::Draw { .. } => 7,
        Event::DrawOpen { .. } => 8,
        Event::TurnOver => 9,
        Event::Pass { .. } => 10,
        Event::Win { .. } => 11,
        Event::Stuck => 12,
        Event::Limit => 13,
    }
}

/// A match that has just begun, its scenes, what each viewer reads about the opening, and the events.
type Opened<const N: usize> = (Uno, [(Viewer, UnoScene); N], Vec<String>, Vec<Event>);

/// The opening as these viewers read it.
pub(super) fn open<const N: usize>(setup: &Setup, viewers: [Viewer; N]) -> Opened<N> {
    let mut events = Vec::new();
    let uno = Uno::start(setup, |event| events.push(event));
    let mut scenes = viewers.map(|viewer| (viewer, UnoScene::new(&Uno::rules(setup), viewer)));
    let reads = |(viewer, scene): &mut (Viewer, UnoScene)| {
        let said =
            events.iter().flat_map(|&event| scene.observe(Uno::redact(event, *viewer)).expect("possible"));
        shedding_tests::in_english(said.collect(), *viewer)
    };
    let texts = scenes.iter_mut().map(reads).collect();
    (uno, scenes, texts, events)
}

/// A setup of a match that ends with its first turn.
pub(super) fn one_turn(sections: &str) -> Setup {
    setup(sections).to_string().replace("turns=1000", "turns=1").parse().expect("a setup")
}

#[test]
fn every_event_has_a_sentence_for_its_subject_and_for_the_others() {
    let mut kinds = [false; KINDS];
    let mut said = |sections: &str, actions: &str, you: &str, public: &str| {
        let (mut uno, mut scenes, _, opening) = open(&setup(sections), [YOU, Viewer::Public]);
        let (texts, events) = shedding_tests::play_and_read(&mut uno, &mut scenes, actions);
        assert_eq!(texts, [you, public], "{actions}");
        opening.iter().chain(&events).for_each(|event| kinds[kind(event)] = true);
    };
    said(
        "hand R7 R1 hand B1 discard R5 draw B2",
        "play R7",
        "You play the red seven.",
        "Seat 1 plays the red seven.",
    );
    said(
        "hand RP R1 hand B1 hand B2 discard R5 draw B2",
        "play RP",
        "You play the red skip. Seat 2 is skipped.",
        "Seat 1 plays the red skip. Seat 2 is skipped.",
    );
    said(
        "hand RC R1 hand B1 hand R2 discard R5 draw B2",
        "play RC, play R2",
        "You play the red reverse. The direction changes. Seat 3 plays the red two. \
         Seat 3 has no cards left and wins.",
        "Seat 1 plays the red reverse. The direction changes. Seat 3 plays the red two. \
         Seat 3 has no cards left and wins.",
    );
    said(
        "hand Y1 hand B1 discard R5 G8 draw B7",
        "draw, pass, draw",
        "You draw 7●. You keep the drawn card. The discard pile, except its top card, becomes the new draw pile. Seat 2 draws 8■.",
        "Seat 1 draws one card. Seat 1 keeps the drawn card. The discard pile, except its top card, becomes the new draw pile. Seat 2 draws 8■.",
    );
    said(
        "hand Y1 hand B1 discard R5 draw",
        "pass, pass",
        "You cannot play and there is no card to draw, so you pass. \
         Seat 2 cannot play and there is no card to draw, so they pass. \
         No player can play or draw, so nobody wins.",
        "Seat 1 cannot play and there is no card to draw, so they pass. \
         Seat 2 cannot play and there is no card to draw, so they pass. \
         No player can play or draw, so nobody wins.",
    );
    said(
        "hand RP hand B1 discard R5 draw",
        "play RP",
        "You play the red skip. You have no cards left and win.",
        "Seat 1 plays the red skip. Seat 1 has no cards left and wins.",
    );
    let (mut uno, mut scenes, ..) = open(&one_turn("hand R1 R2 hand B1 discard R5 draw"), [YOU]);
    let (texts, events) = shedding_tests::play_and_read(&mut uno, &mut scenes, "play R1");
    assert_eq!(texts, ["You play the red one. The turn limit is reached: nobody wins."]);
    events.iter().for_each(|event| kinds[kind(event)] = true);
    assert_eq!(kinds, [true; KINDS], "every kind of event has its sentence");
}

#[test]
fn the_sentence_about_the_opening_says_what_is_unusual_and_who_begins() {
    let usual = Uno::deal(&Rules::CONTEST, &mut Rng::new(1));
    let top = Language::english().card(&Face::from(usual.discard[0]));
    assert_eq!(open(&usual, [YOU]).2, [format!("The first card is {top}. You begin.")]);
    let odd = setup("first=2 direction=counter-clockwise hand R1 hand B1 discard R5 draw B2");
    let text = "This is a special deck of four cards. The first card is the red five. \
        Play goes counter-clockwise. Seat 2 begins.";
    assert_eq!(open(&odd, [YOU]).2, [text]);
}

#[test]
fn a_picture_shows_what_its_viewer_may_see() {
    let two = Viewer::Seat(seat(2));
    let cards = "hand Y1 Y1 GP hand B5 R9 hand Y7 discard R5 G8 G9 draw B2";
    let (mut uno, mut scenes, ..) = open(&setup(cards), [two, Viewer::Public, Viewer::Open]);
    shedding_tests::play_and_read(&mut uno, &mut scenes, "draw, pass");
    let [seat_2, public, open] = scenes.clone().map(|(_, scene)| sketch(&scene.picture(8)));
    assert_eq!(
        seat_2,
        [
            "hand 1: and 4",
            "hand 3: and 1",
            "draw pile:",
            "discard pile: 9■ 8■ 5◆",
            "hand 2: blue 5● red 9◆",
            "direction: clockwise",
            "Play a red card or a five",
            "play the blue five, play the red nine",
        ]
    );
    let table = ["draw pile:", "discard pile: 9■ 8■ 5◆", "direction: clockwise"];
    assert_eq!(public, [&["hand 1: and 4", "hand 2: and 2", "hand 3: and 1"][..], &table].concat());
    let hands = ["hand 1: blue 2● yellow 1▲ 1▲ green ⊘■", "hand 2: blue 5● red 9◆", "hand 3: yellow 7▲"];
    assert_eq!(open, [&hands[..], &table].concat());
    // Seat 3 cannot play, and draws a known card from the turned pile.
    shedding_tests::play_and_read(&mut uno, &mut scenes, "play R9, draw");
    let public = sketch(&scenes[1].1.picture(8));
    assert_eq!(public[2..5], ["hand 3: green 9■!+ and 1", "draw pile: 5◆ 8■", "discard pile: 9◆"]);
    let seat_3 = sketch(&scenes[2].1.picture(8));
    assert_eq!(seat_3[2], "hand 3: yellow 7▲ green 9■!+");
}

#[test]
fn of_two_cards_of_a_kind_the_one_just_drawn_is_marked() {
    let (mut uno, mut scenes, ..) = open(&setup("hand Y1 hand B1 discard R5 draw Y1 R2"), [YOU]);
    shedding_tests::play_and_read(&mut uno, &mut scenes, "draw");
    assert_eq!(sketch(&scenes[0].1.picture(8))[3], "hand 1: yellow 1▲ 1▲+");
}

#[test]
fn a_prompt_says_what_must_be_done() {
    let says = |sections: &str, actions: &str, prompt: [&str; 2]| {
        let (mut uno, mut scenes, ..) = open(&setup(sections), [YOU]);
        if !actions.is_empty() {
            shedding_tests::play_and_read(&mut uno, &mut scenes, actions);
        }
        let lines = sketch(&scenes[0].1.picture(8));
        assert_eq!(lines[lines.len() - 2..], prompt, "{sections}");
    };
    says("hand R1 hand B1 discard RP draw", "", ["Play a red card or a skip", "play the red one"]);
    let draw = "No card of yours fits 5◆: draw one";
    says("hand Y1 hand B1 discard R5 draw R2", "", [draw, "draw one card"]);
    let drawn = ["You drew 2◆: play it or keep it?", "play the red two, keep the red two"];
    says("hand Y1 hand B1 discard R5 draw R2", "draw", drawn);
    says(
        "hand Y1 hand B1 discard R5 draw B2",
        "draw",
        ["You drew 2●, which does not fit: keep it", "keep the blue two"],
    );
    let pass = "You cannot play and there is no card to draw: pass";
    says("hand Y1 hand B1 discard R5 draw", "", [pass, "pass"]);
}

#[test]
fn random_matches_obey_the_laws() {
    for rules in Rules::variants() {
        (0..50).for_each(|seed| laws::check_match::<Uno>(&rules, seed));
    }
}

#[test]
fn every_message_has_an_english_text() {
    shedding_tests::says_everything_in_english::<Uno>(200);
}

proptest! {
    /// The laws deal only from the deck of 92. This checks their laws of scenes for any deck.
    #[test]
    fn scenes_obey_the_laws_for_any_deck(text in odd_setup(), seed in any::<u64>()) {
        let setup: Setup = text.parse().expect("a setup");
        let rules = Uno::rules(&setup);
        let mut rng = Rng::new(seed);
        let mut scenes: Vec<_> = laws::viewers(&rules).map(|viewer| (viewer, UnoScene::new(&rules, viewer))).collect();
        let mut log = Vec::new();
        let mut uno = Uno::start(&setup, |event| log.push(event));
        loop {
            for (viewer, scene) in &mut scenes {
                for &event in &log {
                    let seen = Uno::redact(event, *viewer);
                    prop_assert!(scene.observe(seen).is_ok(), "{viewer:?} observes {seen}");
                }
                let picture = scene.picture(usize::MAX);
                prop_assert_eq!(picture.turn, uno.turn());
                let all = if viewer.seat() == uno.turn() { uno.count() } else { 0 };
                prop_assert_eq!(picture.ask.map_or(0, |ask| ask.choices.len() as u32), all);
            }
            log.clear();
            if uno.turn().is_none() {
                break;
            }
            uno.apply(random_action(&uno, &mut rng), |event| log.push(event));
        }
    }
}
