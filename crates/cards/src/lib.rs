//! The vocabulary of Croupier: cards, seats, chance, and the contract every game keeps.
//!
//! Nothing here does input or output, looks at a clock or knows the name of a game.

mod bag;
mod card;
mod game;
pub mod laws;
mod live;
mod picture;
mod pile;
mod piles;
mod policy;
mod rng;
mod seat;
mod set;
mod text;
mod zero_sum;

pub use bag::CardBag;
pub use card::{Card, Rank, Suit};
pub use game::{Event, Flow, Game, Illegal, Rules, View};
pub use live::{Inside, Live, Match, PlayError, Player};
pub use picture::{Picture, Zone};
pub use pile::Pile;
pub use piles::Piles;
pub use policy::{Policy, Random, playout, random_action};
pub use rng::Rng;
pub use seat::{BySeat, MAX_SEATS, Seat};
pub use set::CardSet;
pub use text::{ParseError, Text, Words};
pub use zero_sum::{MOST_GAIN, ZeroSum};
