//! The vocabulary of Croupier: cards, seats, randomness, and the contract of every game.
//!
//! Nothing here does input or output, looks at a clock or knows the name of a game.
//!
//! ```
//! use cards::{Card, CardSet, Rng, Suit};
//!
//! let hand: CardSet = ["6S", "AH", "TH"].map(|name| name.parse::<Card>().expect("a card")).into_iter().collect();
//! assert_eq!((hand & CardSet::suit(Suit::Hearts)).len(), 2);
//!
//! // A seed gives the same shuffle on every machine, in every version.
//! let mut deck = [1, 2, 3, 4, 5, 6];
//! Rng::new(1).shuffle(&mut deck);
//! let mut again = [1, 2, 3, 4, 5, 6];
//! Rng::new(1).shuffle(&mut again);
//! assert_eq!(deck, again);
//! ```

pub mod agent;
mod bag;
mod card;
mod draw_discard;
pub mod encode;
mod game;
pub mod laws;
mod message;
mod pile;
mod rng;
pub mod scene;
mod seat;
mod set;
mod text;
mod zero_sum;

pub use agent::{
    ActionValue, Agent, Decision, Policy, PolicyAgent, Random, TimeLeft, random_action, random_rollout,
};
pub use bag::CardBag;
pub use card::{Card, Rank, Suit};
pub use draw_discard::DrawDiscard;
pub use encode::{Encode, Row, TokenSet};
pub use game::{Event, Flow, Game, Illegal, Rules, Unexpected, View};
pub use message::{Message, Tag, Value};
pub use pile::Pile;
pub use rng::Rng;
pub use scene::{Face, Picture, Said, Scene, Side, Viewer};
pub use seat::{BySeat, MAX_SEATS, Seat};
pub use set::CardSet;
pub use text::{ParseError, Text, Words};
pub use zero_sum::{MOST_GAIN, ZeroSum};
