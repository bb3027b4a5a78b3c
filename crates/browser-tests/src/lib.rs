//! The pages in a real browser: people who click, tap and type at tables of a real server.
//!
//! The stories are in `tests/browser`; the pictures of the documentation are made by the example `pictures`.

mod chrome;
mod gestures;
mod person;
mod play;
mod stage;
mod wire;

pub use chrome::Chrome;
pub use person::{Looks, Person, Size};
pub use play::{By, Turn};
pub use stage::{Stage, Table, Wanted};
pub use wire::Wire;

use std::time::Duration;

/// Nothing that is waited for takes as long as this, on a busy machine either.
pub const PATIENCE: Duration = Duration::from_secs(60);
