//! What goes wrong, as Python exceptions.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(
    croupier,
    CroupierError,
    PyValueError,
    "What Croupier was given is wrong; the message says what was expected."
);
create_exception!(
    croupier,
    IllegalAction,
    CroupierError,
    "A token or an action that is not legal now. Nothing has changed."
);

/// Any error of ours.
pub fn wrong(why: impl std::fmt::Display) -> PyErr {
    CroupierError::new_err(why.to_string())
}

/// A seat from Python, counted from 0.
pub fn seat(index: i64, seats: usize) -> PyResult<cards::Seat> {
    match usize::try_from(index) {
        Ok(index) if index < seats => Ok(cards::Seat::new(index)),
        _ => Err(wrong(format!("expected a seat from 0 to {}, found {index}", seats - 1))),
    }
}
