//! Algorithms over any game that keeps the contract of the `cards` crate.
//!
//! Nothing here knows the name of a game.
//!
//! ```
//! use cards::{Game, Rng, View};
//! use search::ismcts::{Ismcts, Settings};
//! use search::time_manager::Budget;
//!
//! /// What the seat to move should do, by a search that knows nothing of the game but its rules.
//! fn think<G: Game>(rules: &G::Rules, state: &G) -> G::Action {
//!     let view = state.view(state.turn().expect("somebody is to move"));
//!     let mut search = Ismcts::new(Settings::default(), search::NoModel, G::sides(rules), 0);
//!     search.think(|rng| view.sample(rng), Budget::iterations(1_000), &mut Rng::new(1)).action
//! }
//! ```

mod control_variate;
pub mod endgame;
pub mod ismcts;
pub mod minimax;
pub mod model;
pub mod reference;
pub mod searcher;
pub mod sequential_halving;
mod settings;
pub mod threads;
pub mod time_manager;
mod transposition;
mod tree;
mod worker;

pub use model::{Belief, Model, NoModel, UNIT};
