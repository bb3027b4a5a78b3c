//! What a seat is asked, and its choices.

use cards::scene::{Ask, Choice};
use cards::{CardBag, Face, Flow, Message};

use super::legal_plays::{Follow, LegalPlays, faces};
use super::narrate::{Combination, number, one_of, with_cards};
use super::public::{KITTY, Phase, Public};
use super::types::Action;

/// The question to the seat to move, which holds `hand` and has buried `kitty`.
pub(super) fn ask(public: &Public, hand: CardBag, kitty: CardBag, listed: usize) -> Ask {
    let legal = LegalPlays::of(public, hand, kitty);
    let mut choices = Vec::new();
    if listed > 0 {
        let _ = legal.visit(|action| {
            choices.push(choice(public, action));
            if choices.len() < listed { Flow::Continue(()) } else { Flow::Break(()) }
        });
    }
    let left = KITTY - public.buried;
    let (prompt, batch) = match public.phase {
        Phase::Bury => {
            (Message::new("tractor-ask-bury").with("left", left).with("number", number(left)), left)
        }
        _ if public.is_leading() => (Message::new("tractor-ask-lead"), 1),
        _ => (follow(public, hand), 1),
    };
    Ask { prompt, batch, choices, all: legal.count() }
}

/// The question to a seat that must follow.
fn follow(public: &Public, hand: CardBag) -> Message {
    let (follow, group) = (Follow::of(public, hand), public.trick.group);
    let pick = follow.pick();
    let led = u32::from(public.trick.shape.cards);
    let held = hand.within(public.order.cards(group)).len();
    let about = |id| Message::new(id).with("group", group.message());
    if held == 0 {
        return about("tractor-ask-void").with("count", led).with("number", number(led));
    }
    if held <= led {
        let forced = about("tractor-ask-all").with("cards", faces(follow.forced));
        return forced.with("more", pick.cards).with("number", number(pick.cards));
    }
    let longest = follow.tractors.longest();
    let many = |id| about(id).with("number", number(led));
    match (led, pick.pairs, follow.tractors.len()) {
        (1, ..) => Message::new("tractor-ask-card").with("one", one_of(group)),
        (_, 0, _) => many("tractor-ask-cards"),
        (_, pairs, 0) if 2 * pairs == led => {
            about("tractor-ask-pairs").with("pairs", pairs).with("number", number(pairs))
        }
        (_, pairs, 0) => {
            many("tractor-ask-cards-with-pairs").with("pairs", pairs).with("pairs-number", number(pairs))
        }
        (_, _, 1) if 2 * longest == led => about("tractor-ask-tractor").with("number", number(longest)),
        (_, _, 1) => many("tractor-ask-cards-with-tractor").with("pairs", number(longest)),
        _ => many("tractor-ask-cards-with-tractors").with("pairs", number(longest)),
    }
}

/// The choice of an action.
pub(super) fn choice(public: &Public, action: Action) -> Choice {
    let (name, cards) = match action {
        Action::Bury(card) => (Message::new("tractor-bury").with("card", card), vec![Face::from(card)]),
        Action::Play(cards) => {
            let id = if public.is_leading() {
                Combination::of(public.order, cards).lead()
            } else {
                "tractor-play"
            };
            (with_cards(Message::new(id), cards), faces(cards))
        }
    };
    Choice { action: action.to_string(), name, cards, place: None, brings: None }
}
