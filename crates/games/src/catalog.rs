//! Name to type: the only list of games in the repository.

use cards::{Agent, Card, Encode, Face, Game, Message};
use search::Heuristics;

use crate::problem::Problem;
use crate::wire::Wire;

/// What the payoffs of a game count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Payoff {
    /// Points that seats pay each other.
    Points,
    /// The difference between two scores.
    Difference,
    /// Match points: what a round is worth in a game whose cards have points of their own.
    MatchPoints,
}

/// A card, and what people type for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spelt {
    /// The card. Its name in actions and its characters on the screen can always be typed.
    pub face: Face,
    /// Other names, in lower case.
    pub also: Vec<String>,
}

impl Spelt {
    /// A card without other names.
    pub fn plain(card: impl Into<Face>) -> Spelt {
        Spelt { face: card.into(), also: Vec::new() }
    }

    /// The French cards, all of them: who types a card that a game does not use is told that it is not in the hand.
    /// For `TD` people type `10d`.
    pub fn french() -> Vec<Spelt> {
        let spelt = |face: Face| {
            let ten = face.id.strip_prefix('T').zip(face.shape);
            let also = ten.map(|(suit, shape)| [format!("10{suit}"), format!("t{}", shape.symbol())]);
            Spelt { face, also: also.into_iter().flatten().map(|name| name.to_lowercase()).collect() }
        };
        (0..=u8::MAX).filter_map(Card::from_code).map(Face::from).map(spelt).collect()
    }
}

/// What a game brings besides its rules.
pub trait CatalogGame: Game + Wire + Encode {
    /// One line for lists and help texts.
    const ABOUT: &'static str;
    /// Our reading of the rules for people, in Markdown: `docs/rules/<game>.md`. The text before its first
    /// section says what the game is; the section `## Notation` says how everything is spelt.
    const RULES: &'static str;
    /// The names [`CatalogGame::policy`] knows, from the weakest to the strongest.
    const POLICIES: &'static [&'static str];
    /// Deals for trying bots out, which between them reach every corner of the rules: the game's `corners.txt`, as
    /// [`corners`](crate::corners::corners) reads it.
    const CORNERS: &'static str = "";
    /// What its payoffs count.
    const PAYOFF: Payoff = Payoff::Points;
    /// What search knows about the game.
    type Heuristics: Heuristics<Self> + Default;

    /// Every card of the deck once, for reading what people type.
    fn deck() -> Vec<Spelt>;
    /// The house rules in words.
    fn house_rules(rules: &Self::Rules) -> Message;
    /// A rule-based policy of this game, by name.
    fn policy(name: &str) -> Option<Box<dyn Agent<Self>>>;
    /// The original batch problem, for the games that have one.
    fn problem() -> Option<&'static dyn Problem>;
    /// The lowest and the highest payoff under these rules, where the range is known and narrow: for
    /// confidence intervals over few deals.
    fn payoff_range(_: &Self::Rules) -> Option<(i32, i32)> {
        None
    }
    /// A superset of the legal actions, by brute force. Tests filter it with `check` and get the slow twin of
    /// `actions`.
    fn brute_force(&self) -> Vec<Self::Action>;
}

/// Generic code that runs for a game found by its name.
pub trait WithGame {
    /// The result.
    type Out;
    /// Runs for this game.
    fn run<G: CatalogGame>(self) -> Self::Out;
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
    crate::tractor::Tractor,
    crate::mau_mau::MauMau,
    crate::durak::Durak,
    crate::house::House,
    crate::uno::Uno,
}
