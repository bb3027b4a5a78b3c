//! Hand-made pictures at several widths.

use super::*;
use cards::scene::{Ask, Choice, Face, Fact, Form, Ink, Place, Shown, Side};
use cards::{Card, Message};
use table::text::english;

const TRUMPS: &str = "trumps";

fn pen(width: usize) -> Pen<'static> {
    Pen { width, language: english() }
}

fn card(name: &str) -> Shown {
    let marks = if name.ends_with('*') { vec![Mark::Trump] } else { Vec::new() };
    let face: Card = name.trim_end_matches('*').parse().expect("a card");
    Shown { face: face.into(), marks }
}

fn cards(names: &str) -> Vec<Shown> {
    names.split_whitespace().map(card).collect()
}

fn seat(index: usize) -> Seat {
    Seat::new(index)
}

fn info(index: usize, role: Option<&'static str>) -> SeatInfo {
    let side = Side(index as u8 % 2);
    SeatInfo { seat: seat(index), side, role: role.map(Message::new), score: None, is_out: false }
}

fn choice(name: &str) -> Choice {
    let cards = vec![Face::from(name.parse::<Card>().expect("a card"))];
    Choice { action: name.to_owned(), name: Message::new("action"), cards, place: None, brings: None }
}

/// Two against two: the first seat looks, the second attacks it.
fn table() -> Picture {
    let hand = |index| Zone::new(ZoneKind::Hand, "hand", Some(seat(index)));
    let mut stacks = Zone::new(ZoneKind::Stacks, "durak-table", Some(seat(0)));
    let waiting = Shown { marks: vec![Mark::Open], ..card("8H") };
    let items = vec![Item::Stack(cards("6D QC*")), Item::Stack(vec![waiting])];
    stacks.groups.push(Group { name: None, items });
    let mut fresh = cards("KD 9D TS 7S 6H QC*");
    fresh[0].marks.push(Mark::Seen);
    fresh[2].marks.push(Mark::Drawn);
    Picture {
        viewer: Viewer::Seat(seat(0)),
        turn: Some(seat(0)),
        seats: vec![
            info(0, Some("durak-role-defends")),
            info(1, Some("durak-role-attacks")),
            info(2, None),
            SeatInfo { is_out: true, ..info(3, None) },
        ],
        zones: vec![
            hand(1).and_hidden(6),
            hand(2).with(cards("8D AD")).and_hidden(5),
            hand(3),
            Zone::new(ZoneKind::Pile, "durak-stock", None).and_hidden(10),
            stacks,
            Zone::new(ZoneKind::Pile, "durak-beaten-off", None).with(cards("6S 7S 8S 9S TS JS QS KS AS 6C")),
            hand(0).with(fresh),
        ],
        facts: vec![
            Fact::new("durak-trump", cards::Suit::Clubs),
            Fact::new("durak-stock", 10),
            Fact { goal: Some(80), ..Fact::new("tractor-your-points", 35) },
        ],
        ask: Some(Ask {
            prompt: Message::new("durak-ask-beat").with("card", card("8H").face),
            batch: 1,
            choices: vec![choice("QC"), choice("KD")],
            all: 2,
        }),
    }
}

fn whole(picture: &Picture, width: usize) -> String {
    let pen = pen(width);
    let text = format!("{}{}{}", pen.table(picture), pen.hand(picture), pen.ask(picture, Words::Sentences));
    plain(&text)
}

/// Without colours.
fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

#[test]
fn a_table_fits_eighty_columns() {
    insta::assert_snapshot!(whole(&table(), 80), @r"
          Trump clubs   Your points 35 (80 needed)   Stock 10 cards
          Discarded 6♣ (10 cards)
          Seat 2           attacker  6 cards
          Seat 3  partner            8♦ A♦ and 5 more
          Seat 4           out
        » You              defender
          Table  6♦/Q♣*  8♥?
        Your hand  K♦' 9♦  10♠+ 7♠  6♥  Q♣*
        Beat the 8♥ or take the cards?
        1) Q♣   2) K♦
    ");
}

#[test]
fn a_narrow_table_says_the_same() {
    insta::assert_snapshot!(whole(&table(), 40), @r"
          Trump clubs
          Your points 35 (80 needed)
          Stock 10 cards
          Discarded 6♣ (10 cards)
          Seat 2           attacker  6 cards
          Seat 3  partner
              8♦ A♦ and 5 more
          Seat 4           out
        » You              defender
          Table  6♦/Q♣*  8♥?
        Your hand  K♦' 9♦  10♠+ 7♠  6♥  Q♣*
        Beat the 8♥ or take the cards?
        1) Q♣   2) K♦
    ");
    let words = |width| {
        let mut words: Vec<String> = whole(&table(), width).split_whitespace().map(str::to_owned).collect();
        words.sort_unstable();
        words
    };
    assert_eq!(words(40), words(200));
}

#[test]
fn a_hand_that_was_seen_card_by_card_is_all_known() {
    let mut picture = table();
    let seen = |mut shown: Shown| {
        shown.marks.push(Mark::Seen);
        shown
    };
    picture.zones[1] =
        Zone::new(ZoneKind::Hand, "hand", Some(seat(2))).with(cards("8D AD").into_iter().map(seen));
    let row = |picture: &Picture| {
        let text = plain(&pen(80).table(picture));
        text.lines().find(|line| line.contains("Seat 3")).expect("a row").trim().to_owned()
    };
    assert_eq!(row(&picture), "Seat 3  partner            8♦ A♦ (all known)");
    picture.zones[1] = Zone::new(ZoneKind::Hand, "hand", Some(seat(2))).with(cards("8D AD"));
    assert_eq!(row(&picture), "Seat 3  partner            hand: 8♦ A♦");
}

#[test]
fn no_line_is_wider_than_the_screen() {
    let mut picture = table();
    let many = "6D 7D 8D 9D TD JD QD KD AD 6H 7H 8H 9H TH JH QH KH AH 6S 7S 8S 9S TS JS QS KS AS";
    for zone in &mut picture.zones {
        if zone.kind == ZoneKind::Hand {
            *zone = Zone::new(ZoneKind::Hand, "hand", zone.owner).with(cards(many)).and_hidden(zone.hidden);
        }
    }
    picture.zones.push(Zone::new(ZoneKind::Trick, "trick", Some(seat(1))).with(cards(many)));
    for width in [40, 63, 80, 200] {
        for line in whole(&picture, width).lines() {
            assert!(line.chars().count() <= width, "{width}: {line}");
        }
    }
}

#[test]
fn of_a_pile_only_the_top_is_shown() {
    let text = whole(&table(), 80);
    assert!(text.contains("Discarded 6♣ (10 cards)") && !text.contains("A♠"), "{text}");
}

#[test]
fn cards_are_in_four_colours() {
    let hand = pen(80).hand(&table());
    for painted in ["\x1b[94mK♦\x1b[0m", "10♠", "\x1b[91m6♥\x1b[0m", "\x1b[32mQ♣\x1b[0m*"] {
        assert!(hand.contains(painted), "{hand:?}");
    }
}

#[test]
fn a_hand_in_groups_has_a_line_for_each_and_trumps_need_no_star_there() {
    let group = |name: &'static str, names| Group {
        name: Some(Message::new(name)),
        items: cards(names).into_iter().map(Item::Card).collect(),
    };
    let mut picture = table();
    let mut hand = Zone::new(ZoneKind::Hand, "hand", Some(seat(0)));
    hand.groups = vec![group("suit-spades", "AS KS TS TS"), group(TRUMPS, "RJ* BJ* 2D* 2S*")];
    picture.zones = vec![hand];
    insta::assert_snapshot!(plain(&pen(80).hand(&picture)), @r"
        Your hand
          spades  A♠ K♠ 10♠ 10♠
          trumps  RJ BJ 2♦ 2♠
    ");
}

#[test]
fn a_trick_says_who_played_what_and_who_wins() {
    let trick = |index, names: &str, wins: bool| {
        let mut zone = Zone::new(ZoneKind::Trick, "trick", Some(seat(index))).with(cards(names));
        if wins {
            let Item::Card(first) = &mut zone.groups[0].items[0] else { panic!("a card") };
            first.marks.push(Mark::Winning);
        }
        zone
    };
    let mut picture = table();
    picture.zones =
        vec![trick(1, "6S 6S", false), trick(2, "AS AS", true), trick(3, "", false), trick(0, "7S", false)];
    picture.seats.clear();
    picture.facts.clear();
    let wide = "  Trick  Seat 2 6♠ 6♠   Seat 3 A♠ A♠ is winning   You 7♠\n";
    assert_eq!(plain(&pen(80).table(&picture)), wide);
    let mut last = picture.clone();
    last.zones.iter_mut().for_each(|zone| zone.name = "last-trick");
    assert!(plain(&pen(80).table(&last)).contains("A♠ A♠ won"));
    insta::assert_snapshot!(plain(&pen(40).table(&picture)), @r"
          Trick  Seat 2 6♠ 6♠
                 Seat 3 A♠ A♠ is winning
                 You 7♠
    ");
}

#[test]
fn who_watches_is_told_the_teams_and_has_no_hand() {
    let picture = Picture { viewer: Viewer::Public, ask: None, ..table() };
    let text = whole(&picture, 80);
    assert!(
        text.contains("Seat 1  team 1  defender") && !text.contains("Your hand") && !text.contains("partner"),
        "{text}"
    );
}

#[test]
fn a_building_is_drawn_as_one() {
    let house = |name: &str| {
        let ink = if name.ends_with('R') { Ink::Red } else { Ink::Black };
        let id = cards::Tag::new(name);
        Face { id, glyph: id, shape: None, ink, ground: cards::scene::Ground::Ink }
    };
    let leaning = "1R 12R 3R 4R 5R 5B 4B 3B".split(' ').enumerate().map(|(slot, name)| {
        let form = if slot % 2 == 0 { Form::Rising } else { Form::Falling };
        (Place { slot: slot as i8, storey: 0, form }, name)
    });
    let floor = (Place { slot: 3, storey: 1, form: Form::Floor }, "2B");
    let peak = [
        (Place { slot: 3, storey: 1, form: Form::Rising }, "1B"),
        (Place { slot: 4, storey: 1, form: Form::Falling }, "13R"),
    ];
    let items = leaning.chain([floor]).chain(peak);
    let items =
        items.map(|(at, name)| Item::Placed { at, card: Shown { face: house(name), marks: Vec::new() } });
    let mut zone = Zone::new(ZoneKind::Tower, "house-tower", None);
    zone.groups.push(Group { name: None, items: items.collect() });
    let mut picture = table();
    (picture.seats, picture.facts, picture.zones) = (Vec::new(), Vec::new(), vec![zone]);
    let drawing = r"
                1B/\13R
                __2B___
   1R/\12R  3R/\4R   5R/\5B  4B/\3B
          1   2   3    4   5
";
    assert_eq!(plain(&pen(40).table(&picture)), drawing);
}

#[test]
fn many_choices_are_counted_and_few_are_listed() {
    let mut picture = table();
    let ask = picture.ask.as_mut().expect("somebody is asked");
    (ask.choices, ask.all) = (vec![choice("TC")], 1512);
    assert!(
        plain(&pen(80).ask(&picture, Words::Sentences))
            .ends_with("1,512 choices: type the cards, like 10c (a lists all).\n")
    );
    let ask = picture.ask.as_mut().expect("somebody is asked");
    (ask.choices, ask.all, ask.batch) = (vec![choice("6C"), choice("7C")], 2, 8);
    assert!(
        plain(&pen(80).ask(&picture, Words::Sentences)).contains("Type 8 cards in any order, like 6c 7c …")
    );
}

#[test]
fn choices_of_the_same_card_say_what_else_they_bring() {
    let wish = |suit| {
        let name = Message::new("mau-mau-choose-wish").with("card", card("JS").face).with("suit", suit);
        Choice { action: format!("play JS wish {suit:?}"), name, ..choice("JS") }
    };
    let all = [choice("9H"), wish(cards::Suit::Hearts), wish(cards::Suit::Clubs)];
    let text = plain(&choices::listed(&pen(80), &choices::labels(&pen(80), &all, Words::Sentences)));
    assert_eq!(text, "1) 9♥   2) J♠ hearts   3) J♠ clubs\n");
}
