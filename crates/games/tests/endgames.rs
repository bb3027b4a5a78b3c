//! Exact search on endgames with all cards known, against its slow twin.

use cards::{BySeat, Flow, Game, Rng, Rules, Seat, Side, View, ZeroSum, random_action};
use games::durak::{Durak, DurakBelief};
use games::mau_mau::{self, MauMau};
use search::minimax::Solver;
use search::reference;
use search::{Belief, Probability};

/// Random play from a deal until `is_late`; `None` if the match is over before.
fn late<G: Game>(rules: &G::Rules, seed: u64, is_late: impl Fn(&G) -> bool) -> Option<G> {
    let mut rng = Rng::new(seed);
    let mut state = G::start(&G::deal(rules, &mut rng), |_| ());
    while state.turn().is_some() {
        if is_late(&state) {
            return Some(state);
        }
        state.apply(random_action(&state, &mut rng), |_| ());
    }
    None
}

fn after<G: ZeroSum>(state: &G, mut visit: impl FnMut(&G)) {
    let _ = state.actions(|action| {
        let mut child = state.clone();
        child.apply(action, |_| ());
        visit(&child);
        Flow::Continue(())
    });
}

fn durak_sides() -> BySeat<Side> {
    Durak::sides(&<Durak as Game>::Rules::variants()[0])
}

fn durak_cards(durak: &Durak) -> u32 {
    Seat::all(4).map(|seat| durak.hand(seat).len()).sum::<u32>() + durak.public().on_table().len()
}

#[test]
fn durak_endgames_of_two_teams_agree_with_plain_minimax() {
    let mut solver = Solver::new(16, durak_sides());
    let (mut compared, mut won) = (0, 0i32);
    for seed in 0..1_500 {
        let rules = <Durak as Game>::Rules::variants()[0];
        let is_late = |durak: &Durak| durak.stock().is_empty() && durak_cards(durak) <= 7;
        let Some(state) = late::<Durak>(&rules, seed, is_late) else { continue };
        let mut run = solver.start(&state);
        let value = run.value(&state);
        assert_eq!(value, reference::value(&state, durak_sides()), "seed {seed}: {state:?}");
        let scored = run.actions(&state);
        let mut number = 0;
        after(&state, |child| {
            assert_eq!(
                scored[number].1,
                reference::value(child, durak_sides()),
                "seed {seed}, {}",
                scored[number].0
            );
            number += 1;
        });
        let mut end = state;
        for action in run.principal_variation(&state) {
            end.play(action, |_| ()).expect("a best line is legal");
        }
        assert_eq!(
            end.payoffs()[Seat::new(0)],
            value,
            "seed {seed}: the principal variation reaches the value"
        );
        compared += 1;
        won += value;
    }
    assert!(compared > 200, "{compared} endgames");
    assert!(won.abs() < compared, "both teams win some");
}

#[test]
fn the_worlds_of_a_late_durak_view_are_those_that_can_be_sampled() {
    const MOST: usize = 60;
    let rules = <Durak as Game>::Rules::variants()[0];
    let (mut rng, mut several) = (Rng::new(5), 0);
    for seed in 0..60 {
        let Some(state) = late::<Durak>(&rules, seed, |durak| durak.stock().is_empty()) else { continue };
        let mut state = state;
        while let Some(seat) = state.turn() {
            let (view, mut worlds) = (state.view(seat), Vec::new());
            let are_few =
                DurakBelief::default().enumerate(&view, Probability::ZERO, MOST, &mut |world, weight| {
                    assert_eq!((world.audit(), weight), (Ok(()), 1.0));
                    assert_eq!(world.view(seat), view, "a world looks like the view");
                    assert!(!worlds.contains(&world), "each world once");
                    worlds.push(world);
                });
            // Enough samples to miss a world only once in a million views.
            let mut dealt: Vec<Durak> = Vec::new();
            for _ in 0..20 * MOST {
                let world = view.sample(&mut rng);
                if !dealt.contains(&world) {
                    dealt.push(world);
                }
            }
            if are_few {
                assert_eq!(worlds.len(), dealt.len(), "seed {seed}: {view:?}");
                assert!(dealt.iter().all(|world| worlds.contains(world)), "seed {seed}: {view:?}");
                several += usize::from(worlds.len() > 1);
            } else {
                assert!(worlds.is_empty() && dealt.len() > MOST, "seed {seed}: {} worlds", dealt.len());
            }
            state.apply(random_action(&state, &mut rng), |_| ());
        }
    }
    assert!(several > 100, "{several} views with several worlds");
}

/// Mau-Mau can cycle, so it is searched only up to a horizon.
#[test]
fn mau_mau_endgames_of_two_seats_agree_with_plain_minimax_up_to_a_horizon() {
    let mut solver = Solver::new(16, MauMau::sides(&mau_mau::Rules::default()));
    let rules = mau_mau::Rules::default();
    let (mut compared, mut settled) = (0, 0);
    for seed in 0..400 {
        let is_late = |state: &MauMau| Seat::all(2).map(|seat| state.hand(seat).len()).sum::<u32>() <= 6;
        let Some(state) = late::<MauMau>(&rules, seed, is_late) else { continue };
        for horizon in [1, 3, 6] {
            let twin = [false, true]
                .map(|high| reference::value_within(&state, MauMau::sides(&rules), horizon, high));
            let scored = solver.start(&state).bracket(&state, horizon as u8);
            assert_eq!(scored, (twin[0], twin[1]), "seed {seed}, {horizon} actions: {state:?}");
        }
        let (least, most) = solver.start(&state).bracket(&state, 10);
        assert!(least <= most);
        settled += i32::from(least == most);
        compared += 1;
    }
    assert!(compared > 100 && settled > compared / 10, "{settled} of {compared} settled within 10 actions");
}

/// With few turns left the value is exact.
#[test]
fn mau_mau_with_few_turns_left_has_a_value() {
    let mut solver = Solver::new(14, MauMau::sides(&mau_mau::Rules::default()));
    for seed in 0..200 {
        let rules = mau_mau::Rules::new(2, 12).expect("a table of two");
        let mut rng = Rng::new(seed);
        let mut state = MauMau::start(&MauMau::deal(&rules, &mut rng), |_| ());
        for _ in 0..12 {
            if state.turn().is_some() {
                state.apply(random_action(&state, &mut rng), |_| ());
            }
        }
        assert_eq!(
            solver.start(&state).value(&state),
            reference::value(&state, MauMau::sides(&rules)),
            "seed {seed}: {state:?}"
        );
    }
}
