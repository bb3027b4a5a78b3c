//! What search knows about Uno: rollout policy and settings.

use cards::{Game, Rng};
use search::ismcts::Settings;
use search::{Heuristics, Probability};

use super::{Action, Uno, UnoBelief};

/// What search knows about Uno.
#[derive(Clone, Copy, Debug, Default)]
pub struct UnoHeuristics;

impl Heuristics<Uno> for UnoHeuristics {
    type Belief = UnoBelief;

    /// The contest's policy; actions are listed in its order of preference.
    fn rollout(&self, world: &Uno, _: &mut Rng) -> Action {
        world.nth(0).expect("a seat to move has an action")
    }

    fn settings(&self) -> Settings {
        Settings {
            exploration: 2.5,
            rollout_epsilon: Probability::ZERO,
            opponent_model_per_action: Probability::ONE,
            ..Settings::default()
        }
    }
}
