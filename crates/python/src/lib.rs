//! The Python module `croupier._croupier`: states, batches, self-play and duels of every game of the catalog.
//!
//! Inside, everything is generic over the game; a trait object stands between it and Python (`AnyMatch`, `AnyBatch`).
//! Nothing here knows a rule.

mod batch;
mod bot;
mod duel;
mod errors;
mod matches;
mod past;
mod players;
mod policy;
mod selfplay;
mod spec;
mod state;
mod vec_env;
mod view;

use pyo3::prelude::*;

#[pymodule]
mod _croupier {
    #[pymodule_export]
    use crate::bot::serve;
    #[pymodule_export]
    use crate::duel::{DuelResult, Interval, duel};
    #[pymodule_export]
    use crate::errors::{CroupierError, IllegalAction};
    #[pymodule_export]
    use crate::players::Players;
    #[pymodule_export]
    use crate::selfplay::{Dataset, selfplay};
    #[pymodule_export]
    use crate::spec::{Spec, games, spec};
    #[pymodule_export]
    use crate::state::State;
    #[pymodule_export]
    use crate::vec_env::VecEnv;
    #[pymodule_export]
    use crate::view::View;

    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
