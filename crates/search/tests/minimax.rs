//! Exact search on toy games whose values are known from the literature.

mod toys;

use cards::{BySeat, Game, Rng, Seat, Side, random_action};
use search::minimax::Solver;
use search::reference;
use toys::{Coins, Heaps, Number, Poker};

/// One seat against the other.
fn alone() -> BySeat<Side> {
    BySeat::from_fn(2, |seat| Side(seat.index() as u8))
}

fn heaps(setup: u64) -> Heaps {
    Heaps::start(&Number(setup), |_| ())
}

/// Bouton 1901: the seat to move loses exactly if the heaps cancel out in binary.
#[test]
fn nim_is_won_by_the_side_that_leaves_heaps_that_cancel_out() {
    let mut solver = Solver::new(12, alone());
    for setup in 1..10_000 {
        let state = heaps(setup);
        let sum = state.heaps.iter().fold(0, |sum, heap| sum ^ heap);
        assert_eq!(solver.start(&state).value(&state), if sum == 0 { -1 } else { 1 }, "heaps {setup:04}");
    }
}

#[test]
fn reaches_is_right_or_gives_up_when_the_nodes_do_not_suffice() {
    let mut solver = Solver::new(12, alone());
    for setup in [357, 1234, 2461, 5555, 9876] {
        let state = heaps(setup);
        let value = solver.start(&state).value(&state);
        let mut run = solver.start(&state);
        assert_eq!(run.reaches(&state, 1, 3), None, "three nodes are too few for heaps {setup}");
        for target in -2..=2 {
            assert_eq!(run.reaches(&state, target, 1_000_000), Some(value >= target), "heaps {setup}");
        }
        assert_eq!(run.value(&state), value, "giving up does not spoil the table");
    }
}

#[test]
fn in_nim_the_winning_actions_are_those_that_cancel_out() {
    let mut solver = Solver::new(12, alone());
    for setup in [357, 1234, 2461, 5555, 9876] {
        let state = heaps(setup);
        for (action, value) in solver.start(&state).actions(&state) {
            let mut next = state;
            next.apply(action, |_| ());
            let sum = next.heaps.iter().fold(0, |sum, heap| sum ^ heap);
            assert_eq!(value == 1, sum == 0, "heaps {setup}, action {action}");
        }
    }
}

/// With open cards the lower card never calls, so a bet wins only the stake.
#[test]
fn in_open_kuhn_poker_the_higher_card_wins_the_stake_and_a_losing_call_costs_two() {
    let mut solver = Solver::new(4, alone());
    for setup in [12, 13, 21, 23, 31, 32] {
        let state = Poker::start(&Number(setup), |_| ());
        let mut run = solver.start(&state);
        let won = if setup / 10 > setup % 10 { 1 } else { -1 };
        assert_eq!(run.value(&state), won, "cards {setup}");
        assert_eq!(run.value(&state), reference::value(&state, alone()), "cards {setup}");
        let mut bet = state;
        bet.apply(Number(2), |_| ());
        assert_eq!(run.actions(&bet), [(Number(1), 1), (Number(2), 2 * won)], "fold and call, {setup}");
    }
}

#[test]
fn a_game_with_cycles_is_decided_within_a_horizon_or_left_open() {
    let mut solver = Solver::new(12, alone());
    let mut state = heaps(1);
    state.may_wait = true;
    assert_eq!(solver.start(&state).bracket(&state, 1), (1, 1), "takes the last counter");
    // Two single counters: the first side to take one loses, so both wait forever.
    let mut state = heaps(11);
    state.may_wait = true;
    for horizon in [0, 1, 2, 9, 40] {
        assert_eq!(solver.start(&state).bracket(&state, horizon), (-1, 1), "{horizon} actions");
    }
    // Without waiting it is lost after two actions. A horizon of one action is too short to see that.
    let state = heaps(11);
    assert_eq!(solver.start(&state).bracket(&state, 1), (-1, 1));
    assert_eq!(solver.start(&state).bracket(&state, 2), (-1, -1));
}

#[test]
fn a_bracket_agrees_with_plain_minimax_at_every_horizon() {
    let mut solver = Solver::new(12, alone());
    for setup in 0..200 {
        let mut state = heaps(setup);
        state.may_wait = setup % 2 == 0;
        for horizon in 0..5 {
            let twin = [false, true].map(|high| reference::value_within(&state, alone(), horizon, high));
            let bracket = solver.start(&state).bracket(&state, horizon as u8);
            assert_eq!(bracket, (twin[0], twin[1]), "heaps {setup}, {horizon} actions");
        }
    }
}

#[test]
fn coins_agree_with_plain_minimax_from_every_position() {
    let (mut solver, mut rng) = (Solver::new(10, alone()), Rng::new(1));
    for _ in 0..300 {
        let mut state = Coins::start(&Number(rng.next_u64() % 1_000_000_000_000), |_| ());
        let mut run = solver.start(&state);
        while state.turn().is_some() {
            assert_eq!(run.value(&state), reference::value(&state, alone()), "{state:?}");
            state.apply(random_action(&state, &mut rng), |_| ());
        }
        assert_eq!(
            run.value(&state),
            state.payoffs()[Seat::new(0)],
            "the value of a finished match is its payoff"
        );
        assert_eq!(run.best(&state), None);
    }
}

#[test]
fn the_principal_variation_of_coins_reaches_their_value() {
    let (mut solver, mut rng) = (Solver::new(2, alone()), Rng::new(2));
    for _ in 0..200 {
        let state = Coins::start(&Number(rng.next_u64() % 1_000_000_000), |_| ());
        let mut run = solver.start(&state);
        let (value, mut end) = (run.value(&state), state);
        for action in run.principal_variation(&state) {
            assert_eq!(end.play(action, |_| ()), Ok(()));
        }
        assert_eq!((end.turn(), end.ahead), (None, value));
    }
}

#[test]
fn the_table_is_cleared_for_every_match_even_when_its_era_counter_wraps() {
    let mut solver = Solver::new(2, alone());
    let (one, other) = (heaps(1), heaps(11));
    for generation in 0..70_000 {
        let state = if generation % 2 == 0 { one } else { other };
        assert_eq!(solver.start(&state).value(&state), if generation % 2 == 0 { 1 } else { -1 });
    }
}

#[test]
fn symmetric_heaps_share_their_entries() {
    let mut solver = Solver::new(14, alone());
    let state = heaps(5432);
    let mut run = solver.start(&state);
    run.value(&state);
    let merged = run.counts().nodes;
    let positions: u64 = state.heaps.iter().map(|&heap| u64::from(heap) + 1).product();
    assert!(merged < positions, "{merged} of {positions} positions");
}
