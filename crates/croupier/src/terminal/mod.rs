//! The terminal: the first client of tables. It draws pictures and names no game.

pub mod answer;
pub mod choices;
pub mod draw;
pub mod hint;
pub mod markdown;
pub mod paint;
pub mod person;
pub mod screen;
pub mod terse;
mod tower;
