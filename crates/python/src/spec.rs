//! What the games are, and how they are encoded.

use ::games::catalog::{self, CatalogGame, WithGame};
use ::games::levels;
use ::games::suggest::instead;
use cards::{BySeat, Rules, Side};
use pyo3::prelude::*;

use crate::errors::wrong;

/// The names of all games.
#[pyfunction]
pub fn games() -> Vec<&'static str> {
    catalog::NAMES.to_vec()
}

/// Runs generic code for the game of this name.
pub fn with_game<W: WithGame>(game: &str, work: W) -> PyResult<W::Out> {
    catalog::with_game(game, work)
        .ok_or_else(|| wrong(format!("no game named `{game}`; {}", instead(game, "games", catalog::NAMES))))
}

/// Reads rules, with the position of a mistake.
pub fn read_rules<G: CatalogGame>(text: &str) -> PyResult<G::Rules> {
    text.parse().map_err(|why| wrong(format!("rules of {}: {why}", G::NAME)))
}

/// A game with its rules: seats, tokens and the layout of observations.
#[pyclass(frozen, get_all, module = "croupier")]
pub struct Spec {
    /// The game's name.
    game: &'static str,
    /// The house rules: the preset and every setting.
    rules: String,
    /// One line about the game.
    about: &'static str,
    /// How many sit at the table.
    seats: usize,
    /// The side of each seat: the seats of one side win and lose together.
    sides: Vec<u8>,
    /// Actions are spelt with tokens below this number.
    tokens: usize,
    /// The most tokens of one action.
    tokens_per_action: usize,
    /// The length of an observation.
    features: usize,
    /// The version of tokens and observations.
    encoding: u32,
    /// The name of each token.
    token_names: Vec<String>,
    /// The parts of an observation: name, first index, and the index after the last.
    layout: Vec<(&'static str, usize, usize)>,
    /// The players of the game, from the weakest to the strongest.
    players: Vec<&'static str>,
    /// The lowest and the highest payoff, where they are known.
    payoff_range: Option<(i32, i32)>,
    /// No match takes more actions.
    longest: u32,
}

#[pymethods]
impl Spec {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&'static str, String))> {
        Ok((py.import("croupier")?.getattr("spec")?, (self.game, self.rules.clone())))
    }
    fn __repr__(&self) -> String {
        format!(
            "Spec(game={:?}, rules={:?}, seats={}, tokens={}, features={}, encoding={})",
            self.game, self.rules, self.seats, self.tokens, self.features, self.encoding
        )
    }
}

struct Describe<'a>(&'a str);
impl WithGame for Describe<'_> {
    type Out = PyResult<Spec>;
    fn run<G: CatalogGame>(self) -> PyResult<Spec> {
        let rules = read_rules::<G>(self.0)?;
        let sides: BySeat<Side> = G::sides(&rules);
        let mut start = 0;
        let part = |&(name, width): &(&'static str, usize)| {
            start += width;
            (name, start - width, start)
        };
        Ok(Spec {
            game: G::NAME,
            rules: rules.named(),
            about: G::ABOUT,
            seats: rules.seats(),
            sides: sides.iter().map(|side| side.0).collect(),
            tokens: G::TOKENS,
            tokens_per_action: G::SPELLING,
            features: G::FEATURES,
            encoding: G::ENCODING,
            token_names: (0..G::TOKENS).map(G::name).collect(),
            layout: G::LAYOUT.iter().map(part).collect(),
            players: levels::names::<G>(),
            payoff_range: G::payoff_range(&rules),
            longest: G::LONGEST,
        })
    }
}

/// What a game with these rules is, and how it is encoded. If `encoding` is given and another version, it raises:
/// networks and data made with one version do not fit another.
#[pyfunction]
#[pyo3(signature = (game, rules = "", *, encoding = None))]
pub fn spec(game: &str, rules: &str, encoding: Option<u32>) -> PyResult<Spec> {
    let spec = with_game(game, Describe(rules))??;
    match encoding {
        Some(other) if other != spec.encoding => Err(wrong(format!(
            "expected encoding {other} of {game}, found {}: tokens and observations have changed since, so networks and \
             data of encoding {other} do not fit this version of croupier",
            spec.encoding
        ))),
        _ => Ok(spec),
    }
}
