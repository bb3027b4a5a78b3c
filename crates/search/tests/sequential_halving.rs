//! Sequential halving on a toy game with known answers.

#[allow(dead_code)] // The tests of tree search use the other toys.
mod hidden;

use std::time::Duration;

use cards::Rng;
use cards::agent::{Stopped, Timer};
use hidden::{As, Doors, GO_ON, Number, Ticking};
use search::NoHeuristics;
use search::ismcts::Settings;
use search::sequential_halving::{CRITICAL_VALUE, Candidate, Selected, SequentialHalving};
use search::time_manager::Budget;

/// The rollout policy's candidate takes the sure payoff; the others go on and open a door.
fn candidates() -> [Candidate<Number>; 3] {
    [vec![Number(0)], vec![Number(GO_ON), Number(0)], vec![Number(GO_ON), Number(1)]]
}

/// What the search selects if the prize is behind the second door `of_ten` times of ten.
fn selected(of_ten: u32, budget: Budget<'_>, seed: u64) -> Selected {
    selected_by(1, of_ten, budget, seed)
}

/// The same by several threads.
fn selected_by(threads: usize, of_ten: u32, budget: Budget<'_>, seed: u64) -> Selected {
    let worlds = |rng: &mut Rng| Doors::with(u64::from(rng.below(10) < of_ten));
    let settings = Settings { threads, ..Settings::default() };
    SequentialHalving::new(CRITICAL_VALUE).think::<As<Doors>>(
        &candidates(),
        &settings,
        &NoHeuristics,
        worlds,
        budget,
        &mut Rng::new(seed),
    )
}

#[test]
fn a_candidate_of_two_actions_is_selected_where_it_is_better() {
    for seed in 0..50 {
        // The value is 3 - 6 / 10, more than the sure payoff of 1.
        assert_eq!(selected(9, Budget::iterations(1_000), seed).candidate, 2, "seed {seed}");
        assert_eq!(selected(1, Budget::iterations(1_000), seed).candidate, 1, "seed {seed}");
    }
}

#[test]
fn the_rollout_policys_candidate_is_kept_if_no_challenger_is_better() {
    let is_kept = |of_ten, seed| selected(of_ten, Budget::iterations(1_000), seed).candidate == 0;
    assert!((0..50).all(|seed| is_kept(5, seed)));
    // With a probability of 2/3 the door has the value of the sure payoff: chance must not decide.
    let even = |seed| {
        let worlds = |rng: &mut Rng| Doors::with(u64::from(rng.below(3) < 2));
        let mut halving = SequentialHalving::new(3.0);
        let budget = Budget::iterations(1_000);
        let settings = Settings::default();
        halving
            .think::<As<Doors>>(&candidates(), &settings, &NoHeuristics, worlds, budget, &mut Rng::new(seed))
            .candidate
    };
    let challengers = (0..200).filter(|&seed| even(seed) != 0).count();
    assert!(challengers < 12, "{challengers} of 200");
}

#[test]
fn several_threads_share_the_budget_and_agree() {
    for seed in 0..50 {
        let selected = selected_by(3, 9, Budget::iterations(1_000), seed);
        assert_eq!(selected.candidate, 2, "seed {seed}");
        assert!((300..=1_000).contains(&selected.rollouts), "{selected:?}");
        assert_eq!(selected, selected_by(3, 9, Budget::iterations(1_000), seed), "seed {seed} again");
        assert_eq!(selected_by(3, 5, Budget::iterations(1_000), seed).candidate, 0, "seed {seed}");
    }
}

#[test]
fn budgets_are_kept_and_the_only_candidate_is_free() {
    for budget in [0, 1, 7, 100] {
        assert!(selected(5, Budget::iterations(budget), 1).rollouts <= budget);
    }
    let late = selected(9, Budget::lasting(Duration::ZERO, &Stopped), 1);
    assert_eq!(late, Selected { candidate: 0, rollouts: 0 });
    let timer = Ticking::default();
    let timed = selected(6, Budget::lasting(Duration::from_millis(20), &timer), 1);
    assert!(timed.rollouts > 0 && timer.now() < Duration::from_millis(25), "{timed:?} {:?}", timer.now());
    let mut halving = SequentialHalving::new(CRITICAL_VALUE);
    let only = &candidates()[..1];
    let budget = Budget::iterations(1_000);
    let settings = Settings::default();
    let worlds = |_: &mut Rng| Doors::with(1);
    let selected =
        halving.think::<As<Doors>>(only, &settings, &NoHeuristics, worlds, budget, &mut Rng::new(1));
    assert_eq!(selected, Selected { candidate: 0, rollouts: 0 });
}
