//! What goes wrong, as Python exceptions.

use games::catalog::CatalogGame;
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

/// A message as an error.
pub fn say(why: &cards::Message) -> PyErr {
    IllegalAction::new_err(table::text::english().say(why, None))
}

/// What cannot be read, as an error.
pub fn illegal(why: impl std::fmt::Display) -> PyErr {
    IllegalAction::new_err(why.to_string())
}

/// Why a token is refused, in the game's own words if they say why.
pub fn refuse<G: CatalogGame>(game: &G, view: &G::View, refused: cards::encode::Refused) -> PyErr {
    let token = refused.token;
    if token >= G::TOKENS {
        return no_token::<G>(token);
    }
    let legal: Vec<String> = refused.allowed.map(|token| format!("{token} ({})", G::name(token))).collect();
    let mut prefix = G::Prefix::default();
    let why = G::add(view, &mut prefix, token)
        .and_then(|action| game.check(action).err())
        .map_or_else(String::new, |cards::Illegal(why)| {
            format!(" ({})", table::text::english().say(&why, None))
        });
    IllegalAction::new_err(format!(
        "token {token} ({}) is not legal here{why}; expected one of {}",
        G::name(token),
        legal.join(", ")
    ))
}

/// The name of a token.
pub fn token_name<G: CatalogGame>(token: usize) -> PyResult<String> {
    if token < G::TOKENS {
        return Ok(G::name(token));
    }
    Err(no_token::<G>(token))
}

/// A number that is no token.
pub fn no_token<G: CatalogGame>(found: impl std::fmt::Display) -> PyErr {
    IllegalAction::new_err(format!("expected a token from 0 to {}, found {found}", G::TOKENS - 1))
}
