//! What has happened in a match: enough to play it again, to copy it cheaply and to pickle it.

use std::sync::Arc;

use cards::{Game, Seat};
use pyo3::prelude::*;
use table::key::Key;

/// One step of a match's past.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step<A> {
    /// An action.
    Act(A),
    /// The hidden cards were dealt again, as this seat may think they are.
    Sample(Seat, u64, u64),
}

/// A step in text, as it is pickled.
#[derive(FromPyObject, IntoPyObject)]
pub enum StepText {
    /// An action.
    Act(String),
    /// Seat, seed and stream of a sample.
    Sample(i64, u64, u64),
}

/// Everything that has happened. Copies share it until one of them goes on; a fresh sample is only noted.
#[derive(Clone)]
pub struct Past<A> {
    steps: Arc<Vec<Step<A>>>,
    latest: Option<Step<A>>,
}

impl<A: Clone> Past<A> {
    /// Nothing yet.
    pub fn new() -> Past<A> {
        Past { steps: Arc::default(), latest: None }
    }

    /// The same past and a sample after it.
    pub fn sampled(&self, seat: Seat, seed: u64, stream: u64) -> Past<A> {
        let (mut past, sample) = (self.clone(), Step::Sample(seat, seed, stream));
        if past.latest.is_some() {
            past.push(sample);
        } else {
            past.latest = Some(sample);
        }
        past
    }

    pub fn push(&mut self, step: Step<A>) {
        let latest = self.latest.take();
        let steps = Arc::make_mut(&mut self.steps);
        steps.extend(latest);
        steps.push(step);
    }

    pub fn iter(&self) -> impl Iterator<Item = &Step<A>> {
        self.steps.iter().chain(&self.latest)
    }
}

/// Where a match comes from.
#[derive(Clone)]
pub struct Origin<G: Game> {
    pub setup: Arc<G::Setup>,
    /// The key of the deal, if a key alone fixes it.
    pub key: Option<Key>,
}
