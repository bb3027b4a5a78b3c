//! A test for every sentence of the rules.

use cards::{Flow, Game, Rng, Rules as _, Seat, TimeLeft, View, random_rollout};
use proptest::prelude::*;

use super::{Action, Direction, Event, MOST_CARDS, Rules, Setup, Uno, UnoView};
use crate::catalog::CatalogGame;
use crate::text::Language;

/// A match from the sections of its setup: hands, discard pile and draw pile, top first.
fn at(sections: &str) -> Uno {
    Uno::start(&setup(sections), |_| ())
}

pub(super) fn setup(sections: &str) -> Setup {
    let seats = sections.matches("hand").count();
    let first = if sections.contains("first=") { "" } else { "first=1 direction=clockwise " };
    format!("seats={seats} turns=1000 {first}{sections}").parse().expect("a setup")
}

fn options(uno: &Uno) -> String {
    let mut all = Vec::new();
    let _ = uno.actions(|action| {
        all.push(action.to_string());
        Flow::Continue(())
    });
    all.join(", ")
}

/// Plays actions and returns their events.
fn play(uno: &mut Uno, actions: &str) -> String {
    let mut events = Vec::new();
    for action in actions.split(", ") {
        let action = action.parse::<Action>().expect("an action");
        uno.play(action, |event| events.push(event.to_string())).expect("a legal action");
    }
    events.join(", ")
}

fn why_not(uno: &Uno, action: &str) -> String {
    let why = uno.check(action.parse().expect("an action")).expect_err("an illegal action");
    Language::english().say(&why.0, None)
}

pub(super) fn seat(number: usize) -> Seat {
    Seat::new(number - 1)
}

#[test]
fn a_card_is_played_on_its_colour_or_its_symbol() {
    let uno = at("hand B5 RP R3 Y4 YC G3 hand B1 discard R5 draw B2");
    assert_eq!(options(&uno), "play B5, play RP, play R3");
    let uno = at("hand BP BC GP G3 hand B1 discard RP draw B2");
    assert_eq!(options(&uno), "play BP, play GP");
}

#[test]
fn a_seat_with_playable_cards_must_play_any_one_of_them() {
    let uno = at("hand R3 R4 Y1 hand B1 discard R5 draw B2");
    assert_eq!(options(&uno), "play R3, play R4");
    assert_eq!(why_not(&uno, "draw"), "you have cards that fit and must play one of them: 3◆ 4◆");
    assert_eq!(why_not(&uno, "pass"), "you have cards that fit and must play one of them: 3◆ 4◆");
    assert_eq!(
        why_not(&uno, "play Y1"),
        "1▲ does not fit 5◆: play a card of the same colour, number or symbol"
    );
    assert_eq!(why_not(&uno, "play B1"), "1● is not in your hand");
}

#[test]
fn a_seat_that_cannot_play_draws_one_card() {
    let mut uno = at("hand Y1 hand B1 discard R5 draw R2 B2");
    assert_eq!(options(&uno), "draw");
    assert_eq!(why_not(&uno, "pass"), "you have no card that fits and must draw");
    assert_eq!(play(&mut uno, "draw"), "draw 1 R2");
    assert_eq!(why_not(&uno, "draw"), "you have drawn already: play that card or keep it");
}

#[test]
fn a_drawn_card_that_fits_may_be_played_or_kept() {
    let mut uno = at("hand Y1 hand B1 discard R5 draw R2 B2");
    play(&mut uno, "draw");
    assert_eq!((options(&uno), uno.prompt()), ("play R2, pass".to_owned(), "KEEP"));
    let mut kept = uno;
    assert_eq!(play(&mut uno, "play R2"), "play 1 R2");
    assert_eq!(play(&mut kept, "pass"), "pass 1");
    assert_eq!((uno.turn(), kept.turn()), (Some(seat(2)), Some(seat(2))));
    assert_eq!(kept.public().size(seat(1)), 2);
}

#[test]
fn a_drawn_card_that_does_not_fit_can_only_be_kept_and_the_table_does_not_learn_that() {
    let mut uno = at("hand Y1 hand B1 discard R5 draw G2 B2");
    assert_eq!(play(&mut uno, "draw"), "draw 1 G2");
    assert_eq!((uno.turn(), options(&uno)), (Some(seat(1)), "pass".to_owned()));
    assert_eq!(play(&mut uno, "pass"), "pass 1");
    assert_eq!(uno.turn(), Some(seat(2)));
}

#[test]
fn a_played_pass_skips_the_next_seat() {
    let mut uno = at("hand RP R1 hand B1 hand B2 hand B3 discard R5 draw");
    play(&mut uno, "play RP");
    assert_eq!(uno.turn(), Some(seat(3)));
    let mut uno = at("first=1 direction=counter-clockwise hand RP R1 hand B1 hand B2 discard R5 draw");
    play(&mut uno, "play RP");
    assert_eq!(uno.turn(), Some(seat(2)));
}

#[test]
fn a_played_change_of_direction_reverses_the_order_of_turns() {
    let mut uno = at("hand RC R1 hand B1 hand B2 hand BC Y1 discard R5 draw");
    play(&mut uno, "play RC");
    assert_eq!((uno.turn(), uno.public().direction()), (Some(seat(4)), Direction::CounterClockwise));
    play(&mut uno, "play BC");
    assert_eq!((uno.turn(), uno.public().direction()), (Some(seat(1)), Direction::Clockwise));
}

#[test]
fn with_two_seats_a_pass_gives_another_turn_and_a_change_of_direction_changes_nothing() {
    let mut uno = at("hand RP RC R1 hand B1 discard R5 draw");
    play(&mut uno, "play RP");
    assert_eq!(uno.turn(), Some(seat(1)));
    play(&mut uno, "play RC");
    assert_eq!(uno.turn(), Some(seat(2)));
}

#[test]
fn the_opening_card_has_no_effect() {
    for opening in ["RP", "RC"] {
        let uno = at(&format!("hand R1 hand R2 hand R3 discard {opening} draw"));
        assert_eq!((uno.turn(), uno.public().direction()), (Some(seat(1)), Direction::Clockwise));
    }
}

#[test]
fn the_discard_pile_under_its_top_is_turned_over_when_a_card_must_be_drawn() {
    let mut uno = at("hand Y1 hand B1 discard R5 G8 G9 draw");
    // From the top: R5 G8 G9. Turned over, G9 is drawn first.
    assert_eq!(play(&mut uno, "draw, pass"), "turn-over, draw-open 1 G9, pass 1");
    assert_eq!(play(&mut uno, "draw, pass"), "draw-open 2 G8, pass 2");
    assert_eq!((options(&uno), uno.public().top().to_string()), ("pass".to_owned(), "R5".to_owned()));
}

#[test]
fn the_last_card_of_the_draw_pile_does_not_turn_the_discard_pile_over() {
    let mut uno = at("hand Y1 Y3 hand B1 discard R5 G8 G9 draw Y5");
    assert_eq!(play(&mut uno, "draw, play Y5"), "draw 1 Y5, play 1 Y5");
    assert_eq!(play(&mut uno, "draw, pass"), "turn-over, draw-open 2 G9, pass 2");
}

#[test]
fn a_seat_that_cannot_play_passes_if_there_is_nothing_to_draw() {
    let mut uno = at("hand Y1 hand R1 G1 discard R5 draw");
    assert_eq!(options(&uno), "pass");
    assert_eq!(why_not(&uno, "draw"), "there is no card to draw");
    assert_eq!(play(&mut uno, "pass, play R1, play Y1"), "pass 1, play 2 R1, play 1 Y1, win 1");
}

#[test]
fn a_match_in_which_no_seat_can_play_any_more_ends_without_a_winner() {
    let mut uno = at("hand Y1 hand B1 hand G1 discard R5 draw");
    assert_eq!(play(&mut uno, "pass, pass, pass"), "pass 1, pass 2, pass 3, stuck");
    assert_eq!((uno.turn(), uno.payoffs().as_slice()), (None, &[0, 0, 0][..]));
}

#[test]
fn the_first_seat_without_a_card_wins_one_point_from_each_other_seat() {
    let mut uno = at("hand R1 hand B1 hand G1 discard R5 draw");
    assert_eq!(uno.payoffs().as_slice(), [0, 0, 0]);
    assert_eq!(play(&mut uno, "play R1"), "play 1 R1, win 1");
    assert_eq!(uno.payoffs().as_slice(), [2, -1, -1]);
    assert_eq!(why_not(&uno, "draw"), "the match is over");
}

#[test]
fn a_match_ends_without_a_winner_at_the_turn_limit() {
    let text = "seats=2 turns=2 first=2 direction=clockwise hand R1 Y1 hand R2 B2 discard R5 draw";
    let mut uno = Uno::start(&text.parse().expect("a setup"), |_| ());
    assert_eq!(play(&mut uno, "play R2, play R1"), "play 2 R2, play 1 R1, limit");
    assert_eq!(uno.payoffs().as_slice(), [0, 0]);
    // A win in the last turn counts.
    let mut uno = Uno::start(&text.replace(" Y1", "").parse().expect("a setup"), |_| ());
    assert_eq!(play(&mut uno, "play R2, play R1"), "play 2 R2, play 1 R1, win 1");
}

#[test]
fn everybody_knows_cards_drawn_from_a_turned_pile_until_they_are_played() {
    let mut uno = at("hand Y1 Y1 hand Y3 B1 discard R5 Y5 Y9 draw");
    let known = |uno: &Uno, number| format!("{:?}", uno.view(seat(2)).public().known[seat(number)]);
    play(&mut uno, "draw, pass, draw");
    assert_eq!((known(&uno, 1), known(&uno, 2)), ("[Y9]".to_owned(), "[Y5]".to_owned()));
    assert_eq!(options(&uno), "play Y5, pass");
    play(&mut uno, "play Y5");
    assert_eq!((known(&uno, 1), known(&uno, 2)), ("[Y9]".to_owned(), "[]".to_owned()));
    play(&mut uno, "play Y1");
    assert_eq!(known(&uno, 1), "[Y9]");
}

#[test]
fn an_unknown_card_is_not_hidden_any_more_when_it_is_played() {
    let mut uno = at("hand Y1 Y5 hand B1 B9 discard R5 B8 B9 draw");
    play(&mut uno, "play Y5, draw");
    // Seat 2 drew a known B9 and holds another one that is hidden.
    let view = uno.view(seat(1));
    assert_eq!(format!("{:?}", view.public().known[seat(2)]), "[B9]");
    assert_eq!(format!("{:?}", view.public().hidden), "[B1, B9, Y1]");
    assert_eq!(uno.audit(), Ok(()));
}

#[test]
fn a_view_learns_another_deck_from_the_opening_events() {
    let setup = setup("hand R2 R2 R2 hand B1 hand R2 B7 discard G0 R2 draw R2 R2 Y9 G4 R2");
    let mut events = Vec::new();
    let uno = Uno::start(&setup, |event| events.push(event));
    assert!(events.contains(&"deck R2 8".parse().expect("an event")));
    for number in 1..=3 {
        let mut view = UnoView::seated(&Uno::rules(&setup), seat(number));
        events.iter().for_each(|&event| view.observe(Uno::redact(event, seat(number).into())));
        assert_eq!(view, uno.view(seat(number)));
        let world = view.sample(&mut Rng::new(1));
        assert_eq!((world.audit(), world.view(seat(number))), (Ok(()), view));
    }
}

#[test]
fn in_a_sampled_world_only_the_drawn_card_may_fit() {
    let mut uno = at("hand Y1 Y2 G1 hand B1 B2 hand G7 B9 discard R5 draw R2 B2 R7 Y3 RP B4");
    play(&mut uno, "draw");
    let view = uno.view(seat(2));
    let mut seen = std::collections::HashSet::new();
    let mut rng = Rng::new(5);
    for _ in 0..500 {
        let world = view.sample(&mut rng);
        assert_eq!((world.view(seat(2)), world.audit()), (view, Ok(())));
        assert!(world.count() <= 2, "one card to play at most: {:?}", world.hand(seat(1)));
        seen.insert(options(&world));
    }
    assert_eq!(seen.len(), 4, "R2, R7 and RP may each have been drawn, or nothing that fits: {seen:?}");
}

#[test]
fn sampled_worlds_are_uniform() {
    // Seat 1 has not seen B1, B2 and B3: one is in the other hand, two are in the stock in either order.
    let view = at("hand R1 hand B1 discard R5 draw B2 B3").view(seat(1));
    let mut seen = std::collections::HashMap::new();
    let mut rng = Rng::new(3);
    for _ in 0..6000 {
        *seen.entry(view.sample(&mut rng)).or_insert(0u32) += 1;
    }
    assert_eq!(seen.len(), 6);
    // Chi-square with 5 degrees of freedom: 20.5 is exceeded once in a thousand seeds.
    let chi: f64 = seen.values().map(|&n| (f64::from(n) - 1000.0).powi(2) / 1000.0).sum();
    assert!(chi < 20.5, "chi-square {chi}");
}

#[test]
fn an_impossible_setup_is_refused_with_what_was_expected() {
    let wrong = |text: &str| text.parse::<Setup>().expect_err(text).to_string();
    let head = "seats=2 turns=9 first=1 direction=clockwise";
    assert_eq!(wrong("seats=2"), r#"expected rules, then first=…, found "seats=2""#);
    assert_eq!(wrong("seats=5 first=1"), r#"expected a number of seats from 2 to 4, found "5" at column 7"#);
    let text = "seats=2 turns=9 first=3 direction=clockwise hand R1 hand R2 discard R3 draw";
    assert!(wrong(text).starts_with("expected first=… with a seat from 1 to 2, found"));
    let empty = wrong(&format!("{head} hand hand R1 discard R2 draw"));
    assert_eq!(empty, r#"expected a card like R7, BP or GC, found "hand" at column 50"#);
    let no_discard = wrong(&format!("{head} hand R1 hand R1 discard draw"));
    assert_eq!(no_discard, r#"expected a card like R7, BP or GC, found "draw" at column 69"#);
    let full = format!("{head} hand R1 hand R1 discard R2 draw{}", " R2".repeat(MOST_CARDS - 3));
    assert!(full.parse::<Setup>().is_ok());
    let over = wrong(&format!("{full} R2"));
    assert!(over.starts_with("expected at most 512 cards in all, found \"R2\""), "{over}");
}

#[test]
fn a_deck_may_have_hundreds_of_cards_of_one_kind() {
    let many = " R2".repeat(300);
    let mut uno = at(&format!("hand{many} hand{} discard R5 draw R2 R2", " R2".repeat(200)));
    play(&mut uno, "play R2, play R2");
    assert_eq!((uno.public().size(seat(1)), uno.audit()), (299, Ok(())));
    let world = uno.view(seat(1)).sample(&mut Rng::new(1));
    assert_eq!(world.audit(), Ok(()));
}

#[test]
fn a_deal_is_seven_cards_for_each_seat_an_opening_card_and_the_rest_of_the_92() {
    let setup = Uno::deal(&Rules::CONTEST, &mut Rng::new(1));
    assert_eq!((setup.hands.len(), setup.discard.len(), setup.draw.len()), (4, 1, 92 - 29));
    assert!(setup.hands.iter().all(|hand| hand.len() == 7));
    assert_eq!(setup.cards().collect::<super::Bag>(), super::Bag::STANDARD_DECK);
}

#[test]
fn a_state_is_small() {
    assert_eq!((size_of::<Uno>(), size_of::<UnoView>()), (1584, 904));
    assert_eq!((size_of::<Action>(), size_of::<Event>()), (2, 4));
}

#[test]
fn every_listed_policy_exists_and_plays_legally() {
    assert!(Uno::policy("nobody").is_none());
    for name in Uno::POLICIES {
        for rules in Rules::variants() {
            let mut agent = Uno::policy(name).expect("a policy");
            let mut rng = Rng::new(4);
            let mut uno = Uno::start(&Uno::deal(&rules, &mut rng), |_| ());
            while let Some(turn) = uno.turn() {
                let action = agent.decide(&uno.view(turn), &TimeLeft::UNLIMITED).action;
                uno.play(action, |_| ()).expect("a policy plays legally");
            }
        }
    }
}

/// How many of `games` matches a seat with one policy wins among seats with another.
fn wins(one: &str, others: &str, seats: usize, games: usize) -> usize {
    let rules = Rules { seats: seats as u8, ..Rules::CONTEST };
    let (mut one, mut others) = (Uno::policy(one).expect("a policy"), Uno::policy(others).expect("a policy"));
    one.start(&rules, seat(1), Rng::new(12));
    others.start(&rules, seat(1), Rng::new(13));
    let mut rng = Rng::new(11);
    let mut wins = 0;
    for n in 0..games {
        let me = Seat::new(n % seats);
        let mut uno = Uno::start(&Uno::deal(&rules, &mut rng), |_| ());
        while let Some(turn) = uno.turn() {
            let agent = if turn == me { &mut one } else { &mut others };
            let action = agent.decide(&uno.view(turn), &TimeLeft::UNLIMITED).action;
            uno.apply(action, |_| ());
        }
        wins += usize::from(uno.payoffs()[me] > 0);
    }
    wins
}

#[test]
fn policies_are_listed_from_the_weakest_to_the_strongest() {
    const GAMES: usize = 24_000;
    for seats in 2..=4 {
        let fair = GAMES / seats;
        for (one, others) in [("contest", "random"), ("greedy", "contest")] {
            let wins = wins(one, others, seats, GAMES);
            assert!(wins > fair, "one {one} among {others}, {seats} seats: {wins} of {GAMES}");
        }
    }
}

#[test]
fn check_refuses_what_is_not_listed() {
    for rules in Rules::variants() {
        for seed in 0..100 {
            let mut rng = Rng::new(seed);
            let mut uno = Uno::start(&Uno::deal(&rules, &mut rng), |_| ());
            while uno.turn().is_some() {
                let legal: Vec<Action> =
                    uno.brute_force().into_iter().filter(|&action| uno.check(action).is_ok()).collect();
                let listed: Vec<Action> = (0..uno.count()).map_while(|n| uno.nth(n)).collect();
                assert_eq!(listed, legal);
                uno.apply(cards::random_action(&uno, &mut rng), |_| ());
            }
        }
    }
}

/// A setup of a few cards of a few kinds, with many unusual matches such as stuck ones.
pub(super) fn odd_setup() -> impl Strategy<Value = String> {
    let card = || "[BR][PC12]";
    let cards = move |least| prop::collection::vec(card(), least..6);
    let hands = prop::collection::vec(cards(1), 2..=4);
    (hands, cards(1), cards(0), any::<bool>()).prop_map(|(hands, discard, draw, clockwise)| {
        let direction = if clockwise { "clockwise" } else { "counter-clockwise" };
        let mut text = format!("seats={} turns=200 first=2 direction={direction}", hands.len());
        for hand in &hands {
            text += &format!(" hand {}", hand.join(" "));
        }
        let piles = format!(" discard {} draw {}", discard.join(" "), draw.join(" "));
        text + piles.trim_end()
    })
}

proptest! {
    /// The laws deal only from the deck of 92. This checks them for any deck.
    #[test]
    fn views_and_worlds_obey_the_laws_for_any_deck(text in odd_setup(), seed in any::<u64>()) {
        let setup: Setup = text.parse().expect("a setup");
        prop_assert_eq!(setup.to_string(), text);
        let rules = Uno::rules(&setup);
        let mut rng = Rng::new(seed);
        let mut log = Vec::new();
        let mut uno = Uno::start(&setup, |event| log.push(event));
        let mut views: Vec<UnoView> = Seat::all(rules.seats()).map(|s| UnoView::seated(&rules, s)).collect();
        loop {
            for event in log.drain(..) {
                prop_assert_eq!(event.to_string().parse::<Event>(), Ok(event));
                views.iter_mut().for_each(|view| view.observe(Uno::redact(event, view.seat().into())));
            }
            prop_assert_eq!(uno.audit(), Ok(()));
            for view in &views {
                prop_assert_eq!(*view, uno.view(view.seat()));
                let world = view.sample(&mut rng);
                prop_assert_eq!((world.view(view.seat()), world.audit()), (*view, Ok(())));
            }
            if uno.turn().is_none() {
                break;
            }
            let action = cards::random_action(&uno, &mut rng);
            uno.apply(action, |event| log.push(event));
        }
    }

    #[test]
    fn no_text_makes_a_parser_panic(text in "\\PC{0,60}", words in "[a-zA-Z0-9=? -]{0,60}") {
        for text in [text, words.clone(), format!("seats=2 turns=9 first=1 {words}")] {
            let _ = (text.parse::<Setup>(), text.parse::<Rules>());
            let _ = (text.parse::<Action>(), text.parse::<Event>());
        }
    }
}

#[test]
fn a_random_rollout_ends_and_its_payoffs_sum_to_zero() {
    for rules in Rules::variants() {
        let mut rng = Rng::new(2);
        for _ in 0..200 {
            let (payoffs, decisions) =
                random_rollout(Uno::start(&Uno::deal(&rules, &mut rng), |_| ()), &mut rng);
            assert_eq!(payoffs.iter().sum::<i32>(), 0);
            assert!(decisions <= 2 * rules.turns);
        }
    }
}
