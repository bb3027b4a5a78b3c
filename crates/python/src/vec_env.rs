//! `VecEnv`: many matches side by side, in arrays that stay where they are.

use numpy::{AllowTypeChange, PyArray1, PyArray2, PyArrayLike1, PyArrayMethods};
use pyo3::prelude::*;

use crate::batch::{AnyBatch, MakeBatch, Rows};
use crate::errors::{IllegalAction, wrong};
use crate::spec::with_game;

/// More places than this are a mistake.
const MOST_PLACES: usize = 1 << 24;

/// Many matches side by side. The arrays are the same memory after every step: copy what you keep.
#[pyclass(module = "croupier")]
pub struct VecEnv {
    batch: Box<dyn AnyBatch>,
    game: String,
    /// What the seat to move knows: a row for each match.
    #[pyo3(get)]
    obs: Py<PyArray2<u8>>,
    /// Its legal tokens.
    #[pyo3(get)]
    mask: Py<PyArray2<bool>>,
    /// The payoffs of the seats, where the last step ended a match; 0 elsewhere.
    #[pyo3(get)]
    rewards: Py<PyArray2<f32>>,
    /// Did the last step end a match? Then the next match has begun in its place.
    #[pyo3(get)]
    dones: Py<PyArray1<bool>>,
    /// The seat to move.
    #[pyo3(get)]
    seats: Py<PyArray1<u8>>,
    /// What the seat that moved last knew at the end of the last finished match of each place.
    #[pyo3(get)]
    final_obs: Py<PyArray2<u8>>,
    /// The tokens of the last `step_random`.
    #[pyo3(get)]
    actions: Py<PyArray1<i64>>,
    #[pyo3(get)]
    num_envs: usize,
}

impl VecEnv {
    /// Runs `work` on the batch and its arrays, without the interpreter.
    fn with_rows<T: Send>(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn AnyBatch, &mut Rows<'_>) -> T + Send,
    ) -> PyResult<T> {
        let mut obs = self.obs.bind(py).try_readwrite()?;
        let mut mask = self.mask.bind(py).try_readwrite()?;
        let mut rewards = self.rewards.bind(py).try_readwrite()?;
        let mut dones = self.dones.bind(py).try_readwrite()?;
        let mut seats = self.seats.bind(py).try_readwrite()?;
        let mut final_obs = self.final_obs.bind(py).try_readwrite()?;
        let mut rows = Rows {
            obs: obs.as_slice_mut()?,
            mask: mask.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            dones: dones.as_slice_mut()?,
            seats: seats.as_slice_mut()?,
            final_obs: final_obs.as_slice_mut()?,
        };
        let batch = &mut *self.batch;
        Ok(py.detach(|| work(batch, &mut rows)))
    }
}

#[pymethods]
impl VecEnv {
    #[new]
    #[pyo3(signature = (game, n, rules = "", seed = 0, *, skip_forced = false))]
    fn new(
        py: Python<'_>,
        game: &str,
        n: usize,
        rules: &str,
        seed: u64,
        skip_forced: bool,
    ) -> PyResult<VecEnv> {
        if !(1..=MOST_PLACES).contains(&n) {
            return Err(wrong(format!("expected 1 to {MOST_PLACES} matches, found {n}")));
        }
        let work = MakeBatch { places: n, rules, seed, skips_forced: skip_forced };
        let batch = with_game(game, work)??;
        let (features, tokens, seats) = (batch.features(), batch.tokens(), batch.seats());
        let mut env = VecEnv {
            batch,
            game: game.to_owned(),
            obs: PyArray2::zeros(py, [n, features], false).unbind(),
            mask: PyArray2::zeros(py, [n, tokens], false).unbind(),
            rewards: PyArray2::zeros(py, [n, seats], false).unbind(),
            dones: PyArray1::zeros(py, n, false).unbind(),
            seats: PyArray1::zeros(py, n, false).unbind(),
            final_obs: PyArray2::zeros(py, [n, features], false).unbind(),
            actions: PyArray1::zeros(py, n, false).unbind(),
            num_envs: n,
        };
        env.reset(py, Some(seed))?;
        Ok(env)
    }

    /// Starts every match again: with a seed match number 0 of each place, without one the next match.
    #[pyo3(signature = (seed = None))]
    fn reset(&mut self, py: Python<'_>, seed: Option<u64>) -> PyResult<()> {
        self.with_rows(py, |batch, rows| batch.reset(seed, rows))
    }

    /// Plays one token in each match. If one is not legal it raises IllegalAction, names the match, and changes nothing.
    fn step(&mut self, py: Python<'_>, actions: PyArrayLike1<'_, i64, AllowTypeChange>) -> PyResult<()> {
        let copied;
        let tokens = match actions.as_slice() {
            Ok(tokens) => tokens,
            Err(_) => {
                copied = actions.as_array().to_vec();
                &copied
            }
        };
        if tokens.len() != self.num_envs {
            return Err(wrong(format!("expected {} tokens, found {}", self.num_envs, tokens.len())));
        }
        if let Err(wrong) = self.batch.check(tokens) {
            let stream = (wrong.place as u64) << 32 | u64::from(wrong.number);
            return Err(IllegalAction::new_err(format!(
                "match {} (State({:?}, seed={}, stream={stream})): token {} is not legal here, {}",
                wrong.place,
                self.game,
                self.batch.seed(),
                wrong.token,
                wrong.why
            )));
        }
        self.with_rows(py, |batch, rows| batch.step(tokens, rows))
    }

    /// Plays a random legal token in each match; `actions` has them afterwards.
    fn step_random(&mut self, py: Python<'_>) -> PyResult<()> {
        let actions = self.actions.clone_ref(py);
        let mut actions = actions.bind(py).try_readwrite()?;
        let tokens = actions.as_slice_mut()?;
        self.with_rows(py, |batch, rows| batch.step_random(tokens, rows))
    }

    /// The `stream` of the match that a place plays now: `State(game, rules, seed, stream)` deals it again.
    fn stream(&self, place: usize) -> PyResult<u64> {
        if place >= self.num_envs {
            return Err(wrong(format!("expected a place from 0 to {}, found {place}", self.num_envs - 1)));
        }
        Ok((place as u64) << 32 | u64::from(self.batch.match_number(place)))
    }

    /// The seed of the deals.
    #[getter]
    fn seed(&self) -> u64 {
        self.batch.seed()
    }

    fn __len__(&self) -> usize {
        self.num_envs
    }

    fn __repr__(&self) -> String {
        format!("VecEnv(game={:?}, n={}, seed={})", self.game, self.num_envs, self.batch.seed())
    }
}
