//! What people see and read, and which events are refused.

use cards::scene::{Form, Item, Picture, Zone, ZoneKind};
use cards::{Flow, Game, Message, Rng, Rules as _, Scene, Seat, View, Viewer, laws, random_action};

use super::*;
use crate::catalog::CatalogGame;
use crate::text::Language;

const DECK: &str = "deck 1R 2R 3R 4R 5R 6R 7R 7B 6B 5B 4B 3B 2B 1B";

/// A whole match, `|` between its events.
const MATCH: &str = "red 1 | deck 1R 2R 3R 4R 5R 6R 7R 7B 6B 5B 4B 3B 2B 1B | hold 1 6B \
    | floor 2 3 5B | score 1 14 | peak 1 3 6B 4B | score 2 15 | hold 2 3B | hold 1 2B \
    | floor 2 1 3B | score 1 8 | score 1 -2 | score 2 1";

fn rules() -> Rules {
    Rules::new(7).expect("seven ranks")
}

fn events(text: &str) -> Vec<Event> {
    text.split(" | ").map(|event| event.trim().parse().unwrap_or_else(|e| panic!("{event}: {e}"))).collect()
}

/// The scene of this viewer after these events.
fn shown(viewer: Viewer, text: &str) -> HouseScene {
    let mut scene = HouseScene::new(&rules(), viewer);
    for event in events(text) {
        scene.observe(event).unwrap_or_else(|why| panic!("{event}: {why}"));
    }
    scene
}

fn seat(number: usize) -> Viewer {
    Viewer::Seat(Seat::new(number - 1))
}

fn english(message: &Message, viewer: Viewer) -> String {
    Language::english().say(message, viewer.seat())
}

/// The cards of a zone side by side; those of a building with slot, form and storey.
fn cards(zone: &Zone) -> String {
    let form = |form: Form| match form {
        Form::Rising => '/',
        Form::Falling => '\\',
        Form::Floor => '_',
        Form::Peak => '^',
        Form::Valley => 'v',
    };
    let item = |item: &Item| match item {
        Item::Card(card) => format!("{}{}", card.face.id, if card.marks.is_empty() { "" } else { "*" }),
        Item::Stack(_) => panic!("no stacks in a house"),
        Item::Placed { at, card } => format!("{}{}{}.{}", at.slot, form(at.form), card.face.id, at.storey),
        Item::Scored { at, ink, points } => {
            format!("{}{}{points}{ink:?}.{}", at.slot, form(at.form), at.storey)
        }
    };
    zone.groups.iter().flat_map(|group| &group.items).map(item).collect::<Vec<_>>().join(" ")
}

fn zone(picture: &Picture, kind: ZoneKind, owner: Option<usize>) -> String {
    let owner = owner.map(|number| Seat::new(number - 1));
    let mut found = picture.zones.iter().filter(|zone| zone.kind == kind && zone.owner == owner);
    cards(found.next().expect("the zone is there"))
}

#[test]
fn every_event_has_a_sentence_for_its_subject_and_for_the_others() {
    let sentences = |viewer: Viewer| -> Vec<String> {
        let mut scene = HouseScene::new(&rules(), viewer);
        let say = |event| {
            let said = scene.observe(event).expect("the match is possible");
            said.iter().map(|message| english(message, viewer)).collect::<Vec<_>>().join(" ")
        };
        events(MATCH).into_iter().map(say).collect()
    };
    assert_eq!(
        sentences(seat(1)),
        [
            "You play red and seat 2 plays black.",
            "The first card is red, so you begin.",
            "You keep the black 6 in hand.",
            "Seat 2 lays the black 5 as a floor at place 3: 14 points for you.",
            "",
            "You build a peak at place 3 with the black 6 on the left and the black 4 on the right: 15 points for black.",
            "",
            "Seat 2 keeps the black 3 in hand.",
            "You keep the black 2 in hand.",
            "Seat 2 lays the black 3 as a floor at place 1: 8 points for you.",
            "",
            "You have kept the black 2, the wrong colour, and lose 2 points.",
            "Seat 2 has kept the black 1, their own colour, and gets 1 more point. You win by 4 points, 20 to 16.",
        ]
    );
    assert_eq!(
        sentences(seat(2)),
        [
            "You play black and seat 1 plays red.",
            "The first card is red, so seat 1 begins.",
            "Seat 1 keeps the black 6 in hand.",
            "You lay the black 5 as a floor at place 3: 14 points for red.",
            "",
            "Seat 1 builds a peak at place 3 with the black 6 on the left and the black 4 on the right: 15 points for you.",
            "",
            "You keep the black 3 in hand.",
            "Seat 1 keeps the black 2 in hand.",
            "You lay the black 3 as a floor at place 1: 8 points for red.",
            "",
            "Seat 1 has kept the black 2, the wrong colour, and loses 2 points.",
            "You have kept the black 1, your own colour, and get 1 more point. Seat 1 wins by 4 points, 20 to 16.",
        ]
    );
    assert_eq!(sentences(Viewer::Public)[0], "Seat 1 plays red and seat 2 plays black.");
    assert_eq!(sentences(Viewer::Public), sentences(Viewer::Open));
    // Another kind of event does not compile here, and then needs its sentence above.
    let kind = |event: &Event| match event {
        Event::Red { .. } => 0,
        Event::Deck { .. } => 1,
        Event::Hold { .. } => 2,
        Event::Floor { .. } => 3,
        Event::Peak { .. } => 4,
        Event::Score { .. } => 5,
    };
    let mut kinds: Vec<i32> = events(MATCH).iter().map(kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    assert_eq!(kinds, [0, 1, 2, 3, 4, 5]);
}

#[test]
fn a_tie_has_its_own_sentence() {
    let (built, _) = MATCH.split_once("floor 2 1 3B").expect("the match has this floor");
    let before = format!("{built}floor 2 1 1B | score 1 6 | score 1 -2");
    let said = shown(seat(1), &before).observe("score 2 3".parse().unwrap()).unwrap();
    assert_eq!(english(said.last().unwrap(), seat(1)), "A tie: 18 points each.");
}

#[test]
fn the_whole_house_stays_in_the_picture_with_what_every_triangle_paid() {
    let until_the_peak = MATCH.split(" | hold 2").next().unwrap();
    for viewer in [seat(1), seat(2), Viewer::Public, Viewer::Open] {
        let picture = shown(viewer, until_the_peak).picture(100);
        assert_eq!(
            zone(&picture, ZoneKind::Tower, None),
            r"0/1R.0 1\2R.0 2/3R.0 3\4R.0 4/5R.0 5\6R.0 6/7R.0 7\7B.0 3_5B.1 3/6B.1 4\4B.1 3v14Red.0 3^15Black.1"
        );
        assert_eq!(zone(&picture, ZoneKind::Row, None), "3B* 2B 1B");
        assert_eq!(zone(&picture, ZoneKind::Hand, Some(1)), "");
        assert_eq!(zone(&picture, ZoneKind::Hand, Some(2)), "");
        assert_eq!(picture.turn, Some(Seat::new(1)));
        assert_eq!(picture.ask.is_some(), viewer == seat(2));
        let seats: Vec<_> =
            picture.seats.iter().map(|info| (info.role.clone().unwrap().id, info.score)).collect();
        assert_eq!(seats, [("house-red", Some(14)), ("house-black", Some(15))]);
        assert_ne!(picture.seats[0].side, picture.seats[1].side);
    }
}

#[test]
fn held_cards_lie_in_their_seats_hands() {
    let picture = shown(Viewer::Public, &format!("red 2 | {DECK} | hold 2 6B | hold 1 5B")).picture(100);
    assert_eq!(zone(&picture, ZoneKind::Hand, Some(2)), "6B");
    assert_eq!(zone(&picture, ZoneKind::Hand, Some(1)), "5B");
    assert_eq!(picture.seats[0].role, Some(Message::new("house-black")));
}

#[test]
fn the_prompt_says_what_can_be_done() {
    let asked = |rules: u8, number: usize, events: &str| {
        let mut scene = HouseScene::new(&Rules::new(rules).unwrap(), seat(number));
        self::events(events).into_iter().for_each(|event| drop(scene.observe(event).unwrap()));
        english(&scene.picture(0).ask.expect("the seat is to move").prompt, seat(number))
    };
    let start = format!("red 1 | {DECK}");
    assert_eq!(asked(7, 1, &start), "Build with the black 6 or keep it?");
    let both = format!("{start} | hold 1 6B | hold 2 5B");
    assert_eq!(asked(7, 1, &both), "Build with the black 4 or your 6B?");
    let floors = format!(
        "{start} | floor 1 1 6B | score 1 11 | floor 2 3 5B | score 1 14 | floor 1 5 4B | score 1 17"
    );
    assert_eq!(asked(7, 2, &floors), "Keep the black 3: there is no valley to cover");
    let peak = format!(
        "{start} | hold 1 6B | floor 2 3 5B | score 1 14 | floor 1 1 6B | score 1 11 \
        | floor 2 5 3B | score 1 16"
    );
    assert_eq!(asked(7, 1, &peak), "Build a peak of the black 2 and your 4B");
}

#[test]
fn a_choice_names_its_cards_its_place_and_its_points() {
    let scene = shown(seat(1), &format!("red 1 | {DECK} | hold 1 6B | floor 2 3 5B | score 1 14"));
    let ask = scene.picture(100).ask.expect("seat 1 is to move");
    let text = |choice: &cards::scene::Choice| {
        let cards: Vec<String> = choice.cards.iter().map(|face| face.id.to_string()).collect();
        let place = choice.place.map(|at| (at.slot, at.storey, at.form));
        (english(&choice.name, seat(1)), cards.join(" "), place, choice.brings)
    };
    use cards::scene::Ink::{Black, Red};
    let first = (
        "lay the black 4 as a floor at place 1".into(),
        "4B".into(),
        Some((1, 1, Form::Floor)),
        Some((Red, 9)),
    );
    assert_eq!(text(&ask.choices[0]), first);
    let peak = "build a peak at place 3: the black 6 left, the black 4 right";
    assert_eq!(
        text(&ask.choices[4]),
        (peak.into(), "6B 4B".into(), Some((3, 1, Form::Peak)), Some((Black, 15)))
    );
    let hold = shown(seat(1), &format!("red 1 | {DECK}")).choice(Action::Hold);
    assert_eq!(text(&hold), ("keep the black 6 in hand".into(), "6B".into(), None, None));
    // Also once the match is over.
    let over = shown(seat(1), MATCH);
    for action in House::start(&format!("ranks=7 {DECK}").parse().unwrap(), |_| ()).brute_force() {
        assert_eq!(over.choice(action).action, action.to_string());
    }
}

/// In random matches every choice does what it says, and no card leaves the building.
#[test]
fn a_choice_does_what_it_says() {
    for rules in Rules::variants() {
        for seed in 0..30 {
            let mut rng = Rng::new(seed);
            let mut scene = HouseScene::new(&rules, Viewer::Open);
            let see = |scene: &mut HouseScene, event| drop(scene.observe(event).expect("it happens"));
            let mut house = House::start(&House::deal(&rules, &mut rng), |event| see(&mut scene, event));
            while house.turn().is_some() {
                let action = random_action(&house, &mut rng);
                let (choice, mut paid) = (scene.choice(action), None);
                let colours = house;
                house.apply(action, |event| {
                    if let (Event::Score { seat, points }, true) = (event, action != Action::Hold) {
                        paid.get_or_insert((colours.colour(seat).into(), i64::from(points)));
                    }
                    see(&mut scene, event);
                });
                assert_eq!(choice.brings, paid);
                let picture = scene.picture(0);
                let built = &picture.zones[0].groups[0].items;
                let is_there = |item: &Item| match (item, choice.place) {
                    (Item::Placed { at, .. } | Item::Scored { at, .. }, Some(place)) => *at == place,
                    _ => false,
                };
                assert_eq!(
                    built.iter().filter(|item| is_there(item)).count(),
                    usize::from(choice.place.is_some())
                );
                let cards = built.iter().filter(|item| matches!(item, Item::Placed { .. })).count();
                assert_eq!(cards, house.tower().size());
            }
        }
    }
}

fn refusal(before_events: &str, event: &str) -> String {
    let event = event.parse().unwrap_or_else(|e| panic!("{event}: {e}"));
    let mut view = HouseView::seated(&rules(), Seat::new(0));
    let mut scene = HouseScene::new(&rules(), Viewer::Public);
    for before in if before_events.is_empty() { Vec::new() } else { events(before_events) } {
        assert_eq!(view.check(&before), Ok(()), "{before}");
        view.observe(before);
        scene.observe(before).expect("scene and view agree");
    }
    let before = scene.clone();
    let refused = view.check(&event).expect_err("an event that cannot come next");
    assert_eq!(scene.observe(event), Err(refused.clone()));
    assert_eq!(scene, before);
    refused.expected.into_owned()
}

#[test]
fn red_comes_first_and_once() {
    for event in [DECK, "hold 1 6B", "floor 1 1 6B", "score 1 3"] {
        assert_eq!(refusal("", event), "the seat that plays red, 1 or 2");
    }
    assert_eq!(refusal("red 1", "red 1"), "the deck: 14 cards up to rank 7, each once");
    let view = HouseView::seated(&rules(), Seat::new(0));
    assert!(view.check(&Event::Red { seat: Seat::new(2) }).is_err(), "the table has two seats");
}

#[test]
fn the_deck_comes_once_and_has_every_card_once() {
    let deck = "the deck: 14 cards up to rank 7, each once";
    assert_eq!(refusal("red 1", "hold 1 6B"), deck);
    assert_eq!(refusal("red 1", "deck 1R 2R 3R 4R 5R 5B 4B 3B 2B 1B"), deck);
    let twice = "seat 1 to hold 6B or to lay it at place 1, 3 or 5";
    assert_eq!(refusal(&format!("red 1 | {DECK}"), DECK), twice);
    assert_eq!(refusal(&format!("red 1 | {DECK}"), "red 1"), twice);
    let Event::Deck { deck: mut cards, cards: count } = DECK.parse().unwrap() else { panic!("a deck") };
    let mut view = HouseView::seated(&rules(), Seat::new(0));
    view.observe(Event::Red { seat: Seat::new(0) });
    cards[1] = cards[0];
    assert!(view.check(&Event::Deck { deck: cards, cards: count }).is_err(), "a card comes twice");
    cards[1] = "8R".parse().unwrap();
    assert!(view.check(&Event::Deck { deck: cards, cards: count }).is_err(), "a card is too high");
    cards[1] = "2R".parse().unwrap();
    assert!(view.check(&Event::Deck { deck: cards, cards: count }).is_ok());
    cards[20] = "2R".parse().unwrap();
    assert!(view.check(&Event::Deck { deck: cards, cards: count }).is_err(), "a card after the last");
}

#[test]
fn only_the_seat_to_move_acts_and_only_with_its_cards_at_legal_places() {
    let start = format!("red 1 | {DECK}");
    let first = "seat 1 to hold 6B or to lay it at place 1, 3 or 5";
    for event in [
        "hold 2 6B",
        "hold 1 5B",
        "floor 2 1 6B",
        "floor 1 2 6B",
        "floor 1 1 5B",
        "peak 1 1 6B 5B",
        "score 1 6",
    ] {
        assert_eq!(refusal(&start, event), first, "{event}");
    }
    let both = format!("{start} | hold 1 6B | floor 2 3 5B | score 1 14");
    let second = "seat 1 to lay 4B or 6B at place 1 or 5 or to set a peak of 4B and 6B at place 3";
    for event in
        ["hold 1 4B", "floor 1 3 4B", "peak 1 1 4B 6B", "peak 1 3 4B 4B", "peak 2 3 4B 6B", "floor 2 1 4B"]
    {
        assert_eq!(refusal(&both, event), second, "{event}");
    }
}

#[test]
fn points_come_before_anything_else_for_the_right_seat_and_in_the_right_number() {
    let floor = format!("red 1 | {DECK} | floor 1 3 6B");
    for event in ["hold 2 5B", "floor 2 1 5B", "score 2 15", "score 1 14", "red 1", DECK] {
        assert_eq!(refusal(&floor, event), "a score of 15 for seat 1", "{event}");
    }
    assert_eq!(
        refusal(&format!("{floor} | score 1 15"), "score 1 15"),
        "seat 2 to hold 5B or to lay it at place 1 or 5"
    );
}

#[test]
fn held_cards_count_at_the_end_and_then_nothing_more_happens() {
    let (before, _) = MATCH.split_once(" | score 1 -2").expect("the match has this score");
    for event in ["score 1 2", "score 2 1", "hold 1 3B", "score 1 8"] {
        assert_eq!(refusal(before, event), "a score of -2 for seat 1", "{event}");
    }
    for event in ["score 2 1", "hold 1 3B", "red 1", DECK] {
        assert_eq!(refusal(MATCH, event), "nothing more: the match is over", "{event}");
    }
}

/// Every message of a scene or of a refused action is in the English catalogue.
#[test]
fn every_message_has_a_text() {
    let english = Language::english();
    let reads = |message: &Message| {
        for you in [None, Some(Seat::new(0)), Some(Seat::new(1))] {
            let text = english.say(message, you);
            assert_ne!(text, message.to_string());
            assert!(!text.contains("house-") && !text.contains('$'), "{text}");
        }
    };
    for seed in 0..200 {
        let rules = Rules::variants()[seed as usize % 9];
        let mut rng = Rng::new(seed);
        let mut scenes: Vec<HouseScene> =
            laws::viewers(&rules).map(|viewer| HouseScene::new(&rules, viewer)).collect();
        let mut see = |event: Event| {
            for scene in &mut scenes {
                scene.observe(event).expect("it happens").iter().for_each(reads);
                let picture = scene.picture(100);
                picture.seats.iter().filter_map(|info| info.role.as_ref()).for_each(reads);
                assert!(picture.zones.iter().all(|zone| english.has(zone.name)));
                assert!(picture.facts.iter().all(|fact| english.has(fact.name)));
                if let Some(ask) = picture.ask {
                    reads(&ask.prompt);
                    ask.choices.iter().for_each(|choice| reads(&choice.name));
                }
            }
        };
        let mut house = House::start(&House::deal(&rules, &mut rng), &mut see);
        while house.turn().is_some() {
            if seed < 20 {
                let refused = house.brute_force().into_iter().filter_map(|action| house.check(action).err());
                refused.for_each(|why| reads(&why.0));
            }
            house.apply(random_action(&house, &mut rng), &mut see);
        }
        reads(&house.check(Action::Hold).expect_err("the match is over").0);
        assert_eq!(house.actions(|_| Flow::Break(())), Flow::Continue(()));
    }
}
