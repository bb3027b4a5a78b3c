//! How a match ended: by play, or by a forfeit with its seat and its reason.

use std::fmt;
use std::str::FromStr;

use cards::{BySeat, MAX_SEATS, ParseError, Seat, Words};

/// How a match ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules of the game.
    Played,
    /// A seat's bot broke the rules of the contest, which costs its team the match.
    Forfeit {
        /// Whose bot.
        seat: Seat,
        /// What it did.
        why: Reason,
    },
}

/// What a bot did to forfeit the match. Texts of bots are kept as bytes, escaped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// An action, but not one that is allowed here.
    Illegal {
        /// The answer.
        answer: Quoted,
        /// What is wrong with it, in the game's words.
        because: String,
    },
    /// No action at all.
    Unparsable {
        /// The answer.
        answer: Quoted,
        /// What would have been one.
        because: String,
    },
    /// It wrote something before it was asked.
    Unasked {
        /// What it wrote.
        said: Quoted,
    },
    /// No answer, or none in time.
    OutOfTime {
        /// Microseconds it took, the referee's lag not counted.
        took: u64,
        /// Microseconds it had.
        had: u64,
    },
    /// It wanted more memory than it may have.
    OutOfMemory,
    /// It ended or closed its pipes in the middle of the match.
    Crashed(Crash),
    /// It did not read its first line within the start-up allowance.
    StalledAtStart,
    /// It wrote more than an answer can be, or never ended its line.
    Flood,
    /// It called the system for something a bot may not do.
    ForbiddenCall,
    /// It used more processor time than a match may take.
    OutOfCpu,
    /// There was no such program, or its box could not be built.
    NotStarted,
}

/// How a bot ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Crash {
    /// With this exit code.
    Exit(i32),
    /// By this signal.
    Signal(i32),
    /// It lives, but has closed a pipe.
    ClosedPipe,
}

/// Bytes from a bot: shortened, and escaped so that any of them fit in a line of text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quoted(Vec<u8>);

impl Quoted {
    /// More is cut off.
    pub const LONGEST: usize = 200;

    /// Keeps the beginning.
    pub fn new(bytes: &[u8]) -> Quoted {
        Quoted(bytes[..bytes.len().min(Quoted::LONGEST)].to_vec())
    }

    /// What was kept.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}
impl fmt::Display for Quoted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.escape_ascii())
    }
}
impl FromStr for Quoted {
    type Err = ParseError;
    fn from_str(s: &str) -> Result<Quoted, ParseError> {
        let wrong = || ParseError::new("an answer in quotes", s);
        let inner = s.strip_prefix('"').and_then(|s| s.strip_suffix('"')).ok_or_else(wrong)?;
        let mut rest = inner.bytes();
        let mut bytes = Vec::new();
        while let Some(byte) = rest.next() {
            bytes.push(match byte {
                b'\\' => match rest.next().ok_or_else(wrong)? {
                    b'n' => b'\n',
                    b'r' => b'\r',
                    b't' => b'\t',
                    b'x' => {
                        let mut digit = || char::from(rest.next()?).to_digit(16).map(|d| d as u8);
                        digit().zip(digit()).map(|(high, low)| high << 4 | low).ok_or_else(wrong)?
                    }
                    other => other,
                },
                byte => byte,
            });
        }
        let quoted = Quoted::new(&bytes);
        // One spelling only.
        if quoted.to_string() == s { Ok(quoted) } else { Err(wrong()) }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Illegal { answer, because } => write!(f, "illegal {answer} {because}"),
            Reason::Unparsable { answer, because } => write!(f, "unparsable {answer} {because}"),
            Reason::Unasked { said } => write!(f, "unasked {said}"),
            Reason::OutOfTime { took, had } => write!(f, "out-of-time took {took}us had {had}us"),
            Reason::OutOfMemory => f.write_str("out-of-memory"),
            Reason::Crashed(Crash::Exit(code)) => write!(f, "crashed exit {code}"),
            Reason::Crashed(Crash::Signal(signal)) => write!(f, "crashed signal {signal}"),
            Reason::Crashed(Crash::ClosedPipe) => f.write_str("crashed closed-pipe"),
            Reason::StalledAtStart => f.write_str("stalled-at-start"),
            Reason::Flood => f.write_str("flood"),
            Reason::ForbiddenCall => f.write_str("forbidden-call"),
            Reason::OutOfCpu => f.write_str("out-of-cpu"),
            Reason::NotStarted => f.write_str("not-started"),
        }
    }
}
impl FromStr for Reason {
    type Err = ParseError;
    fn from_str(s: &str) -> Result<Reason, ParseError> {
        let wrong = || ParseError::new("a reason to forfeit (illegal, unparsable, out-of-time, …)", s);
        let (word, rest) = s.split_once(' ').unwrap_or((s, ""));
        let reason = match word {
            "illegal" | "unparsable" => {
                let end = closing_quote(rest).ok_or_else(wrong)?;
                let (answer, because) = (rest[..end].parse()?, rest[end..].trim_start().to_owned());
                match word {
                    "illegal" => Reason::Illegal { answer, because },
                    _ => Reason::Unparsable { answer, because },
                }
            }
            "unasked" => Reason::Unasked { said: rest.parse()? },
            "out-of-time" => {
                let mut words = Words::new(rest);
                let micros =
                    |word: &str| word.strip_suffix("us").and_then(|n| n.parse().ok()).ok_or_else(wrong);
                words.word("took")?;
                let took = micros(words.next("a time")?)?;
                words.word("had")?;
                let had = micros(words.next("a time")?)?;
                Reason::OutOfTime { took, had }
            }
            "out-of-memory" => Reason::OutOfMemory,
            "crashed" => Reason::Crashed(match rest.split_once(' ').unwrap_or((rest, "")) {
                ("exit", code) => Crash::Exit(code.parse().map_err(|_| wrong())?),
                ("signal", signal) => Crash::Signal(signal.parse().map_err(|_| wrong())?),
                ("closed-pipe", "") => Crash::ClosedPipe,
                _ => return Err(wrong()),
            }),
            "stalled-at-start" => Reason::StalledAtStart,
            "flood" => Reason::Flood,
            "forbidden-call" => Reason::ForbiddenCall,
            "out-of-cpu" => Reason::OutOfCpu,
            "not-started" => Reason::NotStarted,
            _ => return Err(wrong()),
        };
        if reason.to_string() == s { Ok(reason) } else { Err(wrong()) }
    }
}

/// Where the quoted text that `s` begins with ends.
fn closing_quote(s: &str) -> Option<usize> {
    let mut is_escaped = false;
    let inner = s.strip_prefix('"')?;
    let at = inner.bytes().position(|byte| {
        let ends = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    })?;
    Some(at + 2)
}

impl Reason {
    /// For people: a sentence without its subject.
    pub fn in_words(&self) -> String {
        match self {
            Reason::Illegal { answer, because } => format!("answered {answer}, which is illegal: {because}"),
            Reason::Unparsable { answer, because } => {
                format!("answered {answer}, which is no action: {because}")
            }
            Reason::Unasked { said } => format!("wrote {said} without being asked"),
            Reason::OutOfTime { took, had } => {
                format!("ran out of time: {} ms of {} ms", took / 1000, had / 1000)
            }
            Reason::OutOfMemory => "ran out of memory".to_owned(),
            Reason::Crashed(Crash::Exit(code)) => format!("ended in mid-match with exit code {code}"),
            Reason::Crashed(Crash::Signal(signal)) => format!("was ended in mid-match by signal {signal}"),
            Reason::Crashed(Crash::ClosedPipe) => "closed its input or output in mid-match".to_owned(),
            Reason::StalledAtStart => "did not read its first line in the time allowed to start".to_owned(),
            Reason::Flood => {
                "wrote more than one line, or a line without end, or too much to standard error".to_owned()
            }
            Reason::ForbiddenCall => "made a system call that bots may not make".to_owned(),
            Reason::OutOfCpu => "used up the processor time of a whole match".to_owned(),
            Reason::NotStarted => "could not be started".to_owned(),
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Played => f.write_str("played"),
            Ending::Forfeit { seat, why } => write!(f, "forfeit {seat} {why}"),
        }
    }
}
impl FromStr for Ending {
    type Err = ParseError;
    fn from_str(s: &str) -> Result<Ending, ParseError> {
        if s == "played" {
            return Ok(Ending::Played);
        }
        let rest = s.strip_prefix("forfeit ").and_then(|rest| rest.split_once(' '));
        let (seat, why) = rest.ok_or_else(|| ParseError::new("`played` or `forfeit SEAT REASON`", s))?;
        Ok(Ending::Forfeit { seat: seat.parse()?, why: why.parse()? })
    }
}

/// Payoffs in text: a number for each seat.
pub fn payoffs_text(payoffs: &BySeat<i32>) -> String {
    payoffs.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Payoffs from text.
pub fn parse_payoffs(s: &str) -> Result<BySeat<i32>, ParseError> {
    let wrong = || ParseError::new("a whole number for each seat", s);
    let numbers: Vec<i32> = s.split(' ').map(|n| n.parse().map_err(|_| wrong())).collect::<Result<_, _>>()?;
    if numbers.len() > MAX_SEATS {
        return Err(wrong());
    }
    let payoffs = BySeat::from_fn(numbers.len(), |seat| numbers[seat.index()]);
    if payoffs_text(&payoffs) == s { Ok(payoffs) } else { Err(wrong()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ending_has_one_spelling() {
        let quoted = |text: &[u8]| Quoted::new(text);
        let reasons = [
            Reason::Illegal { answer: quoted(b"7S"), because: "7S is not in the hand".to_owned() },
            Reason::Unparsable {
                answer: quoted(b"\xff\\\"\t\0 x"),
                because: "expected \"a\" card".to_owned(),
            },
            Reason::Unparsable { answer: quoted(b""), because: "expected a card".to_owned() },
            Reason::Unasked { said: quoted(b"hello \"world\"") },
            Reason::OutOfTime { took: 2_100_001, had: 2_100_000 },
            Reason::OutOfMemory,
            Reason::Crashed(Crash::Exit(-3)),
            Reason::Crashed(Crash::Signal(11)),
            Reason::Crashed(Crash::ClosedPipe),
            Reason::StalledAtStart,
            Reason::Flood,
            Reason::ForbiddenCall,
            Reason::OutOfCpu,
            Reason::NotStarted,
        ];
        for why in reasons {
            let ending = Ending::Forfeit { seat: Seat::new(2), why };
            assert_eq!(ending.to_string().parse(), Ok(ending));
        }
        assert_eq!("played".parse(), Ok(Ending::Played));
        for wrong in [
            "",
            "won",
            "forfeit",
            "forfeit 5 flood",
            "forfeit 1 flood ",
            "forfeit 1 illegal \"x",
            "forfeit 1 crashed exit",
        ] {
            assert!(wrong.parse::<Ending>().is_err(), "{wrong}");
        }
        assert_eq!(parse_payoffs("1 -1 1 -1").map(|p| payoffs_text(&p)), Ok("1 -1 1 -1".to_owned()));
        assert!(
            parse_payoffs("1 +1").is_err()
                && parse_payoffs("1 1 1 1 1").is_err()
                && parse_payoffs("").is_err()
        );
    }
}
