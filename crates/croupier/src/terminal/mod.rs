//! The terminal: the first client of tables. It draws pictures and names no game.

pub mod markdown;
