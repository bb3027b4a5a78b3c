//! The vocabulary of Croupier: cards, seats, chance, and the contract every game keeps.
//!
//! Nothing here does input or output, looks at a clock or knows the name of a game.

pub mod agent;
mod bag;
mod card;
mod game;
pub mod laws;
mod message;
mod pile;
mod piles;
mod rng;
pub mod scene;
mod seat;
mod set;
mod text;
mod zero_sum;

pub use agent::{Agent, Decision, Policy, Random, Ruled, Scored, TimeLeft, playout, random_action};
pub use bag::CardBag;
pub use card::{Card, Rank, Suit};
pub use game::{Event, Flow, Game, Illegal, Rules, Unexpected, View};
pub use message::{Message, Tag, Value};
pub use pile::Pile;
pub use piles::Piles;
pub use rng::Rng;
pub use scene::{Face, Picture, Said, Scene, Side, Viewer};
pub use seat::{BySeat, MAX_SEATS, Seat};
pub use set::CardSet;
pub use text::{ParseError, Text, Words};
pub use zero_sum::{MOST_GAIN, ZeroSum};
