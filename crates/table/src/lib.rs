//! One match: the table, its players, the referee, clocks, records and the judge.

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
mod table;
pub mod text;
pub mod verify;

pub use player::{Answer, Here, InProcess, Player, Reply};
pub use referee::Referee;
pub use run::run;
pub use table::{AnyTable, Board, Header, PlayError, Table, TableError, Turn, deal, open};
