//! The bot protocol of a game. By default a bot reads every event; a statement may have a protocol of its
//! own.

use cards::Game;

/// The bot protocol of a game. By default a bot reads every event and is asked for every action.
pub trait Wire: Game {
    /// Does a bot's input begin with a line that names game, seats and rules? A statement with its own
    /// protocol has no such line.
    const HAS_INTRODUCTION: bool = true;
    /// Does a bot read this event?
    fn is_sent(_: &Self::Event) -> bool {
        true
    }
    /// The action of the seat to move, if a bot is not asked because it has no choice.
    fn implied_action(&self) -> Option<Self::Action> {
        None
    }
    /// An event that a bot does not read, but that must have happened before what it reads next. Callers
    /// repeat this until it returns `None`.
    fn implied_event(_: &Self::View, _next: Line<'_, Self::Event>) -> Option<Self::Event> {
        None
    }
}

/// What a bot reads: an event, or a prompt for its own seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line<'a, E> {
    /// An event.
    Event(E),
    /// A prompt.
    Prompt(&'a str),
}
