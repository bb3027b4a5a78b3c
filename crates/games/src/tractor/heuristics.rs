//! What search knows about Tractor: rollout policies, candidates, a terminal value.

use cards::{Game, Policy, Rng, Seat};
use search::ismcts::{Aim, Settings};
use search::sequential_halving::Candidate;
use search::{Heuristics, Probability};

use super::view::TractorView;
use super::{Action, Greedy, Steady, Tractor, TractorBelief, candidates, score};

/// What search knows about Tractor.
#[derive(Clone, Copy, Debug, Default)]
pub struct TractorHeuristics;

impl Heuristics<Tractor> for TractorHeuristics {
    type Belief = TractorBelief;

    fn rollout(&self, world: &Tractor, rng: &mut Rng) -> Action {
        let seat = world.turn().expect("somebody is to move");
        Greedy.choose(&world.view(seat), rng)
    }

    /// The own team plays the stronger policy.
    fn rollout_for(&self, root_player: Seat, world: &Tractor, rng: &mut Rng) -> Action {
        let seat = world.turn().expect("somebody is to move");
        if score::team(seat) == score::team(root_player) {
            Steady.choose(&world.view(seat), rng)
        } else {
            Greedy.choose(&world.view(seat), rng)
        }
    }

    /// Levels first, then points: a round has few levels, and points lead to them.
    fn terminal_value(&self, end: &Tractor, seat: Seat, aim: Aim) -> i32 {
        const LEVEL: i32 = 160;
        /// More points give no more levels.
        const MOST: u64 = 600;
        if aim == Aim::Win {
            return aim.value(end.payoffs())[seat];
        }
        let public = end.public();
        let points = public.points.min(MOST) as i32;
        LEVEL * end.payoffs()[seat] + if public.is_defender(seat) { points } else { -points }
    }

    fn candidates(&self, view: &TractorView, _: &mut Rng, candidates: &mut Vec<Candidate<Action>>) -> bool {
        candidates::of(view, candidates);
        true
    }

    /// No random actions: a random lead out of thousands is nearly always bad.
    fn settings(&self) -> Settings {
        Settings { rollout_epsilon: Probability::ZERO, ..Settings::default() }
    }
}
