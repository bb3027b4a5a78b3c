//! What people type, at real tables.

use super::*;
use games::catalog::{CatalogGame, WithGame, with_game};
use table::AnyTable;
use table::text::english;

/// What a line means to the seat to move.
fn meant(table: &dyn AnyTable, line: &str) -> Result<String, String> {
    with_options(table, |options| read(line, options, english()))
}

struct Deck;
impl WithGame for Deck {
    type Out = Vec<Spelt>;
    fn run<G: CatalogGame>(self) -> Vec<Spelt> {
        G::deck()
    }
}

/// What can be done by the seat to move.
fn with_options<T>(table: &dyn AnyTable, ask: impl Fn(&Options<'_>) -> T) -> T {
    let turn = table.turn().expect("somebody is to move");
    let picture = table.picture(turn.seat.into(), 1);
    let deck = with_game(table.header().game, Deck).expect("a game of the catalog");
    let options = Options {
        you: turn.seat,
        deck: &deck,
        picture: &picture,
        count: turn.count as usize,
        legal: &|most| table.legal(most),
        check: &|action| table.check(turn.seat, action),
    };
    ask(&options)
}

fn one(action: &str) -> Result<String, String> {
    Ok(action.to_owned())
}

/// Seat 1 attacks and holds 6D 7S 8S TH 7H 9S.
fn durak() -> Box<dyn AnyTable> {
    let deck = "6D 7S 8S TH 7H 9S QH JH QD AD 9C 8H 8D 7D QC KC 6S TD 8C JC AC KS KH KD 9D JD JS 7C AS 6C QS 9H 6H TC AH TS";
    table::open("durak", &format!("limit=6 trump=H first=1 deck {deck}")).expect("a setup")
}

#[test]
fn a_card_is_known_by_all_its_names() {
    let table = durak();
    for name in ["TH", "th", "10h", "10H", "10♥", "Th", " th "] {
        assert_eq!(meant(table.as_ref(), name), one("TH"), "{name}");
    }
    assert_eq!(meant(table.as_ref(), "2"), Ok(table.legal(2)[1].action.clone()));
    assert_eq!(meant(table.as_ref(), "7"), Err("type a number from 1 to 6".to_owned()));
}

#[test]
fn what_is_not_allowed_is_said_in_the_games_words() {
    let table = durak();
    for name in ["as", "A♠", "AS"] {
        assert_eq!(
            meant(table.as_ref(), name),
            Err("A♠ is not in your hand (? for help)".to_owned()),
            "{name}"
        );
    }
    assert!(meant(table.as_ref(), "no").is_err_and(|why| why.contains("must play a card")));
    for nonsense in ["flurb", "7h 8s", "99999999999999999999", "♥"] {
        assert!(meant(table.as_ref(), nonsense).is_err(), "{nonsense}");
    }
}

#[test]
fn words_of_a_choice_mean_it() {
    let mut table = durak();
    table.play(Seat::new(0), "7S").expect("an attack");
    assert_eq!(meant(table.as_ref(), "take"), one("NO"));
    assert_eq!(meant(table.as_ref(), "no"), one("NO"));
    assert_eq!(meant(table.as_ref(), "beat with jh"), one("JH"));
}

/// Seat 1 deals and must bury.
fn tractor() -> Box<dyn AnyTable> {
    table::deal("tractor", "", table::key::Key::from_seed(4).rng()).expect("a deal")
}

/// What a line adds to the cards picked so far.
fn picked(table: &dyn AnyTable, line: &str, so_far: &[Tag]) -> Option<Result<Vec<Tag>, String>> {
    with_options(table, |options| pick(line, so_far, options, english()))
}

/// The batch that a line means.
fn batch(table: &dyn AnyTable, line: &str) -> Vec<String> {
    let all = picked(table, line, &[]).expect("cards").expect("cards that can be picked");
    in_card_order(&all, &table.legal(1))
}

#[test]
fn eight_cards_on_one_line_are_a_batch_in_card_order() {
    let table = tractor();
    let wanted = ["3D", "5D", "6D", "3H", "4H", "5H", "6S", "3C"].map(|card| format!("bury {card}"));
    for line in ["3d 5d 6d 3c 3h 4h 5h 6s", "bury 6S 5H 4H 3H 3C 6D 5D 3D", "3♦,5♦,6♦,3♣,3♥,4♥,5♥,6♠"]
    {
        assert_eq!(batch(table.as_ref(), line), wanted, "{line}");
    }
    let refused = |line: &str| picked(table.as_ref(), line, &[]).expect("cards").expect_err(line);
    assert!(refused("3d 5d 6d 3c 3h 4h 5h 6s 9c").contains("choose 8 cards"));
    assert!(refused("3d flurb 5d").contains("flurb"));
}

#[test]
fn cards_of_a_batch_may_be_picked_on_several_lines() {
    let table = tractor();
    let picked = |line: &str, so_far: &[Tag]| picked(table.as_ref(), line, so_far);
    let Some(Ok(two)) = picked("6s 3d", &[]) else { panic!("two cards") };
    assert_eq!(two, ["6S", "3D"].map(Tag::new));
    assert_eq!(picked("bury 3d", &two), Some(Err("you have only one 3♦".to_owned())));
    assert!(picked("5d 6d 3c 3h 4h 5h as", &two).is_some_and(|all| all.is_err()), "nine cards");
    let all = picked("5d 6d 3c 3h 4h 5h", &two).expect("cards").expect("eight of them");
    assert_eq!(in_card_order(&all, &table.legal(1))[..2], ["bury 3D", "bury 5D"]);
    for other in ["bury the three of diamonds", "flurb"] {
        assert_eq!(picked(other, &two), None, "{other}");
    }
    assert_eq!(picked("kh", &two), Some(Err("K♥ is not in your hand (? for help)".to_owned())));
    let durak = durak();
    assert_eq!(self::picked(durak.as_ref(), "th", &[]), None, "one card is an action");
}

#[test]
fn a_number_picks_a_card_of_the_whole_hand() {
    let table = tractor();
    let picture = table.picture(table.turn().expect("a dealer").seat.into(), 1);
    let hand: Vec<Tag> = pickable(&[], &picture).iter().map(|face| face.id).collect();
    assert_eq!(hand.len(), 33);
    let picked = |line: &str, so_far: &[Tag]| picked(table.as_ref(), line, so_far).expect("numbers");
    assert_eq!(picked("33 1 2", &[]), Ok(vec![hand[32], hand[0], hand[1]]));
    assert_eq!(picked("1", &hand[..1]), Ok(hand[..2].to_vec()), "numbers count what is left");
    assert_eq!(batch(table.as_ref(), "1 2 3 4 5 6 7 8"), batch(table.as_ref(), "8 7 6 5 4 3 2 1"));
    assert_eq!(picked("34", &[]), Err("type a number from 1 to 33".to_owned()));
    assert!(picked("2 2", &[]).is_err_and(|why| why.contains("2 comes twice")));
}

#[test]
fn what_comes_before_the_cards_played_cannot_be_picked() {
    let mut table = tractor();
    let me = table.turn().expect("a dealer").seat;
    table.play(me, "bury 6D").expect("a card to bury");
    assert_eq!(
        picked(table.as_ref(), "3d", &[]),
        Some(Err("bury in card order: 3♦ must come before 6♦".to_owned()))
    );
}

#[test]
fn cards_without_the_verb_are_a_play_in_any_order() {
    let mut table = tractor();
    let me = table.turn().expect("a dealer").seat;
    let batch = batch(table.as_ref(), "3d 5d 6d 3c 3h 4h 5h 6s");
    table.play_all(me, &batch.iter().map(String::as_str).collect::<Vec<_>>()).expect("cards to bury");
    assert_eq!(meant(table.as_ref(), "qs as QS as"), one("play QS QS AS AS"));
    assert!(meant(table.as_ref(), "qs kd").is_err_and(|why| {
        why.contains("all cards you lead must be of one suit, or all trumps: K♦ is a diamond, Q♠ is a spade")
    }));
    assert!(meant(table.as_ref(), "rj rj rj").is_err());
}

#[test]
fn the_name_of_a_card_is_never_the_beginning_of_a_word() {
    // Seat 1 of both tables has an ace to play, but not the ace of clubs.
    let one_ace = |table: &dyn AnyTable| {
        let picture = table.picture(Seat::new(0).into(), 1);
        let held = held(&picture);
        let is_turn = table.turn().is_some_and(|turn| turn.seat == Seat::new(0));
        let plays_an_ace = |choice: &Choice| choice.cards.first().is_some_and(|face| &*face.glyph == "A");
        is_turn && !held.iter().any(|face| &*face.id == "AC") && table.legal(99).iter().any(plays_an_ace)
    };
    for game in ["mau-mau", "durak"] {
        let deal = |seed| table::deal(game, "", table::key::Key::from_seed(seed).rng()).expect("a deal");
        let table = (0..500).map(deal).find(|table| one_ace(table.as_ref())).expect("one of many deals");
        for line in ["ac", "A♣", "play ac", "ac ac"] {
            assert_eq!(
                meant(table.as_ref(), line),
                Err("A♣ is not in your hand (? for help)".to_owned()),
                "{game}: {line}"
            );
        }
    }
}

#[test]
fn cards_of_a_building_may_be_typed_in_small_letters() {
    let table = table::deal("house", "", table::key::Key::from_seed(4).rng()).expect("a deal");
    assert_eq!(meant(table.as_ref(), "floor 3 3b"), one("floor 3 3B"));
    assert_eq!(meant(table.as_ref(), "FLOOR 3 3B"), one("floor 3 3B"));
    assert_eq!(
        meant(table.as_ref(), "floor 2 3b"),
        Err("there is no valley at place 2; there are valleys at 1, 3, 5 (? for help)".to_owned())
    );
    assert_eq!(
        meant(table.as_ref(), "floor 3 13b"),
        Err("you do not have the black 13: you drew the black 3 and have no card in hand (? for help)"
            .to_owned())
    );
}

#[test]
fn uno_cards_are_known_in_either_order_and_by_skip_and_reverse() {
    let hands = "hand YP YC R7 hand B1 B2 hand B3 B4 hand B5 B6";
    let setup = format!("seats=4 turns=1000 first=1 direction=clockwise {hands} discard Y7 draw G1 G2 G3 G4");
    let table = table::open("uno", &setup).expect("a setup");
    for (line, card) in [
        ("ys", "YP"),
        ("sy", "YP"),
        ("YP", "YP"),
        ("yellow skip", "YP"),
        ("yr", "YC"),
        ("ry", "YC"),
        ("play yc", "YC"),
        ("7r", "R7"),
        ("r7", "R7"),
        ("7◆", "R7"),
    ] {
        assert_eq!(meant(table.as_ref(), line), one(&format!("play {card}")), "{line}");
    }
    for line in ["gs", "play GP"] {
        assert_eq!(
            meant(table.as_ref(), line),
            Err("⊘■ is not in your hand (? for help)".to_owned()),
            "{line}"
        );
    }
}

#[test]
fn where_a_line_could_mean_several_actions_they_are_named() {
    let table = table::deal("house", "", table::key::Key::from_seed(4).rng()).expect("a deal");
    assert_eq!(meant(table.as_ref(), "hold"), one("hold"));
    assert_eq!(meant(table.as_ref(), "floor 3"), one("floor 3 3B"));
    assert_eq!(meant(table.as_ref(), "3b 5"), one("floor 5 3B"));
    let why = meant(table.as_ref(), "3b").expect_err("it could be held or laid");
    assert!(
        why.starts_with("this could mean: keep the black 3 in hand; lay the black 3 as a floor at place 1; "),
        "{why}"
    );
}

#[test]
fn a_choice_spelt_without_its_cards_is_listed_by_its_words() {
    let table = table::deal("house", "", table::key::Key::from_seed(4).rng()).expect("a deal");
    let pen = crate::terminal::draw::Pen { width: 80, language: english() };
    let words = crate::terminal::choices::Words::Sentences;
    assert_eq!(crate::terminal::choices::labels(&pen, &table.legal(1), words), ["keep the black 3 in hand"]);
}

#[test]
fn a_peak_in_small_letters_keeps_its_left_and_right_card() {
    let deck = "1R 2R 3R 4R 5R 5B 4B 3B 2B 1B 6R 6B 7R 7B 8R 8B 9R 9B 10R 10B 11R 11B 12R 12B 13R 13B";
    let mut table = table::open("house", &format!("ranks=13 deck {deck}")).expect("a setup");
    for action in ["hold", "floor 1 1B"] {
        let turn = table.turn().expect("a turn");
        table.play(turn.seat, action).expect("a legal action");
    }
    assert_eq!(meant(table.as_ref(), "peak 1 6r 2b"), one("peak 1 6R 2B"));
    assert_eq!(meant(table.as_ref(), "peak 1 2b 6r"), one("peak 1 2B 6R"));
}

/// A deal of Mau-Mau whose first seat can play an action like this, or cannot.
fn mau_mau(part: &str, is_possible: bool) -> Box<dyn AnyTable> {
    let deal = |seed| table::deal("mau-mau", "", table::key::Key::from_seed(seed).rng()).expect("a deal");
    let can = |table: &dyn AnyTable| table.legal(99).iter().any(|choice| choice.action.contains(part));
    (0..500).map(deal).find(|table| can(table.as_ref()) == is_possible).expect("one of many deals")
}

#[test]
fn a_jack_is_known_with_its_wish_and_missed_without_it() {
    let table = mau_mau("JD wish H", true);
    for line in ["jd h", "j♦ ♥", "j♦ wish ♥", "JD hearts", "play JD wish H"] {
        assert_eq!(meant(table.as_ref(), line), one("play JD wish H"), "{line}");
    }
    let table = mau_mau("J", false);
    for line in ["Jh", "j♥ ♥", "jh wish h"] {
        assert_eq!(
            meant(table.as_ref(), line),
            Err("J♥ is not in your hand (? for help)".to_owned()),
            "{line}"
        );
    }
}
