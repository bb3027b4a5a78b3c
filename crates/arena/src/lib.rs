//! Matches between bots as processes, human-written and hostile, over standard input and output.
//!
//! Whoever calls [`referee::play`] runs the match on its own thread, and no bot can make it wait longer
//! than its clock. The protocol is in `docs/protocol.md`, the records are in `docs/notation.md`.

pub mod bot;
pub mod check;
pub mod clock;
pub mod deal;
pub mod meter;
pub mod process;
pub mod record;
pub mod referee;
pub mod sandbox;
pub mod table;
pub mod verdict;
pub mod verify;
