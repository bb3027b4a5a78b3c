//! What a bot reads over its pipe, where that is not simply every event: a statement may have a wire of
//! its own.

use cards::Game;

/// The bots' part of a game. The default tells everything and asks always.
pub trait Wire: Game {
    /// Does a bot's input begin with a line that names game, seats and rules? A statement with a
    /// wire of its own has no such line.
    const INTRODUCED: bool = true;
    /// Is a bot told of this event?
    fn is_told(_: &Self::Event) -> bool {
        true
    }
    /// The answer of the seat to move that a bot is not asked for, because there is nothing to choose.
    fn unasked(&self) -> Option<Self::Action> {
        None
    }
    /// The event a bot was not told of although it came before what it reads next; asked again
    /// until there is none.
    fn unsaid(_: &Self::View, _next: Next<'_, Self::Event>) -> Option<Self::Event> {
        None
    }
}

/// What a bot reads: something that happened, or a question to its own seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next<'a, E> {
    /// An event.
    Told(E),
    /// A prompt.
    Asked(&'a str),
}
