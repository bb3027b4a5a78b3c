//! Few ideas, common worlds, and the burden of proof on whoever wants to leave the rules.
//!
//! For games with too many actions for a tree. In every world all ideas are played out, so that they
//! share its luck. After each round of worlds the worse half of the ideas is given up, until the rule
//! policy's idea stands against one nominee; it stands unless the nominee wins in fresh worlds by more
//! than chance explains.

use std::time::Instant;

use cards::{Game, Rng, random_action};

use crate::budget::Budget;
use crate::ismcts::{Guide, Settings};

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

/// What is left of a budget.
struct Left {
    budget: Budget,
    begun: Option<Instant>,
    playouts: u32,
}

impl Left {
    /// Takes so many playouts if `share` of the whole budget has them.
    fn take(&mut self, playouts: u32, share: f64) -> bool {
        let after = self.playouts.saturating_add(playouts);
        if f64::from(after) > f64::from(self.budget.iterations) * share {
            return false;
        }
        let is_late = self.budget.deadline.zip(self.begun).is_some_and(|(deadline, begun)| {
            let all = deadline.saturating_duration_since(begun);
            begun.elapsed() >= if share < 1.0 { all.mul_f64(share) } else { all }
        });
        if !is_late {
            self.playouts = after;
        }
        !is_late
    }
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
        guide: &impl Guide<G>,
        worlds: impl Fn(&mut Rng) -> G,
        budget: Budget,
        rng: &mut Rng,
    ) -> Verdict {
        assert!(!ideas.is_empty(), "the rule policy has an idea");
        let mut left = Left { budget, begun: budget.deadline.map(|_| Instant::now()), playouts: 0 };
        self.tried.clear();
        self.tried.extend((0..ideas.len()).map(|idea| Tried { idea, total: 0 }));
        // Halving n ideas takes log2(n) rounds, and the proof one more; each gets the same budget.
        let rounds = f64::from(ideas.len().next_power_of_two().trailing_zeros() + 1);
        let mut round = 1.0;
        while self.tried.len() > 2 {
            while left.take(self.tried.len() as u32, round / rounds) {
                let world = worlds(rng);
                for tried in &mut self.tried {
                    tried.total += i64::from(outcome(&world, &ideas[tried.idea], settings, guide, rng));
                }
            }
            round += 1.0;
            // The rule policy's idea stays the first; it is given up by nothing but proof.
            self.tried[1..].sort_by(|a, b| b.total.cmp(&a.total).then(a.idea.cmp(&b.idea)));
            self.tried.truncate(1 + (self.tried.len() / 2).max(1));
        }
        let Some(&Tried { idea: nominee, .. }) = self.tried.get(1) else {
            return Verdict { idea: 0, playouts: 0 };
        };
        let (mut n, mut sum, mut squares) = (0, 0.0, 0.0);
        let mut is_proven = false;
        while left.take(2, 1.0) {
            let world = worlds(rng);
            let [rule, other] = [0, nominee].map(|idea| outcome(&world, &ideas[idea], settings, guide, rng));
            let gain = f64::from(other - rule);
            n += 1;
            sum += gain;
            squares += gain * gain;
            let mean = sum / f64::from(n);
            let error = ((squares / f64::from(n) - mean * mean).max(0.0) / f64::from(n)).sqrt();
            is_proven = n >= LEAST && mean - self.trial.proof * error > 0.0;
            // What is surely better needs no more proof, and what is surely worse gets none.
            let is_clear = n >= LEAST && mean.abs() > 4.0 * error;
            if is_clear && n >= 4 * LEAST {
                break;
            }
        }
        Verdict { idea: if is_proven { nominee } else { 0 }, playouts: left.playouts }
    }
}

/// What the seat to move gets if it does this and the guide plays on.
fn outcome<G: Game>(
    world: &G,
    line: &[G::Action],
    settings: &Settings,
    guide: &impl Guide<G>,
    rng: &mut Rng,
) -> i32 {
    let seat = world.turn().expect("somebody is to move");
    let mut state = world.clone();
    for &action in line {
        state.apply(action, |_| ());
    }
    while state.turn().is_some() {
        let action = if settings.noise > 0 && rng.next_u32() >> 22 < settings.noise {
            random_action(&state, rng)
        } else {
            guide.advise_for(seat, &state, rng)
        };
        state.apply(action, |_| ());
    }
    guide.worth(&state, seat, settings.aim)
}
