//! What search knows about Uno: how people play it, and what play says about hidden cards.

use cards::{Game, Rng};
use search::ismcts::Settings;
use search::{Belief, Model};

use super::{Action, Event, Notes, Uno, UnoView};

/// What search knows about Uno.
#[derive(Clone, Copy, Debug, Default)]
pub struct UnoModel;

impl Model<Uno> for UnoModel {
    type Belief = Notes;

    /// The contest's player; actions are listed in his order.
    fn rollout(&self, world: &Uno, _: &mut Rng) -> Action {
        world.nth(0).expect("a seat to move has an action")
    }

    fn settings(&self) -> Settings {
        Settings { exploration: 2.5, noise: 0, others: 1024, ..Settings::default() }
    }
}

impl Belief<Uno> for Notes {
    fn observe(&mut self, before: &UnoView, event: &Event) {
        self.saw(before, event);
    }

    fn sample(&self, view: &UnoView, surprise: u32, rng: &mut Rng) -> Uno {
        self.likely(view, surprise, rng)
    }

    fn others(&self, share: u32) -> u32 {
        self.share_of_others(share)
    }
}
