//! How a match ended: by play, or by a forfeit with its seat and its reason.

use std::fmt;
use std::str::FromStr;

use cards::{BySeat, MAX_SEATS, Message, ParseError, Seat, Words};

use crate::table::PlayError;

/// How a match ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules of the game.
    Played,
    /// A player broke the rules of the contest or left, which costs its side the match.
    Forfeit {
        /// Who.
        seat: Seat,
        /// What it did.
        why: Reason,
    },
}

/// What a player did to forfeit the match: a code, from which every sentence about it is derived. Texts of
/// bots are kept as bytes, escaped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// An action, but not one that is allowed here.
    Illegal {
        /// The answer.
        answer: Quoted,
        /// What was wrong with it, as records of version 1 keep it.
        because: Option<String>,
    },
    /// No action at all.
    Unparsable {
        /// The answer.
        answer: Quoted,
        /// What would have been one, as records of version 1 keep it.
        because: Option<String>,
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
    /// It had more threads than it may have.
    TooManyThreads,
    /// It ended or closed its pipes in the middle of the match.
    Crashed(Crash),
    /// It did not read its first line within the start-up allowance.
    StalledAtStart,
    /// It wrote more than an answer can be, or never ended its line.
    Flood,
    /// It called the system for something a bot may not do.
    ForbiddenCall {
        /// The name of the system call, where it is known.
        call: Option<String>,
    },
    /// It used more processor time than a match may take.
    OutOfCpu,
    /// There was no such program, or its box could not be built.
    NotStarted,
    /// A person left the table.
    Left,
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
pub struct Quoted {
    /// The beginning.
    bytes: Vec<u8>,
    /// How many there were; records of version 1 do not say.
    len: Option<usize>,
}

impl Quoted {
    /// More is cut off.
    pub const LONGEST: usize = 200;

    /// Keeps the beginning.
    pub fn new(bytes: &[u8]) -> Quoted {
        Quoted { bytes: bytes[..bytes.len().min(Quoted::LONGEST)].to_vec(), len: Some(bytes.len()) }
    }

    /// What was kept.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many there were, if that is known.
    pub fn true_length(&self) -> Option<usize> {
        self.len
    }

    /// Is this all there was, as far as is known?
    pub fn is_whole(&self) -> bool {
        self.len.map_or(self.bytes.len() < Quoted::LONGEST, |len| len == self.bytes.len())
    }

    /// In quotes, without the length.
    pub fn in_quotes(&self) -> String {
        format!("\"{}\"", self.bytes.escape_ascii())
    }
}
impl fmt::Display for Quoted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.len {
            Some(len) => write!(f, "{len} {}", self.in_quotes()),
            None => f.write_str(&self.in_quotes()),
        }
    }
}
impl FromStr for Quoted {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Quoted, ParseError> {
        let wrong = || ParseError::new("the length of an answer, and its beginning in quotes", text);
        let (len, s) = match text.split_once(' ') {
            Some((len, rest)) if !text.starts_with('"') => (Some(len.parse().map_err(|_| wrong())?), rest),
            _ => (None, text),
        };
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
        let is_cut =
            len.map_or(bytes.len() > Quoted::LONGEST, |len: usize| len.min(Quoted::LONGEST) != bytes.len());
        let quoted = Quoted { bytes, len };
        // One spelling only.
        if quoted.to_string() == text && !is_cut { Ok(quoted) } else { Err(wrong()) }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())?;
        match self {
            Reason::Illegal { answer, because } | Reason::Unparsable { answer, because } => {
                write!(f, " {answer}")?;
                because.iter().try_for_each(|because| write!(f, " {because}"))
            }
            Reason::Unasked { said } => write!(f, " {said}"),
            Reason::OutOfTime { took, had } => write!(f, " took {took}us had {had}us"),
            Reason::Crashed(Crash::Exit(code)) => write!(f, " exit {code}"),
            Reason::Crashed(Crash::Signal(signal)) => write!(f, " signal {signal}"),
            Reason::Crashed(Crash::ClosedPipe) => f.write_str(" closed-pipe"),
            Reason::ForbiddenCall { call: Some(call) } => write!(f, " {call}"),
            _ => Ok(()),
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
                let quote = rest.find('"').ok_or_else(wrong)?;
                let end = quote + closing_quote(&rest[quote..]).ok_or_else(wrong)?;
                let answer = rest[..end].parse()?;
                // Version 1 has no length, and a sentence instead.
                let because = (quote == 0).then(|| rest[end..].trim_start().to_owned());
                if quote > 0 && end < rest.len() {
                    return Err(wrong());
                }
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
            "too-many-threads" => Reason::TooManyThreads,
            "crashed" => Reason::Crashed(match rest.split_once(' ').unwrap_or((rest, "")) {
                ("exit", code) => Crash::Exit(code.parse().map_err(|_| wrong())?),
                ("signal", signal) => Crash::Signal(signal.parse().map_err(|_| wrong())?),
                ("closed-pipe", "") => Crash::ClosedPipe,
                _ => return Err(wrong()),
            }),
            "stalled-at-start" => Reason::StalledAtStart,
            "flood" => Reason::Flood,
            "forbidden-call" if rest.is_empty() => Reason::ForbiddenCall { call: None },
            "forbidden-call" if is_call(rest) => Reason::ForbiddenCall { call: Some(rest.to_owned()) },
            "out-of-cpu" => Reason::OutOfCpu,
            "not-started" => Reason::NotStarted,
            "left" => Reason::Left,
            _ => return Err(wrong()),
        };
        if reason.to_string() == s { Ok(reason) } else { Err(wrong()) }
    }
}

/// Can a system call have this name?
fn is_call(name: &str) -> bool {
    (1..=32).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
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
    /// For programs: one word, with which its text begins.
    pub fn code(&self) -> &'static str {
        match self {
            Reason::Illegal { .. } => "illegal",
            Reason::Unparsable { .. } => "unparsable",
            Reason::Unasked { .. } => "unasked",
            Reason::OutOfTime { .. } => "out-of-time",
            Reason::OutOfMemory => "out-of-memory",
            Reason::TooManyThreads => "too-many-threads",
            Reason::Crashed(_) => "crashed",
            Reason::StalledAtStart => "stalled-at-start",
            Reason::Flood => "flood",
            Reason::ForbiddenCall { .. } => "forbidden-call",
            Reason::OutOfCpu => "out-of-cpu",
            Reason::NotStarted => "not-started",
            Reason::Left => "left",
        }
    }

    /// What an answer that cannot be played is called.
    pub fn refusing(answer: Quoted, error: &PlayError) -> Reason {
        match error {
            // What is too long to be kept whole is too long to be an action.
            PlayError::Illegal(_) if answer.is_whole() => Reason::Illegal { answer, because: None },
            _ => Reason::Unparsable { answer, because: None },
        }
    }

    /// Does it keep what records of this version keep?
    pub fn is_of_version(&self, version: u8) -> bool {
        match self {
            Reason::Illegal { answer, because } | Reason::Unparsable { answer, because } => {
                (because.is_some(), answer.len.is_none()) == (version == 1, version == 1)
            }
            Reason::Unasked { said } => said.len.is_none() == (version == 1),
            Reason::Left | Reason::ForbiddenCall { call: Some(_) } => version > 1,
            _ => true,
        }
    }

    /// For people: a sentence without its subject.
    pub fn message(&self) -> Message {
        match self {
            Reason::Illegal { answer, .. } => {
                Message::new("forfeit-illegal").with("answer", answer.in_quotes())
            }
            Reason::Unparsable { answer, .. } => {
                Message::new("forfeit-unparsable").with("answer", answer.in_quotes())
            }
            Reason::Unasked { said } => Message::new("forfeit-unasked").with("answer", said.in_quotes()),
            Reason::OutOfTime { took, had } => Message::new("forfeit-out-of-time")
                .with("took", milliseconds(*took))
                .with("had", milliseconds(*had)),
            Reason::OutOfMemory => Message::new("forfeit-out-of-memory"),
            Reason::TooManyThreads => Message::new("forfeit-too-many-threads"),
            Reason::Crashed(Crash::Exit(code)) => Message::new("forfeit-exit").with("code", *code),
            Reason::Crashed(Crash::Signal(signal)) => Message::new("forfeit-signal").with("signal", *signal),
            Reason::Crashed(Crash::ClosedPipe) => Message::new("forfeit-closed-pipe"),
            Reason::StalledAtStart => Message::new("forfeit-stalled"),
            Reason::Flood => Message::new("forfeit-flood"),
            Reason::ForbiddenCall { call: None } => Message::new("forfeit-forbidden-call"),
            Reason::ForbiddenCall { call: Some(call) } => {
                Message::new("forfeit-forbidden-call-named").with("call", call.clone())
            }
            Reason::OutOfCpu => Message::new("forfeit-out-of-cpu"),
            Reason::NotStarted => Message::new("forfeit-not-started"),
            Reason::Left => Message::new("forfeit-left"),
        }
    }
}

/// `350.001`: milliseconds of microseconds, with no more digits than it takes.
fn milliseconds(micros: u64) -> String {
    let text = format!("{}.{:03}", micros / 1000, micros % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
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
        let answer = |text: &[u8]| Quoted::new(text);
        let long = Quoted::new(&[b'x'; 300]);
        let reasons = [
            Reason::Illegal { answer: answer(b"7S"), because: None },
            Reason::Illegal { answer: long.clone(), because: None },
            Reason::Unparsable { answer: answer(b"\xff\\\"\t\0 x"), because: None },
            Reason::Unparsable { answer: answer(b""), because: None },
            Reason::Unasked { said: answer(b"hello \"world\"") },
            Reason::OutOfTime { took: 2_100_001, had: 2_100_000 },
            Reason::OutOfMemory,
            Reason::TooManyThreads,
            Reason::Crashed(Crash::Exit(-3)),
            Reason::Crashed(Crash::Signal(11)),
            Reason::Crashed(Crash::ClosedPipe),
            Reason::StalledAtStart,
            Reason::Flood,
            Reason::ForbiddenCall { call: None },
            Reason::ForbiddenCall { call: Some("process_vm_readv".to_owned()) },
            Reason::OutOfCpu,
            Reason::NotStarted,
            Reason::Left,
        ];
        let english = crate::text::english();
        for why in reasons {
            assert!(why.is_of_version(2), "{why}");
            assert!(english.has(why.message().id), "{why}");
            let ending = Ending::Forfeit { seat: Seat::new(2), why };
            assert_eq!(ending.to_string().parse(), Ok(ending));
        }
        assert!(long.to_string().starts_with("300 \"xxx") && !long.is_whole());
        assert_eq!("played".parse(), Ok(Ending::Played));
        for wrong in [
            "",
            "won",
            "forfeit",
            "forfeit 5 flood",
            "forfeit 1 flood ",
            "forfeit 1 forbidden-call ",
            "forfeit 1 forbidden-call Socket",
            "forfeit 1 forbidden-call socket 2",
            "forfeit 1 illegal \"x",
            "forfeit 1 illegal 3 \"x\"",
            "forfeit 1 illegal 1 \"x\" because",
            "forfeit 1 illegal x \"x\"",
            "forfeit 1 crashed exit",
        ] {
            assert!(wrong.parse::<Ending>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn endings_of_version_1_keep_their_sentence_and_no_length() {
        for text in [
            "forfeit 2 illegal \"6H\" 6H is not in the hand",
            "forfeit 1 unparsable \"\" expected \"a\" card, found nothing",
            "forfeit 2 unasked \"good evening\"",
        ] {
            let ending: Ending = text.parse().expect(text);
            assert_eq!(ending.to_string(), text);
            let Ending::Forfeit { why, .. } = ending else { panic!("{text}") };
            assert!(why.is_of_version(1) && !why.is_of_version(2), "{text}");
        }
    }

    #[test]
    fn payoffs_are_a_whole_number_for_each_seat() {
        assert_eq!(parse_payoffs("1 -1 1 -1").map(|p| payoffs_text(&p)), Ok("1 -1 1 -1".to_owned()));
        for wrong in ["1 +1", "1 1 1 1 1", ""] {
            assert!(parse_payoffs(wrong).is_err(), "{wrong}");
        }
    }
}
