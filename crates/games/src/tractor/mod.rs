//! Tractor: four seats, two decks, runs of pairs, and a dealer who buries eight cards.
//!
//! A match is one round: the dealer takes 33 cards and buries eight, and each seat plays 25 cards in tricks.
//! Our reading of the rules is in `docs/rules/tractor.md`.

mod belief;
mod best_follow;
mod brute_force;
mod candidates;
mod check;
mod encode;
mod heuristics;
mod legal_plays;
mod narrate;
mod notation;
mod order;
mod policy;
mod problem;
mod prompt;
mod public;
mod repair;
mod rules;
mod sample;
mod scene;
mod score;
mod shape;
mod spelling;
mod steady;
mod trick;
mod types;
mod view;

#[cfg(test)]
mod agent_tests;
#[cfg(test)]
mod position;
#[cfg(test)]
mod tests;

use cards::{Agent, Message, PolicyAgent, Random};

use crate::catalog::{CatalogGame, Payoff, Spelt};
use crate::problem::Problem;
use crate::wire::Wire;

pub use belief::TractorBelief;
pub use heuristics::TractorHeuristics;
pub use order::{Group, Order};
pub use policy::Greedy;
pub use problem::BatchProblem;
pub use public::{Phase, Public};
pub use rules::Tractor;
pub use scene::TractorScene;
pub use score::{RoundResult, points};
pub use shape::{Shape, Tractors};
pub use steady::Steady;
pub use trick::Trick;
pub use types::{Action, Event, Rules, Setup};
pub use view::TractorView;

impl Wire for Tractor {}

impl CatalogGame for Tractor {
    const ABOUT: &'static str =
        "Sheng Ji or 80 Points: a Chinese trick game for two teams, with pairs, tractors and throws";
    const RULES: &'static str = include_str!("../../../../docs/rules/tractor.md");
    const POLICIES: &'static [&'static str] = &["random", "greedy", "steady"];
    const CORNERS: &'static str = include_str!("corners.txt");
    const PAYOFF: Payoff = Payoff::MatchPoints;
    type Heuristics = TractorHeuristics;

    fn deck() -> Vec<Spelt> {
        Spelt::french()
    }

    fn house_rules(rules: &Rules) -> Message {
        let [one, two] = rules.ranks.map(narrate::level);
        Message::new("tractor-house-rules").with("one", one).with("two", two)
    }

    fn policy(name: &str) -> Option<Box<dyn Agent<Tractor>>> {
        match name {
            "random" => Some(Box::new(PolicyAgent::new(Random))),
            "greedy" => Some(Box::new(PolicyAgent::new(Greedy))),
            "steady" => Some(Box::new(PolicyAgent::new(Steady))),
            _ => None,
        }
    }

    fn problem() -> Option<&'static dyn Problem> {
        Some(&BatchProblem)
    }

    fn brute_force(&self) -> Vec<Action> {
        brute_force::of(self)
    }
}
