//! Numbers about matches, and what they are worth. docs/statistics.md explains each of them.
//!
//! | question | answer |
//! |---|---|
//! | two teams: what share of the points? | [`Interval`] |
//! | many entries, two to a match: who is better? | [`Pairings`] |
//! | two to four seats, each for itself: who is better? | [`Tables`] |
//! | may the match stop here? | [`Stopping`], made of [`Sprt`] and [`EProcess`] |
//!
//! Everything is plain data: entries are indices, results are counts and shares. Nothing here reads a
//! file or a clock. The observation is always the deal in all its seatings, because matches of one
//! deal share its luck.

mod bootstrap;
mod bradley_terry;
mod draw;
mod e_process;
mod in_order;
mod likelihood;
mod logit;
mod pairings;
mod plackett_luce;
mod rating;
mod sprt;
mod sprt_text;
mod stopping;
mod tables;
mod tally;

pub use bootstrap::Bootstrap;
pub use e_process::EProcess;
pub use in_order::InOrder;
pub use pairings::{BadDeal, DealScore, Pairings};
pub use rating::{ELO, Rating};
pub use sprt::{Sprt, TestDecision};
pub use sprt_text::BadSprt;
pub use stopping::{Conclusion, StopReason, Stopping};
pub use table::intervals::Interval;
pub use tables::{TablePayoffs, TableRating, TableRatings, Tables};
pub use tally::{BadShare, Format, Tally};
