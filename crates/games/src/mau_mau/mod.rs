//! Mau-Mau: get rid of your cards by matching suit or rank, with wishes, penalties and skips.
//!
//! Two to four seats and the 32 cards from seven to ace. Our reading of the rules is in
//! `docs/rules/mau-mau.md`.

mod belief;
mod check;
#[cfg(test)]
mod check_tests;
mod encode;
mod exact;
mod heuristics;
mod legal;
mod notation;
mod policy;
mod problem;
mod public;
mod rules;
#[cfg(test)]
mod rules_tests;
mod scene;
#[cfg(test)]
mod scene_tests;
mod types;
mod view;

use cards::{Agent, Card, Message, PolicyAgent, Random, Suit};

pub use belief::MauMauBelief;
pub use heuristics::MauMauHeuristics;
pub use policy::{ContestPolicy, Greedy, decide};
pub use public::{Due, Phase, Public};
pub use rules::{MauMau, card_points};
pub use scene::MauMauScene;
pub use types::Action;
pub use types::Event;
pub use types::{Rules, Setup};
pub use view::MauMauView;

use crate::catalog::{CatalogGame, Spelt};
use crate::problem::Problem;
use crate::wire::Wire;

impl Wire for MauMau {}

impl CatalogGame for MauMau {
    const ABOUT: &'static str =
        "match suit or rank and get rid of your cards; seven: draw two, eight: skip, jack: choose a suit";
    const RULES: &'static str = include_str!("../../../../docs/rules/mau-mau.md");
    const POLICIES: &'static [&'static str] = &["random", "contest", "greedy"];
    const CORNERS: &'static str = include_str!("corners.txt");
    type Heuristics = MauMauHeuristics;

    fn deck() -> Vec<Spelt> {
        Spelt::french()
    }

    fn house_rules(rules: &Rules) -> Message {
        Message::new("shed-house-rules").with("seats", u32::from(rules.seats)).with("turns", rules.turns)
    }

    fn policy(name: &str) -> Option<Box<dyn Agent<MauMau>>> {
        match name {
            "random" => Some(Box::new(PolicyAgent::new(Random))),
            "contest" => Some(Box::new(PolicyAgent::new(ContestPolicy))),
            "greedy" => Some(Box::new(PolicyAgent::new(Greedy))),
            _ => None,
        }
    }

    fn problem() -> Option<&'static dyn Problem> {
        Some(&problem::BatchProblem)
    }

    fn brute_force(&self) -> Vec<Action> {
        let wishes = || [None].into_iter().chain(Suit::ALL.map(Some));
        let plays = (0..64)
            .filter_map(Card::from_code)
            .flat_map(|card| wishes().map(move |wish| Action::Play { card, wish }));
        plays.chain([Action::Draw, Action::Pass]).collect()
    }
}
