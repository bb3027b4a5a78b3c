//! Programs nobody trusts: bots as processes, human-written and hostile, over standard input and output.
//!
//! Whoever calls [`play()`] runs the match on its own thread, and no bot can make it wait longer than its
//! clock. The protocol is in `docs/protocol.md`, the records are in `docs/notation.md`.
//!
//! ```
//! use arena::entrants::Entrant;
//! use arena::sandbox::{Limits, Sandbox};
//! use arena::{Conditions, play};
//! use table::clock::{Span, TimeControl};
//! use table::key::Key;
//!
//! let key = Key::from_seed(7);
//! let table = table::deal("durak", "", key.rng())?;
//! let enter = |text| Entrant::read("durak", text, Sandbox::Strict, Limits::default());
//! // A program would be `enter("./mybot --fast")`, and `launcher` the binary that becomes it.
//! let entrants = [enter("greedy")?, enter("random")?, enter("greedy")?, enter("random")?];
//! let conditions = Conditions {
//!     clock: TimeControl::CONTEST,
//!     cap: Span(table::referee::CAP),
//!     startup: "10s".parse()?,
//!     launcher: std::env::current_exe()?,
//!     key: Some(key),
//!     agent_key: key,
//! };
//! let played = play(table, &entrants, &conditions)?;
//! table::verify::verify(&played.record)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cores;
pub mod entrants;
pub mod meter;
mod play;
mod player;
pub mod probe;
pub mod process;
pub mod program_files;
pub mod sandbox;

pub use play::{Conditions, Played, StartError, play, play_copying};
pub use player::metered;
pub use table::client;
