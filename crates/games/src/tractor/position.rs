//! A position for tests: a deal in notation, eight cards buried, and its events as viewers see them.

use cards::{Card, CardBag, Game, Scene, Seat, Viewer};

use crate::tractor::public::HAND;
use crate::tractor::rules::{DECK, both_decks};
use crate::tractor::{Action, Event, Rules, Setup, Tractor, TractorScene};

/// The rules of the position: the dealer's team plays at seven, the others stand at five.
pub(super) const POSITION: &str = "ranks=5/7";

/// What the dealer buries.
pub(super) const BURIED: &str = "2D 2D 3D 3D 4D 4D 5D 6D";

/// The cards that matter. The rest is dealt from the highest clubs downwards to seats 3 and 4, then to the
/// dealer, seat 2.
const HANDS: [&str; 4] = [
    "QS QS JS JS 6S 3S AD KD 9D 9D 5D TC 6C 4C RJ BJ 7H 7S AH KH TH 8H 8H 4H 3H",
    "AS AS KS TS 9S 8S 8S 7S 6S 5S 5S 4S 3S 2S 2S 2D 2D 3D 3D 4D 4D 5D 6D",
    "9S 4S 2C 2C 4C",
    "KS TS",
];

fn bag(text: &str) -> CardBag {
    text.split(' ').map(|card| card.parse::<Card>().expect("a card")).collect()
}

/// Seat 2 deals; hearts and sevens are trumps.
pub(super) fn setup() -> Setup {
    let dealer = Seat::new(1);
    let mut hands = HANDS.map(|hand| bag(hand).iter().collect::<Vec<Card>>());
    // The first seat's cards come in the written order.
    hands[0] = HANDS[0].split(' ').map(|card| card.parse().expect("a card")).collect();
    let rest = HANDS.iter().fold(both_decks(), |rest, hand| rest - bag(hand));
    let mut rest: Vec<Card> = rest.iter().collect();
    for (seat, size) in [(2, HAND as usize), (3, HAND as usize), (1, 33)] {
        while hands[seat].len() < size {
            hands[seat].push(rest.pop().expect("enough cards"));
        }
    }
    let mut queues = hands.map(Vec::into_iter);
    let deck = std::array::from_fn(|n| {
        let seat = if n < DECK - 8 { dealer.plus(n, 4) } else { dealer };
        queues[seat.index()].next().expect("a card for everybody")
    });
    Setup { rules: POSITION.parse::<Rules>().expect("rules"), main: Some(cards::Suit::Hearts), dealer, deck }
}

/// The events up to the end of the burial and these actions, redacted for a viewer.
pub(super) fn events(viewer: Viewer, actions: &[&str]) -> Vec<Event> {
    let mut events = Vec::new();
    let mut state = Tractor::start(&setup(), |event| events.push(event));
    let buried = bag(BURIED).iter().map(Action::Bury);
    let played = actions.iter().map(|action| action.parse().expect("an action"));
    for action in buried.chain(played) {
        state.play(action, |event| events.push(event)).expect("a legal action");
    }
    events.into_iter().map(|event| Tractor::redact(event, viewer)).collect()
}

/// The scene after those events.
pub(super) fn at(viewer: Viewer, actions: &[&str]) -> TractorScene {
    let mut scene = TractorScene::new(&setup().rules, viewer);
    for event in events(viewer, actions) {
        scene.observe(event).expect("what happens can be shown");
    }
    scene
}
