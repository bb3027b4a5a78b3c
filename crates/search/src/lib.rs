//! Algorithms over any game that keeps the contract of the `cards` crate.
//!
//! Nothing here knows the name of a game.

pub mod budget;
pub mod duel;
pub mod flat;
mod guide;
pub mod ismcts;
mod luck;
pub mod minimax;
pub mod plain;
pub mod selfplay;
mod settings;
mod table;
mod tree;
mod worker;
