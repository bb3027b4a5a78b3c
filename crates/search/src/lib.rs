//! Algorithms over any game that keeps the contract of the `cards` crate.
//!
//! Nothing here knows the name of a game.

mod control_variate;
pub mod endgame;
pub mod ismcts;
pub mod minimax;
pub mod model;
pub mod plain;
pub mod searcher;
pub mod sequential_halving;
mod settings;
mod table;
pub mod threads;
pub mod time_manager;
mod tree;
mod worker;

pub use model::{Belief, Model, NoModel, UNIT};
