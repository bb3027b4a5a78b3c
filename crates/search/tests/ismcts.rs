//! Tree search on toy games with known answers.

mod hidden;

use std::time::Duration;

use cards::agent::{Stopped, Timer};
use cards::{BySeat, Decision, Game, Rng, Seat, Side, View};
use hidden::{As, Doors, GO_ON, Nim, Number, Purse, Ticking, Toy};
use search::ismcts::{Ismcts, Settings};
use search::time_manager::Budget;
use search::{Heuristics, NoHeuristics, Probability, UNIT};

fn nim(heaps: [u64; 3]) -> As<Nim> {
    As(Nim { heaps, second: false })
}

/// Every seat is a side of its own.
fn alone() -> BySeat<Side> {
    BySeat::from_fn(2, |seat| Side(seat.index() as u8))
}

fn search<G: Game>(settings: Settings) -> Ismcts<G, NoHeuristics> {
    Ismcts::new(settings, NoHeuristics, alone(), 0)
}

#[test]
fn nim_is_won_by_leaving_heaps_that_cancel_out() {
    let mut search = search::<As<Nim>>(Settings::default());
    let mut won = 0;
    for setup in 0..180 {
        let state = As::<Nim>::start(&Number(setup), |_| ());
        let heaps = state.0.heaps;
        let is_lost = heaps[0] ^ heaps[1] ^ heaps[2] == 0;
        if is_lost || heaps.iter().sum::<u64>() > 8 {
            continue;
        }
        let thought = search.think(|_| state, Budget::iterations(20_000), &mut Rng::new(setup));
        let mut after = state;
        after.apply(thought.action, |_| ());
        assert_eq!(after.0.heaps.iter().fold(0, |x, heap| x ^ heap), 0, "{heaps:?} {}", thought.action);
        won += 1;
    }
    assert!(won > 60, "{won}");
}

#[test]
fn the_search_does_not_act_on_knowledge_that_the_seat_lacks() {
    let mut search = search::<As<Doors>>(Settings::default());
    for seed in 0..20 {
        let mut rng = Rng::new(seed);
        let view = Doors::with(0).view(Seat::new(0));
        let thought = search.think(|rng| view.sample(rng), Budget::iterations(2_000), &mut rng);
        assert_eq!(thought.action, Number(0), "seed {seed}");
    }
}

#[test]
fn a_search_of_the_true_world_opens_the_right_door() {
    let mut search = search::<As<Doors>>(Settings::default());
    let thought = search.think(|_| Doors::with(1), Budget::iterations(2_000), &mut Rng::new(1));
    assert_eq!(thought.action, Number(GO_ON));
}

#[test]
fn a_door_that_is_likely_enough_is_opened() {
    let mut search = search::<As<Doors>>(Settings::default());
    // With a probability of 0.9 the door has a value of 2.4.
    let worlds = |rng: &mut Rng| Doors::with(u64::from(rng.below(10) > 0));
    let thought = search.think(worlds, Budget::iterations(2_000), &mut Rng::new(1));
    assert_eq!(thought.action, Number(GO_ON));
    let mut state = Doors::with(0);
    state.apply(thought.action, |_| ());
    let worlds = |rng: &mut Rng| {
        let mut world = Doors::with(u64::from(rng.below(10) > 0));
        world.apply(Number(GO_ON), |_| ());
        world
    };
    assert_eq!(search.think(worlds, Budget::iterations(2_000), &mut Rng::new(2)).action, Number(1));
}

#[test]
fn the_same_chance_and_iterations_give_the_same_answer() {
    for threads in [1, 3] {
        let settings = Settings { threads, ..Settings::default() };
        let ask = || {
            let mut search = search::<As<Nim>>(settings);
            let thought = search.think(|_| nim([4, 5, 3]), Budget::iterations(3_000), &mut Rng::new(9));
            (thought, search.stats().to_vec())
        };
        assert_eq!(ask(), ask());
    }
}

#[test]
fn threads_share_the_iterations_and_agree() {
    let mut search = search::<As<Nim>>(Settings { threads: 4, early_stop: false, ..Settings::default() });
    let thought = search.think(|_| nim([5, 3, 1]), Budget::iterations(40_000), &mut Rng::new(3));
    assert_eq!(thought.iterations, 40_000);
    assert_eq!(search.stats().iter().map(|stats| stats.visits).sum::<u32>(), 40_000);
    // Five become two: 2, 3 and 1 cancel out.
    assert_eq!(thought.action, Number(3));
}

#[test]
fn a_forced_action_is_free() {
    let thought = search(Settings::default()).think(
        |_| nim([0, 1, 0]),
        Budget::iterations(1_000_000),
        &mut Rng::new(1),
    );
    assert_eq!(thought, Decision { action: Number(17), iterations: 0 });
}

#[test]
fn an_early_stop_changes_nothing_but_the_work() {
    for seed in 0..50 {
        let ask = |early_stop| {
            let settings = Settings { early_stop, ..Settings::default() };
            search(settings).think(|_| nim([1, 2, 4]), Budget::iterations(4_000), &mut Rng::new(seed))
        };
        let (short, long) = (ask(true), ask(false));
        assert_eq!(short.action, long.action);
        assert!(short.iterations < long.iterations && long.iterations == 4_000, "{short:?}");
    }
}

#[test]
fn a_deadline_is_kept_and_one_that_has_passed_still_gets_an_answer() {
    let settings = Settings { early_stop: false, ..Settings::default() };
    let mut search = search::<As<Nim>>(settings);
    let timer = Ticking::default();
    let until = Budget::lasting(Duration::from_millis(20), &timer);
    let thought = search.think(|_| nim([5, 5, 4]), until, &mut Rng::new(1));
    let took = timer.now();
    assert!(took >= Duration::from_millis(20) && took < Duration::from_millis(25), "{took:?}");
    assert!(thought.iterations > 0);
    let thought =
        search.think(|_| nim([5, 5, 4]), Budget::lasting(Duration::ZERO, &Stopped), &mut Rng::new(1));
    assert_eq!(thought.iterations, 0);
    assert!(nim([5, 5, 4]).check(thought.action).is_ok());
}

#[test]
fn a_full_tree_still_gives_a_legal_action() {
    let mut search = search::<As<Nim>>(Settings { nodes: 8, ..Settings::default() });
    let thought = search.think(|_| nim([5, 5, 4]), Budget::iterations(2_000), &mut Rng::new(1));
    assert!(nim([5, 5, 4]).check(thought.action).is_ok());
}

/// Its rollouts take the first action, and its evaluation is exact.
#[derive(Clone)]
struct ExactEvaluation;

impl Heuristics<As<Nim>> for ExactEvaluation {
    type Belief = ();

    fn rollout(&self, world: &As<Nim>, _: &mut Rng) -> Number {
        world.nth(0).expect("a seat to move has an action")
    }

    fn evaluate(&self, world: &As<Nim>) -> Option<BySeat<i32>> {
        let wins = world.0.heaps.iter().fold(0, |x, heap| x ^ heap) != 0;
        let sign = |seat: Seat| if (Some(seat) == world.turn()) == wins { UNIT } else { -UNIT };
        Some(BySeat::from_fn(2, sign))
    }
}

#[test]
fn an_evaluation_replaces_rollouts() {
    // Seven actions, each visited a few times. Only one leaves heaps that cancel out.
    let settings = Settings { rollout_truncation: Probability::ONE, ..Settings::default() };
    let mut search = Ismcts::new(settings, ExactEvaluation, alone(), 0);
    for seed in 0..20 {
        let thought = search.think(|_| nim([1, 1, 5]), Budget::iterations(20), &mut Rng::new(seed));
        assert_eq!(thought.action, Number(37), "seed {seed}");
    }
}

#[test]
fn against_an_opponent_that_is_modelled_to_err_a_lost_position_has_a_high_value() {
    let value = |opponent_model| {
        let settings = Settings { opponent_model, ..Settings::default() };
        let mut search = Ismcts::new(settings, ExactEvaluation, alone(), 0);
        let thought = search.think(|_| nim([1, 2, 3]), Budget::iterations(4_000), &mut Rng::new(1));
        let stats = search.stats().iter().find(|stats| stats.action == thought.action);
        stats.expect("the action was tried").mean()
    };
    let [lost, won] = [Probability::ZERO, Probability::ONE].map(value);
    assert!(lost < 0.0 && won > 0.9, "{lost} {won}");
}

/// High priors for heaps that cancel out, or for the others.
#[derive(Clone)]
struct Priors {
    is_right: bool,
}

impl Heuristics<As<Nim>> for Priors {
    type Belief = ();

    fn prior(&self, world: &As<Nim>, action: Number) -> f32 {
        let mut after = *world;
        after.apply(action, |_| ());
        let cancels = after.0.heaps.iter().fold(0, |x, heap| x ^ heap) == 0;
        if cancels == self.is_right { 20.0 } else { 1.0 }
    }
}

#[test]
fn priors_say_where_to_search_first_and_not_what_is_best() {
    let wins = |is_right, iterations| {
        let settings = Settings { puct: 1.0, ..Settings::default() };
        let mut search = Ismcts::new(settings, Priors { is_right }, alone(), 0);
        let mut think =
            |seed| search.think(|_| nim([1, 1, 5]), Budget::iterations(iterations), &mut Rng::new(seed));
        (0..20).filter(|&seed| think(seed).action == Number(37)).count()
    };
    assert_eq!((wins(true, 20), wins(false, 20)), (20, 0));
    assert_eq!((wins(true, 5_000), wins(false, 5_000)), (20, 20));
}

#[test]
fn a_decision_reuses_the_tree_of_the_last_one() {
    let mut search = search::<As<Nim>>(Settings { early_stop: false, ..Settings::default() });
    let mut visits = |observed: usize, forgets: bool| {
        let mut state = nim([1, 2, 4]);
        let first = search.think(|_| state, Budget::iterations(4_000), &mut Rng::new(1)).action;
        state.apply(first, |_| ());
        let reply = state.nth(0).expect("the match goes on");
        state.apply(reply, |_| ());
        if forgets {
            search.start(alone());
        }
        for &action in [first, reply].iter().take(observed) {
            search.observe(action);
        }
        search.think(|_| state, Budget::iterations(10), &mut Rng::new(2));
        search.start(alone());
        search.stats().iter().map(|stats| stats.visits).sum::<u32>()
    };
    assert!(visits(2, false) > 100);
    assert_eq!(visits(0, false), 10, "the search observed no action");
    assert_eq!(visits(2, true), 10, "another match");
}

/// Its baseline is the content of the purse.
#[derive(Clone)]
struct PurseBaseline;

impl Heuristics<As<Purse>> for PurseBaseline {
    type Belief = ();

    fn baseline(&self, world: &As<Purse>) -> Option<BySeat<i32>> {
        Some(BySeat::from_fn(2, |seat| world.0.holds * UNIT * (1 - 2 * seat.index() as i32)))
    }
}

#[test]
fn a_control_variate_lowers_the_variance() {
    let right = |control_variate| {
        let settings = Settings { control_variate, exploration: 0.01, ..Settings::default() };
        let decides_well = |&seed: &u64| {
            let mut search = Ismcts::new(settings, PurseBaseline, alone(), 0);
            let purse = Purse::start(0);
            let worlds = |rng: &mut Rng| As(purse.sample(rng));
            let thought = search.think(worlds, Budget::iterations(300), &mut Rng::new(seed));
            assert_eq!(search.stats().iter().map(|stats| stats.visits).sum::<u32>(), thought.iterations);
            thought.action == Number(1)
        };
        (0..50).filter(decides_well).count()
    };
    assert!(right(false) < 40, "without a control variate: {}", right(false));
    assert!(right(true) > 45, "{}", right(true));
}
