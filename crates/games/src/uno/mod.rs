//! Uno with the deck of 92: match the colour or the symbol, skip, turn the direction, be the first
//! without a card. The rules in full are in `docs/rules/uno.md`.

mod belief;
mod card;
mod check;
#[cfg(test)]
mod check_tests;
mod model;
mod notation;
mod policy;
mod problem;
mod public;
mod rules;
mod scene;
#[cfg(test)]
mod scene_tests;
mod setup;
#[cfg(test)]
mod tests;
mod view;

use cards::{Agent, PolicyAgent, Random, Seat};

use crate::catalog::CatalogGame;
use crate::problem::Problem;
use crate::wire::Wire;

pub use belief::UnoBelief;
pub use card::{Bag, Card, KINDS};
pub use model::UnoModel;
pub use policy::{Greedy, Preference};
pub use problem::BatchProblem;
pub use public::{Deal, Direction, Phase, Public};
pub use rules::Uno;
pub use scene::UnoScene;
pub use setup::{Rules, Setup};
pub use view::UnoView;

/// No deck has more cards.
pub const MOST_CARDS: usize = 512;

/// One decision of the seat to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Plays a card from the hand.
    Play(Card),
    /// Draws a card, having nothing to play.
    Draw,
    /// Keeps the card just drawn, or has nothing to play and nothing to draw.
    Pass,
}

/// One thing the table saw happen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// Which way the turn goes round at first.
    Direction(Direction),
    /// How often a kind comes in the deck; said only where it is not as in the deck of 92.
    Deck {
        /// The kind.
        card: Card,
        /// How often it comes.
        count: u16,
    },
    /// A seat is dealt a card, which only it sees.
    Give {
        /// Who gets it.
        seat: Seat,
        /// The card, unless it is hidden.
        card: Option<Card>,
    },
    /// How many cards lie face down in the stock.
    Stock(u16),
    /// A card that lies open from the start, the lowest first.
    Discard(Card),
    /// Who begins.
    First(Seat),
    /// A seat plays a card.
    Play {
        /// Who plays.
        seat: Seat,
        /// What.
        card: Card,
    },
    /// A seat draws from the face-down stock.
    Draw {
        /// Who draws.
        seat: Seat,
        /// The card, unless it is hidden.
        card: Option<Card>,
    },
    /// A seat draws from a pile that was turned over, whose order everybody knows.
    DrawOpen {
        /// Who draws.
        seat: Seat,
        /// What.
        card: Card,
    },
    /// The discard pile under its top card is turned over.
    TurnOver,
    /// A seat's turn ends without a card played.
    Pass {
        /// Whose.
        seat: Seat,
    },
    /// A seat has no card left and has won.
    Win {
        /// Who.
        seat: Seat,
    },
    /// Nobody can play or draw any more; nobody has won.
    Stuck,
    /// The last turn the rules allow has ended; nobody has won.
    Limit,
}

impl Wire for Uno {}

impl CatalogGame for Uno {
    const ABOUT: &'static str = "Uno with pass and change-direction cards, two to four seats";
    const RULES: &'static str = include_str!("../../../../docs/rules/uno.md");
    const POLICIES: &'static [&'static str] = &["random", "contest", "greedy"];
    type Model = UnoModel;

    fn policy(name: &str) -> Option<Box<dyn Agent<Uno>>> {
        match name {
            "random" => Some(Box::new(PolicyAgent::new(Random))),
            "contest" => Some(Box::new(PolicyAgent::new(Preference))),
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
