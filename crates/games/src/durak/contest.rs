//! The statement's wire: what its server tells a program, and nothing more.

use cards::Game;

use super::public::Phase;
use super::rules::{Action, Durak, Event};

/// The event as a line of the statement; `None` for what its server does not say. Who attacks
/// first shows when he does, and a refusal to throw in shows in whoever acts next, so a program
/// that is asked knows as much as a view does.
pub fn line(event: Event) -> Option<String> {
    match event {
        Event::First(_) | Event::Pass(_) => None,
        told => Some(told.to_string()),
    }
}

/// The answer nobody is asked for: the statement's server sends `ADD` only to a seat that holds a
/// card it may throw in, and goes on as if the others had said no.
pub fn unasked(durak: &Durak) -> Option<Action> {
    let is_throw_in = matches!(durak.public().phase, Phase::ThrowIn { .. });
    (is_throw_in && durak.count() == 1).then_some(Action::No)
}
