//! What people see: pictures of a position in notation, prompts and choices.

use cards::scene::{Item, Mark, Shown, Zone};
use cards::{Card, CardBag, Picture, Rank, Scene, Seat, Suit, Viewer};

use crate::text::Language;
use crate::tractor::position::{at, events, setup};
use crate::tractor::{Action, Public, prompt as prompts};

const FIRST: Viewer = Viewer::Seat(Seat::new(0));

/// A card with its marks: `!` for a trump, `+5` for its points, `*` if it wins.
fn drawn_card(shown: &Shown) -> String {
    let mut text = shown.face.short();
    for mark in &shown.marks {
        match mark {
            Mark::Trump => text.push('!'),
            Mark::Points(points) => text.push_str(&format!("+{points}")),
            Mark::Winning => text.push('*'),
            other => panic!("{other:?} is no mark of this game"),
        }
    }
    text
}

/// A zone in a line: its owner, its name, its cards and how many are hidden.
fn drawn(english: &Language, zone: &Zone) -> String {
    let mut text = format!("{} {}:", zone.owner.expect("every zone has an owner"), english.name(zone.name));
    for group in &zone.groups {
        if let Some(name) = &group.name {
            text.push_str(&format!(" [{}]", english.say(name, None)));
        }
        for item in &group.items {
            let Item::Card(shown) = item else { panic!("only cards lie on this table") };
            text.push_str(&format!(" {}", drawn_card(shown)));
        }
    }
    if zone.hidden > 0 {
        text.push_str(&format!(" {} hidden", zone.hidden));
    }
    text
}

/// The facts in a line.
fn facts(english: &Language, picture: &Picture) -> String {
    let needed = |goal: Option<i64>| goal.map_or(String::new(), |goal| format!(" of {goal} needed"));
    let fact = |fact: &cards::scene::Fact| {
        format!("{}: {}{}", english.name(fact.name), english.value(&fact.value, None), needed(fact.goal))
    };
    picture.facts.iter().map(fact).collect::<Vec<_>>().join(", ")
}

#[track_caller]
fn shows(picture: &Picture, lines: &[&str]) {
    let english = Language::english();
    let mut found: Vec<String> = picture.zones.iter().map(|zone| drawn(&english, zone)).collect();
    found.push(facts(&english, picture));
    assert_eq!(found, lines, "{found:#?}");
}

#[test]
fn a_seat_sees_its_hand_in_groups_and_the_trick_so_far() {
    let picture = at(FIRST, &["play AS AS", "play 9S 4S", "play KS TS"]).picture(3);
    shows(
        &picture,
        &[
            "2 hand: 23 hidden",
            "3 hand: 23 hidden",
            "4 hand: 23 hidden",
            "2 trick: A♠* A♠*",
            "3 trick: 9♠ 4♠",
            "4 trick: K♠+10 10♠+10",
            "1 trick:",
            "2 kitty: 8 hidden",
            "1 hand: [spades] Q♠ Q♠ J♠ J♠ 6♠ 3♠ [diamonds] A♦ K♦+10 9♦ 9♦ 5♦+5 [clubs] 10♣+10 6♣ 4♣ \
             [trumps] RJ! BJ! 7♥! 7♠! A♥! K♥!+10 10♥!+10 8♥! 8♥! 4♥! 3♥!",
            "Trump suit: hearts, Trump rank: sevens, Your level: five, Their level: seven, \
             Your points: 0 of 80 needed, Points in the trick: 20",
        ],
    );
    assert_eq!(picture.turn, Some(Seat::new(0)));
    let roles: Vec<_> = picture.seats.iter().map(|info| (info.side.0, info.role.is_some())).collect();
    assert_eq!(roles, [(0, false), (1, true), (0, false), (1, false)]);
    let ask = picture.ask.expect("seat 1 is to move");
    let choices: Vec<&str> = ask.choices.iter().map(|choice| choice.action.as_str()).collect();
    assert_eq!((ask.all, ask.batch, choices), (2, 1, vec!["play QS QS", "play JS JS"]));
}

#[test]
fn the_dealer_sees_the_kitty_and_the_defenders_points() {
    let picture = at(Viewer::Seat(Seat::new(1)), &[]).picture(0);
    let english = Language::english();
    let zones: Vec<String> = picture.zones.iter().map(|zone| drawn(&english, zone)).collect();
    assert!(zones.contains(&"2 kitty: 6♦ 5♦+5 4♦ 4♦ 3♦ 3♦ 2♦ 2♦".to_owned()), "{zones:#?}");
    let facts = facts(&english, &picture);
    assert!(
        facts.ends_with("Your level: seven, Their level: five, Defenders' points: 0 of 80 needed"),
        "{facts}"
    );
}

#[test]
fn spectators_see_the_face_up_cards_and_the_last_trick() {
    let actions = ["play AS AS", "play 9S 4S", "play KS TS", "play JS JS", "play 8S 8S"];
    let picture = at(Viewer::Public, &actions).picture(3);
    shows(
        &picture,
        &[
            "1 hand: 23 hidden",
            "2 hand: 21 hidden",
            "3 hand: 23 hidden",
            "4 hand: 23 hidden",
            "1 trick:",
            "2 trick: 8♠* 8♠*",
            "3 trick:",
            "4 trick:",
            "1 last trick: J♠ J♠",
            "2 last trick: A♠* A♠*",
            "3 last trick: 9♠ 4♠",
            "4 last trick: K♠+10 10♠+10",
            "2 kitty: 8 hidden",
            "Trump suit: hearts, Trump rank: sevens, Declarers' level: seven, Defenders' level: five, \
             Defenders' points: 0 of 80 needed, Points in the trick: 0",
        ],
    );
    assert_eq!(picture.ask, None);
}

#[test]
fn an_open_viewer_sees_all_cards() {
    let picture = at(Viewer::Open, &["play AS AS", "play 9S 4S"]).picture(3);
    shows(
        &picture,
        &[
            "1 hand: [spades] Q♠ Q♠ J♠ J♠ 6♠ 3♠ [diamonds] A♦ K♦+10 9♦ 9♦ 5♦+5 [clubs] 10♣+10 6♣ 4♣ \
             [trumps] RJ! BJ! 7♥! 7♠! A♥! K♥!+10 10♥!+10 8♥! 8♥! 4♥! 3♥!",
            "2 hand: [spades] K♠+10 10♠+10 9♠ 8♠ 8♠ 6♠ 5♠+5 5♠+5 4♠ 3♠ 2♠ 2♠ \
             [diamonds] Q♦ J♦ J♦ 10♦+10 10♦+10 8♦ 8♦ 6♦ [trumps] 7♠! 7♦! 7♦!",
            "3 hand: [clubs] A♣ A♣ K♣+10 K♣+10 Q♣ Q♣ J♣ J♣ 10♣+10 9♣ 9♣ 8♣ 8♣ 6♣ 5♣+5 5♣+5 4♣ 2♣ 2♣ \
             [trumps] RJ! BJ! 7♣! 7♣!",
            "4 hand: [spades] K♠+10 10♠+10 [diamonds] A♦ K♦+10 Q♦ [clubs] 3♣ 3♣ [trumps] 7♥! A♥! K♥!+10 \
             Q♥! Q♥! J♥! J♥! 10♥!+10 9♥! 9♥! 6♥! 6♥! 5♥!+5 5♥!+5 4♥! 3♥! 2♥! 2♥!",
            "1 trick:",
            "2 trick: A♠* A♠*",
            "3 trick: 9♠ 4♠",
            "4 trick:",
            "2 kitty: 6♦ 5♦+5 4♦ 4♦ 3♦ 3♦ 2♦ 2♦",
            "Trump suit: hearts, Trump rank: sevens, Declarers' level: seven, Defenders' level: five, \
             Defenders' points: 0 of 80 needed, Points in the trick: 0",
        ],
    );
}

#[test]
fn a_deal_in_progress_shows_as_many_cards_as_were_dealt() {
    let viewer = Viewer::Public;
    let mut scene = crate::tractor::TractorScene::new(&setup().rules, viewer);
    let sizes = |scene: &crate::tractor::TractorScene| {
        let picture = scene.picture(0);
        assert_eq!((picture.turn, picture.ask), (None, None), "nobody decides while cards are dealt");
        picture.zones.iter().take(4).map(|zone| zone.hidden).collect::<Vec<_>>()
    };
    for (n, event) in events(viewer, &[]).into_iter().take(4 + 107).enumerate() {
        scene.observe(event).expect("what happens can be shown");
        match n {
            3 => assert_eq!(sizes(&scene), [0, 0, 0, 0]),
            5 => assert_eq!(sizes(&scene), [0, 1, 1, 0]),
            103 => assert_eq!(sizes(&scene), [25, 25, 25, 25]),
            105 => assert_eq!(sizes(&scene), [25, 27, 25, 25]),
            _ => (),
        }
    }
}

/// The prompt of a seat after these actions.
fn prompt(seat: usize, actions: &[&str]) -> String {
    let seat = Seat::new(seat - 1);
    let ask = at(Viewer::Seat(seat), actions).picture(0).ask.expect("the seat to move is asked");
    Language::english().say(&ask.prompt, Some(seat))
}

/// The prompt of seat 2, which holds these cards and follows this lead; trumps are hearts and sevens.
fn to_follow(lead: &str, hand: &str) -> String {
    let bag = |text: &str| text.split(' ').map(|card| card.parse::<Card>().expect("a card")).collect();
    let mut public = Public::new([Rank::Seven; 2], Some(Suit::Hearts), Seat::new(0));
    (0..8).for_each(|_| public.bury());
    public.play(bag(lead));
    let ask = prompts::ask(&public, bag(hand), CardBag::EMPTY, 0);
    Language::english().say(&ask.prompt, Some(Seat::new(1)))
}

#[test]
fn prompts_say_what_must_be_done() {
    assert_eq!(prompt(2, &[]), "Lead a card, a pair, a tractor or a throw");
    assert_eq!(prompt(3, &["play AS"]), "Follow with a spade");
    assert_eq!(prompt(3, &["play AS AS"]), "Follow with all your spades: 4♠ 9♠");
    assert_eq!(prompt(3, &["play AS AS 8S"]), "Follow with all your spades, 4♠ 9♠, and one more card");
    assert_eq!(prompt(1, &["play AS AS", "play 9S 4S", "play KS TS"]), "Follow with a pair of spades");
    assert_eq!(to_follow("2H", "3H 7C AC"), "Follow with a trump");
    assert_eq!(to_follow("2S", "AC 4H"), "Follow with any card: you have no spades");
    assert_eq!(to_follow("2S 2S", "AC 4H KC"), "Follow with any two cards: you have no spades");
    assert_eq!(to_follow("2S KS AS", "3S AC 4H"), "Follow with all your spades, 3♠, and two more cards");
    assert_eq!(to_follow("2S 4S", "3S 5S 6S"), "Follow with two spades");
    assert_eq!(to_follow("2S 2S 4S", "3S 5S 5S 6S"), "Follow with three spades, including a pair");
    assert_eq!(to_follow("2S 2S 4S 4S", "3S 3S 5S 5S 6S"), "Follow with two pairs of spades");
    assert_eq!(to_follow("2S 2S 3S 3S", "4S 4S 5S 5S 9S"), "Follow with a tractor of two pairs of spades");
    assert_eq!(
        to_follow("2S 2S 3S 3S KS", "4S 4S 5S 5S 9S TS"),
        "Follow with five spades, including a tractor of two pairs"
    );
    assert_eq!(
        to_follow("2S 2S 3S 3S 5S 5S 6S 6S", "8S 8S 9S 9S JS JS QS QS AS"),
        "Follow with eight spades, including your tractors (the longest has two pairs)"
    );
}

#[test]
fn the_dealer_reads_how_many_cards_are_still_to_be_buried() {
    let dealer = Seat::new(1);
    let mut scene = crate::tractor::TractorScene::new(&setup().rules, dealer.into());
    let mut prompts = Vec::new();
    for event in events(dealer.into(), &[]) {
        scene.observe(event).expect("what happens can be shown");
        if let Some(ask) = scene.picture(1).ask {
            prompts.push((Language::english().say(&ask.prompt, Some(dealer)), ask.batch));
        }
    }
    assert_eq!(prompts.len(), 9);
    assert_eq!(prompts[0], ("Bury eight cards".to_owned(), 8));
    assert_eq!(prompts[5], ("Bury eight cards: three more".to_owned(), 3));
    assert_eq!(prompts[7], ("Bury eight cards: one more".to_owned(), 1));
    assert_eq!(prompts[8].1, 1);
}

#[test]
fn choices_have_names_as_players_say_them() {
    let english = Language::english();
    let named = |actions: &[&str], action: &str| {
        let choice = at(FIRST, actions).choice(action.parse::<Action>().expect("an action"));
        assert_eq!(choice.cards.len(), action.split(' ').count() - 1);
        english.say(&choice.name, None)
    };
    assert_eq!(named(&[], "bury 5H"), "bury the five of hearts");
    assert_eq!(named(&[], "play AS"), "lead the ace of spades");
    assert_eq!(named(&[], "play AS AS"), "lead the pair A♠ A♠");
    assert_eq!(named(&[], "play 6S 6S 8S 8S"), "lead the tractor 6♠ 6♠ 8♠ 8♠");
    assert_eq!(named(&[], "play 6S 6S KS"), "lead the throw 6♠ 6♠ K♠");
    assert_eq!(named(&["play AS"], "play 9S"), "play the nine of spades");
    assert_eq!(named(&["play AS AS"], "play 9S 4S"), "play 4♠ 9♠");
}
