//! The judge of the batch problems: an input of any length in, the right answers out.

pub mod batch;
pub mod diagnosis;
pub mod framing;
pub mod pipeline;
mod unmarked;

pub use diagnosis::Diagnosis;
pub use framing::Trouble;
