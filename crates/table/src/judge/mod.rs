//! The judge of the batch problems: an input of any length in, the right answers out,
//! and a contestant's output held against them.

pub mod batch;
pub mod compare;
pub mod diagnosis;
pub mod framing;
mod output;
pub mod pipeline;
mod unmarked;

pub use compare::{Comparison, Judged, Verdict};
pub use diagnosis::Diagnosis;
pub use framing::Trouble;
