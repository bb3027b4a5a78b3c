//! Algorithms over any game that keeps the contract of the `cards` crate.
//!
//! Nothing here knows the name of a game.

pub mod minimax;
pub mod plain;
mod table;
