//! Name to type: the only list of games in the repository.

use std::fmt;

use cards::{BySeat, Game, Policy, Rng, Seat, View, random_action};
use search::flat::Line;
use search::ismcts::Settings;

use crate::contest::Contest;
use crate::endgame::Exact;

/// What a game brings besides its rules.
pub trait Entry: Game {
    /// One line for lists and help texts.
    const ABOUT: &'static str;
    /// Our reading of the rules for people, in Markdown: `docs/rules/<game>.md`. What stands before its
    /// first section says what the game is; the section `## Notation` says how everything is spelt.
    const RULES: &'static str;
    /// The names [`Entry::policy`] knows, from the weakest to the strongest.
    const POLICIES: &'static [&'static str];
    /// A hand-written player of this game, by name.
    fn policy(name: &str) -> Option<Box<dyn Policy<Self>>>;
    /// The original batch problem, for the games that have one.
    fn contest() -> Option<&'static dyn Contest>;
    /// A generous superset of the legal actions by brute force: the slow twin of `actions`, which
    /// tests filter with `check`.
    fn candidates(&self) -> Vec<Self::Action>;

    /// What a sensible player would do in the place of the seat to move, and with its knowledge alone:
    /// the cheapest of the hand-written players, which search plays matches out with.
    fn sensible(&self, rng: &mut Rng) -> Self::Action {
        random_action(self, rng)
    }
    /// The same in a playout of flat search for `thinker`, who may expect something else of its own side.
    fn expected(&self, _thinker: Seat, rng: &mut Rng) -> Self::Action {
        self.sensible(rng)
    }
    /// The payoffs to be expected, in units of [`search::ismcts::UNIT`], with every card known: so that
    /// search need not play a match out. `None` in the middle of things, or where nobody can tell.
    fn judge(&self) -> Option<BySeat<i32>> {
        None
    }
    /// What the hands of a world are worth, whatever is done now, in the same units: the luck that search
    /// takes out of what the world brings. `None` where nobody can tell.
    fn luck(&self) -> Option<BySeat<i32>> {
        None
    }
    /// How much a searching player leans to an action, beside the others the seat to move has: any
    /// number above 0.
    fn leaning(&self, _: Self::Action) -> f32 {
        1.0
    }
    /// What a player writes down about the others' play, where the view keeps the bare facts: hints for
    /// its beliefs. They are out of the game's state, which playouts copy and carry along.
    type Notes: Clone + Default + fmt::Debug + Send + Sync;
    /// Writes down what an event says about the others; `before` is about to observe it.
    fn note(_: &mut Self::Notes, _before: &Self::View, _: &Self::Event) {}
    /// A world that looks like the view, drawn more often if the others' play so far makes sense in it.
    /// `trust` of 1024 is how likely somebody is to do a thing that does not; 1024 draws as `sample`.
    fn likely(view: &Self::View, _: &Self::Notes, _trust: u32, rng: &mut Rng) -> Self {
        view.sample(rng)
    }
    /// How many of 1024 actions of the others the search takes to be the sensible player's, for all
    /// that was noted; `share` is what it would take without notes.
    fn others(_: &Self::Notes, share: u32) -> u32 {
        share
    }
    /// In how many of 1024 worlds the search takes the opponents for the sensible player's like, for all
    /// that was noted; `share` is what it would take without notes.
    fn alike(_: &Self::Notes, share: u32) -> u32 {
        share
    }
    /// What the event says somebody has done, where every action has its event: a search goes on with
    /// the part of its tree that is still ahead. `None` for all events: it begins every decision anew.
    fn done(_: &Self::Event) -> Option<Self::Action> {
        None
    }
    /// Where there are too many actions to try all: the few worth a thought, the rule policy's first,
    /// each with what the seat would do right after it. `false` says that search may try everything.
    fn ideas(_: &Self::View, _: &mut Rng, _: &mut Vec<Line<Self::Action>>) -> bool {
        false
    }
    /// How many cards are in play, once nothing is hidden but the hands; `None` before. What exact search
    /// costs depends on it.
    fn in_play(&self) -> Option<u32> {
        None
    }
    /// Visits every world that looks like the view with how likely it is, in proportion, for all that was
    /// noted; `trust` as for [`Entry::likely`]. `false`, and nothing visited, if there are more than `most`.
    fn worlds(
        _: &Self::View,
        _: &Self::Notes,
        _trust: u32,
        _most: usize,
        _visit: impl FnMut(Self, f32),
    ) -> bool {
        false
    }
    /// Exact search for the endgames [`Entry::in_play`] speaks of, where the game has one.
    fn exact() -> Option<Box<dyn Exact<Self>>> {
        None
    }
    /// What the end of a match is worth to a seat, as finely as can be told: payoffs are coarse, and
    /// what is just short of the next one is better than what is far from it.
    fn grade(&self, seat: Seat) -> i32 {
        self.payoffs()[seat]
    }
    /// How search goes about this game; the numbers are tuned with `croupier duel`.
    fn settings() -> Settings {
        Settings::default()
    }
    /// About how many decisions with a choice, and how many rounds, are still before the seat to move:
    /// for sharing out its time.
    fn ahead(_: &Self::View) -> (u32, u32) {
        (12, 12)
    }

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
    /// Could a bot be told this next? Its input comes from outside, and a view trusts its events.
    fn is_possible(_: &Self::View, _: &Self::Event) -> bool {
        true
    }
    /// Does a round begin with the decision at hand? `None`: the game has no rounds, and a clock
    /// that gives time for each round gives it for each decision.
    fn begins_round(&self) -> Option<bool> {
        None
    }
    /// Does this event open a round? `None`: the game has no rounds. For a bot that counts its time.
    fn opens_round(_before: &Self::View, _: &Self::Event) -> Option<bool> {
        None
    }
    /// Do these two win and lose together?
    fn are_partners(a: Seat, b: Seat) -> bool {
        a == b
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
    crate::tractor::Tractor,
    crate::mau_mau::MauMau,
    crate::durak::Durak,
    crate::house::House,
    crate::uno::Uno,
}
