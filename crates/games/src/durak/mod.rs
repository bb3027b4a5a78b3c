//! Durak, two against two: the contest game with hidden cards, a stock and partners.
//!
//! Our reading of the rules is in `docs/rules/durak.md`.

mod belief;
mod check;
mod encode;
pub mod evaluation;
mod exact;
mod heuristics;
mod notation;
mod policy;
pub mod priors;
mod public;
mod rules;
mod scene;
mod types;
mod view;
mod weights;
pub mod wire;

#[cfg(test)]
mod tests;

pub use belief::DurakBelief;
pub use exact::PackedPosition;
pub use heuristics::DurakHeuristics;
pub use policy::{Greedy, Steady, Thresholds};
pub use public::{Phase, Public};
pub use rules::{DECK, Durak, SEATS};
pub use scene::DurakScene;
pub use types::{Action, Event, Rules, Setup};
pub use view::DurakView;

use cards::{Agent, Message, PolicyAgent, Random};

use crate::catalog::{CatalogGame, Spelt};
use crate::problem::Problem;
use crate::wire::{Line, Wire};

impl CatalogGame for Durak {
    const ABOUT: &'static str = "two against two, 36 cards: attack, beat, throw in, get rid of your cards";
    const RULES: &'static str = include_str!("../../../../docs/rules/durak.md");
    const POLICIES: &'static [&'static str] = &["random", "greedy", "steady"];
    const CORNERS: &'static str = include_str!("corners.txt");
    type Heuristics = DurakHeuristics;

    fn deck() -> Vec<Spelt> {
        Spelt::french()
    }

    fn house_rules(rules: &Rules) -> Message {
        Message::new("durak-house-rules").with("limit", u32::from(rules.limit))
    }

    fn policy(name: &str) -> Option<Box<dyn Agent<Durak>>> {
        match name {
            "random" => Some(Box::new(PolicyAgent::new(Random))),
            "greedy" => Some(Box::new(PolicyAgent::new(Greedy))),
            "steady" => Some(Box::new(PolicyAgent::new(Steady))),
            _ => None,
        }
    }

    /// Durak's contest is a tournament of programs, not a batch of cases.
    fn problem() -> Option<&'static dyn Problem> {
        None
    }

    fn payoff_range(_: &Rules) -> Option<(i32, i32)> {
        Some((-1, 1))
    }

    fn brute_force(&self) -> Vec<Action> {
        DECK.map(Action::Card).chain([Action::No]).collect()
    }
}

impl Wire for Durak {
    /// The statement's first line is the trump.
    const HAS_INTRODUCTION: bool = false;

    fn is_sent(event: &Event) -> bool {
        wire::is_sent(event)
    }

    fn implied_action(&self) -> Option<Action> {
        wire::implied_action(self)
    }

    fn implied_event(view: &DurakView, next: Line<'_, Event>) -> Option<Event> {
        wire::implied_event(view, next)
    }
}
