//! Flat search on a toy whose answers are known.

#[allow(dead_code)] // The tree search has more toys.
mod hidden;

use std::time::Duration;

use cards::Rng;
use cards::agent::{Stopped, Timer};
use hidden::{As, Doors, GO_ON, Number, Ticking};
use search::NoModel;
use search::ismcts::Settings;
use search::sequential_halving::{Flat, Line, Trial, Verdict};
use search::time_manager::Budget;

/// Staying is sure and is the rule's idea; the others go on and open a door.
fn ideas() -> [Line<Number>; 3] {
    [vec![Number(0)], vec![Number(GO_ON), Number(0)], vec![Number(GO_ON), Number(1)]]
}

/// What flat search makes of it if the prize is behind the second door so many times of ten.
fn verdict(of_ten: u32, budget: Budget<'_>, seed: u64) -> Verdict {
    verdict_of(1, of_ten, budget, seed)
}

/// The same by several threads.
fn verdict_of(threads: usize, of_ten: u32, budget: Budget<'_>, seed: u64) -> Verdict {
    let worlds = |rng: &mut Rng| Doors::with(u64::from(rng.below(10) < of_ten));
    let settings = Settings { threads, ..Settings::default() };
    Flat::new(Trial::default()).think::<As<Doors>>(
        &ideas(),
        &settings,
        &NoModel,
        worlds,
        budget,
        &mut Rng::new(seed),
    )
}

#[test]
fn an_idea_of_two_actions_is_proven_where_it_is_better() {
    for seed in 0..50 {
        // 3 - 6 / 10 is more than 1 for staying.
        assert_eq!(verdict(9, Budget::iterations(1_000), seed).idea, 2, "seed {seed}");
        assert_eq!(verdict(1, Budget::iterations(1_000), seed).idea, 1, "seed {seed}");
    }
}

#[test]
fn the_rule_stands_where_nothing_is_better() {
    let stands = |of_ten, seed| verdict(of_ten, Budget::iterations(1_000), seed).idea == 0;
    assert!((0..50).all(|seed| stands(5, seed)));
    // Two of three are worth 1, the same as staying: chance must not decide.
    let even = |seed| {
        let worlds = |rng: &mut Rng| Doors::with(u64::from(rng.below(3) < 2));
        let mut flat = Flat::new(Trial { proof: 3.0 });
        let budget = Budget::iterations(1_000);
        let settings = Settings::default();
        flat.think::<As<Doors>>(&ideas(), &settings, &NoModel, worlds, budget, &mut Rng::new(seed)).idea
    };
    let proven = (0..200).filter(|&seed| even(seed) != 0).count();
    assert!(proven < 12, "{proven} of 200 proven");
}

#[test]
fn several_threads_share_the_budget_and_agree() {
    for seed in 0..50 {
        let verdict = verdict_of(3, 9, Budget::iterations(1_000), seed);
        assert_eq!(verdict.idea, 2, "seed {seed}");
        assert!((300..=1_000).contains(&verdict.playouts), "{verdict:?}");
        assert_eq!(verdict, verdict_of(3, 9, Budget::iterations(1_000), seed), "seed {seed} again");
        assert_eq!(verdict_of(3, 5, Budget::iterations(1_000), seed).idea, 0, "seed {seed}");
    }
}

#[test]
fn budgets_are_kept_and_the_only_idea_is_free() {
    for budget in [0, 1, 7, 100] {
        assert!(verdict(5, Budget::iterations(budget), 1).playouts <= budget);
    }
    let late = verdict(9, Budget::lasting(Duration::ZERO, &Stopped), 1);
    assert_eq!(late, Verdict { idea: 0, playouts: 0 });
    let timer = Ticking::default();
    let timed = verdict(6, Budget::lasting(Duration::from_millis(20), &timer), 1);
    assert!(timed.playouts > 0 && timer.now() < Duration::from_millis(25), "{timed:?} {:?}", timer.now());
    let mut flat = Flat::new(Trial::default());
    let only = &ideas()[..1];
    let budget = Budget::iterations(1_000);
    let settings = Settings::default();
    let worlds = |_: &mut Rng| Doors::with(1);
    let verdict = flat.think::<As<Doors>>(only, &settings, &NoModel, worlds, budget, &mut Rng::new(1));
    assert_eq!(verdict, Verdict { idea: 0, playouts: 0 });
}
