//! Sequential halving (Karnin, Koren and Somekh 2013) over a few candidates, with a paired test against the policy's
//! own candidate.
//!
//! For games with too many actions for a tree. Changes from the paper:
//!
//! - All candidates are rolled out in the same sampled worlds (common random numbers), so that they are compared in
//!   pairs. An iteration is one rollout of one candidate.
//! - A candidate keeps its sum from round to round.
//! - The policy's own candidate is never dropped. After each round the worse half of the others is, until one
//!   challenger is left.
//! - The last round is a paired test of the challenger against the policy's candidate in fresh worlds. The challenger
//!   is chosen only if its mean gain is above the critical value times its standard error. The test stops early once
//!   the gain is four standard errors from 0. That is optional stopping, so the error rate of the test is somewhat
//!   above that of a test of fixed size.

use std::time::Duration;

use cards::{ActionValue, Game, Rng, random_action};

use crate::Probability;
use crate::heuristics::Heuristics;
use crate::settings::Settings;
use crate::threads::each;
use crate::time_manager::Budget;

/// A candidate: a macro-action, that is an action and what the same seat does right after it.
pub type Candidate<A> = Vec<A>;

/// The critical value z of the paired test, unless set. Set by hand: in a one-sided test of fixed size it is an error
/// rate of 7%.
pub const CRITICAL_VALUE: f64 = 1.5;

/// The choice of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selected {
    /// The index of the candidate.
    pub candidate: usize,
    /// How many rollouts it took.
    pub rollouts: u32,
}

/// The fewest fresh worlds that decide for a challenger.
const LEAST_WORLDS: u32 = 20;

/// A candidate that is still in the race (an arm of the bandit), with the sum of its values.
#[derive(Clone, Copy, Debug)]
struct Arm {
    candidate: usize,
    total: i64,
}

/// A search; keep it from decision to decision.
#[derive(Debug)]
pub struct SequentialHalving {
    /// The critical value z of the paired test.
    critical_value: f64,
    arms: Vec<Arm>,
}

/// One thread: its share of the budget, and its sums.
#[derive(Debug)]
struct Worker<'a> {
    rng: Rng,
    budget: Budget<'a>,
    begun: Option<Duration>,
    rollouts: u32,
    /// The sum of each arm's values in this round.
    totals: Vec<i64>,
    gains: Sample,
}

/// A sum and a sum of squares, for a mean and its standard error.
#[derive(Clone, Copy, Default, Debug)]
struct Sample {
    worlds: u32,
    sum: f64,
    squares: f64,
}

impl Sample {
    fn of(value: f64) -> Sample {
        Sample { worlds: 1, sum: value, squares: value * value }
    }

    fn add(&mut self, other: Sample) {
        self.worlds += other.worlds;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The mean and its standard error.
    fn mean(&self) -> (f64, f64) {
        let n = f64::from(self.worlds);
        let mean = self.sum / n;
        (mean, ((self.squares / n - mean * mean).max(0.0) / n).sqrt())
    }
}

impl Worker<'_> {
    /// Takes this many rollouts from the budget, if `share` of the whole budget allows them.
    fn take(&mut self, rollouts: u32, share: f64) -> bool {
        let after = self.rollouts.saturating_add(rollouts);
        if f64::from(after) > f64::from(self.budget.iterations) * share {
            return false;
        }
        let is_late = self.budget.deadline.zip(self.begun).is_some_and(|(deadline, begun)| {
            let all = deadline.at.saturating_sub(begun);
            deadline.timer.now() - begun >= if share < 1.0 { all.mul_f64(share) } else { all }
        });
        if !is_late {
            self.rollouts = after;
        }
        !is_late
    }

    /// Rolls out all arms in one world after another.
    fn compare<G: Game>(
        &mut self,
        rollouts: &Rollouts<'_, G, impl Heuristics<G>, impl Fn(&mut Rng) -> G>,
        arms: &[Arm],
        share: f64,
    ) {
        self.totals.clear();
        self.totals.resize(arms.len(), 0);
        while self.take(arms.len() as u32, share) {
            let world = (rollouts.worlds)(&mut self.rng);
            for (total, arm) in self.totals.iter_mut().zip(arms) {
                *total += i64::from(rollouts.value(&world, arm.candidate, &mut self.rng));
            }
        }
    }

    /// Rolls out the challenger and the rollout policy's candidate in the same worlds.
    fn test<G: Game>(
        &mut self,
        rollouts: &Rollouts<'_, G, impl Heuristics<G>, impl Fn(&mut Rng) -> G>,
        challenger: usize,
    ) {
        self.gains = Sample::default();
        while self.take(2, 1.0) {
            let world = (rollouts.worlds)(&mut self.rng);
            let [policy, other] =
                [0, challenger].map(|candidate| rollouts.value(&world, candidate, &mut self.rng));
            self.gains.add(Sample::of(f64::from(other - policy)));
            let (mean, error) = self.gains.mean();
            // Optional stopping: the test is decided, one way or the other.
            if self.gains.worlds >= 4 * LEAST_WORLDS && mean.abs() > 4.0 * error {
                break;
            }
        }
    }
}

/// What all rollouts of a decision share.
struct Rollouts<'a, G: Game, M, W> {
    candidates: &'a [Candidate<G::Action>],
    settings: &'a Settings,
    heuristics: &'a M,
    worlds: W,
}

impl SequentialHalving {
    /// A search in which a challenger must be better by `critical_value` standard errors.
    pub fn new(critical_value: f64) -> SequentialHalving {
        SequentialHalving { critical_value, arms: Vec::new() }
    }

    /// Selects a candidate; the first is the policy's. An iteration is one rollout of one candidate.
    ///
    /// # Panics
    /// If there is no candidate, or one without an action.
    pub fn think<G: Game>(
        &mut self,
        candidates: &[Candidate<G::Action>],
        settings: &Settings,
        heuristics: &impl Heuristics<G>,
        worlds: impl Fn(&mut Rng) -> G + Sync,
        budget: Budget<'_>,
        rng: &mut Rng,
    ) -> Selected {
        assert!(!candidates.is_empty(), "the rollout policy has a candidate");
        let rollouts = Rollouts { candidates, settings, heuristics, worlds };
        let mut workers = workers(settings.threads.max(1), budget, rng);
        self.arms.clear();
        self.arms.extend((0..candidates.len()).map(|candidate| Arm { candidate, total: 0 }));
        // Halving n candidates takes log2(n) rounds, and the test is one more; each gets the same budget.
        let rounds = f64::from(candidates.len().next_power_of_two().trailing_zeros() + 1);
        let mut round = 1.0;
        while self.arms.len() > 2 {
            let arms = &self.arms;
            each(&mut workers, |worker| worker.compare(&rollouts, arms, round / rounds));
            for worker in &workers {
                self.arms.iter_mut().zip(&worker.totals).for_each(|(arm, total)| arm.total += total);
            }
            round += 1.0;
            // The rollout policy's candidate stays the first; only the test can replace it.
            self.arms[1..].sort_by(|a, b| b.total.cmp(&a.total).then(a.candidate.cmp(&b.candidate)));
            self.arms.truncate(1 + (self.arms.len() / 2).max(1));
        }
        let mut candidate = 0;
        if let Some(&Arm { candidate: challenger, .. }) = self.arms.get(1) {
            each(&mut workers, |worker| worker.test(&rollouts, challenger));
            let mut gains = Sample::default();
            workers.iter().for_each(|worker| gains.add(worker.gains));
            let (mean, error) = gains.mean();
            if gains.worlds >= LEAST_WORLDS && mean - self.critical_value * error > 0.0 {
                candidate = challenger;
            }
        }
        if let [only] = &workers[..] {
            *rng = only.rng.clone();
        }
        Selected { candidate, rollouts: workers.iter().map(|worker| worker.rollouts).sum() }
    }

    /// The mean payoff of each candidate, all rolled out in the same worlds, with the sum of its terminal utilities to
    /// rank by. Changes nothing.
    pub fn values<G: Game>(
        candidates: &[Candidate<G::Action>],
        settings: &Settings,
        heuristics: &impl Heuristics<G>,
        worlds: impl Fn(&mut Rng) -> G,
        iterations: u32,
        rng: &mut Rng,
    ) -> Vec<(ActionValue<G::Action>, f64)> {
        let rollouts = Rollouts { candidates, settings, heuristics, worlds };
        let mut sums = vec![(Sample::default(), 0.0); candidates.len()];
        for _ in 0..(iterations / candidates.len().max(1) as u32).max(2) {
            let world = (rollouts.worlds)(rng);
            let Some(seat) = world.turn() else { break };
            for (candidate, (payoffs, value)) in sums.iter_mut().enumerate() {
                let end = rollouts.end(&world, candidate, rng);
                payoffs.add(Sample::of(f64::from(end.payoffs()[seat])));
                *value += f64::from(heuristics.terminal_value(&end, seat, settings.aim));
            }
        }
        let scored = |(candidate, (payoffs, value)): (&Candidate<G::Action>, &(Sample, f64))| {
            let (mean, error) = payoffs.mean();
            (ActionValue { action: candidate[0], value: mean, margin: 1.96 * error }, *value)
        };
        candidates.iter().zip(&sums).map(scored).collect()
    }
}

/// One worker a thread, each with its share of the budget. A single worker uses the caller's generator.
fn workers<'a>(threads: usize, budget: Budget<'a>, rng: &mut Rng) -> Vec<Worker<'a>> {
    let begun = budget.deadline.map(|deadline| deadline.timer.now());
    let budget = Budget { iterations: budget.iterations / threads as u32, ..budget };
    let worker = |_| {
        let rng = if threads == 1 { rng.clone() } else { Rng::new(rng.next_u64()) };
        Worker { rng, budget, begun, rollouts: 0, totals: Vec::new(), gains: Sample::default() }
    };
    (0..threads).map(worker).collect()
}

impl<G: Game, M: Heuristics<G>, W> Rollouts<'_, G, M, W> {
    /// The terminal utility to the seat to move of a rollout that starts with this candidate.
    fn value(&self, world: &G, candidate: usize, rng: &mut Rng) -> i32 {
        let seat = world.turn().expect("somebody is to move");
        self.heuristics.terminal_value(&self.end(world, candidate, rng), seat, self.settings.aim)
    }

    /// The end of a rollout that starts with this candidate.
    fn end(&self, world: &G, candidate: usize, rng: &mut Rng) -> G {
        let Rollouts { candidates, settings, heuristics, .. } = self;
        let seat = world.turn().expect("somebody is to move");
        let mut state = world.clone();
        for &action in &candidates[candidate] {
            state.apply(action, |_| ());
        }
        while state.turn().is_some() {
            let action = if settings.rollout_epsilon > Probability::ZERO && settings.rollout_epsilon.draw(rng)
            {
                random_action(&state, rng)
            } else {
                heuristics.rollout_for(seat, &state, rng)
            };
            state.apply(action, |_| ());
        }
        state
    }
}
