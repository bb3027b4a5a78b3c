//! Every event in English, and pictures of positions for every kind of viewer.

use std::collections::{BTreeSet, HashSet};

use cards::{Rng, Value, random_action};

use super::super::tests::at;
use super::super::{DECK, Setup, wire};
use super::*;
use crate::text::Language;

const DEAL: &str = "limit=6 trump=S first=2 deck 6S 7S 8S 9S TS JS 6D 8D 9D TD JD QD 7D 6C 7H 8H 9H TH \
    7C AS 8C 9C TC JC KD JH QH KH QS KS AC QC KC AD AH 6H";

fn seat(number: usize) -> Viewer {
    Viewer::Seat(Seat::new(number - 1))
}

fn events(text: &str) -> Vec<Event> {
    let texts = text.split(',').map(str::trim).filter(|event| !event.is_empty());
    texts.map(|event| event.parse().expect(event)).collect()
}

/// A scene before the deal, just before [`DEAL`] says who attacks, or at a position in notation.
fn scene(position: &str, viewer: Viewer) -> DurakScene {
    let mut scene = DurakScene::new(&Rules::default(), viewer);
    if position == "dealt" {
        let setup: Setup = DEAL.parse().expect("a setup");
        let mut events = Vec::new();
        Durak::start(&setup, |event| events.push(event));
        events.truncate(25);
        events.into_iter().for_each(|event| drop(observe(&mut scene, event)));
    } else if !position.is_empty() {
        let durak = at(position);
        scene.public = *durak.public();
        scene.gone.extend(durak.public().gone);
        for seat in Seat::all(SEATS).filter(|&seat| viewer.sees(seat)) {
            scene.known.hands[seat.index()] = durak.hand(seat);
        }
    }
    scene
}

fn observe(scene: &mut DurakScene, event: Event) -> Said {
    let seen = Durak::redact(event, scene.known.viewer);
    scene.observe(seen).unwrap_or_else(|why| panic!("{:?} observes {seen}: {why}", scene.known.viewer))
}

/// What the viewer reads about the last of these events.
fn reads(viewer: Viewer, position: &str, before: &str, event: Event) -> String {
    let mut scene = scene(position, viewer);
    events(before).into_iter().for_each(|event| drop(observe(&mut scene, event)));
    let said = observe(&mut scene, event);
    let english = Language::english();
    said.iter().map(|message| english.say(message, viewer.seat())).collect::<Vec<_>>().join(" ")
}

/// The seat that an event is about.
fn subject(event: Event) -> Option<Seat> {
    match event {
        Event::Trump(_) => None,
        Event::Move { by, .. } | Event::Add { by, .. } => Some(by),
        Event::Give(seat, _)
        | Event::First(seat)
        | Event::Beat(seat, _)
        | Event::Take(seat)
        | Event::Pass(seat)
        | Event::Out(seat) => Some(seat),
    }
}

fn kind(event: Event) -> String {
    event.to_string().split(' ').next().expect("a word").to_owned()
}

/// A position, what happened since, an event, and what its subject and the subject's partner read.
const SENTENCES: &[(&str, &str, &str, &str, &str)] = &[
    ("", "", "trump S", "", ""),
    ("", "trump S", "give 1 6S", "", ""),
    ("dealt", "", "first 2", "Trump is spades. You attack first.", "Trump is spades. Seat 2 attacks first."),
    (
        "dealt",
        "first 2",
        "move 2 3 6D",
        "You attack seat 3 with the six of diamonds.",
        "Seat 2 attacks seat 3 with the six of diamonds.",
    ),
    (
        "dealt",
        "first 2, move 2 3 6D",
        "beat 3 7D",
        "You beat the six of diamonds with the seven of diamonds.",
        "Seat 3 beats the six of diamonds with the seven of diamonds.",
    ),
    ("dealt", "first 2, move 2 3 6D, beat 3 7D", "pass 2", "", ""),
    (
        "dealt",
        "first 2, move 2 3 6D, beat 3 7D, pass 2",
        "pass 4",
        "All cards are beaten and go to the discard pile.",
        "All cards are beaten and go to the discard pile.",
    ),
    (
        "dealt",
        "first 2, move 2 3 6D, beat 3 7D, pass 2",
        "add 4 3 7C",
        "You throw in the seven of clubs.",
        "Seat 4 throws in the seven of clubs.",
    ),
    (
        "dealt",
        "first 2, move 2 3 6D, beat 3 7D, pass 2, pass 4",
        "give 2 KD",
        "You draw K♦.",
        "Seat 2 draws one card.",
    ),
    (
        "dealt",
        "first 2, move 2 3 6D",
        "take 3",
        "You give up and will take the cards.",
        "Seat 3 gives up and will take the cards.",
    ),
    (
        "trump S | 6D KH | 7C | 6H 9H TH | 8C 9C | stock | first 1",
        "move 1 2 6D",
        "take 2",
        "You take one card.",
        "Seat 2 takes one card.",
    ),
    (
        "trump S | 6D KH | 7C 8D 9H | 6H | AC 9C | stock | first 1",
        "move 1 2 6D, take 2, pass 1, add 3 2 6H",
        "out 3",
        "You have no cards left: you are out. Seat 2 takes two cards.",
        "Seat 3 has no cards left and is out. Seat 2 takes two cards.",
    ),
    (
        "trump S | 6D | 7D 8D | | 8C 9C | stock | first 1",
        "move 1 2 6D",
        "out 1",
        "You have no cards left: you are out. You and seat 3 are both out: your team wins.",
        "Seat 1 has no cards left and is out. You and seat 1 are both out: your team wins.",
    ),
];

#[test]
fn every_event_that_matters_has_a_sentence_for_its_subject_and_for_the_others() {
    for &(position, before, event, to_you, to_others) in SENTENCES {
        let event = events(event)[0];
        let you = subject(event).unwrap_or(Seat::new(0));
        assert_eq!(reads(you.into(), position, before, event), to_you, "{event}");
        assert_eq!(reads(you.partner().into(), position, before, event), to_others, "{event}");
    }
}

#[test]
fn every_kind_of_event_that_happens_has_a_line_in_the_test_above() {
    let covered: BTreeSet<String> = SENTENCES.iter().map(|row| kind(events(row.2)[0])).collect();
    let mut happened = Vec::new();
    for seed in 0..20 {
        let mut rng = Rng::new(seed);
        let setup = Durak::deal(&Rules::default(), &mut rng);
        let mut durak = Durak::start(&setup, |event| happened.push(event));
        while durak.turn().is_some() {
            durak.apply(random_action(&durak, &mut rng), |event| happened.push(event));
        }
    }
    assert_eq!(happened.into_iter().map(kind).collect::<BTreeSet<_>>(), covered);
}

#[test]
fn who_plays_for_a_partner_that_is_out_is_told_at_each_attack() {
    // Seat 1 is out: seat 3 is attacked in its place, and attacks in its place.
    let attacked = "trump S | | 7D 8D | 6H 9H | 8C 9C | stock | first 4";
    let attack = events("move 4 3 8C")[0];
    assert_eq!(
        reads(seat(2), attacked, "", attack),
        "Seat 3 plays for seat 1. Seat 4 attacks seat 3 with the eight of clubs."
    );
    assert_eq!(
        reads(seat(3), attacked, "", attack),
        "You play for seat 1. Seat 4 attacks you with the eight of clubs."
    );
    let attacking = "trump S | | 7D 8D | 6H 9H | 8C 9C | stock | first 1";
    let attack = events("move 3 2 6H")[0];
    assert_eq!(
        reads(seat(1), attacking, "", attack),
        "Seat 3 plays for you. Seat 3 attacks seat 2 with the six of hearts."
    );
    let own = "trump S | | 7D 8D | 6H 9H | 8C 9C | stock | first 3";
    let attack = events("move 3 4 6H")[0];
    assert_eq!(reads(seat(2), own, "", attack), "Seat 3 attacks seat 4 with the six of hearts.");
}

#[test]
fn a_reader_who_is_attacked_or_takes_is_called_you() {
    let attack = events("move 2 3 6D")[0];
    let attacked = reads(seat(3), "dealt", "first 2", attack);
    assert_eq!(attacked, "Seat 2 attacks you with the six of diamonds.");
    let before = "first 2, move 2 3 6D, take 3, pass 2";
    let pass = events("pass 4")[0];
    assert_eq!(reads(seat(3), "dealt", before, pass), "You take one card.");
    assert_eq!(reads(Viewer::Public, "dealt", before, pass), "Seat 3 takes one card.");
    let position = "trump S | 6D | 7D 8D | | 8C 9C | stock | first 1";
    let end = reads(seat(2), position, "move 1 2 6D", events("out 1")[0]);
    assert_eq!(end, "Seat 1 has no cards left and is out. Seat 1 and seat 3 are both out: their team wins.");
}

/// The table of [`DEAL`] after these answers; seats that can only pass are not asked.
fn after(answers: &str, viewer: Viewer) -> (DurakScene, Said) {
    let setup: Setup = DEAL.parse().expect("a setup");
    let (mut scene, mut said) = (DurakScene::new(&Rules::default(), viewer), Said::new());
    let mut see = |event| said.extend(observe(&mut scene, event));
    let mut durak = Durak::start(&setup, &mut see);
    for answer in answers.split_whitespace() {
        durak.play(answer.parse().expect("an action"), &mut see).expect(answer);
        while let Some(no) = wire::implied_action(&durak) {
            durak.apply(no, &mut see);
        }
    }
    (scene, said)
}

#[test]
fn cards_drawn_one_by_one_become_one_sentence() {
    let story = |viewer: Viewer| {
        let mut said: Vec<Message> = Vec::new();
        for message in after("6D 7D NO 6C 7C 7H AS 6S NO 7S", viewer).1 {
            if !said.last_mut().is_some_and(|last| last.join(&message)) {
                said.push(message);
            }
        }
        let english = Language::english();
        let draws = said.iter().filter(|message| message.id.starts_with("durak-draws"));
        draws.map(|message| english.say(message, viewer.seat())).collect::<Vec<_>>()
    };
    let others = ["Seat 2 draws one card.", "Seat 3 draws one card.", "Seat 3 draws two cards."];
    assert_eq!(story(seat(1)), [&others[..], &["You draw Q♠ K♠."]].concat());
    assert_eq!(story(Viewer::Public), [&others[..], &["Seat 1 draws two cards."]].concat());
}

/// A picture in plain lines. `*` marks trumps, `!` the card to be beaten, `'` cards that everybody knows, `+`
/// cards just drawn; `?3` are three cards face down.
fn lines(scene: &DurakScene) -> String {
    let (picture, english) = (scene.picture(99), Language::english());
    let you = scene.known.viewer.seat();
    let card = |shown: &Shown| {
        let mark = |mark: &Mark| match mark {
            Mark::Trump => "*",
            Mark::Open => "!",
            Mark::Seen => "'",
            Mark::Drawn => "+",
            Mark::Points(_) | Mark::Winning => "no mark of Durak",
        };
        shown.face.short() + &shown.marks.iter().map(mark).collect::<String>()
    };
    let item = |item: &Item| match item {
        Item::Card(shown) => card(shown),
        Item::Stack(cards) => cards.iter().map(card).collect::<Vec<_>>().join("/"),
        Item::Placed { .. } | Item::Scored { .. } => "no item of Durak".to_owned(),
    };
    let mut text = String::new();
    let facts = picture.facts.iter();
    let facts = facts.map(|fact| format!("{} {}", english.name(fact.name), english.value(&fact.value, you)));
    text += &(facts.collect::<Vec<_>>().join(", ") + "\n");
    for info in picture.seats {
        let role = info.role.map(|role| english.say(&role, you)).unwrap_or_default();
        let turn = if picture.turn == Some(info.seat) { " <" } else { "" };
        text += &format!("seat {} {role}{turn}\n", info.seat);
    }
    for zone in picture.zones {
        let items = zone.groups.iter().flat_map(|group| &group.items).map(item);
        let hidden = (zone.hidden > 0).then(|| format!("?{}", zone.hidden));
        let owner = zone.owner.map(|seat| format!(" {seat}")).unwrap_or_default();
        let cards = items.chain(hidden).collect::<Vec<_>>().join(" ");
        text += &format!("{}{owner}: {cards}\n", english.name(zone.name));
    }
    if let Some(ask) = picture.ask {
        let choices = ask.choices.iter().map(|choice| english.say(&choice.name, you)).collect::<Vec<_>>();
        text += &format!("{}: {}\n", english.say(&ask.prompt, you), choices.join(", "));
    }
    text
}

#[test]
fn the_defender_sees_the_card_to_beat_and_what_beats_it() {
    let start = "\
Trump spades, Stock 12, Discarded 0
seat 1 \nseat 2 attacker\nseat 3 defender <\nseat 4 may throw in
Hand 4: ?6\nHand 1: ?6\nHand 2: ?5
Stock: ?12
Table 3: 6♦!
Discarded: \nHand 3: 7♦ 6♣ 10♥ 9♥ 8♥ 7♥
Beat the 6♦ or take the cards?: beat with the seven of diamonds, take the cards
";
    assert_eq!(lines(&after("6D", seat(3)).0), start);
    let later = "\
Trump spades, Stock 10, Discarded 2
seat 1 may throw in\nseat 2 \nseat 3 attacker\nseat 4 defender <
Hand 1: ?5\nHand 2: ?6\nHand 3: ?4
Stock: ?10
Table 4: 6♣/7♣ 7♥/A♠* 6♠*!
Discarded: 6♦ 7♦
Hand 4: J♣ 10♣ 9♣ 8♣
You cannot beat the 6♠: take the cards: take the cards
";
    assert_eq!(lines(&after("6D 7D NO 6C 7C 7H AS 6S", seat(4)).0), later);
}

#[test]
fn a_seat_that_may_throw_in_reads_which_cards_fit() {
    let last = |answers| lines(&after(answers, seat(1)).0).lines().last().map(str::to_owned);
    let beaten = "Throw in a card or pass?: throw in the six of spades, throw in the seven of spades, pass";
    assert_eq!(last("6D 7D NO 6C 7C 7H AS").as_deref(), Some(beaten));
    let taking = "Seat 4 will take the cards: throw in one more or pass?: throw in the seven of spades, pass";
    assert_eq!(last("6D 7D NO 6C 7C 7H AS 6S NO").as_deref(), Some(taking));
}

/// Seat 4 has taken six cards; seats 3 and 1 have drawn two each.
const TAKEN: &str = "6D 7D NO 6C 7C 7H AS 6S NO 7S";

#[test]
fn a_seat_sees_its_own_hand_and_the_cards_that_others_took() {
    let picture = "\
Trump spades, Stock 6, Discarded 2
seat 1 attacker <\nseat 2 defender\nseat 3 may throw in\nseat 4 \nHand 2: ?6\nHand 3: ?6
Hand 4: 7♣' 6♣' 7♥' A♠*' 7♠*' 6♠*' ?4
Stock: ?6
Table 2: \nDiscarded: 6♦ 7♦
Hand 1: K♠*+ Q♠*+ J♠* 10♠* 9♠* 8♠*
";
    let text = lines(&after(TAKEN, seat(1)).0);
    let (shown, asked) = text.split_at(picture.len());
    assert_eq!(shown, picture);
    assert!(
        asked.starts_with("Attack seat 2 with any card: attack with the eight of spades, attack"),
        "{asked}"
    );
}

#[test]
fn spectators_see_the_face_up_cards_and_an_open_viewer_all_hands() {
    let top = "\
Trump spades, Stock 6, Discarded 2
seat 1 attacker <\nseat 2 defender\nseat 3 may throw in\nseat 4 \n";
    let bottom = "Stock: ?6\nTable 2: \nDiscarded: 6♦ 7♦\n";
    let public = "Hand 1: ?6\nHand 2: ?6\nHand 3: ?6\nHand 4: 7♣' 6♣' 7♥' A♠*' 7♠*' 6♠*' ?4\n";
    assert_eq!(lines(&after(TAKEN, Viewer::Public).0), format!("{top}{public}{bottom}"));
    let open = "\
Hand 1: K♠*+ Q♠*+ J♠* 10♠* 9♠* 8♠*
Hand 2: K♦ Q♦ J♦ 10♦ 9♦ 8♦
Hand 3: K♥+ Q♥+ J♥ 10♥ 9♥ 8♥
Hand 4: J♣ 10♣ 9♣ 8♣ 7♣' 6♣' 7♥' A♠*' 7♠*' 6♠*'
";
    assert_eq!(lines(&after(TAKEN, Viewer::Open).0), format!("{top}{open}{bottom}"));
}

#[test]
fn no_seat_is_asked_while_cards_are_drawn() {
    let mut scene = scene("dealt", seat(3));
    let round = events("first 2, move 2 3 6D, beat 3 7D, pass 2, pass 4");
    round.into_iter().for_each(|event| drop(observe(&mut scene, event)));
    assert_eq!((scene.picture(9).turn, scene.picture(9).ask), (None, None));
    events("give 2 KD, give 3 JH").into_iter().for_each(|event| drop(observe(&mut scene, event)));
    assert_eq!(scene.picture(9).turn, Some(Seat::new(2)));
}

#[test]
fn a_finished_match_shows_who_is_out_and_asks_no_seat() {
    let mut scene = scene("trump S | 6D | 7D 8D | | 8C 9C | stock | first 1", seat(2));
    events("move 1 2 6D, out 1").into_iter().for_each(|event| drop(observe(&mut scene, event)));
    let picture = scene.picture(9);
    assert_eq!((picture.turn, picture.ask), (None, None));
    assert_eq!(picture.seats.iter().map(|info| info.is_out).collect::<Vec<_>>(), [true, false, true, false]);
    assert!(picture.seats.iter().all(|info| info.role.is_none()));
}

#[test]
fn a_hand_is_sorted_by_suit_in_alternating_colours_with_the_trumps_last() {
    let hand: CardSet = DECK.filter(|card| card.to_string().starts_with(['K', '6'])).collect();
    let held = |trump| as_held(hand, trump).iter().map(Card::to_string).collect::<Vec<_>>().join(" ");
    assert_eq!(held(Suit::Clubs), "KD 6D KS 6S KH 6H KC 6C");
    assert_eq!(held(Suit::Spades), "KD 6D KC 6C KH 6H KS 6S");
    assert_eq!(held(Suit::Hearts), "KS 6S KD 6D KC 6C KH 6H");
    assert_eq!(held(Suit::Diamonds), "KS 6S KH 6H KC 6C KD 6D");
}

#[test]
fn english_has_every_message_of_the_scene_and_of_the_reasons() {
    let english = Language::english();
    let mut seen: HashSet<Message> = HashSet::new();
    let mut say = |message: Message| {
        if seen.insert(message.clone()) {
            for you in [None, Some(Seat::new(0))] {
                assert_ne!(english.say(&message, you), message.to_string());
            }
        }
    };
    let rules = Rules::default();
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let setup = Durak::deal(&rules, &mut rng);
        let mut scenes: Vec<_> =
            cards::laws::viewers(&rules).map(|viewer| DurakScene::new(&rules, viewer)).collect();
        let mut log = Vec::new();
        let mut durak = Durak::start(&setup, |event| log.push(event));
        loop {
            for scene in &mut scenes {
                log.iter().for_each(|&event| observe(scene, event).into_iter().for_each(&mut say));
                let picture = scene.picture(99);
                picture.seats.into_iter().filter_map(|info| info.role).for_each(&mut say);
                assert!(picture.zones.iter().all(|zone| english.has(zone.name)));
                for fact in picture.facts {
                    assert!(english.has(fact.name));
                    assert!(!matches!(fact.value, Value::Name(id) if !english.has(id)));
                }
                let Some(ask) = picture.ask else { continue };
                say(ask.prompt);
                ask.choices.into_iter().for_each(|choice| say(choice.name));
            }
            log.clear();
            for action in DECK.map(Action::Card).chain([Action::No]) {
                durak.check(action).err().into_iter().for_each(|why| say(why.0));
            }
            if durak.turn().is_none() {
                break;
            }
            durak.apply(random_action(&durak, &mut rng), |event| log.push(event));
        }
    }
    let ids: BTreeSet<&str> = seen.iter().map(|message| message.id).collect();
    assert!(ids.len() > 25, "{ids:?}");
}
