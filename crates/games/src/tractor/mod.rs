//! Tractor: four seats, two decks, pairs that run, and a dealer who buries eight cards.
//!
//! A match is one round: the dealer takes 33 cards, buries eight, and 25 cards a seat are played in
//! tricks. The rules as settled here are in `docs/rules/tractor.md`.

mod belief;
mod candidates;
mod combo;
mod contest;
mod follow;
mod ideas;
mod notation;
mod options;
mod order;
mod policy;
mod public;
mod repair;
mod rules;
mod sample;
mod score;
mod steady;
mod trick;
mod view;

#[cfg(test)]
mod player_tests;
#[cfg(test)]
mod tests;

use cards::{Game, Policy, Random, Rng, Seat};
use search::flat::Line;
use search::ismcts::Settings;

use crate::catalog::Entry;
use crate::contest::Contest;

pub use belief::Notes;
pub use combo::{Shape, Tractors};
pub use contest::Judge;
pub use order::{Group, Order};
pub use policy::Greedy;
pub use public::{Phase, Public};
pub use rules::{Action, Event, Rules, Setup, Tractor};
pub use score::{Outcome, points};
pub use steady::Steady;
pub use trick::Trick;
pub use view::TractorView;

impl Entry for Tractor {
    const ABOUT: &'static str = "Chinese trick-taking for two teams with pairs, tractors and throws";
    const RULES: &'static str = include_str!("../../../../docs/rules/tractor.md");
    const POLICIES: &'static [&'static str] = &["random", "greedy", "steady"];
    type Notes = Notes;

    fn policy(name: &str) -> Option<Box<dyn Policy<Tractor>>> {
        match name {
            "random" => Some(Box::new(Random)),
            "greedy" => Some(Box::new(Greedy)),
            "steady" => Some(Box::new(Steady)),
            _ => None,
        }
    }

    fn contest() -> Option<&'static dyn Contest> {
        Some(&Judge)
    }

    fn sensible(&self, rng: &mut Rng) -> Action {
        let seat = self.turn().expect("somebody is to move");
        Greedy.choose(&self.view(seat), rng)
    }

    /// Champions play together with their like.
    fn expected(&self, thinker: Seat, rng: &mut Rng) -> Action {
        let seat = self.turn().expect("somebody is to move");
        if score::team(seat) == score::team(thinker) {
            Steady.choose(&self.view(seat), rng)
        } else {
            Greedy.choose(&self.view(seat), rng)
        }
    }

    fn note(notes: &mut Notes, before: &TractorView, event: &Event) {
        notes.note(before, event);
    }

    fn likely(view: &TractorView, notes: &Notes, trust: u32, rng: &mut Rng) -> Tractor {
        notes.likely(view, trust, rng)
    }

    /// A random lead out of thousands is always silly: playouts are the rule policy's alone.
    fn settings() -> Settings {
        Settings { noise: 0, ..Settings::default() }
    }

    fn ideas(view: &TractorView, _: &mut Rng, ideas: &mut Vec<Line<Action>>) -> bool {
        ideas::of(view, ideas);
        true
    }

    /// Levels first, but points too: a round comes to few levels, and points lead to them.
    fn grade(&self, seat: Seat) -> i32 {
        const LEVEL: i32 = 160;
        /// So many points make the most levels there are.
        const MOST: u64 = 600;
        let points = self.public.points.min(MOST) as i32;
        LEVEL * self.payoffs()[seat] + if self.public.is_defender(seat) { points } else { -points }
    }

    fn candidates(&self) -> Vec<Action> {
        candidates::of(self)
    }

    /// A trick is a round.
    fn begins_round(&self) -> Option<bool> {
        Some(self.public().phase == Phase::Play && self.public().is_leading())
    }

    fn opens_round(before: &TractorView, event: &Event) -> Option<bool> {
        Some(matches!(event, Event::Play(..)) && before.public().is_leading())
    }

    fn are_partners(a: Seat, b: Seat) -> bool {
        a == b || a == b.partner()
    }
}
