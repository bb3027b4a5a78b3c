//! Name to type: the only list of games in the repository.

use cards::{Game, Policy};

use crate::contest::Contest;

/// What a game brings besides its rules.
pub trait Entry: Game {
    /// One line for lists and help texts.
    const ABOUT: &'static str;
    /// The names [`Entry::policy`] knows, from the weakest to the strongest.
    const POLICIES: &'static [&'static str];
    /// A hand-written player of this game, by name.
    fn policy(name: &str) -> Option<Box<dyn Policy<Self>>>;
    /// The original batch problem, for the games that have one.
    fn contest() -> Option<&'static dyn Contest>;
    /// A generous superset of the legal actions by brute force: the slow twin of `actions`, which
    /// tests filter with `check`.
    fn candidates(&self) -> Vec<Self::Action>;
}

/// Something to do once the game's type is known: generic code, reached from a name.
pub trait WithGame {
    /// What comes out of it.
    type Out;
    /// Does it.
    fn run<G: Entry>(self) -> Self::Out;
}

macro_rules! catalog {
    ($($game:ty),* $(,)?) => {
        /// Every game, in the order of lists and help texts.
        pub const NAMES: &[&str] = &[$(<$game as Game>::NAME),*];

        /// Runs generic code for the game of this name; `None` if there is no such game.
        pub fn with_game<W: WithGame>(name: &str, work: W) -> Option<W::Out> {
            $(if name == <$game as Game>::NAME {
                return Some(work.run::<$game>());
            })*
            None
        }
    };
}

catalog! {
    crate::durak::Durak,
    crate::house::House,
}
