//! Few actions, common worlds, and the burden of proof on whoever wants to leave the rules.
//!
//! For games with too many actions for a tree. A rule policy's action stands unless another is first
//! nominated in some worlds and then wins against it in fresh ones, by more than chance explains.

use std::time::Instant;

use cards::{Game, Rng, random_action};

use crate::budget::Budget;
use crate::ismcts::{Guide, Settings, Thought};

/// How the trial goes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Trial {
    /// Every idea is tried in so many worlds before one is nominated.
    pub nominating: u32,
    /// The nominee must be better by so many standard errors.
    pub proof: f64,
}

impl Default for Trial {
    fn default() -> Trial {
        Trial { nominating: 30, proof: 1.5 }
    }
}

/// No verdict before so many fresh worlds.
const LEAST: u32 = 20;

/// What one idea has brought.
#[derive(Clone, Copy, Debug)]
struct Tried<A> {
    action: A,
    total: i64,
}

/// The room to think; keep it from decision to decision.
pub struct Flat<G: Game> {
    trial: Trial,
    tried: Vec<Tried<G::Action>>,
}

impl<G: Game> Flat<G> {
    /// Nothing is tried yet.
    pub fn new(trial: Trial) -> Flat<G> {
        Flat { trial, tried: Vec::new() }
    }

    /// What to do; `ideas` has the rule policy's action first. An iteration is one playout.
    ///
    /// # Panics
    /// If there is no idea.
    pub fn think(
        &mut self,
        ideas: &[G::Action],
        settings: &Settings,
        guide: &impl Guide<G>,
        worlds: impl Fn(&mut Rng) -> G,
        budget: Budget,
        rng: &mut Rng,
    ) -> Thought<G::Action> {
        let rule = *ideas.first().expect("the rule policy has an idea");
        let mut left = budget.iterations;
        let mut iterations = 0;
        let mut may_go_on = |playouts: u32| {
            let goes = left >= playouts && budget.deadline.is_none_or(|deadline| Instant::now() < deadline);
            left = left.saturating_sub(playouts);
            iterations += if goes { playouts } else { 0 };
            goes
        };
        self.tried.clear();
        self.tried.extend(ideas.iter().map(|&action| Tried { action, total: 0 }));
        // A quarter of a deadline's time, too, is enough for nominating.
        let halfway = budget.deadline.map(|deadline| {
            let begun = Instant::now();
            begun + deadline.saturating_duration_since(begun) / 4
        });
        for round in 0..self.trial.nominating {
            let is_late = round > 0 && halfway.is_some_and(|halfway| Instant::now() >= halfway);
            if ideas.len() < 2 || is_late || !may_go_on(ideas.len() as u32) {
                break;
            }
            let world = worlds(rng);
            for idea in &mut self.tried {
                idea.total += i64::from(outcome(&world, idea.action, settings, guide, rng));
            }
        }
        let nominee = self.tried.iter().rev().max_by_key(|idea| idea.total).map_or(rule, |idea| idea.action);
        if nominee == rule {
            return Thought { action: rule, iterations };
        }
        let (mut n, mut sum, mut squares) = (0, 0.0, 0.0);
        let mut is_proven = false;
        while may_go_on(2) {
            let world = worlds(rng);
            let gain = f64::from(
                outcome(&world, nominee, settings, guide, rng) - outcome(&world, rule, settings, guide, rng),
            );
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
        Thought { action: if is_proven { nominee } else { rule }, iterations }
    }
}

/// What the seat to move gets if it does this and the guide plays on.
fn outcome<G: Game>(
    world: &G,
    action: G::Action,
    settings: &Settings,
    guide: &impl Guide<G>,
    rng: &mut Rng,
) -> i32 {
    let seat = world.turn().expect("somebody is to move");
    let mut state = world.clone();
    state.apply(action, |_| ());
    while state.turn().is_some() {
        let action = if settings.noise > 0 && rng.next_u32() >> 22 < settings.noise {
            random_action(&state, rng)
        } else {
            guide.advise(&state, rng)
        };
        state.apply(action, |_| ());
    }
    settings.aim.worth(state.payoffs())[seat]
}
