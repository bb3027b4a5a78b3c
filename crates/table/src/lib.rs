//! One match: the table, its players, the referee, clocks, records and the judge.
//!
//! ```
//! use table::key::Key;
//!
//! // A match behind text: what the terminal, a server or Python holds.
//! let mut table = table::deal("durak", "", Key::from_seed(8).rng())?;
//! let turn = table.turn().expect("somebody attacks first");
//! assert_eq!(turn.prompt, "MOVE");
//! // An answer that is wrong says why, and changes nothing.
//! let refused = table.play(turn.seat, "NO").unwrap_err();
//! assert_eq!(refused.to_string(), "whoever attacks must lay a card");
//! let action = table.first().expect("whoever attacks holds a card");
//! table.play(turn.seat, &action).expect("a legal action");
//! # Ok::<(), table::TableError>(())
//! ```

pub mod clock;
pub mod duel;
pub mod ending;
pub mod intervals;
pub mod judge;
pub mod key;
pub mod player;
pub mod record;
pub mod referee;
mod run;
mod seal;
pub mod sign;
mod table;
pub mod text;
pub mod verify;

pub use player::{Answer, Here, InProcess, Player, Reply};
pub use referee::Referee;
pub use run::run;
pub use table::{AnyTable, Board, Header, PlayError, Table, TableError, Turn, deal, open};
