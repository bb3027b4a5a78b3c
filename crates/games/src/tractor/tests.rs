//! The course of a round: the deal, the burial, tricks, points, and the legal actions.

use std::collections::HashMap;

use cards::{BySeat, Card, CardBag, CardSet, Event as _, Flow, Game, Rng, Seat, View, random_action};

use super::*;
use crate::text::Language;

pub(super) fn started(seed: u64) -> Tractor {
    Tractor::start(&Tractor::deal(&Rules::default(), &mut Rng::new(seed)), |_| ())
}

/// The state after `actions` random actions.
pub(super) fn played(seed: u64, actions: u32) -> Tractor {
    let (mut state, mut rng) = (started(seed), Rng::stream(seed, 1));
    for _ in 0..actions {
        if state.turn().is_some() {
            let action = random_action(&state, &mut rng);
            state.apply(action, |_| ());
        }
    }
    state
}

fn act(text: &str) -> Action {
    text.parse().expect("an action")
}

fn short(card: Card) -> String {
    cards::Face::from(card).short()
}

fn reason(state: &Tractor, text: &str) -> String {
    Language::english().say(&state.check(act(text)).expect_err("refused").0, None)
}

#[test]
fn rounds_obey_the_laws() {
    for rules in <Rules as cards::Rules>::variants() {
        (0..40).for_each(|seed| cards::laws::check_match::<Tractor>(&rules, seed));
    }
}

#[test]
fn the_dealer_gets_thirty_three_cards_and_the_others_twenty_five() {
    for seed in 0..50 {
        let setup = Tractor::deal(&Rules::default(), &mut Rng::new(seed));
        let state = started(seed);
        assert_eq!(state.turn(), Some(setup.dealer));
        for seat in Seat::all(4) {
            assert_eq!(state.hand(seat).len(), if seat == setup.dealer { 33 } else { 25 });
        }
    }
}

#[test]
fn the_current_rank_is_that_of_the_dealers_team() {
    let rules: Rules = "ranks=3/Q".parse().expect("rules");
    for seed in 0..20 {
        let setup = Tractor::deal(&rules, &mut Rng::new(seed));
        let rank = Tractor::start(&setup, |_| ()).public().order.rank();
        assert_eq!(rank.letter(), ['3', 'Q', '3', 'Q'][setup.dealer.index()]);
    }
}

#[test]
fn burials_come_in_card_order_and_can_always_be_finished() {
    let dealt = |state: &Tractor| state.hand(state.public().dealer).iter().collect::<Vec<Card>>();
    let parts = |state: &Tractor| dealt(state)[24] != dealt(state)[25];
    let mut state = (0..).map(started).find(parts).expect("eight cards on top without a pair cut in two");
    let hand = dealt(&state);
    let highest = hand[32];
    let why = format!(
        "bury in card order: after {} you would have too few cards left to bury eight",
        short(highest)
    );
    assert_eq!(reason(&state, &format!("bury {highest}")), why);
    assert_eq!(reason(&state, &format!("play {highest}")), "bury eight cards first");
    let eighth_from_the_end = Action::Bury(hand[25]);
    assert_eq!(state.check(eighth_from_the_end), Ok(()));
    state.apply(eighth_from_the_end, |_| ());
    let why = format!("bury in card order: {} must come before {}", short(hand[0]), short(hand[25]));
    assert_eq!(reason(&state, &format!("bury {}", hand[0])), why);
    for card in &hand[26..] {
        assert_eq!((state.count(), state.nth(0)), (1, Some(Action::Bury(*card))));
        state.apply(Action::Bury(*card), |_| ());
    }
    assert_eq!((state.prompt(), state.turn()), ("LEAD", Some(state.public().dealer)));
    assert_eq!(reason(&state, &format!("bury {}", hand[0])), "eight cards are buried already");
}

#[test]
fn every_burial_of_eight_cards_is_reached_once() {
    // The dealer keeps only eleven cards to choose from.
    let mut state = started(9);
    let dealer = state.public().dealer;
    let few: CardBag = state.hand(dealer).iter().take(11).collect();
    state.hands[dealer] = few;
    let mut seen = HashMap::new();
    fn walk(state: &Tractor, seen: &mut HashMap<CardBag, u32>) {
        if state.public.phase == Phase::Play {
            *seen.entry(state.kitty).or_default() += 1;
            return;
        }
        let _ = state.actions(|action| {
            let mut next = *state;
            next.apply(action, |_| ());
            walk(&next, seen);
            Flow::Continue(())
        });
    }
    walk(&state, &mut seen);
    let cards: Vec<Card> = few.iter().collect();
    let choices = (0_u32..1 << 11).filter(|mask| mask.count_ones() == 8);
    let slow: std::collections::HashSet<CardBag> =
        choices.map(|mask| (0..11).filter(|n| mask >> n & 1 == 1).map(|n| cards[n]).collect()).collect();
    assert_eq!(seen.keys().copied().collect::<std::collections::HashSet<_>>(), slow);
    assert!(seen.values().all(|&times| times == 1));
}

#[test]
fn a_lead_is_of_one_group_and_of_cards_in_the_hand() {
    let mut state = played(1, 8);
    let hand = "2D 2D AD 3H RJ".split(' ').map(|card| card.parse::<Card>().unwrap()).collect();
    state.hands[state.public.turn] = hand;
    state.public.order = Order::new(Some(cards::Suit::Hearts), cards::Rank::Seven);
    for legal in ["play 2D 2D AD", "play AD", "play 3H RJ"] {
        assert_eq!(state.check(act(legal)), Ok(()), "{legal}");
    }
    assert_eq!(
        reason(&state, "play 2D 3H"),
        "all cards you lead must be of one suit, or all trumps: 2♦ is a diamond, 3♥ is a trump"
    );
    assert_eq!(reason(&state, "play AD AD"), "you have only one A♦");
    assert_eq!(reason(&state, "play 9C"), "9♣ is not in your hand");
    assert_eq!(state.check(Action::Play(CardBag::EMPTY)).unwrap_err().to_string(), "tractor-lead-something");
}

#[test]
fn the_winner_of_a_trick_leads_the_next_and_points_go_to_the_defenders_only() {
    for seed in 0..100 {
        let (mut state, mut rng) = (started(seed), Rng::new(seed));
        let (mut won, mut tricks) = (0, 0);
        while state.turn().is_some() {
            let action = random_action(&state, &mut rng);
            let mut end = None;
            let mut winner = None;
            state.apply(action, |event| match event {
                Event::Win(seat, points) => {
                    winner = Some(seat);
                    tricks += 1;
                    won += if seat.index() % 2 == state_dealer(seed).index() % 2 {
                        0
                    } else {
                        u64::from(points)
                    };
                }
                Event::End(points, kitty) => end = Some((points, kitty)),
                _ => (),
            });
            if let (Some(seat), Some(turn)) = (winner, state.turn()) {
                assert_eq!(seat, turn);
            }
            if let Some((all, kitty)) = end {
                let last = state.public().trick;
                let bonus = u64::from(points(kitty)) << last.shape.longest();
                let defended = last.winner.index() % 2 != state_dealer(seed).index() % 2;
                assert_eq!(all, won + if defended { bonus } else { 0 });
            }
        }
        assert!(tricks > 0);
        let payoffs = state.payoffs();
        let team = |one: usize| payoffs[Seat::new(one)];
        assert_eq!((team(0), team(1)), (team(2), team(3)));
        assert!(team(0) == -team(1) && team(0) != 0);
    }
}

fn state_dealer(seed: u64) -> Seat {
    Tractor::deal(&Rules::default(), &mut Rng::new(seed)).dealer
}

#[test]
fn a_seat_that_does_not_follow_is_known_to_be_void() {
    let mut public = Public::new([cards::Rank::Seven; 2], Some(cards::Suit::Hearts), Seat::new(0));
    (0..8).for_each(|_| public.bury());
    let bag = |text: &str| text.split(' ').map(|card| card.parse::<Card>().unwrap()).collect::<CardBag>();
    public.play(bag("AS AS"));
    public.play(bag("2S 2D"));
    public.play(bag("3S 4S"));
    public.play(bag("5S 5S"));
    let spades = public.order.cards(Group::Plain(cards::Suit::Spades));
    assert_eq!(public.lacks[Seat::new(1)], spades);
    // Seat 3 had no pair of spades, so it has none left, and no other three or four.
    assert_eq!(public.unpaired[Seat::new(2)], spades);
    assert_eq!(public.lacks[Seat::new(2)], bag("3S 4S").kinds());
    assert_eq!((public.lacks[Seat::new(3)], public.unpaired[Seat::new(3)]), (CardSet::EMPTY, CardSet::EMPTY));
}

#[test]
fn a_bot_that_reads_itself_as_seat_1_has_the_same_actions() {
    let rules: Rules = "ranks=5/K".parse().expect("rules");
    for seed in 0..20 {
        let mut rng = Rng::new(seed);
        let mut log = Vec::new();
        let setup = Tractor::deal(&rules, &mut rng);
        let mut state = Tractor::start(&setup, |event| log.push(event));
        let mut bots = BySeat::from_fn(4, |_| TractorView::seated(&rules, Seat::new(0)));
        loop {
            for event in log.drain(..) {
                for seat in Seat::all(4) {
                    let seen = Tractor::redact(event, seat.into());
                    let seen = seen.renumber(|other| other.plus(4 - seat.index(), 4));
                    assert_eq!(bots[seat].check(&seen), Ok(()), "seed {seed}: {seen}");
                    bots[seat].observe(seen);
                }
            }
            let Some(turn) = state.turn() else { break };
            assert_eq!(bots[turn].count(), state.count(), "seed {seed}");
            let action = random_action(&state, &mut rng);
            state.apply(action, |event| log.push(event));
        }
        assert_eq!(bots[Seat::new(1)].public().points, state.public().points);
    }
}

/// The leaves of the tree at this depth; a finished match counts as one.
fn perft(state: &Tractor, depth: u32, actions: &dyn Fn(&Tractor) -> Vec<Action>) -> u64 {
    if depth == 0 || state.turn().is_none() {
        return 1;
    }
    let after = |action| {
        let mut next = *state;
        next.apply(action, |_| ());
        perft(&next, depth - 1, actions)
    };
    actions(state).into_iter().map(after).sum()
}

fn listed(state: &Tractor) -> Vec<Action> {
    let mut all = Vec::new();
    let _ = state.actions(|action| {
        all.push(action);
        Flow::Continue(())
    });
    all
}

fn filtered(state: &Tractor) -> Vec<Action> {
    brute_force::of(state).into_iter().filter(|&action| state.check(action).is_ok()).collect()
}

#[test]
fn perft_agrees_with_brute_force_filtered_by_the_check() {
    let file = include_str!("../../tests/data/tractor/burial.perft");
    for line in file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let [rules, seed, counts] = line.split(" ; ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let rules: Rules = rules.parse().expect("rules");
        let setup = Tractor::deal(&rules, &mut Rng::new(seed.parse().expect("a seed")));
        let state = Tractor::start(&setup, |_| ());
        for (n, count) in counts.split(' ').enumerate() {
            let depth = n as u32 + 1;
            assert_eq!(perft(&state, depth, &listed), count.parse().expect("a count"), "{line}");
            if depth < 4 {
                assert_eq!(perft(&state, depth, &filtered), count.parse().expect("a count"), "{line}");
            }
        }
    }
}

#[test]
fn the_legal_actions_are_those_of_brute_force_that_pass_the_check() {
    for seed in 0..8 {
        let (mut state, mut rng) = (started(seed), Rng::stream(seed, 3));
        while state.turn().is_some() {
            if state.count() < 1000 {
                let (mut one, mut two) = (listed(&state), filtered(&state));
                one.sort_by_key(Action::to_string);
                two.sort_by_key(Action::to_string);
                assert_eq!(one, two, "seed {seed}");
            }
            let action = random_action(&state, &mut rng);
            state.apply(action, |_| ());
        }
    }
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<Tractor>() <= 384 && size_of::<TractorView>() <= 336 && size_of::<Event>() <= 32);
}

#[test]
fn wrong_texts_are_refused_with_their_column() {
    let error = |text: &str| text.parse::<Action>().expect_err("refused").to_string();
    assert_eq!(error("play 6S 6S 6S"), r#"expected no card three times, found "6S" at column 12"#);
    assert_eq!(error("play"), "expected a card like 7H or TS, found nothing at column 5");
    assert_eq!(error("draw"), r#"expected an action like `bury 5H` or `play 6S 6S`, found "draw""#);
    assert_eq!(error("bury 5H 6H"), r#"expected nothing more, found "6H" at column 9"#);
    let setup = Tractor::deal(&Rules::default(), &mut Rng::new(1)).to_string();
    let error = |text: &str| text.parse::<Setup>().expect_err("refused").expected;
    assert_eq!(error(&setup.replacen(" RJ", " BJ", 1)), "each card twice");
    assert_eq!(error(&setup.replacen("main=", "suit=", 1)), "main=…");
    assert_eq!(error(&setup.replacen("ranks=2/2", "ranks=2/1", 1)), "two ranks like 2/T");
    assert_eq!(error(&setup[..setup.len() - 3]), "a card like 7H or TS");
    assert_eq!("ranks=7".parse::<Rules>().expect_err("refused").at, 6);
}
