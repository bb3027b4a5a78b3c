//! The rules, setup, actions and events of a toy game are numbers.

use std::fmt;
use std::str::FromStr;

use cards::{ParseError, Rules, Seat};

/// The rules, a setup, an action or an event of a toy game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Number(pub u64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}
impl FromStr for Number {
    type Err = ParseError;
    fn from_str(s: &str) -> Result<Number, ParseError> {
        s.parse().map(Number).map_err(|_| ParseError::new("a number", s))
    }
}
impl Rules for Number {
    const PRESETS: &'static [(&'static str, Number)] = &[("contest", Number(0))];
    fn seats(&self) -> usize {
        2
    }
    fn set(&mut self, key: &str, _: &str) -> Result<(), ParseError> {
        Err(ParseError::new("no settings", key))
    }
}
impl cards::Event for Number {
    fn renumber(self, _: impl Fn(Seat) -> Seat) -> Number {
        self
    }
}
