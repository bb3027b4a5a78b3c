//! The browser: tables as actors, sockets, pages.

mod actor;
mod assets;
mod http;
pub mod hub;
pub mod journal;
pub mod journal_entry;
pub mod languages;
pub mod pages;
pub mod players;
pub mod quotas;
pub mod seat_view;
mod serve;
pub mod table_state;
pub mod terms;
pub mod thinking;
pub mod tokens;

pub use serve::{ServeError, Server, ServerConfig};

pub use languages::english;

/// What pages and the table in the browser say, in English.
pub const ENGLISH: &str = include_str!("../messages/en.ftl");
