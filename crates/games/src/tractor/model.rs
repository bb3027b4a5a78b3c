//! What search knows about Tractor: how people play it, and which few of thousands of plays to try.

use cards::{Game, Policy, Rng, Seat};
use search::ismcts::{Aim, Settings};
use search::sequential_halving::Line;
use search::{Belief, Model};

use super::view::TractorView;
use super::{Action, Event, Greedy, Notes, Steady, Tractor, ideas, score};

/// What search knows about Tractor.
#[derive(Clone, Copy, Debug, Default)]
pub struct TractorModel;

impl Model<Tractor> for TractorModel {
    type Belief = Notes;

    fn rollout(&self, world: &Tractor, rng: &mut Rng) -> Action {
        let seat = world.turn().expect("somebody is to move");
        Greedy.choose(&world.view(seat), rng)
    }

    /// Champions play together with their like.
    fn rollout_for(&self, root: Seat, world: &Tractor, rng: &mut Rng) -> Action {
        let seat = world.turn().expect("somebody is to move");
        if score::team(seat) == score::team(root) {
            Steady.choose(&world.view(seat), rng)
        } else {
            Greedy.choose(&world.view(seat), rng)
        }
    }

    /// Levels first, but points too: a round comes to few levels, and points lead to them.
    fn terminal_value(&self, end: &Tractor, seat: Seat, aim: Aim) -> i32 {
        const LEVEL: i32 = 160;
        /// So many points make the most levels there are.
        const MOST: u64 = 600;
        if aim == Aim::Win {
            return aim.worth(end.payoffs())[seat];
        }
        let public = end.public();
        let points = public.points.min(MOST) as i32;
        LEVEL * end.payoffs()[seat] + if public.is_defender(seat) { points } else { -points }
    }

    fn candidates(&self, view: &TractorView, _: &mut Rng, candidates: &mut Vec<Line<Action>>) -> bool {
        ideas::of(view, candidates);
        true
    }

    /// A random lead out of thousands is always silly: rollouts are the rollout policy's alone.
    fn settings(&self) -> Settings {
        Settings { noise: 0, ..Settings::default() }
    }
}

impl Belief<Tractor> for Notes {
    fn observe(&mut self, before: &TractorView, event: &Event) {
        self.note(before, event);
    }

    fn sample(&self, view: &TractorView, surprise: u32, rng: &mut Rng) -> Tractor {
        self.likely(view, surprise, rng)
    }
}
