//! What one seat knows, for policies written in Python: they get this and never a `State`, so they cannot see hidden
//! cards.

use std::hash::{Hash, Hasher};

use cards::{Rng, Seat, TokenSet, View as _};
use games::catalog::CatalogGame;
use numpy::PyArray1;
use pyo3::prelude::*;
use xxhash_rust::xxh3::Xxh3;

use crate::errors::token_name;
use crate::matches::{AnyMatch, Match};
use crate::state::{State, bools, row};

/// A view with its game's type, and the tokens chosen so far.
pub struct Known<G: CatalogGame> {
    pub view: G::View,
    pub prefix: G::Prefix,
    pub rules: G::Rules,
}

impl<G: CatalogGame> Known<G> {
    /// The XXH3 hash of the view and the chosen tokens, 128 bits: the same in every process.
    pub fn key(&self) -> u128 {
        let mut hasher = Stable(Xxh3::new());
        self.view.hash(&mut hasher);
        self.prefix.hash(&mut hasher);
        hasher.0.digest128()
    }
}

/// Hashes numbers with their size and byte order fixed.
struct Stable(Xxh3);

impl Hasher for Stable {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }
    fn write_u16(&mut self, number: u16) {
        self.write(&number.to_le_bytes());
    }
    fn write_u32(&mut self, number: u32) {
        self.write(&number.to_le_bytes());
    }
    fn write_u64(&mut self, number: u64) {
        self.write(&number.to_le_bytes());
    }
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as u64);
    }
    fn finish(&self) -> u64 {
        self.0.digest()
    }
}

/// A view without its game's type.
pub trait AnyView: Send + Sync {
    fn name(&self) -> &'static str;
    fn seat(&self) -> Seat;
    fn tokens(&self) -> TokenSet;
    fn tokens_count(&self) -> usize;
    fn features(&self) -> usize;
    fn describe(&self, row: &mut [u8]);
    fn token_name(&self, token: usize) -> PyResult<String>;
    fn key(&self) -> u128;
    fn sample(&self, seed: u64, stream: u64) -> Box<dyn AnyMatch>;
}

impl<G: CatalogGame> AnyView for Known<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }
    fn seat(&self) -> Seat {
        self.view.seat()
    }
    fn tokens(&self) -> TokenSet {
        G::tokens(&self.view, &self.prefix)
    }
    fn tokens_count(&self) -> usize {
        G::TOKENS
    }
    fn features(&self) -> usize {
        G::FEATURES
    }
    fn describe(&self, row: &mut [u8]) {
        G::describe(&self.view, &self.prefix, row);
    }
    fn token_name(&self, token: usize) -> PyResult<String> {
        token_name::<G>(token)
    }
    fn key(&self) -> u128 {
        Known::key(self)
    }
    fn sample(&self, seed: u64, stream: u64) -> Box<dyn AnyMatch> {
        let world = self.view.sample(&mut Rng::stream(seed, stream));
        let mut world = Match::<G>::world(world, self.rules);
        world.prefix = self.prefix;
        Box::new(world)
    }
}

/// What one seat knows. A policy is a function from a View to a token.
#[pyclass(frozen, module = "croupier")]
pub struct View(pub Box<dyn AnyView>);

#[pymethods]
impl View {
    /// The game's name.
    #[getter]
    fn game(&self) -> &'static str {
        self.0.name()
    }
    /// Whose view it is, from 0.
    #[getter]
    fn seat(&self) -> usize {
        self.0.seat().index()
    }
    /// The legal tokens; none if the seat is not to move.
    fn legal_actions(&self) -> Vec<usize> {
        self.0.tokens().collect()
    }
    /// The legal tokens as booleans.
    fn legal_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        bools(py, self.0.tokens(), self.0.tokens_count())
    }
    /// What the seat knows as numbers.
    fn observation<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        row(py, self.0.features(), |row| self.0.describe(row))
    }
    /// The name of a token.
    fn token_to_string(&self, token: usize) -> PyResult<String> {
        self.0.token_name(token)
    }
    /// A hash of all the seat knows: XXH3 with 128 bits, the same in every process.
    fn key(&self) -> u128 {
        self.0.key()
    }
    /// A possible world, drawn uniformly from those that fit the view.
    #[pyo3(signature = (seed, stream = 0))]
    fn sample(&self, seed: u64, stream: u64) -> State {
        State(self.0.sample(seed, stream))
    }
    fn __repr__(&self) -> String {
        format!("View(game={:?}, seat={})", self.0.name(), self.0.seat().index())
    }
}
