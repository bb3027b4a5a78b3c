//! One file a subcommand.

pub mod solve;
