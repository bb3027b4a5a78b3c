//! A test as text: `elo0=0,elo1=10,alpha=0.05,beta=0.05`.

use std::fmt::{Display, Formatter};
use std::str::FromStr;

use super::sprt::{LARGEST_ELO, Sprt};

/// The rates if the text names none.
const RATE: f64 = 0.05;
const KEYS: [&str; 4] = ["elo0", "elo1", "alpha", "beta"];

/// A test that cannot be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BadSprt {
    /// Not `key=value`.
    #[error("expected KEY=VALUE such as elo1=10, found {0:?}")]
    Pair(String),
    /// No such key.
    #[error("expected elo0, elo1, alpha or beta, found {0:?}")]
    Key(String),
    /// Twice the same key.
    #[error("expected {0} once, found it twice")]
    Twice(&'static str),
    /// No number.
    #[error("{key}: expected a number, found {found:?}")]
    Number {
        /// Where.
        key: &'static str,
        /// What was found.
        found: String,
    },
    /// A key that must be given.
    #[error("expected {0}=NUMBER, as in elo0=0,elo1=10")]
    Missing(&'static str),
    /// A strength out of range.
    #[error("{key}: expected normalised Elo from -{LARGEST_ELO} to {LARGEST_ELO}, found {found}")]
    Elo {
        /// Where.
        key: &'static str,
        /// What was found.
        found: f64,
    },
    /// The hypotheses are in the wrong order.
    #[error("expected elo0 below elo1, found elo0={elo0} and elo1={elo1}")]
    Order {
        /// The strength of H0.
        elo0: f64,
        /// The strength of H1.
        elo1: f64,
    },
    /// A rate out of range.
    #[error("{key}: expected an error rate above 0 and below 0.5, found {found}")]
    Rate {
        /// Where.
        key: &'static str,
        /// What was found.
        found: f64,
    },
}

impl FromStr for Sprt {
    type Err = BadSprt;

    fn from_str(text: &str) -> Result<Sprt, BadSprt> {
        let mut values = [None; KEYS.len()];
        for pair in text.split(',') {
            let (key, value) = pair.split_once('=').ok_or_else(|| BadSprt::Pair(pair.to_string()))?;
            let place = KEYS.iter().position(|known| *known == key);
            let place = place.ok_or_else(|| BadSprt::Key(key.to_string()))?;
            let key = KEYS[place];
            let number: f64 = value.parse().map_err(|_| BadSprt::Number { key, found: value.to_string() })?;
            if values[place].replace(number).is_some() {
                return Err(BadSprt::Twice(key));
            }
        }
        let [elo0, elo1, alpha, beta] = values;
        Sprt::new(
            elo0.ok_or(BadSprt::Missing("elo0"))?,
            elo1.ok_or(BadSprt::Missing("elo1"))?,
            alpha.unwrap_or(RATE),
            beta.unwrap_or(RATE),
        )
    }
}

impl Display for Sprt {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let (elo0, elo1) = self.elo();
        write!(f, "elo0={elo0},elo1={elo1},alpha={},beta={}", self.alpha(), self.beta())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_reads_what_it_writes() {
        for text in ["elo0=0,elo1=10,alpha=0.05,beta=0.05", "elo0=-2.5,elo1=0.5,alpha=0.01,beta=0.1"] {
            assert_eq!(text.parse::<Sprt>().expect("a test").to_string(), text);
        }
        let short: Sprt = "elo1=10,elo0=0".parse().expect("a test");
        assert_eq!(short.to_string(), "elo0=0,elo1=10,alpha=0.05,beta=0.05");
    }

    #[test]
    fn errors_say_what_was_found_and_expected() {
        let error = |text: &str| text.parse::<Sprt>().expect_err(text).to_string();
        assert_eq!(error(""), r#"expected KEY=VALUE such as elo1=10, found """#);
        assert_eq!(error("elo0=0,elo1"), r#"expected KEY=VALUE such as elo1=10, found "elo1""#);
        assert_eq!(error("elo=3"), r#"expected elo0, elo1, alpha or beta, found "elo""#);
        assert_eq!(error("elo0=0,elo0=1"), "expected elo0 once, found it twice");
        assert_eq!(error("elo0=zero"), r#"elo0: expected a number, found "zero""#);
        assert_eq!(error("elo1=10"), "expected elo0=NUMBER, as in elo0=0,elo1=10");
        assert_eq!(error("elo0=0"), "expected elo1=NUMBER, as in elo0=0,elo1=10");
        assert_eq!(error("elo0=5,elo1=5"), "expected elo0 below elo1, found elo0=5 and elo1=5");
        assert_eq!(error("elo0=0,elo1=inf"), "elo1: expected normalised Elo from -200 to 200, found inf");
        assert_eq!(error("elo0=NaN,elo1=3"), "elo0: expected normalised Elo from -200 to 200, found NaN");
        assert_eq!(
            error("elo0=0,elo1=5,alpha=0"),
            "alpha: expected an error rate above 0 and below 0.5, found 0"
        );
        assert_eq!(
            error("elo0=0,elo1=5,beta=0.5"),
            "beta: expected an error rate above 0 and below 0.5, found 0.5"
        );
    }
}
