//! The browser: tables as actors, sockets, pages.

mod actor;
mod assets;
pub mod entry;
mod http;
pub mod hub;
pub mod journal;
pub mod languages;
pub mod limits;
pub mod pages;
pub mod players;
pub mod seat_view;
mod serve;
pub mod table_state;
pub mod terms;
pub mod thinking;
pub mod tokens;

pub use serve::{Config, ServeError, Server};

pub use languages::english;

/// What pages and the table in the browser say, in English.
pub const ENGLISH: &str = include_str!("../messages/en.ftl");
