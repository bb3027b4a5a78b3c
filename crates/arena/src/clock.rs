//! The contest's clock: a base for the whole match and an increment for every round begun.
//!
//! Time is counted in whole microseconds, so that a record proves every sum of it.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use cards::{BySeat, ParseError, Seat};

/// How much time a bot has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    /// For the whole match, and more for every round begun: `2s+100ms`.
    Match {
        /// To begin with.
        base: Duration,
        /// For every round begun; in a game without rounds for every own decision.
        increment: Duration,
    },
    /// For every decision alone: `500ms/move`.
    Decision(Duration),
    /// As long as it likes: `none`.
    Unlimited,
}

impl Clock {
    /// Durak's: two seconds, and a tenth for every round.
    pub const CONTEST: Clock =
        Clock::Match { base: Duration::from_secs(2), increment: Duration::from_millis(100) };
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Clock::Match { base, increment } => write!(f, "{}+{}", Span(*base), Span(*increment)),
            Clock::Decision(each) => write!(f, "{}/move", Span(*each)),
            Clock::Unlimited => f.write_str("none"),
        }
    }
}

impl FromStr for Clock {
    type Err = ParseError;
    fn from_str(s: &str) -> Result<Clock, ParseError> {
        let wrong = || ParseError::new("a clock like 2s+100ms, 500ms/move or none", s);
        let span = |text: &str| text.parse::<Span>().map(|span| span.0).map_err(|_| wrong());
        if s == "none" {
            Ok(Clock::Unlimited)
        } else if let Some(each) = s.strip_suffix("/move") {
            Ok(Clock::Decision(span(each)?))
        } else if let Some((base, increment)) = s.split_once('+') {
            Ok(Clock::Match { base: span(base)?, increment: span(increment)? })
        } else {
            Err(wrong())
        }
    }
}

/// A length of time in text: `2s`, `100ms`, `250us`, in the largest unit that has no fraction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span(pub Duration);

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_micros() {
            us if us % 1_000_000 == 0 => write!(f, "{}s", us / 1_000_000),
            us if us % 1_000 == 0 => write!(f, "{}ms", us / 1_000),
            us => write!(f, "{us}us"),
        }
    }
}
impl FromStr for Span {
    type Err = ParseError;
    fn from_str(s: &str) -> Result<Span, ParseError> {
        /// A day is long enough for a card game.
        const LONGEST: u64 = 24 * 3600 * 1_000_000;
        let digits = s.len() - s.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let unit = match &s[digits..] {
            "s" => 1_000_000,
            "ms" => 1_000,
            "us" => 1,
            _ => 0,
        };
        let micros = s[..digits].parse::<u64>().ok().and_then(|n| n.checked_mul(unit));
        let micros = micros.filter(|&us| unit > 0 && us <= LONGEST);
        let micros = micros.ok_or_else(|| ParseError::new("a time like 2s, 100ms or 250us", s))?;
        Ok(Span(Duration::from_micros(micros)))
    }
}

/// The clocks of one match as they run.
#[derive(Clone, Debug)]
pub struct Clocks {
    clock: Clock,
    left: BySeat<Duration>,
}

impl Clocks {
    /// Nobody has used any time yet.
    pub fn new(clock: Clock, seats: usize) -> Clocks {
        let left = match clock {
            Clock::Match { base, .. } => base,
            Clock::Decision(each) => each,
            Clock::Unlimited => Duration::ZERO,
        };
        Clocks { clock, left: BySeat::all(seats, left) }
    }

    /// A decision of `seat` comes up; answers how long it may take. A round that begins with it
    /// gives everybody the increment; in a game without rounds (`None`) the seat alone gets it.
    pub fn ask(&mut self, seat: Seat, begins_round: Option<bool>) -> Option<Duration> {
        match (self.clock, begins_round) {
            (Clock::Unlimited, _) => return None,
            (Clock::Match { increment, .. }, Some(true)) => {
                self.left.seats().for_each(|seat| self.left[seat] += increment);
            }
            (Clock::Match { increment, .. }, None) => self.left[seat] += increment,
            _ => (),
        }
        Some(self.left[seat])
    }

    /// Charges what a decision took; false if the seat did not have that much left.
    #[must_use]
    pub fn charge(&mut self, seat: Seat, spent: Duration) -> bool {
        match self.clock {
            Clock::Unlimited => true,
            Clock::Decision(each) => spent <= each,
            Clock::Match { .. } => {
                let left = self.left[seat].checked_sub(spent);
                self.left[seat] = left.unwrap_or_default();
                left.is_some()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_have_one_spelling() {
        for text in ["2s+100ms", "0s+0s", "1500ms+1us", "500ms/move", "none"] {
            assert_eq!(text.parse::<Clock>().map(|clock| clock.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("2s+100ms".parse(), Ok(Clock::CONTEST));
        for text in [
            "",
            "2",
            "2s",
            "2s+",
            "+2s",
            "-1s+0s",
            "2 s+1s",
            "99999999999999999999s/move",
            "2s/Move",
            "é/move",
        ] {
            assert!(text.parse::<Clock>().is_err(), "{text}");
        }
    }

    #[test]
    fn every_round_begun_gives_everybody_the_increment() {
        let (one, two) = (Seat::new(0), Seat::new(1));
        let mut clocks = Clocks::new(Clock::CONTEST, 4);
        assert_eq!(clocks.ask(one, Some(true)), Some(Duration::from_millis(2100)));
        assert!(clocks.charge(one, Duration::from_millis(2000)));
        assert_eq!(clocks.ask(two, Some(false)), Some(Duration::from_millis(2100)));
        assert_eq!(clocks.ask(one, Some(true)), Some(Duration::from_millis(200)));
        assert!(!clocks.charge(one, Duration::from_micros(200_001)));
    }

    #[test]
    fn without_rounds_the_increment_is_for_every_own_decision() {
        let (one, two) = (Seat::new(0), Seat::new(1));
        let mut clocks = Clocks::new(Clock::CONTEST, 2);
        assert_eq!(clocks.ask(one, None), Some(Duration::from_millis(2100)));
        assert_eq!(clocks.ask(two, None), Some(Duration::from_millis(2100)));
        let mut clocks = Clocks::new("5ms/move".parse().expect("a clock"), 2);
        for _ in 0..3 {
            assert_eq!(clocks.ask(one, None), Some(Duration::from_millis(5)));
            assert!(clocks.charge(one, Duration::from_millis(5)));
        }
        assert!(!clocks.charge(one, Duration::from_micros(5001)));
    }
}
