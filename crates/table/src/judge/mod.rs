//! The judge of the batch problems: answers an input of any length, and compares a contestant's output with the right
//! answers.

pub mod chunk;
pub mod compare;
pub mod diagnosis;
pub mod framing;
mod output;
pub mod pipeline;
mod unmarked;

pub use compare::{Comparison, Judged, Verdict};
pub use diagnosis::Diagnosis;
pub use framing::JudgeError;
