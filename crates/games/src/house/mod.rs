//! House of Cards: two players build one house, red against black, all cards face up.
//!
//! The statement asks for the result of perfect play; `search` answers that. See docs/rules/house.md.

mod building;
mod card;
mod check;
mod drawing;
mod encode;
mod exact;
mod heuristics;
mod notation;
mod policy;
mod problem;
mod rules;
mod scene;
mod tower;
mod types;
mod view;

#[cfg(test)]
mod scene_tests;
#[cfg(test)]
mod tests;

pub use card::{Card, Colour};
pub use drawing::Drawing;
pub use exact::TABLE_BITS;
pub use heuristics::HouseHeuristics;
pub use policy::Greedy;
pub use problem::{BatchProblem, read_case};
pub use rules::House;
pub use scene::HouseScene;
pub use tower::{Place, Tower, Triangle};
pub use types::Action;
pub use types::{Event, Rules, Setup};
pub use view::HouseView;

use cards::{Agent, Message, PolicyAgent, Random};

use crate::catalog::{CatalogGame, Payoff, Spelt};
use crate::problem::Problem;
use crate::wire::Wire;

impl Wire for House {}

impl CatalogGame for House {
    const ABOUT: &'static str =
        "two players build one house of cards; a triangle scores for the colour with more cards in it";
    const RULES: &'static str = include_str!("../../../../docs/rules/house.md");
    const POLICIES: &'static [&'static str] = &["random", "greedy"];
    const CORNERS: &'static str = include_str!("corners.txt");
    const PAYOFF: Payoff = Payoff::Difference;
    type Heuristics = HouseHeuristics;

    fn deck() -> Vec<Spelt> {
        Card::all(Rules::MOST).map(Spelt::plain).collect()
    }

    fn house_rules(rules: &Rules) -> Message {
        Message::new("house-house-rules").with("ranks", u32::from(rules.ranks()))
    }

    fn policy(name: &str) -> Option<Box<dyn Agent<House>>> {
        match name {
            "random" => Some(Box::new(PolicyAgent::new(Random))),
            "greedy" => Some(Box::new(PolicyAgent::new(Greedy))),
            _ => None,
        }
    }

    fn problem() -> Option<&'static dyn Problem> {
        Some(&BatchProblem)
    }

    fn brute_force(&self) -> Vec<Action> {
        let mut all = vec![Action::Hold];
        let cards: Vec<Card> = Card::all(13).collect();
        for place in Place::ALL {
            for &card in &cards {
                all.push(Action::Floor { place, card });
                all.extend(cards.iter().map(|&right| Action::Peak { place, left: card, right }));
            }
        }
        all
    }
}
