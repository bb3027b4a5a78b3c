//! Few ideas, common worlds, and the burden of proof on whoever wants to leave the rules.
//!
//! For games with too many actions for a tree. In every world all ideas are played out, so that they
//! share its luck. After each round of worlds the worse half of the ideas is given up, until the rule
//! policy's idea stands against one nominee; it stands unless the nominee wins in fresh worlds by more
//! than chance explains.

use std::time::Duration;

use cards::{Game, Rng, Scored, random_action};

use crate::model::Model;
use crate::settings::Settings;
use crate::threads::each;
use crate::time_manager::Budget;

/// One idea: an action, and what the same seat does right after it.
pub type Line<A> = Vec<A>;

/// How the trial goes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Trial {
    /// The nominee must be better by so many standard errors.
    pub proof: f64,
}

impl Default for Trial {
    fn default() -> Trial {
        Trial { proof: 1.5 }
    }
}

/// What came out of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Which of the ideas.
    pub idea: usize,
    /// How many playouts it took.
    pub playouts: u32,
}

/// No verdict before so many fresh worlds.
const LEAST: u32 = 20;

/// What one idea has brought.
#[derive(Clone, Copy, Debug)]
struct Tried {
    idea: usize,
    total: i64,
}

/// The room to think; keep it from decision to decision.
#[derive(Debug)]
pub struct Flat {
    trial: Trial,
    tried: Vec<Tried>,
}

/// What one thread has found out, and what it may still spend.
#[derive(Debug)]
struct Juror<'a> {
    rng: Rng,
    budget: Budget<'a>,
    begun: Option<Duration>,
    playouts: u32,
    /// What each idea of a round brought, in the order they were tried.
    totals: Vec<i64>,
    gains: Gains,
}

/// How much better the nominee was, world by world.
#[derive(Clone, Copy, Default, Debug)]
struct Gains {
    worlds: u32,
    sum: f64,
    squares: f64,
}

impl Gains {
    fn add(&mut self, other: Gains) {
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

impl Juror<'_> {
    /// Takes so many playouts if `share` of the whole budget has them.
    fn take(&mut self, playouts: u32, share: f64) -> bool {
        let after = self.playouts.saturating_add(playouts);
        if f64::from(after) > f64::from(self.budget.iterations) * share {
            return false;
        }
        let is_late = self.budget.deadline.zip(self.begun).is_some_and(|(deadline, begun)| {
            let all = deadline.at.saturating_sub(begun);
            deadline.timer.now() - begun >= if share < 1.0 { all.mul_f64(share) } else { all }
        });
        if !is_late {
            self.playouts = after;
        }
        !is_late
    }

    /// Tries all these ideas in one world after another.
    fn compare<G: Game>(
        &mut self,
        case: &Case<'_, G, impl Model<G>, impl Fn(&mut Rng) -> G>,
        tried: &[Tried],
        share: f64,
    ) {
        self.totals.clear();
        self.totals.resize(tried.len(), 0);
        while self.take(tried.len() as u32, share) {
            let world = (case.worlds)(&mut self.rng);
            for (total, tried) in self.totals.iter_mut().zip(tried) {
                *total += i64::from(case.outcome(&world, tried.idea, &mut self.rng));
            }
        }
    }

    /// Tries the nominee against the rule policy's idea.
    fn prove<G: Game>(&mut self, case: &Case<'_, G, impl Model<G>, impl Fn(&mut Rng) -> G>, nominee: usize) {
        self.gains = Gains::default();
        while self.take(2, 1.0) {
            let world = (case.worlds)(&mut self.rng);
            let [rule, other] = [0, nominee].map(|idea| case.outcome(&world, idea, &mut self.rng));
            let gain = f64::from(other - rule);
            self.gains.add(Gains { worlds: 1, sum: gain, squares: gain * gain });
            let (mean, error) = self.gains.mean();
            // What is surely better needs no more proof, and what is surely worse gets none.
            if self.gains.worlds >= 4 * LEAST && mean.abs() > 4.0 * error {
                break;
            }
        }
    }
}

/// What is to be decided.
struct Case<'a, G: Game, R, W> {
    ideas: &'a [Line<G::Action>],
    settings: &'a Settings,
    model: &'a R,
    worlds: W,
}

impl Flat {
    /// Nothing is tried yet.
    pub fn new(trial: Trial) -> Flat {
        Flat { trial, tried: Vec::new() }
    }

    /// Which idea to follow; the first is the rule policy's. An iteration is one playout.
    ///
    /// # Panics
    /// If there is no idea, or one without an action.
    pub fn think<G: Game>(
        &mut self,
        ideas: &[Line<G::Action>],
        settings: &Settings,
        model: &impl Model<G>,
        worlds: impl Fn(&mut Rng) -> G + Sync,
        budget: Budget<'_>,
        rng: &mut Rng,
    ) -> Verdict {
        assert!(!ideas.is_empty(), "the rule policy has an idea");
        let case = Case { ideas, settings, model, worlds };
        let mut jurors = jurors(settings.threads.max(1), budget, rng);
        self.tried.clear();
        self.tried.extend((0..ideas.len()).map(|idea| Tried { idea, total: 0 }));
        // Halving n ideas takes log2(n) rounds, and the proof one more; each gets the same budget.
        let rounds = f64::from(ideas.len().next_power_of_two().trailing_zeros() + 1);
        let mut round = 1.0;
        while self.tried.len() > 2 {
            let tried = &self.tried;
            each(&mut jurors, |juror| juror.compare(&case, tried, round / rounds));
            for juror in &jurors {
                self.tried.iter_mut().zip(&juror.totals).for_each(|(tried, total)| tried.total += total);
            }
            round += 1.0;
            // The rule policy's idea stays the first; it is given up by nothing but proof.
            self.tried[1..].sort_by(|a, b| b.total.cmp(&a.total).then(a.idea.cmp(&b.idea)));
            self.tried.truncate(1 + (self.tried.len() / 2).max(1));
        }
        let mut idea = 0;
        if let Some(&Tried { idea: nominee, .. }) = self.tried.get(1) {
            each(&mut jurors, |juror| juror.prove(&case, nominee));
            let mut gains = Gains::default();
            jurors.iter().for_each(|juror| gains.add(juror.gains));
            let (mean, error) = gains.mean();
            if gains.worlds >= LEAST && mean - self.trial.proof * error > 0.0 {
                idea = nominee;
            }
        }
        if let [only] = &jurors[..] {
            *rng = only.rng.clone();
        }
        Verdict { idea, playouts: jurors.iter().map(|juror| juror.playouts).sum() }
    }

    /// What each candidate's first action is worth, all of them played out in the same worlds, with its mean
    /// terminal value to rank by. Changes nothing.
    pub fn score<G: Game>(
        candidates: &[Line<G::Action>],
        settings: &Settings,
        model: &impl Model<G>,
        worlds: impl Fn(&mut Rng) -> G,
        iterations: u32,
        rng: &mut Rng,
    ) -> Vec<(Scored<G::Action>, f64)> {
        let case = Case { ideas: candidates, settings, model, worlds };
        let mut sums = vec![(Gains::default(), 0.0); candidates.len()];
        for _ in 0..(iterations / candidates.len().max(1) as u32).max(2) {
            let world = (case.worlds)(rng);
            let Some(seat) = world.turn() else { break };
            for (idea, (payoffs, value)) in sums.iter_mut().enumerate() {
                let end = case.play_out(&world, idea, rng);
                let payoff = f64::from(end.payoffs()[seat]);
                payoffs.add(Gains { worlds: 1, sum: payoff, squares: payoff * payoff });
                *value += f64::from(model.terminal_value(&end, seat, settings.aim));
            }
        }
        let scored = |(line, (payoffs, value)): (&Line<G::Action>, &(Gains, f64))| {
            let (mean, error) = payoffs.mean();
            (Scored { action: line[0], value: mean, margin: 1.96 * error }, *value)
        };
        candidates.iter().zip(&sums).map(scored).collect()
    }
}

/// One juror a thread, each with its share of the budget. A single one goes on with our own chance.
fn jurors<'a>(threads: usize, budget: Budget<'a>, rng: &mut Rng) -> Vec<Juror<'a>> {
    let begun = budget.deadline.map(|deadline| deadline.timer.now());
    let budget = Budget { iterations: budget.iterations / threads as u32, ..budget };
    let juror = |_| {
        let rng = if threads == 1 { rng.clone() } else { Rng::new(rng.next_u64()) };
        Juror { rng, budget, begun, playouts: 0, totals: Vec::new(), gains: Gains::default() }
    };
    (0..threads).map(juror).collect()
}

impl<G: Game, R: Model<G>, W> Case<'_, G, R, W> {
    /// What the seat to move gets if it does this and the rollout policy plays on.
    fn outcome(&self, world: &G, idea: usize, rng: &mut Rng) -> i32 {
        let seat = world.turn().expect("somebody is to move");
        self.model.terminal_value(&self.play_out(world, idea, rng), seat, self.settings.aim)
    }

    /// The end of the match if the seat to move does this and the rollout policy plays on.
    fn play_out(&self, world: &G, idea: usize, rng: &mut Rng) -> G {
        let Case { ideas, settings, model, .. } = self;
        let seat = world.turn().expect("somebody is to move");
        let mut state = world.clone();
        for &action in &ideas[idea] {
            state.apply(action, |_| ());
        }
        while state.turn().is_some() {
            let action = if settings.noise > 0 && rng.next_u32() >> 22 < settings.noise {
                random_action(&state, rng)
            } else {
                model.rollout_for(seat, &state, rng)
            };
            state.apply(action, |_| ());
        }
        state
    }
}
