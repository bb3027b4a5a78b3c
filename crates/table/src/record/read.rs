//! Reads a record, byte for byte as it was written.

use std::fmt;
use std::time::Duration;

use cards::{ParseError, Seat};

use super::{BadRecord, Decision, LONGEST, Named, Record, line};
use crate::clock::Span;
use crate::ending::{Ending, Reason, parse_payoffs};
use crate::player::Cost;
use crate::referee::{By, Kind, Note, Noted};
use crate::seal::{intact, unsigned};
use crate::sign::Signature;

/// The lines of a record one after the other.
struct Lines<'a> {
    lines: std::iter::Peekable<std::str::Lines<'a>>,
    number: usize,
}

impl<'a> Lines<'a> {
    /// The rest of the next line, which must begin with `key`.
    fn value(&mut self, key: &str) -> Result<&'a str, BadRecord> {
        self.number += 1;
        let line = self.lines.next().unwrap_or_default();
        let value = line.strip_prefix(key).and_then(|rest| rest.strip_prefix(' '));
        value.ok_or_else(|| self.refuse(&ParseError::new(format!("`{key} …`"), line)))
    }

    fn parse<T>(
        &mut self,
        key: &str,
        parse: impl FnOnce(&'a str) -> Result<T, ParseError>,
    ) -> Result<T, BadRecord> {
        let value = self.value(key)?;
        parse(value).map_err(|error| self.refuse(&error))
    }

    /// The word the next line begins with.
    fn next_key(&mut self) -> &'a str {
        self.lines.peek().map_or("", |line| line.split(' ').next().unwrap_or_default())
    }

    fn refuse(&self, why: &impl fmt::Display) -> BadRecord {
        BadRecord { line: self.number, why: why.to_string() }
    }
}

/// The thing, or nothing for `-`.
fn unless_dash<T: std::str::FromStr<Err = ParseError>>(text: &str) -> Result<Option<T>, ParseError> {
    if text == "-" { Ok(None) } else { text.parse().map(Some) }
}

/// Is what version 1 says in words of a reason fit for a line?
fn is_sentence(why: &Reason) -> bool {
    match why {
        Reason::Illegal { because: Some(because), .. }
        | Reason::Unparsable { because: Some(because), .. } => line::fit(because) == *because,
        _ => true,
    }
}

/// Is this a version that was written after this program?
fn is_later(text: &str) -> bool {
    let version = text.strip_prefix("record ").and_then(|version| version.parse::<u64>().ok());
    version.is_some_and(|version| version > 2 && text == format!("record {version}"))
}

fn player(text: &str, version: u8, number: usize) -> Result<Named, ParseError> {
    let expected = if version == 1 { "`SEAT HASH NAME`" } else { "`SEAT KIND HASH NAME`" };
    let wrong = || ParseError::new(format!("{expected} in the order of the seats"), text);
    let (seat, rest) = text.split_once(' ').ok_or_else(wrong)?;
    // Version 1 does not say what sat there; the start lines tell bots from our own.
    let (kind, rest) = match version {
        1 => (Kind::Bot, rest),
        _ => {
            let (kind, rest) = rest.split_once(' ').ok_or_else(wrong)?;
            (kind.parse()?, rest)
        }
    };
    let (hash, name) = rest.split_once(' ').ok_or_else(wrong)?;
    let hash = unless_dash(hash)?;
    if seat != (number + 1).to_string() || hash.is_none() != (kind == Kind::Person) {
        return Err(wrong());
    }
    if line::fit(name) != name {
        return Err(ParseError::new(format!("a name of 1 to {} bytes", line::LONGEST_WORDS), name));
    }
    Ok(Named { kind, hash, name: name.to_owned() })
}

/// The parts of a sandbox. Version 1 has a sentence.
fn sandbox(text: &str, version: u8) -> Result<String, ParseError> {
    let are_words = version == 1 || text.split(' ').all(|word| !word.is_empty() && word != "-");
    if text == "-" || are_words && line::fit(text) == text {
        return Ok(text.to_owned());
    }
    Err(ParseError::new("`-`, or a sandbox level and its parts", text))
}

fn start(text: &str, number: usize) -> Result<Option<u64>, ParseError> {
    let wrong = || ParseError::new("`SEAT MICROSECONDS` in the order of the seats", text);
    let (seat, micros) = text.split_once(' ').ok_or_else(wrong)?;
    if seat != (number + 1).to_string() {
        return Err(wrong());
    }
    if micros == "-" { Ok(None) } else { micros.parse().map(Some).map_err(|_| wrong()) }
}

fn decision(text: &str, version: u8, kinds: &[Named]) -> Result<Decision, ParseError> {
    let expected = if version == 1 { "`SEAT WALL CPU LAG ACTION`" } else { "`SEAT BY WALL CPU LAG ACTION`" };
    let wrong = || ParseError::new(format!("{expected}, times in microseconds"), text);
    let (seat, rest) = text.split_once(' ').ok_or_else(wrong)?;
    let seat: Seat = seat.parse()?;
    let (by, rest) = match version {
        1 => (None, rest),
        _ => {
            let (by, rest) = rest.split_once(' ').ok_or_else(wrong)?;
            (Some(by.parse::<By>()?), rest)
        }
    };
    let mut words = rest.splitn(4, ' ');
    let mut times = [""; 3];
    for time in &mut times {
        *time = words.next().ok_or_else(wrong)?;
    }
    let action = words.next().ok_or_else(wrong)?.to_owned();
    let micros = |word: &str| word.parse::<u64>().map_err(|_| wrong());
    let cost = match times {
        ["-", "-", "-"] => None,
        [wall, cpu, lag] => Some(Cost { wall: micros(wall)?, cpu: micros(cpu)?, lag: micros(lag)? }),
    };
    let seated = kinds.get(seat.index()).ok_or_else(wrong)?.kind;
    let by = by.unwrap_or(match (cost, seated) {
        (None, _) => By::Forced,
        (_, Kind::Agent) => By::Agent,
        (_, Kind::Bot) => By::Bot,
        (_, Kind::Person) => By::Person,
    });
    let fits = match by {
        By::Forced => cost.is_none(),
        By::Agent => seated == Kind::Agent,
        By::Bot => seated == Kind::Bot,
        By::Person | By::StandIn => seated == Kind::Person,
    };
    if !fits || (by == By::Forced) != cost.is_none() {
        return Err(wrong());
    }
    Ok(Decision { seat, by, cost, action })
}

impl Record {
    /// Reads a record, byte for byte as it was written.
    pub fn read(bytes: &[u8]) -> Result<Record, BadRecord> {
        if bytes.len() > LONGEST {
            return Err(BadRecord { line: 1, why: format!("longer than any record ({LONGEST} bytes)") });
        }
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let before = &bytes[..error.valid_up_to()];
            let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
            BadRecord { line, why: "expected text, found bytes that are not text".to_owned() }
        })?;
        intact(text)?;
        let unfit = text
            .lines()
            .enumerate()
            .find_map(|(at, line)| Some((at, line.chars().find(|c| !line::is_fit(*c))?)));
        if let Some((at, c)) = unfit {
            let why = format!("expected visible characters, found {}", c.escape_unicode());
            return Err(BadRecord { line: at + 1, why });
        }
        let record = Record::parse(text)?;
        // One spelling: whatever reads the same is written the same.
        let again = record.to_string();
        if again != text {
            let differs = text.lines().zip(again.lines()).position(|(a, b)| a != b);
            let line = differs.unwrap_or_else(|| again.lines().count().min(text.lines().count()));
            let expected = again.lines().nth(line).unwrap_or("the end of the record").to_owned();
            let why = ParseError::new(expected, text.lines().nth(line).unwrap_or_default());
            return Err(BadRecord { line: line + 1, why: why.to_string() });
        }
        Ok(record)
    }

    fn parse(text: &str) -> Result<Record, BadRecord> {
        let mut lines = Lines { lines: text.lines().peekable(), number: 0 };
        let version = lines.parse("croupier", |rest| match rest {
            "record 1" => Ok(1),
            "record 2" => Ok(2),
            _ if is_later(rest) => Err(ParseError::new(
                "a version that this program reads, 1 or 2; a newer one needs a newer croupier",
                rest,
            )),
            _ => Err(ParseError::new("`croupier record 1` or `croupier record 2`", rest)),
        })?;
        let game = lines.value("game")?.to_owned();
        let rules = lines.value("rules")?.to_owned();
        let key = lines.parse("key", unless_dash)?;
        let commitment = lines.parse("commitment", unless_dash)?;
        if key.is_none() != commitment.is_none() || key.is_none() && version == 1 {
            return Err(lines.refuse(&"expected a key and its commitment, or neither"));
        }
        let clock = lines.parse("clock", str::parse)?;
        let cap = if version == 1 { Span(Duration::ZERO) } else { lines.parse("cap", str::parse)? };
        let startup = lines.parse("startup", str::parse)?;
        let sandbox = lines.parse("sandbox", |text| sandbox(text, version))?;
        let mut players = Vec::new();
        while lines.next_key() == "seat" {
            let number = players.len();
            players.push(lines.parse("seat", |text| player(text, version, number))?);
        }
        let setup = lines.value("setup")?.to_owned();
        let mut starts = Vec::new();
        while lines.next_key() == "start" {
            let number = starts.len();
            starts.push(lines.parse("start", |text| start(text, number))?);
        }
        if version == 1 {
            let ours = players.iter_mut().zip(&starts).filter(|(_, start)| **start == Some(0));
            ours.for_each(|(player, _)| player.kind = Kind::Agent);
        }
        let (mut decisions, mut notes) = (Vec::new(), Vec::new());
        loop {
            let (key, after) = (lines.next_key(), decisions.len());
            match key {
                "play" => decisions.push(lines.parse("play", |text| decision(text, version, &players))?),
                "hint" | "undo" if version > 1 => {
                    let what = if key == "hint" { Noted::Hint } else { Noted::Undo };
                    notes.push(Note { after, seat: lines.parse(key, str::parse)?, what });
                }
                _ => break,
            }
        }
        let ending: Ending = lines.parse("ending", str::parse)?;
        if let Ending::Forfeit { seat, why } = &ending
            && (seat.index() >= players.len() || !why.is_of_version(version) || !is_sentence(why))
        {
            let why = format!("expected a forfeit as version {version} spells it, of a seat at this table");
            return Err(lines.refuse(&why));
        }
        let payoffs = lines.parse("payoffs", parse_payoffs)?;
        lines.value("marks")?;
        lines.value("hash")?;
        let is_signed = version > 1 && lines.next_key() == "signature";
        let signature: Option<Signature> =
            if is_signed { Some(lines.parse("signature", str::parse)?) } else { None };
        if signature.is_some_and(|signature| !signature.fits(unsigned(text).as_bytes())) {
            return Err(lines.refuse(&"the signature is not valid for the lines above it"));
        }
        if players.len() != starts.len() || players.len() != payoffs.len() {
            return Err(lines.refuse(&"expected as many players, starts and payoffs as seats"));
        }
        Ok(Record {
            version,
            game,
            rules,
            key,
            commitment,
            clock,
            cap,
            startup,
            sandbox,
            players,
            setup,
            starts,
            decisions,
            notes,
            ending,
            payoffs,
            signature,
        })
    }
}
