//! One match: the table, its players, the referee, clocks, records and the judge.
//!
//! ```
//! use table::key::Key;
//!
//! // A match behind text, as the terminal, a server or Python uses it.
//! let mut table = table::deal("durak", "", Key::from_seed(8).rng())?;
//! let turn = table.turn().expect("a seat attacks first");
//! assert_eq!(turn.prompt, "MOVE");
//! // A wrong answer is refused with a reason and changes nothing.
//! let refused = table.play(turn.seat, "NO").unwrap_err();
//! assert_eq!(refused.to_string(), "the attacker must play a card");
//! let action = table.first().expect("the attacker holds a card");
//! table.play(turn.seat, &action).expect("a legal action");
//! # Ok::<(), table::TableError>(())
//! ```

pub mod client;
pub mod clock;
pub mod duel;
pub mod ending;
pub mod intervals;
pub mod judge;
pub mod key;
pub mod plain;
pub mod player;
pub mod record;
pub mod referee;
mod run;
mod seal;
pub mod sign;
pub mod stakes;
mod table;
pub mod text;
pub mod verify;

pub use player::{Answer, Here, InProcess, Player, Reply};
pub use referee::Referee;
pub use run::run;
pub use table::{AnyTable, Board, Header, PlayError, Table, TableError, Turn, deal, open};
