//! One match and what many of them say.

pub mod intervals;
