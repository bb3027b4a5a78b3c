//! Many entries, many deals: who is better, by how much, and when it is clear.
//!
//! ```
//! use tournament::stats::{DealScore, Pairings};
//!
//! let mut table = Pairings::new(3);
//! for _ in 0..20 {
//!     table.add(0, 1, DealScore { won: 2, tied: 0, lost: 0 })?;
//!     table.add(1, 2, DealScore { won: 1, tied: 0, lost: 1 })?;
//! }
//! let ratings = table.ratings();
//! assert!(ratings[0].elo > ratings[1].elo + 200.0);
//! assert!(ratings[0].low <= ratings[0].elo && ratings[0].elo <= ratings[0].high);
//! # Ok::<(), tournament::stats::BadDeal>(())
//! ```

pub mod about;
pub mod artifact;
pub mod audit;
pub mod contest;
pub mod deals;
pub mod folder;
pub mod ledger;
pub mod live;
pub mod plan;
pub mod report;
pub mod results;
pub mod rounds;
pub mod runner;
pub mod schedule;
pub mod seating;
pub mod series;
pub mod standings;
pub mod stats;
pub mod worker;
