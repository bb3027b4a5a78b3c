//! The clock: the time control in text, and the clocks of a match as they run.
//!
//! Time is counted in whole microseconds, so that the sums in a record can be checked exactly.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use cards::agent::{Allowed, Timer};
use cards::{BySeat, ParseError, Seat};

/// The time control: how much time a seat has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControl {
    /// Time for the whole match, plus an increment at the start of each round: `2s+100ms`.
    Increment {
        /// The time at the start.
        base: Duration,
        /// The time added at the start of each round; in a game without rounds before each own decision.
        increment: Duration,
    },
    /// Time for each decision: `500ms/move`.
    PerMove(Duration),
    /// No limit: `none`.
    None,
}

impl TimeControl {
    /// The clock of the Durak contest: two seconds, plus a tenth of a second for each round.
    pub const CONTEST: TimeControl =
        TimeControl::Increment { base: Duration::from_secs(2), increment: Duration::from_millis(100) };
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::Increment { base, increment } => write!(f, "{}+{}", Span(*base), Span(*increment)),
            TimeControl::PerMove(each) => write!(f, "{}/move", Span(*each)),
            TimeControl::None => f.write_str("none"),
        }
    }
}

impl FromStr for TimeControl {
    type Err = ParseError;
    fn from_str(s: &str) -> Result<TimeControl, ParseError> {
        let wrong = || ParseError::new("a clock like 2s+100ms, 500ms/move or none", s);
        let span = |text: &str| text.parse::<Span>().map(|span| span.0).map_err(|_| wrong());
        if s == "none" {
            Ok(TimeControl::None)
        } else if let Some(each) = s.strip_suffix("/move") {
            Ok(TimeControl::PerMove(span(each)?))
        } else if let Some((base, increment)) = s.split_once('+') {
            Ok(TimeControl::Increment { base: span(base)?, increment: span(increment)? })
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
        /// One day: longer than any card game.
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

/// The running clocks of one match.
#[derive(Clone, Debug)]
pub struct Clocks {
    control: TimeControl,
    left: BySeat<Duration>,
}

impl Clocks {
    /// The clocks at the start of a match.
    pub fn new(control: TimeControl, seats: usize) -> Clocks {
        let left = match control {
            TimeControl::Increment { base, .. } => base,
            TimeControl::PerMove(_) | TimeControl::None => Duration::ZERO,
        };
        Clocks { control, left: BySeat::all(seats, left) }
    }

    /// Adds the increment before a decision of `seat`. At the start of a round every seat gets it; in a game without
    /// rounds (`None`) only `seat` gets it.
    pub fn decision(&mut self, seat: Seat, starts_round: Option<bool>) {
        let TimeControl::Increment { increment, .. } = self.control else { return };
        match starts_round {
            Some(true) => self.left.seats().for_each(|seat| self.left[seat] += increment),
            Some(false) => (),
            None => self.left[seat] += increment,
        }
    }

    /// Takes back the increment of a decision that is undone.
    pub fn revoke(&mut self, seat: Seat, starts_round: Option<bool>) {
        let TimeControl::Increment { increment, .. } = self.control else { return };
        for other in self.left.seats() {
            if starts_round == Some(true) || starts_round.is_none() && other == seat {
                self.left[other] = self.left[other].saturating_sub(increment);
            }
        }
    }

    /// Gives back the time that an undone decision took.
    pub fn refund(&mut self, seat: Seat, spent: Duration) {
        if let TimeControl::Increment { .. } = self.control {
            self.left[seat] += spent;
        }
    }

    /// How much time a seat has for its next decision.
    pub fn allowed(&self, seat: Seat) -> Allowed {
        match self.control {
            TimeControl::None => Allowed::Unlimited,
            TimeControl::PerMove(each) => Allowed::Move(each),
            TimeControl::Increment { increment, .. } => Allowed::Match { left: self.left[seat], increment },
        }
    }

    /// Charges the time that a decision took; false if the seat had less left.
    #[must_use]
    pub fn charge(&mut self, seat: Seat, spent: Duration) -> bool {
        match self.control {
            TimeControl::None => true,
            TimeControl::PerMove(each) => spent <= each,
            TimeControl::Increment { .. } => {
                let left = self.left[seat].checked_sub(spent);
                self.left[seat] = left.unwrap_or_default();
                left.is_some()
            }
        }
    }
}

/// Wall-clock time since the start.
#[derive(Clone, Copy, Debug)]
pub struct WallTime(Instant);

impl WallTime {
    /// Starts counting.
    pub fn start() -> WallTime {
        WallTime(Instant::now())
    }
}
impl Timer for WallTime {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_have_one_spelling() {
        for text in ["2s+100ms", "0s+0s", "1500ms+1us", "500ms/move", "none"] {
            assert_eq!(text.parse::<TimeControl>().map(|clock| clock.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("2s+100ms".parse(), Ok(TimeControl::CONTEST));
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
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn each_round_gives_every_seat_the_increment() {
        let (one, two, ms) = (Seat::new(0), Seat::new(1), Duration::from_millis);
        let left = |clocks: &Clocks, seat| match clocks.allowed(seat) {
            Allowed::Match { left, increment } if increment == ms(100) => left,
            other => panic!("{other:?}"),
        };
        let mut clocks = Clocks::new(TimeControl::CONTEST, 4);
        clocks.decision(one, Some(true));
        assert_eq!(left(&clocks, one), ms(2100));
        assert!(clocks.charge(one, ms(2000)));
        clocks.decision(two, Some(false));
        assert_eq!(left(&clocks, two), ms(2100));
        clocks.decision(one, Some(true));
        assert_eq!(left(&clocks, one), ms(200));
        assert!(!clocks.charge(one, Duration::from_micros(200_001)));
    }

    #[test]
    fn without_rounds_a_seat_gets_the_increment_before_each_own_decision() {
        let (one, two, ms) = (Seat::new(0), Seat::new(1), Duration::from_millis);
        let mut clocks = Clocks::new(TimeControl::CONTEST, 2);
        clocks.decision(one, None);
        assert_eq!(clocks.allowed(one), Allowed::Match { left: ms(2100), increment: ms(100) });
        assert_eq!(clocks.allowed(two), Allowed::Match { left: ms(2000), increment: ms(100) });
        let mut clocks = Clocks::new("5ms/move".parse().expect("a clock"), 2);
        for _ in 0..3 {
            clocks.decision(one, None);
            assert_eq!(clocks.allowed(one), Allowed::Move(ms(5)));
            assert!(clocks.charge(one, ms(5)));
        }
        assert!(!clocks.charge(one, Duration::from_micros(5001)));
    }
}
