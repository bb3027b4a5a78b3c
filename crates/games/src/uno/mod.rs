//! Uno with the deck of 92: match the colour or the symbol, skip, change the direction, be the first without
//! a card. Our reading of the rules is in `docs/rules/uno.md`.

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
pub use policy::{Contest, Greedy};
pub use problem::BatchProblem;
pub use public::{Direction, Opening, Phase, Public};
pub use rules::Uno;
pub use scene::UnoScene;
pub use setup::{Rules, Setup};
pub use view::UnoView;

/// The most cards of a deck.
pub const MOST_CARDS: usize = 512;

/// One decision of the seat to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Plays a card from the hand.
    Play(Card),
    /// Draws a card, if the seat has nothing to play.
    Draw,
    /// Keeps the card just drawn, or passes with nothing to play and nothing to draw.
    Pass,
}

/// Something that happened at the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// The direction of play at the start.
    Direction(Direction),
    /// How many of a kind are in the deck, if it differs from the deck of 92.
    Deck {
        /// The kind.
        card: Card,
        /// How many.
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
    /// A card of the discard pile at the start, the lowest first.
    Discard(Card),
    /// Who begins.
    First(Seat),
    /// A seat plays a card.
    Play {
        /// Who plays.
        seat: Seat,
        /// The card.
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
        /// The card.
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
            "contest" => Some(Box::new(PolicyAgent::new(Contest))),
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
