//! `State`: one match, for people who step through it.

use cards::{Seat, TokenSet, Viewer};
use numpy::{PyArray1, PyArrayMethods, PyReadwriteArray1};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use table::key::Key;
use table::record::Record;
use table::verify::verify;

use crate::errors::{seat, wrong};
use crate::matches::{AnyMatch, DealMatch, Pickled, ReplayMatch};
use crate::past::StepText;
use crate::spec::with_game;
use crate::view::View;

/// Rows are written here before Python gets a copy; every game's row is shorter.
const MOST_FEATURES: usize = 4096;

/// A new array with a row.
pub fn row<'py>(
    py: Python<'py>,
    features: usize,
    describe: impl FnOnce(&mut [u8]),
) -> Bound<'py, PyArray1<u8>> {
    let mut bytes = [0; MOST_FEATURES];
    describe(&mut bytes[..features]);
    PyArray1::from_slice(py, &bytes[..features])
}

/// A new array with a boolean for each token.
pub fn bools<'py>(py: Python<'py>, tokens: TokenSet, count: usize) -> Bound<'py, PyArray1<bool>> {
    let mut mask = [false; cards::encode::MOST_TOKENS];
    write_bools(tokens, &mut mask[..count]);
    PyArray1::from_slice(py, &mask[..count])
}

/// Writes a boolean for each token.
#[inline]
pub fn write_bools(tokens: TokenSet, mask: &mut [bool]) {
    let mut bytes = [0; cards::encode::MOST_TOKENS];
    tokens.write(&mut bytes[..mask.len()]);
    mask.iter_mut().zip(bytes).for_each(|(is_legal, byte)| *is_legal = byte == 1);
}

/// A match. Seats are counted from 0.
#[pyclass(module = "croupier")]
pub struct State(pub Box<dyn AnyMatch>);

impl State {
    fn seat(&self, index: Option<i64>) -> PyResult<Seat> {
        match index {
            Some(index) => seat(index, self.0.seats()),
            None => self.0.turn().ok_or_else(|| wrong("the match is over: expected a seat")),
        }
    }

    fn viewer(&self, viewer: Option<ViewerName>) -> PyResult<Viewer> {
        match viewer {
            None => self.seat(None).map(Viewer::Seat),
            Some(ViewerName::Seat(index)) => seat(index, self.0.seats()).map(Viewer::Seat),
            Some(ViewerName::Name(name)) if name == "public" => Ok(Viewer::Public),
            Some(ViewerName::Name(name)) if name == "open" => Ok(Viewer::Open),
            Some(ViewerName::Name(name)) => {
                Err(wrong(format!("expected a seat, \"public\" or \"open\", found {name:?}")))
            }
        }
    }
}

/// A seat, or `public` or `open`.
#[derive(FromPyObject)]
pub enum ViewerName {
    Seat(i64),
    Name(String),
}

#[pymethods]
impl State {
    #[new]
    #[pyo3(signature = (game, rules = "", seed = 0, stream = 0))]
    fn new(game: &str, rules: &str, seed: u64, stream: u64) -> PyResult<State> {
        with_game(game, DealMatch(rules, seed, stream))?.map(State)
    }

    /// The match of a record, version 1 or 2. The record is verified first.
    #[staticmethod]
    fn from_record(text: &str) -> PyResult<State> {
        let record = Record::read(text.as_bytes()).map_err(wrong)?;
        verify(&record).map_err(wrong)?;
        let steps = record.decisions.into_iter().map(|decision| StepText::Act(decision.action)).collect();
        let work = ReplayMatch { setup: record.setup, key: record.key, steps, tokens: Vec::new() };
        with_game(&record.game, work)?.map(State)
    }

    /// A match from a deal in text, as `croupier deal` prints it.
    #[staticmethod]
    fn from_setup(game: &str, setup: &str) -> PyResult<State> {
        let work = ReplayMatch { setup: setup.to_owned(), key: None, steps: Vec::new(), tokens: Vec::new() };
        with_game(game, work)?.map(State)
    }

    /// The game's name.
    #[getter]
    fn game(&self) -> &'static str {
        self.0.name()
    }
    /// The house rules: the preset and every setting.
    #[getter]
    fn rules(&self) -> String {
        self.0.rules()
    }
    /// How many sit at the table.
    #[getter]
    fn seats(&self) -> usize {
        self.0.seats()
    }
    /// The seat to move, or None once the match is over.
    #[getter]
    fn turn(&self) -> Option<usize> {
        self.0.turn().map(Seat::index)
    }
    /// Is the match over?
    #[getter]
    fn is_over(&self) -> bool {
        self.0.turn().is_none()
    }
    /// The question to the seat to move, as a bot reads it.
    #[getter]
    fn prompt(&self) -> &'static str {
        self.0.prompt()
    }

    /// The legal tokens of the seat to move.
    fn legal_actions(&self) -> Vec<usize> {
        self.0.tokens().collect()
    }
    /// The legal tokens as booleans.
    fn legal_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        bools(py, self.0.tokens(), self.0.tokens_count())
    }
    /// The first `most` legal actions in text.
    #[pyo3(signature = (most = 1000))]
    fn actions(&self, most: usize) -> Vec<String> {
        self.0.actions(most)
    }
    /// Adds a token. If it is not legal it raises IllegalAction and changes nothing.
    fn apply(&mut self, token: i64) -> PyResult<()> {
        self.0.apply(token)
    }
    /// Plays an action in text.
    fn play(&mut self, action: &str) -> PyResult<()> {
        self.0.play(action)
    }
    /// The tokens of a legal action in text.
    fn encode(&self, action: &str) -> PyResult<Vec<usize>> {
        self.0.encode(action)
    }
    /// The name of a token.
    fn token_to_string(&self, token: usize) -> PyResult<String> {
        self.0.token_name(token)
    }

    /// What a seat knows as numbers; of the seat to move if none is given. With `out` no new array is made.
    #[pyo3(signature = (seat = None, out = None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        seat: Option<i64>,
        out: Option<Bound<'py, PyArray1<u8>>>,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let (seat, features) = (self.seat(seat)?, self.0.features());
        let Some(out) = out else { return Ok(row(py, features, |row| self.0.describe(seat, row))) };
        let mut writing: PyReadwriteArray1<'_, u8> = out.try_readwrite()?;
        let bytes = writing.as_slice_mut()?;
        if bytes.len() != features {
            return Err(PyTypeError::new_err(format!(
                "expected an array of {features}, found {}",
                bytes.len()
            )));
        }
        self.0.describe(seat, bytes);
        drop(writing);
        Ok(out)
    }
    /// What a seat knows, for a policy.
    #[pyo3(signature = (seat = None))]
    fn view(&self, seat: Option<i64>) -> PyResult<View> {
        Ok(View(self.0.view(self.seat(seat)?)))
    }
    /// A hash of all that a seat knows: XXH3 with 128 bits, the same in every process.
    fn view_key(&self, seat: i64) -> PyResult<u128> {
        Ok(self.0.key(self.seat(Some(seat))?))
    }
    /// Everything a viewer has seen, from the deal on: a seat, "public" or "open".
    fn events(&self, viewer: ViewerName) -> PyResult<Vec<String>> {
        self.0.seen(self.viewer(Some(viewer))?)
    }
    /// A possible world: a state that looks the same to the seat, drawn uniformly from all such states.
    #[pyo3(signature = (seat, seed, stream = 0))]
    fn sample(&self, seat: i64, seed: u64, stream: u64) -> PyResult<State> {
        Ok(State(self.0.sample(self.seat(Some(seat))?, seed, stream)))
    }
    /// A copy.
    fn clone(&self) -> State {
        State(self.0.cloned())
    }
    fn __copy__(&self) -> State {
        self.clone()
    }
    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.clone()
    }
    /// The payoff of each seat; all 0 while the match goes on.
    fn returns(&self) -> Vec<f64> {
        self.0.payoffs().iter().map(|&payoff| f64::from(payoff)).collect()
    }
    /// The record of a finished match, for `croupier verify` and `croupier replay`.
    #[pyo3(signature = (names = None))]
    fn record(&self, names: Option<Vec<String>>) -> PyResult<String> {
        let seats = self.0.seats();
        let names = names.unwrap_or_else(|| vec!["python".to_owned(); seats]);
        if names.len() != seats {
            return Err(wrong(format!("expected {seats} names, found {}", names.len())));
        }
        self.0.record(names)
    }
    /// The action, in text, that a player of ours would choose.
    #[pyo3(signature = (player, seed = 0))]
    fn suggest(&self, py: Python<'_>, player: &str, seed: u64) -> PyResult<String> {
        py.detach(|| self.0.suggest(player, seed))
    }
    /// The exact value of every action to the seat to move, the best first, where the game can be solved.
    fn solve(&self, py: Python<'_>) -> PyResult<Vec<(String, f64)>> {
        py.detach(|| self.0.solve())
    }
    /// The table as a viewer sees it, as JSON text; `State.picture` makes a dictionary of it.
    #[pyo3(signature = (viewer = None, listed = 1000))]
    fn picture_json(&self, viewer: Option<ViewerName>, listed: usize) -> PyResult<String> {
        let viewer = match viewer {
            None if self.0.turn().is_none() => Viewer::Public,
            viewer => self.viewer(viewer)?,
        };
        self.0.picture(viewer, listed)
    }
    /// The table as a viewer sees it: a seat (by default the one to move), "public" or "open".
    #[pyo3(signature = (viewer = None, listed = 1000))]
    fn picture<'py>(
        &self,
        py: Python<'py>,
        viewer: Option<ViewerName>,
        listed: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.getattr("loads")?.call1((self.picture_json(viewer, listed)?,))
    }
    fn _repr_html_(slf: &Bound<'_, State>) -> PyResult<Py<PyAny>> {
        let html = slf.py().import("croupier._html")?;
        Ok(html.getattr("page")?.call1((slf,))?.unbind())
    }

    fn __repr__(&self) -> String {
        let turn = self.0.turn().map_or_else(|| "None".to_owned(), |seat| seat.index().to_string());
        format!(
            "State(game={:?}, rules={:?}, turn={turn}, prompt={:?})",
            self.0.name(),
            self.0.rules(),
            self.0.prompt()
        )
    }
    fn __eq__(&self, other: &State) -> bool {
        self.0.is_same(&*other.0)
    }
    fn __reduce__<'py>(slf: &Bound<'py, State>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        Ok((slf.get_type().getattr("_restore")?, slf.borrow().0.pickled()?))
    }
    /// Reads what pickle wrote.
    #[staticmethod]
    fn _restore(
        game: &str,
        setup: String,
        key: Option<String>,
        steps: Vec<StepText>,
        tokens: Vec<usize>,
    ) -> PyResult<State> {
        let key = key.map(|key| key.parse::<Key>()).transpose().map_err(wrong)?;
        with_game(game, ReplayMatch { setup, key, steps, tokens })?.map(State)
    }
}
