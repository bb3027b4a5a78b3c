//! Search for any game that implements the contract of the `cards` crate. No game is named here.
//!
//! ```
//! use cards::{Game, Rng, View};
//! use search::ismcts::{Ismcts, Settings};
//! use search::time_manager::Budget;
//!
//! /// The action of a search that knows only the rules of the game.
//! fn think<G: Game>(rules: &G::Rules, state: &G) -> G::Action {
//!     let view = state.view(state.turn().expect("somebody is to move"));
//!     let mut search = Ismcts::new(Settings::default(), search::NoHeuristics, G::sides(rules), 0);
//!     search.think(|rng| view.sample(rng), Budget::iterations(1_000), &mut Rng::new(1)).action
//! }
//! ```

mod control_variate;
pub mod endgame;
pub mod heuristics;
pub mod ismcts;
pub mod minimax;
mod probability;
pub mod reference;
pub mod searcher;
pub mod sequential_halving;
mod settings;
pub mod threads;
pub mod time_manager;
mod transposition;
mod tree;
mod worker;

pub use heuristics::{Belief, Heuristics, NoHeuristics, UNIT};
pub use probability::Probability;
