//! Uno with the deck of 92: match the colour or the symbol, skip, change the direction, be the first without
//! a card. Our reading of the rules is in `docs/rules/uno.md`.

mod belief;
mod card;
mod check;
#[cfg(test)]
mod check_tests;
mod encode;
mod heuristics;
mod notation;
mod policy;
mod problem;
mod public;
mod rules;
mod scene;
#[cfg(test)]
mod scene_tests;
#[cfg(test)]
mod tests;
mod types;
mod view;

use cards::{Agent, Message, PolicyAgent, Random};

use crate::catalog::{CatalogGame, Spelt};
use crate::problem::Problem;
use crate::wire::Wire;

pub use belief::UnoBelief;
pub use card::{Bag, Card, KINDS};
pub use heuristics::UnoHeuristics;
pub use policy::{ContestPolicy, Greedy};
pub use problem::BatchProblem;
pub use public::{Direction, Opening, Phase, Public};
pub use rules::Uno;
pub use scene::UnoScene;
pub use types::{Action, Event, Rules, Setup};
pub use view::UnoView;

/// The most cards of a deck.
pub const MOST_CARDS: usize = 512;

impl Wire for Uno {}

impl CatalogGame for Uno {
    const ABOUT: &'static str =
        "match colour or number and get rid of your cards; with skip and reverse, without wild or draw cards";
    const RULES: &'static str = include_str!("../../../../docs/rules/uno.md");
    const POLICIES: &'static [&'static str] = &["random", "contest", "greedy"];
    const CORNERS: &'static str = include_str!("corners.txt");
    type Heuristics = UnoHeuristics;

    fn deck() -> Vec<Spelt> {
        Card::all().map(Card::spelt).collect()
    }

    fn house_rules(rules: &Rules) -> Message {
        Message::new("shed-house-rules").with("seats", u32::from(rules.seats)).with("turns", rules.turns)
    }

    fn policy(name: &str) -> Option<Box<dyn Agent<Uno>>> {
        match name {
            "random" => Some(Box::new(PolicyAgent::new(Random))),
            "contest" => Some(Box::new(PolicyAgent::new(ContestPolicy))),
            "greedy" => Some(Box::new(PolicyAgent::new(Greedy))),
            _ => None,
        }
    }

    fn problem() -> Option<&'static dyn Problem> {
        Some(&BatchProblem)
    }

    fn payoff_range(rules: &Rules) -> Option<(i32, i32)> {
        Some((-1, cards::Rules::seats(rules) as i32 - 1))
    }

    fn brute_force(&self) -> Vec<Action> {
        Card::all().map(Action::Play).chain([Action::Draw, Action::Pass]).collect()
    }
}
