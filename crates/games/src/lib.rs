//! The five games of Croupier, each behind the contract of the `cards` crate.
//!
//! ```
//! use cards::{Game, Rng, View, random_action};
//! use games::durak::{Durak, Rules};
//!
//! // All randomness is fixed before the first move.
//! let mut rng = Rng::new(7);
//! let setup = Durak::deal(&Rules::default(), &mut rng);
//! let mut durak = Durak::start(&setup, |_| ());
//! while let Some(seat) = durak.turn() {
//!     // A player gets a view: its own cards and the face-up cards.
//!     let view = durak.view(seat);
//!     assert!(view.count() > 0);
//!     let action = random_action(&durak, &mut rng);
//!     durak.apply(action, |_event| ());
//! }
//! assert_eq!(durak.payoffs().iter().sum::<i32>(), 0);
//! ```

pub mod catalog;
pub mod corners;
pub mod durak;
mod hand_evidence;
pub mod house;
pub mod levels;
pub mod mau_mau;
pub mod problem;
mod shedding;
#[cfg(test)]
mod shedding_tests;
pub mod suggest;
pub mod text;
pub mod tractor;
pub mod uno;
pub mod wire;
