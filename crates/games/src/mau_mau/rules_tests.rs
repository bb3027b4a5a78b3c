//! Every sentence of the rules, with a position that shows it.

use cards::{BySeat, Card, CardSet, DrawDiscard, Flow, Game, Illegal, Seat, Suit};

use super::public::{DECK, HIDDEN, JACKS, Public, followers};
use super::rules::MauMau;
use super::types::Event;
use super::types::Rules;
use super::{Action, decide};
use crate::text::Language;

fn card(text: &str) -> Card {
    text.parse().expect(text)
}

pub(super) fn seat(number: usize) -> Seat {
    Seat::new(number - 1)
}

fn cards_of(text: &str) -> CardSet {
    text.split_whitespace().map(card).collect()
}

/// A match that begins with these hands, of any size: `1: 7S 8H | 2: 9H | open 9S | pile TS`. The pile is
/// named from its top; below it are all other cards, in card order. A hand `*` holds those instead.
pub(super) fn at(position: &str) -> MauMau {
    let parts: Vec<&str> = position.split(" | ").collect();
    let named = |name: &str| parts.iter().find_map(|part| part.strip_prefix(name)).unwrap_or("");
    let seats = parts.iter().filter(|part| part.contains(':')).count();
    let (open, pile) = (card(named("open ")), named("pile ").split_whitespace().map(card));
    let words = position.split(' ').filter(|word| word.len() == 2 && !word.ends_with(':'));
    let mut rest = DECK - words.map(card).collect();
    let mut hands = BySeat::all(seats, CardSet::EMPTY);
    let mut public = Public::new(Rules::new(seats, 1000).expect("two to four hands"));
    for seat in Seat::all(seats) {
        hands[seat] = match named(&format!("{seat}: ")) {
            "*" => std::mem::take(&mut rest),
            cards => cards_of(cards),
        };
        hands[seat].for_each(|_| public.give(seat));
    }
    let mut piles = DrawDiscard::new(HIDDEN, pile.chain(rest));
    piles.discard(open);
    public.open(open);
    let game = MauMau { public, hands, piles };
    assert_eq!(game.audit(), Ok(()), "{position}");
    game
}

/// The same with only this draw pile: the rest of the pile lies under the open card.
pub(super) fn at_the_last_cards(position: &str, draw_pile: &str) -> MauMau {
    let mut game = at(position);
    let draw: Vec<Card> = draw_pile.split_whitespace().map(card).collect();
    let under: Vec<Card> = game.piles.draw_pile().filter(|c| !draw.contains(c)).collect();
    let open = game.public.top();
    game.piles = DrawDiscard::new(HIDDEN, draw);
    under.iter().chain([&open]).for_each(|&c| game.piles.discard(c));
    game.public.shown.extend(under);
    assert_eq!(game.audit(), Ok(()), "{position}");
    game
}

fn options(game: &MauMau) -> String {
    let mut all = Vec::new();
    let _ = game.actions(|action| {
        all.push(action.to_string());
        Flow::Continue(())
    });
    all.join(", ")
}

/// Plays actions and returns their events.
pub(super) fn play(game: &mut MauMau, actions: &[&str]) -> String {
    let mut events: Vec<Event> = Vec::new();
    for text in actions {
        let action: Action = text.parse().expect(text);
        game.play(action, |event| events.push(event)).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(game.audit(), Ok(()), "after {text}");
    }
    events.iter().map(Event::to_string).collect::<Vec<_>>().join(", ")
}

fn in_english(why: &Illegal) -> String {
    Language::english().say(&why.0, None)
}

fn refusal(game: &MauMau, action: &str) -> String {
    in_english(&game.check(action.parse().expect(action)).expect_err(action))
}

#[test]
fn two_seats_get_seven_cards_three_get_six_four_get_five_one_at_a_time() {
    for (seats, size) in [(2, 7), (3, 6), (4, 5)] {
        let rules = Rules::new(seats, 1000).expect("a table");
        let setup = MauMau::deal(&rules, &mut cards::Rng::new(5));
        let game = MauMau::start(&setup, |_| ());
        for seat in Seat::all(seats) {
            let dealt = setup.deck.iter().skip(seat.index()).step_by(seats).take(size);
            assert_eq!(game.hand(seat), dealt.copied().collect());
        }
        assert_eq!(game.public().top(), setup.deck[seats * size]);
        let draw_pile: Vec<Card> = game.piles().draw_pile().collect();
        assert_eq!(draw_pile, setup.deck[seats * size + 1..]);
    }
}

#[test]
fn a_card_goes_on_its_suit_or_its_rank() {
    let game = at("1: 9H TS QD | 2: KC | open 9S");
    assert_eq!(options(&game), "play 9H, play TS");
    assert_eq!(refusal(&game, "play QD"), "Q♦ does not fit 9♠: play a card of the same suit or rank");
    assert_eq!(refusal(&game, "play AS"), "A♠ is not in your hand");
}

#[test]
fn a_seat_with_a_fitting_card_must_play_one() {
    let game = at("1: 9H QD | 2: KC | open 9S");
    assert_eq!(refusal(&game, "draw"), "you have a card that fits and must play it: 9♥");
    assert_eq!(refusal(&game, "pass"), "you have a card that fits and must play it: 9♥");
    let game = at("1: 9H TS | 2: KC | open 9S");
    assert_eq!(refusal(&game, "draw"), "you have cards that fit and must play one of them: 9♥ 10♠");
}

#[test]
fn a_seat_whose_only_fitting_card_is_a_jack_must_play_it() {
    let game = at("1: JH QD | 2: KC | open 9S");
    assert_eq!(options(&game), "play JH wish D, play JH wish H, play JH wish S, play JH wish C");
}

#[test]
fn a_seat_without_a_fitting_card_draws() {
    let game = at("1: QD | 2: KC | open 9S");
    assert_eq!(options(&game), "draw");
    assert_eq!(refusal(&game, "pass"), "you have no card that fits and must draw");
}

#[test]
fn a_drawn_card_that_fits_may_be_played_or_kept() {
    let mut game = at("1: QD | 2: KC 8C | open 9S | pile TS");
    assert_eq!(play(&mut game, &["draw"]), "draw 1 TS");
    assert_eq!((options(&game).as_str(), game.prompt()), ("play TS, pass", "KEEP"));
    assert_eq!(refusal(&game, "draw"), "you have drawn already: play that card or keep it");
    let mut kept = game;
    assert_eq!(play(&mut game, &["play TS"]), "play 1 TS");
    assert_eq!(play(&mut kept, &["pass"]), "pass 1");
    assert_eq!((kept.turn(), kept.hand(seat(1))), (Some(seat(2)), cards_of("QD TS")));
}

#[test]
fn a_drawn_jack_may_be_played() {
    let mut game = at("1: QD | 2: KC 8C | open 9S | pile JH");
    play(&mut game, &["draw", "play JH wish D"]);
    assert_eq!(game.public().wish(), Some("D".parse().expect("a suit")));
}

#[test]
fn a_drawn_card_that_does_not_fit_can_only_be_kept_and_the_table_does_not_learn_that() {
    let mut game = at("1: QD | 2: KC 8C | open 9S | pile TH");
    assert_eq!(play(&mut game, &["draw"]), "draw 1 TH");
    assert_eq!((game.turn(), options(&game).as_str()), (Some(seat(1)), "pass"));
    assert_eq!(play(&mut game, &["pass"]), "pass 1");
    assert_eq!(game.turn(), Some(seat(2)));
}

#[test]
fn an_active_seven_admits_only_a_seven() {
    let mut game = at("1: 7S QD | 2: 8S JS 7H | open 9S");
    play(&mut game, &["play 7S"]);
    assert_eq!(options(&game), "play 7H");
    assert_eq!(
        refusal(&game, "play 8S"),
        "8♠ cannot be played on 7♠: play a seven if you have one, otherwise draw two cards"
    );
    assert_eq!(
        refusal(&game, "play JS wish S"),
        "J♠ cannot be played on 7♠: play a seven if you have one, otherwise draw two cards"
    );
    assert_eq!(refusal(&game, "draw"), "you have a card that fits and must play it: 7♥");
}

#[test]
fn sevens_add_up_to_eight_cards() {
    let mut game = at("1: 7H 7D QD | 2: 7C 8S | open 7S | pile TH TS TD TC 9C 9D 9H 9S");
    play(&mut game, &["play 7H", "play 7C", "play 7D"]);
    assert_eq!(game.public().owed(), 8);
    let events = play(&mut game, &["draw"]);
    assert_eq!(events.matches("draw 2").count(), 8);
    assert!(events.ends_with("pass 2"));
    assert_eq!(game.hand(seat(2)).len(), 9);
}

#[test]
fn after_a_penalty_nothing_may_be_played_and_the_seven_is_harmless() {
    let mut game = at("1: 7S QD 7D | 2: 8C TC | open 9S | pile 8S 9D");
    assert_eq!(play(&mut game, &["play 7S", "draw"]), "play 1 7S, draw 2 8S, draw 2 9D, pass 2");
    assert_eq!((game.turn(), game.public().owed()), (Some(seat(1)), 0));
    assert_eq!(options(&game), "play 7D");
}

#[test]
fn an_opening_seven_punishes_the_first_seat() {
    let mut game = at("1: 8S TC | 2: 9D | open 7S | pile KD KH");
    assert_eq!(options(&game), "draw");
    assert_eq!(play(&mut game, &["draw"]), "draw 1 KD, draw 1 KH, pass 1");
}

#[test]
fn an_eight_skips_the_next_seat() {
    let mut game = at("1: 8S TC | 2: 9D | 3: KD | open 9S");
    assert_eq!(play(&mut game, &["play 8S"]), "play 1 8S, skip 2");
    assert_eq!(game.turn(), Some(seat(3)));
}

#[test]
fn with_two_seats_an_eight_gives_another_turn() {
    let mut game = at("1: 8S 8D QD KC | 2: 9D | open 9S");
    assert_eq!(play(&mut game, &["play 8S", "play 8D", "play QD"]).matches("skip 2").count(), 2);
    assert_eq!(game.turn(), Some(seat(2)));
}

#[test]
fn an_opening_eight_skips_the_first_seat() {
    assert_eq!(at("1: 9D | 2: 9C | 3: KD | open 8S").turn(), Some(seat(2)));
    let mut events = Vec::new();
    let deck =
        "7D 8D 9D TD JD QD KD AD 7H 8H 9H TH JH QH 8S KH AH 7S 9S TS JS QS KS AS 7C 8C 9C TC JC QC KC AC";
    let setup = format!("seats=2 turns=1000 deck {deck}").parse().expect("a setup");
    MauMau::start(&setup, |event| events.push(event.to_string()));
    assert_eq!(
        (events[0].as_str(), &events[15..]),
        ("first 1", &["open 8S".to_owned(), "skip 1".to_owned()][..])
    );
}

#[test]
fn a_jack_may_be_played_on_everything_but_a_jack_and_its_wish_must_be_followed() {
    let mut game = at("1: JS TC | 2: JH 9D TS | open 9C");
    for (card, wish, why) in [
        (card("TC"), Some(Suit::Spades), "you can choose a suit only when you play a jack"),
        (card("JS"), None, "choose a suit for the jack, like js d"),
    ] {
        assert_eq!(in_english(&game.check(Action::Play { card, wish }).expect_err(why)), why);
    }
    play(&mut game, &["play JS wish D"]);
    assert_eq!(options(&game), "play 9D");
    assert_eq!(refusal(&game, "play JH wish S"), "a jack cannot be played on a jack");
    assert_eq!(refusal(&game, "play TS"), "10♠ does not fit: the chosen suit is diamonds");
}

#[test]
fn a_wish_must_be_followed_as_long_as_the_jack_is_open() {
    let mut game = at("1: JS TC 9S | 2: KH | 3: QS | open 9C | pile AH AC");
    play(&mut game, &["play JS wish D", "draw", "pass", "draw", "pass"]);
    assert_eq!(game.turn(), Some(seat(1)));
    assert_eq!(options(&game), "draw");
}

#[test]
fn on_an_opening_jack_any_card_but_a_jack_may_be_played() {
    assert_eq!(options(&at("1: JS TC 7D | 2: KH | open JD")), "play 7D, play TC");
}

#[test]
fn the_last_card_wins_and_each_loser_pays_the_winner_what_it_holds() {
    let mut game = at("1: TC | 2: KH 7D | 3: AD | open 9C");
    assert_eq!(play(&mut game, &["play TC"]), "play 1 TC, win 1");
    assert_eq!((game.turn(), options(&game).as_str()), (None, ""));
    assert_eq!(game.payoffs().as_slice(), [22, -11, -11]);
    assert_eq!(refusal(&game, "draw"), "the match is over");
}

#[test]
fn a_winning_jack_doubles_every_score() {
    let mut game = at("1: JC | 2: KH 7D | 3: AD | open 9C");
    play(&mut game, &["play JC wish S"]);
    assert_eq!(game.scores().as_slice(), [0, 22, 22]);
    assert_eq!(game.payoffs().as_slice(), [44, -22, -22]);
}

#[test]
fn a_last_seven_punishes_nobody_and_a_last_eight_skips_nobody() {
    let mut game = at("1: 7C | 2: KH 7D | open 9C");
    assert_eq!(play(&mut game, &["play 7C"]), "play 1 7C, win 1");
    let mut game = at("1: 8C | 2: KH 7D | open 9C");
    assert_eq!(play(&mut game, &["play 8C"]), "play 1 8C, win 1");
}

#[test]
fn the_pile_is_turned_over_as_soon_as_the_last_card_is_drawn_and_everybody_knows_its_order() {
    let mut game = at_the_last_cards("1: QD 8D | 2: KC 8H | open 9S", "TS");
    let bottom: Vec<Card> = game.piles().discard_pile().take(2).collect();
    let events = play(&mut game, &["draw"]);
    assert_eq!(events, "draw 1 TS, turn-over");
    assert_eq!(game.piles().discarded(), 1);
    let turned: Vec<Card> = game.piles().draw_pile().collect();
    assert_eq!(turned[..2], bottom);
    play(&mut game, &["play TS"]);
    let events = play(&mut game, &["draw"]);
    assert!(events.starts_with(&format!("take 2 {}", bottom[0])), "{events}");
    let view = game.view(seat(1));
    assert_eq!((view.known(seat(2)), view.unseen()), (CardSet::of(bottom[0]), cards_of("KC 8H")));
}

#[test]
fn a_penalty_larger_than_the_pile_takes_the_whole_pile() {
    let mut game = at("1: QD | 2: * | open 7S | pile TH");
    assert_eq!(play(&mut game, &["draw"]), "draw 1 TH, pass 1");
    assert_eq!((game.public().owed(), game.public().spare()), (0, 0));
}

#[test]
fn a_seat_that_cannot_play_passes_if_there_is_nothing_to_draw() {
    let mut game = at("1: 9H TH | 2: * | open QS");
    assert_eq!(options(&game), "pass");
    assert_eq!(refusal(&game, "draw"), "there is no card to draw");
    assert_eq!(play(&mut game, &["pass", "play QD"]), "pass 1, play 2 QD, turn-over");
    // The queen of spades is under another card, so there is one to draw.
    assert_eq!(play(&mut game, &["draw"]), "take 1 QS");
}

#[test]
fn a_penalty_falls_away_if_there_is_nothing_to_draw() {
    let mut game = at("1: 9H TH | 2: * | open 7S");
    assert_eq!(play(&mut game, &["pass"]), "pass 1");
    assert_eq!(game.public().owed(), 0);
}

#[test]
fn if_there_is_nothing_to_draw_some_seat_can_play() {
    for open in DECK - JACKS {
        assert!(!(followers(open, None) - CardSet::of(open)).is_empty(), "on {open}");
    }
    for (jack, wish) in JACKS.flat_map(|jack| Suit::ALL.map(|suit| (jack, suit))) {
        assert_eq!(CardSet::len(followers(jack, Some(wish))), 7, "on {jack}, {wish} wished");
    }
}

#[test]
fn after_the_last_turn_nobody_wins() {
    let deck =
        "7D 8D 9D TD JD QD KD AD 7H 8H 9H TH JH QH 9S KH AH 7S 8S TS JS QS KS AS 7C 8C 9C TC JC QC KC AC";
    let setup = format!("seats=2 turns=2 deck {deck}").parse().expect("a setup");
    let mut game = MauMau::start(&setup, |_| ());
    assert_eq!(play(&mut game, &["play 9D", "play 8D"]), "play 1 9D, play 2 8D, skip 1, nobody");
    assert_eq!((game.turn(), game.payoffs().as_slice()), (None, &[0, 0][..]));
}

#[test]
fn a_state_is_small() {
    assert_eq!(size_of::<MauMau>(), 112);
    assert_eq!(size_of::<super::MauMauView>(), 112);
    assert_eq!(size_of::<Action>(), 2);
}

/// The action of the contest's rules of decision in a position.
fn decided(position: &str) -> String {
    let game = at(position);
    decide(game.public(), game.own_hand()).to_string()
}

#[test]
fn rule_1_a_penalty_is_extended() {
    assert_eq!(decided("1: 7D 7H AS JC | 2: KC KH | open 7S"), "play 7H");
}

#[test]
fn rule_2_the_highest_value_is_played() {
    assert_eq!(decided("1: QS KS 7S TS JC | 2: KC KH | open 9S"), "play TS");
    assert_eq!(decided("1: QS KS 7S TS AS | 2: KC KH | open 9S"), "play AS");
    assert_eq!(decided("1: QS KS 7S | 2: KC KH | open 9S"), "play 7S");
    assert_eq!(decided("1: QS KS | 2: KC KH | open 9S"), "play KS");
    assert_eq!(decided("1: QS | 2: KC KH | open 9S"), "play QS");
}

#[test]
fn rule_3_a_jack_is_played_if_nothing_else_fits() {
    assert_eq!(decided("1: JD JH QC | 2: KC KH | open 9S"), "play JH wish C");
}

#[test]
fn rule_4_a_jack_is_played_if_the_next_seat_has_one_card() {
    assert_eq!(decided("1: JD AS | 2: KC | 3: 8D 8C | open 9S"), "play JD wish S");
    assert_eq!(decided("1: JD AS | 2: KC 8D | 3: 8C | open 9S"), "play AS");
    assert_eq!(decided("1: JD AS | 2: KC | open JS"), "play AS");
    assert_eq!(decided("1: JD 7H | 2: KC | open 7S"), "play 7H");
}

#[test]
fn rule_5_the_wish_is_the_suit_held_most_jacks_apart() {
    assert_eq!(decided("1: JD JH QD KD TC | 2: KC KH | open 9S"), "play JH wish D");
    assert_eq!(decided("1: JC JH QD KH | 2: KC AH | open 9S"), "play JC wish H");
    assert_eq!(decided("1: JD JH | 2: KC KH | open 9S"), "play JH wish C");
}

#[test]
fn rule_6_the_highest_suit_goes_first() {
    assert_eq!(decided("1: 9D 9H 9C | 2: KC KH | open 9S"), "play 9C");
    assert_eq!(decided("1: 9D 9H | 2: KC KH | open 9S"), "play 9H");
}

/// The table as the statement shows it: the hands (in any order), the discard and the draw pile.
fn shown(game: &MauMau, hands: [&str; 2], discard: &str, draw: &str) {
    let pile =
        |cards: &mut dyn Iterator<Item = Card>| cards.map(|c| c.to_string()).collect::<Vec<_>>().join(" ");
    for (seat, hand) in Seat::all(2).zip(hands) {
        assert_eq!(game.hand(seat), cards_of(hand), "{seat:?} after {discard}");
    }
    assert_eq!(pile(&mut game.piles().discard_pile()), discard);
    assert_eq!(pile(&mut game.piles().draw_pile()), draw, "after {discard}");
}

#[test]
fn the_game_explained_in_the_statement_goes_step_by_step() {
    let deck =
        "7S AH 9S QH 8C QS AC TD KC QC JD 9C 9H 9D 7C AS JC AD JH 7H 8D TH 8S KD KH TS JS 8H 7D TC QD KS";
    let setup = format!("seats=2 turns=1000 deck {deck}").parse().expect("a setup");
    let mut game = MauMau::start(&setup, |_| ());
    let mut continue_with = |steps: &str, hands: [&str; 2], discard: &str, draw: &str| {
        for step in steps.split(", ").filter(|step| !step.is_empty()) {
            assert_eq!(decide(game.public(), game.own_hand()).to_string(), step, "after {discard}");
            game.apply(step.parse().expect(step), |_| ());
        }
        shown(&game, hands, discard, draw);
    };
    let rest = "7H 8D TH 8S KD KH TS JS 8H 7D TC QD KS";
    continue_with("", ["7S 9S 8C AC KC JD 9H", "AH QH QS TD QC 9C 9D"], "7C", &format!("AS JC AD JH {rest}"));
    continue_with("play 7S, draw", ["9S 8C AC KC JD 9H", "AH QH QS TD QC 9C 9D AS JC AD JH"], "7C 7S", rest);
    continue_with(
        "play 9S, play AS",
        ["8C AC KC JD 9H", "AH QH QS TD QC 9C 9D JC AD JH"],
        "7C 7S 9S AS",
        rest,
    );
    continue_with(
        "play AC, play AH",
        ["8C KC JD 9H", "QH QS TD QC 9C 9D JC AD JH"],
        "7C 7S 9S AS AC AH",
        rest,
    );
    continue_with(
        "play 9H, play 9C",
        ["8C KC JD", "QH QS TD QC 9D JC AD JH"],
        "7C 7S 9S AS AC AH 9H 9C",
        rest,
    );
    let discard = "7C 7S 9S AS AC AH 9H 9C 8C KC";
    continue_with("play 8C, play KC", ["JD", "QH QS TD QC 9D JC AD JH"], discard, rest);
    let (rest, discard) = ("8D TH 8S KD KH TS JS 8H 7D TC QD KS", format!("{discard} JC"));
    continue_with("play JC wish D, draw, pass", ["JD 7H", "QH QS TD QC 9D AD JH"], &discard, rest);
    let discard = format!("{discard} AD JD");
    continue_with("play AD, play JD wish H", ["7H", "QH QS TD QC 9D JH"], &discard, rest);
    let discard = format!("{discard} QH 7H");
    continue_with("play QH, play 7H", ["", "QS TD QC 9D JH"], &discard, rest);
    assert_eq!(game.scores().as_slice(), [0, 45]);
}
