//! Matches between bots as processes.

pub mod sandbox;
