//! Matches between our players as labelled rows: what the seat knew, what it might do, what it did, how it ended.

use cards::agent::Stopped as StoppedClock;
use cards::{Agent, BySeat, Rng, Rules as _, Seat, View as _};
use games::catalog::{CatalogGame, WithGame};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use table::clock::TimeControl;
use table::key::Key;
use table::referee::{CAP, Kind, Referee};
use table::{Answer, Here, InProcess, Player, Reply, Table, run};

use crate::errors::wrong;
use crate::players::Stopped;
use crate::policy::Policy;
use crate::spec::{read_rules, with_game};
use crate::state::write_bools;

/// Rows of many matches. Only decisions with a choice are in it; an action of several tokens is several rows.
#[pyclass(frozen, get_all, module = "croupier")]
pub struct Dataset {
    /// What the seat knew: one row for each token.
    obs: Py<PyArray2<u8>>,
    /// Which tokens were legal.
    mask: Py<PyArray2<bool>>,
    /// The token that was chosen.
    actions: Py<PyArray1<u8>>,
    /// The seat that chose.
    seats: Py<PyArray1<u8>>,
    /// The payoff of that seat at the end of the match.
    returns: Py<PyArray1<f32>>,
    /// The number of the match.
    matches: Py<PyArray1<u32>>,
    /// The version of tokens and observations.
    encoding: u32,
}

/// The arrays of a data set, in the order of their columns, and the version of the encoding.
type Pickled = (
    Py<PyArray2<u8>>,
    Py<PyArray2<bool>>,
    Py<PyArray1<u8>>,
    Py<PyArray1<u8>>,
    Py<PyArray1<f32>>,
    Py<PyArray1<u32>>,
    u32,
);

#[pymethods]
impl Dataset {
    fn __reduce__<'py>(slf: &Bound<'py, Dataset>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        let (py, data) = (slf.py(), slf.get());
        let columns = (
            data.obs.clone_ref(py),
            data.mask.clone_ref(py),
            data.actions.clone_ref(py),
            data.seats.clone_ref(py),
            data.returns.clone_ref(py),
            data.matches.clone_ref(py),
            data.encoding,
        );
        Ok((slf.get_type().getattr("_restore")?, columns))
    }
    /// Reads what pickle wrote.
    #[staticmethod]
    fn _restore(
        obs: Py<PyArray2<u8>>,
        mask: Py<PyArray2<bool>>,
        actions: Py<PyArray1<u8>>,
        seats: Py<PyArray1<u8>>,
        returns: Py<PyArray1<f32>>,
        matches: Py<PyArray1<u32>>,
        encoding: u32,
    ) -> Dataset {
        Dataset { obs, mask, actions, seats, returns, matches, encoding }
    }
    fn __len__(&self, py: Python<'_>) -> usize {
        self.actions.bind(py).len().unwrap_or(0)
    }
    fn __repr__(&self, py: Python<'_>) -> String {
        format!("Dataset({} rows, encoding {})", self.__len__(py), self.encoding)
    }
}

/// The columns while they grow.
#[derive(Default)]
struct Columns {
    obs: Vec<u8>,
    mask: Vec<bool>,
    actions: Vec<u8>,
    seats: Vec<u8>,
    returns: Vec<f32>,
    matches: Vec<u32>,
}

impl Columns {
    /// One row for each token of an action.
    fn record<G: CatalogGame>(&mut self, view: &G::View, action: G::Action) {
        let mut prefix = G::Prefix::default();
        G::spell(view, action, |token| {
            let (row, mask) = (self.obs.len(), self.mask.len());
            self.obs.resize(row + G::FEATURES, 0);
            G::describe(view, &prefix, &mut self.obs[row..]);
            self.mask.resize(mask + G::TOKENS, false);
            write_bools(G::tokens(view, &prefix), &mut self.mask[mask..]);
            self.actions.push(token as u8);
            self.seats.push(view.seat().index() as u8);
            G::add(view, &mut prefix, token);
        });
    }

    /// The match is over: its rows get their payoffs.
    fn finish(&mut self, number: u32, payoffs: &BySeat<i32>) {
        for row in self.returns.len()..self.actions.len() {
            self.returns.push(payoffs[Seat::new(self.seats[row].into())] as f32);
            self.matches.push(number);
        }
    }
}

/// A player whose decisions are kept.
struct Kept<'a, G: CatalogGame> {
    player: InProcess<'a, G>,
    view: G::View,
    seen: usize,
    columns: &'a std::sync::Mutex<Columns>,
    is_kept: bool,
}

impl<G: CatalogGame> Player<Table<G>> for Kept<'_, G> {
    fn ask(&mut self, here: &Here<'_, Table<G>>) -> Answer<G::Action> {
        for event in here.events(self.seen) {
            self.view.observe(event);
            self.seen += 1;
        }
        let answer = Player::<Table<G>>::ask(&mut self.player, here);
        if let (true, Reply::Action(action)) = (self.is_kept, &answer.reply) {
            let mut columns = self.columns.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            columns.record::<G>(&self.view, *action);
        }
        answer
    }
}

struct PlayMatches<'a, 'py> {
    py: Python<'py>,
    players: &'a [Bound<'py, PyAny>],
    matches: std::ops::Range<u64>,
    rules: &'a str,
    seed: u64,
    keep: Option<Vec<usize>>,
}

impl WithGame for PlayMatches<'_, '_> {
    type Out = PyResult<Dataset>;
    fn run<G: CatalogGame>(self) -> Self::Out {
        let rules = read_rules::<G>(self.rules)?;
        let stopped = Stopped::default();
        let policies = self.players.iter().map(Policy::read::<G>).collect::<PyResult<Vec<_>>>()?;
        if policies.is_empty() {
            return Err(wrong("expected the name of a player, found none"));
        }
        let seat_policy = |seat: Seat| seat.index() % policies.len();
        let mut agents: Vec<Box<dyn Agent<G>>> = Seat::all(rules.seats())
            .map(|seat| policies[seat_policy(seat)].agent::<G>(&stopped))
            .collect::<PyResult<_>>()?;
        let is_kept = |seat: Seat| self.keep.as_ref().is_none_or(|keep| keep.contains(&seat.index()));
        let columns = self.py.detach(|| {
            let columns = std::sync::Mutex::new(Columns::default());
            let key = Key::from_seed(self.seed);
            for number in self.matches {
                let setup = G::deal(&rules, &mut Rng::stream(self.seed, number));
                let table = Table::<G>::new(setup);
                let mut players: Vec<Box<dyn Player<Table<G>> + '_>> = agents
                    .iter_mut()
                    .zip(Seat::all(rules.seats()))
                    .map(|(agent, seat)| {
                        let player =
                            InProcess::new(Box::new(&mut **agent), &rules, seat, key.agent_rng(number, seat));
                        let view = G::View::seated(&rules, seat);
                        let (columns, is_kept) = (&columns, is_kept(seat));
                        Box::new(Kept { player, view, seen: 0, columns, is_kept }) as Box<dyn Player<_> + '_>
                    })
                    .collect();
                let kinds = BySeat::all(rules.seats(), Kind::Agent);
                let mut referee = Referee::new(table, kinds, TimeControl::None, CAP);
                run(&mut referee, &mut players, &StoppedClock);
                drop(players);
                let mut columns = columns.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                columns.finish(number as u32, &referee.payoffs());
                if number % 64 == 63 {
                    stopped.look();
                }
                if stopped.is_stopped() {
                    break;
                }
            }
            columns.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
        });
        stopped.check()?;
        let (py, rows) = (self.py, columns.actions.len());
        Ok(Dataset {
            obs: columns.obs.into_pyarray(py).reshape([rows, G::FEATURES])?.unbind(),
            mask: columns.mask.into_pyarray(py).reshape([rows, G::TOKENS])?.unbind(),
            actions: columns.actions.into_pyarray(py).unbind(),
            seats: columns.seats.into_pyarray(py).unbind(),
            returns: columns.returns.into_pyarray(py).unbind(),
            matches: columns.matches.into_pyarray(py).unbind(),
            encoding: G::ENCODING,
        })
    }
}

/// Plays `matches` matches, from number `first` on, and returns every decision as a row. The players are dealt out to
/// the seats in turn; each is a name or a function from a View to a token. Match number k is dealt by
/// `State(game, rules, seed, stream=k)`. With `keep` only the decisions of these seats are returned.
#[pyfunction]
#[pyo3(signature = (game, players, matches, rules = "", seed = 0, *, first = 0, keep = None))]
#[expect(clippy::too_many_arguments, reason = "they are Python's keyword arguments")]
pub fn selfplay<'py>(
    py: Python<'py>,
    game: &str,
    players: Vec<Bound<'py, PyAny>>,
    matches: u64,
    rules: &str,
    seed: u64,
    first: u64,
    keep: Option<Vec<usize>>,
) -> PyResult<Dataset> {
    let range = first..first.saturating_add(matches);
    with_game(game, PlayMatches { py, players: &players, matches: range, rules, seed, keep })?
}
