//! What search knows about Mau-Mau: how people play it, and what play says about hidden cards.

use cards::{Game, Rng};
use search::ismcts::{Aim, Settings};
use search::{Belief, Model};

use super::{Action, Event, MauMau, MauMauView, Notes, decide};

/// What search knows about Mau-Mau.
#[derive(Clone, Copy, Debug, Default)]
pub struct MauMauModel;

impl Model<MauMau> for MauMauModel {
    type Belief = Notes;

    fn rollout(&self, world: &MauMau, _: &mut Rng) -> Action {
        let seat = world.turn().expect("somebody is to move");
        decide(world.public(), world.hand(seat))
    }

    fn settings(&self) -> Settings {
        Settings { aim: Aim::Win, exploration: 1.5, noise: 50, others: 1024, ..Settings::default() }
    }
}

impl Belief<MauMau> for Notes {
    fn observe(&mut self, before: &MauMauView, event: &Event) {
        self.saw(before, event);
    }

    fn sample(&self, view: &MauMauView, surprise: u32, rng: &mut Rng) -> MauMau {
        self.likely(view, surprise, rng)
    }

    fn others(&self, share: u32) -> u32 {
        self.share_of_others(share)
    }
}
