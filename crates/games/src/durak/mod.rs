//! Durak, two against two: the contest game with hidden cards, a stock and partners.
//!
//! Our reading of the rules is in `docs/rules/durak.md`.

pub mod contest;
mod exact;
mod notation;
mod policy;
mod public;
mod rules;
mod view;

#[cfg(test)]
mod tests;

pub use exact::Key;
pub use policy::Greedy;
pub use public::{Phase, Public};
pub use rules::{Action, DECK, Durak, Event, Rules, SEATS, Setup};
pub use view::DurakView;

use cards::{Policy, Random};

use crate::catalog::Entry;
use crate::contest::Contest;

impl Entry for Durak {
    const ABOUT: &'static str = "two against two, 36 cards: attack, beat, throw in, get rid of your cards";
    const RULES: &'static str = include_str!("../../../../docs/rules/durak.md");
    const POLICIES: &'static [&'static str] = &["random", "greedy"];

    fn policy(name: &str) -> Option<Box<dyn Policy<Durak>>> {
        match name {
            "random" => Some(Box::new(Random)),
            "greedy" => Some(Box::new(Greedy)),
            _ => None,
        }
    }

    /// Durak's contest is a tournament of programs, not a batch of cases.
    fn contest() -> Option<&'static dyn Contest> {
        None
    }

    fn candidates(&self) -> Vec<Action> {
        DECK.map(Action::Card).chain([Action::No]).collect()
    }
}
