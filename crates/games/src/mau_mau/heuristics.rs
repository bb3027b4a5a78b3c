//! What search knows about Mau-Mau: rollout policy and settings.

use cards::{Game, Rng};
use search::ismcts::{Aim, Settings};
use search::{Heuristics, Probability};

use super::{Action, MauMau, MauMauBelief, decide};

/// What search knows about Mau-Mau.
#[derive(Clone, Copy, Debug, Default)]
pub struct MauMauHeuristics;

impl Heuristics<MauMau> for MauMauHeuristics {
    type Belief = MauMauBelief;

    fn rollout(&self, world: &MauMau, _: &mut Rng) -> Action {
        let seat = world.turn().expect("somebody is to move");
        decide(world.public(), world.hand(seat))
    }

    fn settings(&self) -> Settings {
        Settings {
            aim: Aim::Win,
            exploration: 1.5,
            rollout_epsilon: Probability::new(0.049),
            opponent_model_per_action: Probability::ONE,
            ..Settings::default()
        }
    }
}
