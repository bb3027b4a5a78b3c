//! What people type, at real tables.

use super::*;
use table::AnyTable;
use table::text::english;

/// What a line means to the seat to move.
fn meant(table: &dyn AnyTable, line: &str) -> Result<String, String> {
    with_options(table, |options| read(line, options, english()))
}

/// What can be done by the seat to move.
fn with_options<T>(table: &dyn AnyTable, ask: impl Fn(&Options<'_>) -> T) -> T {
    let turn = table.turn().expect("somebody is to move");
    let picture = table.picture(turn.seat.into(), 1);
    let options = Options {
        you: turn.seat,
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
    for other in ["bury the three of diamonds", "flurb", "kh"] {
        assert_eq!(picked(other, &two), None, "{other}");
    }
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
    assert!(
        meant(table.as_ref(), "qs kd")
            .is_err_and(|why| why.contains("lead cards of one suit, or only trumps"))
    );
    assert!(meant(table.as_ref(), "rj rj rj").is_err());
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
