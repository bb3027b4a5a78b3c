//! Every sentence of the statement as a position.

use cards::{Card, CardSet, Game, Policy, Rng, Seat, TimeLeft};

use super::public::Public;
use super::rules::{DECK, Durak, SEATS};
use super::types::{Action, Event, Rules, Setup};
use super::{Greedy, wire};
use crate::levels::PlayerSpec;
use crate::text::Language;
use search::minimax::Solver;

fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|card| card.parse().expect("a card")).collect()
}

/// `trump S | 6S 7S | 8H | 9H | TH | stock 6D 7D | first 1`: hands of seats 1 to 4, the stock from its top,
/// and who attacks. The other cards have been beaten off.
pub(super) fn at(text: &str) -> Durak {
    let mut parts = text.split('|').map(str::trim);
    let mut next = || parts.next().expect("six parts");
    let trump = next().strip_prefix("trump ").expect("trump").parse().expect("a suit");
    let hands: [CardSet; SEATS] = std::array::from_fn(|_| cards(next()).into_iter().collect());
    let mut stock = cards(next().strip_prefix("stock").expect("stock"));
    stock.reverse();
    let first = next().strip_prefix("first ").expect("first").parse().expect("a seat");
    let mut public = Public::new(Rules::default());
    public.observe(Event::Trump(trump));
    for seat in Seat::all(SEATS) {
        hands[seat.index()].for_each(|card| public.observe(Event::Give(seat, Some(card))));
    }
    public.stock = stock.len() as u8;
    public.gone = DECK - hands.into_iter().flatten().chain(stock.iter().copied()).collect();
    public.observe(Event::First(first));
    for seat in Seat::all(SEATS).filter(|seat| hands[seat.index()].is_empty() && stock.is_empty()) {
        public.observe(Event::Out(seat));
    }
    let durak = Durak::with(public, hands, &stock);
    assert_eq!(durak.audit(), Ok(()));
    durak
}

/// Plays answers as the statement's server asks for them, and returns all events.
fn play(durak: &mut Durak, answers: &str) -> String {
    let mut seen = Vec::new();
    for answer in answers.split_whitespace() {
        let action = answer.parse().expect("an action");
        durak.play(action, |event| seen.push(event.to_string())).expect(answer);
        while let Some(no) = wire::implied_action(durak) {
            durak.play(no, |event| seen.push(event.to_string())).expect("no is always allowed");
        }
    }
    seen.join(", ")
}

fn options(durak: &Durak) -> String {
    let mut all = Vec::new();
    let _ = durak.actions(|action| {
        all.push(action.to_string());
        cards::Flow::Continue(())
    });
    all.join(" ")
}

fn refusal(durak: &Durak, answer: &str) -> String {
    let why = durak.check(answer.parse().expect("an action")).expect_err(answer);
    Language::english().say(&why.0, durak.turn())
}

#[test]
fn the_attacker_lays_any_card_under_the_next_seat_clockwise_and_must_lay_one() {
    let mut durak = at("trump S | 6D AS | 7D 8D | 9H TH | 8C 9C | stock | first 1");
    assert_eq!((durak.prompt(), options(&durak)), ("MOVE", "6D AS".to_owned()));
    assert_eq!(refusal(&durak, "NO"), "the attacker must play a card");
    assert_eq!(refusal(&durak, "7D"), "7♦ is not in your hand");
    assert_eq!(play(&mut durak, "6D"), "move 1 2 6D");
    assert_eq!(durak.turn(), Some(Seat::new(1)));
}

#[test]
fn a_higher_card_of_the_suit_or_any_trump_beats_a_plain_card() {
    let mut durak = at("trump S | 8D KH | 7D 9D AH 6S | 9H TH | 8C 9C | stock | first 1");
    play(&mut durak, "8D");
    assert_eq!((durak.prompt(), options(&durak)), ("BEAT", "9D 6S NO".to_owned()));
    assert_eq!(refusal(&durak, "7D"), "7♦ is lower than 8♦");
    assert_eq!(refusal(&durak, "AH"), "only a higher diamond or any spade (trump) beats 8♦");
}

#[test]
fn only_a_higher_trump_beats_a_trump() {
    let mut durak = at("trump S | 8S KH | 7S 9S AH 6D | 9H TH | 8C 9C | stock | first 1");
    play(&mut durak, "8S");
    assert_eq!(options(&durak), "9S NO");
    assert_eq!(refusal(&durak, "7S"), "7♠ is lower than 8♠");
    assert_eq!(refusal(&durak, "AH"), "only a higher trump beats 8♠");
}

#[test]
fn cards_of_ranks_on_the_table_are_thrown_in_by_the_attacker_and_then_by_the_partner() {
    let mut durak = at("trump S | 6D 7H KH | 7D 8D 9D AH | 6H 7C TH | 6C 9C | stock | first 1");
    assert_eq!(play(&mut durak, "6D 7D"), "move 1 2 6D, beat 2 7D");
    assert_eq!(
        (durak.turn(), durak.prompt(), options(&durak)),
        (Some(Seat::new(0)), "ADD", "7H NO".to_owned())
    );
    assert_eq!(refusal(&durak, "KH"), "K♥ cannot be thrown in: the ranks on the table are 6, 7");
    assert_eq!(play(&mut durak, "NO"), "pass 1");
    assert_eq!(
        (durak.turn(), options(&durak)),
        (Some(Seat::new(2)), "7C 6H NO".to_owned().replace("7C 6H", "6H 7C"))
    );
    assert_eq!(play(&mut durak, "6H AH"), "add 3 2 6H, beat 2 AH");
    // After each beaten card the attacker is asked first again.
    assert_eq!(durak.turn(), Some(Seat::new(0)));
}

#[test]
fn the_defenders_partner_is_never_asked_and_a_seat_without_fitting_cards_passes_unasked() {
    let mut durak = at("trump S | 6D KH | 7D 8D | 9H TH | 6C 7C | stock | first 1");
    assert_eq!(play(&mut durak, "6D 7D"), "move 1 2 6D, beat 2 7D, pass 1, pass 3");
    assert_eq!((durak.turn(), durak.prompt()), (Some(Seat::new(1)), "MOVE"));
}

#[test]
fn after_take_more_may_be_thrown_in_and_the_taker_gets_it_all() {
    let mut durak = at("trump S | 6D 6H KH | 7C 8D 9H | 6C TH | AC 9C | stock | first 1");
    assert_eq!(play(&mut durak, "6D NO"), "move 1 2 6D, take 2");
    assert_eq!(play(&mut durak, "6H"), "add 1 2 6H, pass 1");
    assert_eq!(play(&mut durak, "6C"), "add 3 2 6C");
    assert_eq!(durak.hand(Seat::new(1)), cards("7C 8D 9H 6D 6H 6C").into_iter().collect());
    assert_eq!(durak.public().shown(Seat::new(1)), cards("6D 6H 6C").into_iter().collect());
    // The seat after the one that took attacks next.
    assert_eq!((durak.turn(), durak.prompt()), (Some(Seat::new(2)), "MOVE"));
}

#[test]
fn no_more_cards_are_laid_than_the_defender_held_and_never_more_than_six() {
    let mut durak = at("trump S | 6D 6H 6C KH | AC QC | 6S TH | AH 9C | stock | first 1");
    assert_eq!(play(&mut durak, "6D NO 6H"), "move 1 2 6D, take 2, add 1 2 6H");
    assert_eq!((durak.turn(), durak.prompt()), (Some(Seat::new(2)), "MOVE"), "two cards under a hand of two");
    let mut durak =
        at("trump S | 6D 6H 7H 7S QH | 7D 8D 9D TD JD QD KD 8S | 6C 6S 7C TH | AH 9C | stock | first 1");
    play(&mut durak, "6D 7D 6H 8S 7H NO NO");
    assert_eq!(durak.public().on_table().len(), 5);
    assert_eq!(play(&mut durak, "6C 6S 7C"), "add 3 2 6C, add 3 2 6S, add 3 2 7C");
    assert_eq!(durak.hand(Seat::new(1)).len(), 14, "six cards laid, two of the defender's own");
}

#[test]
fn hands_are_refilled_from_the_attacker_counter_clockwise_and_the_stock_may_run_short() {
    let mut durak = at(
        "trump S | 6D 7D 8D 9D TD JD | 6H 7H 8H 9H TH AS | 6C 7C 8C 9C TC | JC QC KC AC QH | stock KH AH QD | first 1",
    );
    assert_eq!(
        play(&mut durak, "JD AS"),
        "move 1 2 JD, beat 2 AS, pass 1, pass 3, give 1 KH, give 4 AH, give 3 QD"
    );
    assert_eq!((durak.hand(Seat::new(1)).len(), durak.stock().len()), (5, 0));
}

#[test]
fn a_seat_without_cards_is_out_within_the_round_and_its_partner_plays_for_both() {
    let mut durak = at("trump S | 6D | 7D 8D | 6H 9H TH | 8C 9C | stock | first 1");
    assert_eq!(play(&mut durak, "6D"), "move 1 2 6D, out 1");
    assert_eq!(play(&mut durak, "7D"), "beat 2 7D", "seat 3, who holds a six, is asked next");
    assert_eq!(durak.turn(), Some(Seat::new(2)));
    assert_eq!(play(&mut durak, "NO"), "pass 3");
    // Discarded: seat 2 attacker seat 3.
    assert_eq!(play(&mut durak, "8D"), "move 2 3 8D, out 2");
    assert_eq!(play(&mut durak, "NO NO"), "take 3, pass 4");
    // Taken: seat 4 attacks seat 1, which is out, so its partner 3 defends.
    assert_eq!(play(&mut durak, "8C"), "move 4 3 8C");
    assert_eq!(play(&mut durak, "NO"), "take 3, pass 4");
    // Seat 2 is next to attack but is out: its partner 4 attacks seat 3 for it, and wins.
    assert_eq!(play(&mut durak, "9C"), "move 4 3 9C, out 4");
    assert_eq!(durak.turn(), None);
    assert_eq!(durak.payoffs().as_slice(), [-1, 1, -1, 1]);
}

#[test]
fn the_partner_attacks_for_a_seat_that_is_out() {
    let mut durak = at("trump S | | 7D 8D | 6H 9H TH | 8C 9C | stock | first 1");
    assert_eq!(durak.turn(), Some(Seat::new(2)));
    assert_eq!(play(&mut durak, "6H"), "move 3 2 6H");
}

#[test]
fn a_team_wins_as_soon_as_both_seats_are_out() {
    let mut durak = at("trump S | 6D | 7D 8D | | 8C 9C | stock | first 1");
    assert_eq!(play(&mut durak, "6D"), "move 1 2 6D, out 1");
    assert_eq!((durak.turn(), durak.payoffs().as_slice()), (None, &[1, -1, 1, -1][..]));
    assert_eq!(refusal(&durak, "7D"), "7♦ is not in your hand");
    assert_eq!(refusal(&durak, "NO"), "the match is over");
}

#[test]
fn a_seat_without_cards_draws_and_stays_while_there_is_a_stock() {
    let mut durak = at("trump S | 6D | 7D 8D | TH 9H | 8C 9C | stock AH | first 1");
    assert_eq!(play(&mut durak, "6D 7D"), "move 1 2 6D, beat 2 7D, pass 1, pass 3, give 1 AH");
    let mut durak = at("trump S | 6D 7H | 8D | TH 9H | 8C 9C | stock AH | first 1");
    assert_eq!(
        play(&mut durak, "6D 8D"),
        "move 1 2 6D, beat 2 8D, give 1 AH, out 2",
        "the attacker drew the last card"
    );
}

/// The statement's example of an interaction, as its player 1 reads it, prompts included.
#[test]
fn the_statements_example_is_reproduced_line_by_line() {
    let setup: Setup = "limit=6 trump=S first=2 deck \
        6S 7S 8S 9S TS JS  6D 8D 9D TD JD QD  7D 6C 7H 8H 9H TH  7C AS 8C 9C TC JC \
        KD JH QH KH QS KS AC QC KC AD AH 6H"
        .parse()
        .expect("a setup");
    let me = Seat::new(0);
    let mut script = "6D 7D NO 6C 7C 7H AS 6S NO 7S 8S NO NO".split(' ');
    let mut next = |durak: &Durak| {
        wire::implied_action(durak).or_else(|| script.next().map(|answer| answer.parse().expect("an action")))
    };
    let mut lines = Vec::new();
    let show = |event: Event| wire::is_sent(&event).then(|| Durak::redact(event, me.into()).to_string());
    let mut durak = Durak::start(&setup, |event| lines.extend(show(event)));
    while let Some(answer) = next(&durak) {
        if durak.turn() == Some(me) && wire::implied_action(&durak).is_none() {
            lines.push(durak.prompt().to_owned());
        }
        durak.play(answer, |event| lines.extend(show(event))).expect("a legal answer");
    }
    let mut expected = vec!["trump S".to_owned()];
    expected.extend("6S 7S 8S 9S TS JS".split(' ').map(|card| format!("give 1 {card}")));
    for seat in 2..=4 {
        expected.extend((0..6).map(|_| format!("give {seat} ??")));
    }
    let rest = "move 2 3 6D, beat 3 7D, give 2 ??, give 3 ??, move 3 4 6C, beat 4 7C, add 3 4 7H, beat 4 AS, ADD, \
        add 1 4 6S, take 4, ADD, add 1 4 7S, give 3 ??, give 3 ??, give 1 QS, give 1 KS, MOVE, move 1 2 8S, take 2, \
        give 1 AC";
    expected.extend(rest.split(", ").map(str::to_owned));
    assert_eq!(lines, expected);
}

#[test]
fn a_setup_with_a_wrong_card_says_where() {
    let setup = Durak::deal(&Rules::default(), &mut Rng::new(1)).to_string();
    let twice = setup.replacen(&setup[setup.len() - 2..], &setup[setup.len() - 5..setup.len() - 3], 1);
    let error = twice.parse::<Setup>().expect_err("a card twice");
    assert_eq!(error.expected, "each card from 6 to A once");
    assert!(error.at > 20, "{error}");
    let short = &setup[..setup.len() - 3];
    assert_eq!(short.parse::<Setup>().expect_err("35 cards").expected, "36 cards");
}

#[test]
fn greedy_beats_random_nearly_always() {
    let mut won = 0;
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let mut durak = Durak::start(&Durak::deal(&Rules::default(), &mut rng), |_| ());
        while let Some(seat) = durak.turn() {
            let action = if seat.index() % 2 == 0 {
                Greedy.choose(&durak.view(seat), &mut rng)
            } else {
                cards::random_action(&durak, &mut rng)
            };
            durak.apply(action, |_| ());
        }
        won += u32::from(durak.payoffs()[Seat::new(0)] > 0);
    }
    assert!(won > 180, "{won} of 200");
}

#[test]
fn the_state_is_small_plain_data() {
    assert!(size_of::<Durak>() <= 128, "{}", size_of::<Durak>());
    assert!(size_of::<super::DurakView>() <= 96, "{}", size_of::<super::DurakView>());
}

#[test]
fn random_matches_obey_the_laws_for_every_viewer() {
    for rules in <Rules as cards::Rules>::variants() {
        for seed in 0..50 {
            cards::laws::check_match::<Durak>(&rules, seed);
        }
    }
}

#[test]
fn a_wrong_answer_is_refused_and_changes_nothing() {
    let setup = Durak::deal(&Rules::default(), &mut Rng::new(5));
    let mut durak = Durak::start(&setup, |_| ());
    let before = durak;
    for answer in ["", "no", "2S", "XX", "6S 7S", "RJ"] {
        assert!(answer.parse::<Action>().is_err(), "{answer}");
    }
    let others = DECK - durak.hand(setup.first);
    for action in others.map(Action::Card).chain([Action::No]) {
        assert!(durak.play(action, |_| ()).is_err(), "{action}");
        assert_eq!(durak, before);
    }
    assert_eq!(Action::No.to_string(), "NO");
}

/// Seat 3 is out, so seat 1 wins if it gets rid of its three cards. The nine of hearts first wins against any
/// deal of the other four cards; the cheapest card first loses.
#[test]
fn the_champion_finds_the_win_that_greedy_misses() {
    let durak = at("trump S | 8C 9H 7S | 8S KD | | KC 8H | stock | first 1");
    let (view, mut rng) = (durak.view(Seat::new(0)), Rng::new(1));
    assert_eq!(Greedy.choose(&view, &mut rng).to_string(), "8C");
    let plan = PlayerSpec::read::<Durak>("champion:iterations=1").expect("a plan");
    let mut champion = plan.agent::<Durak>().expect("a player");
    champion.start(&Rules::default(), Seat::new(0), Rng::new(1));
    assert_eq!(champion.decide(&view, &TimeLeft::UNLIMITED).action.to_string(), "9H");
    let value = |answer: &str| {
        let mut next = durak;
        play(&mut next, answer);
        Solver::new(12, Durak::sides(&Rules::default())).start(&next).value(&next)
    };
    assert_eq!((value("9H"), value("8C")), (1, -1));
}
