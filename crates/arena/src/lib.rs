//! Programs nobody trusts: bots as processes, human-written and hostile, over standard input and output.
//!
//! Whoever calls [`play()`] runs the match on its own thread, and no bot can make it wait longer than its
//! clock. The protocol is in `docs/protocol.md`, the records are in `docs/notation.md`.

pub mod client;
pub mod entrants;
pub mod meter;
mod play;
mod player;
pub mod probe;
pub mod process;
pub mod sandbox;

pub use play::{Conditions, Played, StartError, play};
pub use player::death;
