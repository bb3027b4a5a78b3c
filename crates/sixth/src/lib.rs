//! Elements: a sixth game, outside the catalog. It shows what a game needs, and that nothing else must change
//! for one; `tests/` plays it at every kind of table.
//!
//! Two or three seats, a deck of twelve cards; every seat hides one card, then three tricks are played. The
//! rules are in `rules.md`. The files are those of every game's folder in `crates/games/src`.

mod card;
mod encode;
mod heuristics;
mod notation;
mod public;
mod rules;
mod scene;
mod types;
mod view;

use cards::{Agent, Message, PolicyAgent, Random};
use games::catalog::{CatalogGame, Spelt};
use games::problem::Problem;
use games::wire::Wire;

pub use card::{Card, Cards, Element};
pub use heuristics::{ElementsHeuristics, Greedy};
pub use public::{Next, Public};
pub use rules::Elements;
pub use scene::ElementsScene;
pub use types::{Action, Event, Rules, Setup};
pub use view::ElementsView;

/// The game's own messages in English; the catalogue of all games has the rest.
pub const ENGLISH: &str = include_str!("../messages.ftl");

impl Wire for Elements {}

impl CatalogGame for Elements {
    const ABOUT: &'static str = "hide a card, then win tricks of many elements";
    const RULES: &'static str = include_str!("../rules.md");
    const POLICIES: &'static [&'static str] = &["random", "greedy"];
    type Heuristics = ElementsHeuristics;

    fn deck() -> Vec<Spelt> {
        Cards::DECK.map(Spelt::plain).collect()
    }

    fn house_rules(rules: &Rules) -> Message {
        Message::new("elements-house-rules").with("seats", u32::from(rules.seats))
    }

    fn policy(name: &str) -> Option<Box<dyn Agent<Elements>>> {
        match name {
            "random" => Some(Box::new(PolicyAgent::new(Random))),
            "greedy" => Some(Box::new(PolicyAgent::new(Greedy))),
            _ => None,
        }
    }

    fn problem() -> Option<&'static dyn Problem> {
        None
    }

    fn payoff_range(rules: &Rules) -> Option<(i32, i32)> {
        let seats = i32::from(rules.seats);
        let most = seats * i32::from(public::TRICKS);
        Some((-most, most * (seats - 1)))
    }

    fn brute_force(&self) -> Vec<Action> {
        Cards::DECK.flat_map(|card| [Action::Hide(card), Action::Play(card)]).collect()
    }
}
