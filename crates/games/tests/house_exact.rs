//! Exact search on House of Cards against its slow twin, and against play.

use std::collections::HashMap;

use cards::{BySeat, Flow, Game, Rng, Rules as _, Seat, Side, ZeroSum, random_action};
use games::house::{House, Rules};
use search::minimax::Solver;
use search::reference;

fn deal(ranks: u8, seed: u64) -> House {
    let rules = Rules::new(ranks).unwrap();
    House::start(&House::deal(&rules, &mut Rng::new(seed)), |_| ())
}

fn sides() -> BySeat<Side> {
    House::sides(&Rules::default())
}

fn children(house: &House) -> Vec<House> {
    let mut all = Vec::new();
    let _ = house.actions(|action| {
        let mut child = *house;
        child.apply(action, |_| ());
        all.push(child);
        Flow::Continue(())
    });
    all
}

#[test]
fn the_search_agrees_with_plain_minimax_on_whole_matches() {
    let mut solver = Solver::new(12, sides());
    for (ranks, decks) in [(5, 2000), (6, 2000), (7, 1000), (8, 200), (9, 40), (10, 8)] {
        for seed in 0..decks {
            let house = deal(ranks, seed);
            assert_eq!(
                solver.start(&house).value(&house),
                reference::value(&house, sides()),
                "ranks={ranks} seed {seed}"
            );
        }
    }
}

#[test]
fn the_search_agrees_with_plain_minimax_in_the_middle_of_matches() {
    let mut solver = Solver::new(12, sides());
    for ranks in 5..=13 {
        for seed in 0..150 {
            let (mut house, mut rng) = (deal(ranks, seed), Rng::stream(seed, 1));
            let mut run = solver.start(&house);
            while house.turn().is_some() {
                if house.row().len() <= 8 {
                    let at = format!("ranks={ranks} seed {seed}, {} cards left", house.row().len());
                    assert_eq!(run.value(&house), reference::value(&house, sides()), "{at}");
                    let twin: Vec<i32> =
                        children(&house).iter().map(|house| reference::value(house, sides())).collect();
                    let scored: Vec<i32> = run.actions(&house).into_iter().map(|(_, value)| value).collect();
                    assert_eq!(scored, twin, "{at}: the value of every action");
                }
                house.apply(random_action(&house, &mut rng), |_| ());
            }
        }
    }
}

#[test]
fn a_table_of_eight_entries_is_slow_but_correct() {
    let (mut tiny, mut large) = (Solver::new(3, sides()), Solver::new(16, sides()));
    for seed in 0..30 {
        let house = deal(9, seed);
        assert_eq!(tiny.start(&house).value(&house), large.start(&house).value(&house), "seed {seed}");
    }
}

/// The principal variation wins the value, and at every step of it no other action has a better value for the
/// side to move.
#[test]
fn the_principal_variation_reaches_the_value_and_no_action_on_it_can_be_improved() {
    let mut solver = Solver::new(14, sides());
    for ranks in 5..=13 {
        for seed in 0..40 {
            let mut house = deal(ranks, seed);
            let mut run = solver.start(&house);
            let value = run.value(&house);
            for action in run.principal_variation(&house) {
                let first = house.turn() == Some(Seat::new(0));
                let scored = run.actions(&house);
                let best = scored.iter().map(|&(_, value)| value);
                assert_eq!(if first { best.max() } else { best.min() }, Some(value));
                house.play(action, |_| ()).expect("a best line is legal");
            }
            assert_eq!(house.payoffs()[Seat::new(0)], value, "ranks={ranks} seed {seed}");
        }
    }
}

/// The value is a guarantee: a seat that takes the best actions gets at least the value against any opponent.
#[test]
fn a_seat_that_follows_the_solver_gets_at_least_the_value_against_any_opponent() {
    let mut solver = Solver::new(14, sides());
    for seed in 0..300 {
        let ranks = Rules::variants()[seed as usize % 9].ranks();
        let (mut house, mut rng) = (deal(ranks, seed), Rng::stream(seed, 2));
        let solving = Seat::new(seed as usize / 9 % 2);
        let mut run = solver.start(&house);
        let value = run.value(&house);
        while let Some(seat) = house.turn() {
            let best = run.best(&house).expect("a seat to move has an action");
            let action = if seat == solving { best } else { random_action(&house, &mut rng) };
            house.apply(action, |_| ());
        }
        let got = house.payoffs()[Seat::new(0)];
        assert!(
            if solving.index() == 0 { got >= value } else { got <= value },
            "seed {seed}: {got} for {value}"
        );
    }
}

/// Two positions of one deck with the same key have the same future, by plain minimax.
#[test]
fn positions_with_the_same_key_have_the_same_future() {
    let mut merged = 0;
    for seed in 0..12 {
        let mut layer = vec![deal(13, seed)];
        for _ in 0..11 {
            let mut rng = Rng::stream(seed, 3);
            layer = layer.iter().flat_map(children).collect();
            rng.shuffle(&mut layer);
            layer.truncate(1500);
        }
        let mut futures: HashMap<u64, (i32, House)> = HashMap::new();
        for house in layer {
            let future = reference::value(&house, sides()) - house.gained();
            let (known, other) = *futures.entry(house.transposition_key()).or_insert((future, house));
            assert_eq!(future, known, "seed {seed}: {house:?} and {other:?}");
            merged += usize::from(other.tower() != house.tower());
        }
    }
    assert!(merged > 1000, "{merged} positions were merged with different ones");
}

/// The number in docs/solver.md: the positions that are left if keys drop covered cards, reduce valleys to
/// what matters for a floor, and merge mirror images.
#[test]
fn a_deck_of_thirteen_ranks_has_about_seven_thousand_positions() {
    for seed in 0..10 {
        let mut layer: HashMap<u64, House> = HashMap::new();
        let start = deal(13, seed);
        layer.insert(start.transposition_key(), start);
        let mut positions = 0;
        while !layer.is_empty() {
            positions += layer.len();
            let next = layer.values().flat_map(children).filter(|house| house.turn().is_some());
            layer = next.map(|house| (house.transposition_key(), house)).collect();
        }
        assert!((6_000..7_200).contains(&positions), "seed {seed}: {positions}");
    }
}
