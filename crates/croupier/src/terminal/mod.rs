//! The terminal: draws tables and reads what a person types. It knows no game by name.

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
