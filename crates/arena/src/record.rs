//! One text format for every match, and how a changed byte is found in it.
//!
//! The format is described in `docs/notation.md`. Its last two lines guard the others: `marks` has six
//! hexadecimal digits for each line, the beginning of the SHA-256 of everything up to and including
//! that line, so that a change is found where it is; `hash` is the whole SHA-256 of all before it.
//! Both guard against accidents and clumsy hands, not against someone who writes a record anew:
//! that is what [`crate::verify`] and the deal's commitment are for.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use cards::{BySeat, ParseError};
use sha2::{Digest, Sha256};

use crate::clock::{Clock, Span};
use crate::deal::{Hash, Key};
use crate::referee::{Cost, Decision};
use crate::verdict::{Ending, parse_payoffs, payoffs_text};

/// The first line of every record.
const TITLE: &str = "croupier record 1";
/// No match is longer than this in text; what is longer is not a record.
pub const LONGEST: usize = 16 << 20;
/// Hexadecimal digits of a mark.
const MARK: usize = 6;
/// Hexadecimal digits of a hash.
const HASH: usize = 64;

/// A finished match as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The game's name.
    pub game: String,
    /// The house rules: the preset, and every setting spelt out.
    pub rules: String,
    /// All the chance of the deal.
    pub key: Key,
    /// What was told of it before the match.
    pub commitment: Hash,
    /// The bots' time.
    pub clock: Clock,
    /// The allowance for their start.
    pub startup: Span,
    /// What held the bots, in the words of [`crate::sandbox::in_force`].
    pub sandbox: String,
    /// Who sat at each seat.
    pub players: Vec<Named>,
    /// The deal.
    pub setup: String,
    /// For each seat, microseconds until its bot read its first line.
    pub starts: Vec<Option<u64>>,
    /// Every action.
    pub decisions: Vec<Decision>,
    /// How it ended.
    pub ending: Ending,
    /// What each seat has won.
    pub payoffs: BySeat<i32>,
}

/// A player in a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    /// Of the program's files and words (see [`fingerprint`]).
    pub hash: Hash,
    /// Its command or its policy's name.
    pub name: String,
}

impl Named {
    /// With a name fit for one line.
    pub fn new(hash: Hash, name: &str) -> Named {
        let name = name.chars().map(|c| if c.is_control() { '?' } else { c }).collect();
        Named { hash, name }
    }
}

/// The hash of a bot: of each word of its command in turn, the hash of the file it names, or of the
/// word itself if it names none; then of every file in its own folder, if it has one. Where they lie
/// does not matter, what is in them does.
pub fn fingerprint(words: &[String], folder: Option<&Path>) -> io::Result<Hash> {
    let mut all = Sha256::new();
    for word in words {
        let path = folder.map_or_else(|| word.into(), |folder| folder.join(word));
        all.update(if path.is_file() { hash_file(&path)?.0 } else { Hash::of(word.as_bytes()).0 });
    }
    let mut files = Vec::new();
    if let Some(folder) = folder {
        list(folder, &mut files)?;
    }
    files.sort();
    for path in files {
        all.update(hash_file(&path)?.0);
    }
    Ok(Hash(all.finalize().into()))
}

fn hash_file(path: &Path) -> io::Result<Hash> {
    let mut hash = Sha256::new();
    let mut file = File::open(path)?;
    let mut chunk = vec![0; 1 << 16];
    loop {
        match file.read(&mut chunk)? {
            0 => return Ok(Hash(hash.finalize().into())),
            read => hash.update(&chunk[..read]),
        }
    }
}

/// All files under a folder; links are not followed.
fn list(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    const MOST: usize = 10_000;
    for entry in std::fs::read_dir(folder)? {
        let (path, kind) = entry.and_then(|entry| Ok((entry.path(), entry.file_type()?)))?;
        if kind.is_dir() {
            list(&path, files)?;
        } else if kind.is_file() {
            files.push(path);
        }
        if files.len() > MOST {
            return Err(io::Error::other(format!("more than {MOST} files in the bot's folder")));
        }
    }
    Ok(())
}

/// Why a text is not accepted as a record, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub why: String,
}
impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}
impl std::error::Error for Refused {}

/// A decision in text, times first, for an action may be several words.
fn decision_text(decision: &Decision) -> String {
    let Decision { seat, action, cost } = decision;
    match cost {
        Some(Cost { wall, cpu, lag }) => format!("play {seat} {wall} {cpu} {lag} {action}"),
        None => format!("play {seat} - - - {action}"),
    }
}

fn parse_decision(text: &str) -> Result<Decision, ParseError> {
    let wrong = || ParseError::new("`SEAT WALL CPU LAG ACTION`, times in microseconds", text);
    let mut words = text.splitn(5, ' ');
    let seat = words.next().ok_or_else(wrong)?.parse()?;
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
    Ok(Decision { seat, action, cost })
}

fn start_text(start: Option<u64>) -> String {
    start.map_or("-".to_owned(), |micros| micros.to_string())
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        let mut line = |words: fmt::Arguments<'_>| {
            text += &words.to_string();
            text.push('\n');
        };
        line(format_args!("{TITLE}"));
        line(format_args!("game {}", self.game));
        line(format_args!("rules {}", self.rules));
        line(format_args!("key {}", self.key));
        line(format_args!("commitment {}", self.commitment));
        line(format_args!("clock {}", self.clock));
        line(format_args!("startup {}", self.startup));
        line(format_args!("sandbox {}", self.sandbox));
        for (seat, player) in self.players.iter().enumerate() {
            line(format_args!("seat {} {} {}", seat + 1, player.hash, player.name));
        }
        line(format_args!("setup {}", self.setup));
        for (seat, start) in self.starts.iter().enumerate() {
            line(format_args!("start {} {}", seat + 1, start_text(*start)));
        }
        for decision in &self.decisions {
            line(format_args!("{}", decision_text(decision)));
        }
        line(format_args!("ending {}", self.ending));
        line(format_args!("payoffs {}", payoffs_text(&self.payoffs)));
        text += &marks(&text);
        let hash = Hash::of(text.as_bytes());
        writeln!(f, "{text}hash {hash}")
    }
}

/// The line that finds a changed line.
fn marks(text: &str) -> String {
    let mut running = Sha256::new();
    let mut marks = "marks".to_owned();
    for line in text.split_inclusive('\n') {
        running.update(line);
        let hash = Hash(running.clone().finalize().into()).to_string();
        marks += " ";
        marks += &hash[..MARK];
    }
    marks + "\n"
}

/// Finds out whether any byte was changed, and in which line.
fn intact(text: &str) -> Result<(), Refused> {
    let lines = text.split_inclusive('\n').count();
    let refuse = |line: usize, why: &str| Err(Refused { line, why: why.to_owned() });
    let Some((rest, hash)) = text.strip_suffix('\n').and_then(|text| text.rsplit_once('\n')) else {
        return refuse(lines.max(1), "expected a record's last line `hash …`, found the end of the text");
    };
    let Some((content, stated)) = rest.rsplit_once('\n') else {
        return refuse(lines, "expected a record's last lines `marks …` and `hash …`");
    };
    // A line that has lost its shape is the changed one, whatever the other says about it.
    let is_hex = |word: &str, digits: usize| {
        word.len() == digits && word.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    };
    if !hash.strip_prefix("hash ").is_some_and(|hash| is_hex(hash, HASH)) {
        return refuse(lines, "expected a record's last line `hash …`");
    }
    if !stated.strip_prefix("marks ").is_some_and(|marks| marks.split(' ').all(|mark| is_hex(mark, MARK))) {
        return refuse(lines - 1, "expected a record's last line but one `marks …`");
    }
    let content = &text[..content.len() + 1];
    let real = marks(content);
    let hash_of = |marks: &str| {
        let hash = Hash(Sha256::new().chain_update(content).chain_update(marks).finalize().into());
        format!("hash {hash}")
    };
    if hash_of(&real) == hash {
        return if real.trim_end() == stated {
            Ok(())
        } else {
            refuse(lines - 1, "the marks were changed after the match")
        };
    }
    if real.trim_end() == stated {
        return refuse(lines, "the hash was changed after the match");
    }
    let differs = real.split_whitespace().skip(1).zip(stated.split(' ').skip(1)).position(|(a, b)| a != b);
    let at = differs.unwrap_or_else(|| stated.split(' ').count().min(lines - 2));
    refuse(at + 1, "this line was changed after the match (or the one before it, with little luck)")
}

/// The lines of a record one after the other.
struct Lines<'a> {
    lines: std::iter::Peekable<std::str::Lines<'a>>,
    number: usize,
}

impl<'a> Lines<'a> {
    /// The rest of the next line, which must begin with `key`.
    fn value(&mut self, key: &str) -> Result<&'a str, Refused> {
        self.number += 1;
        let line = self.lines.next().unwrap_or_default();
        let value = line.strip_prefix(key).and_then(|rest| rest.strip_prefix(' '));
        value.ok_or_else(|| self.refuse(&ParseError::new(format!("`{key} …`"), line)))
    }

    fn parse<T>(
        &mut self,
        key: &str,
        parse: impl Fn(&'a str) -> Result<T, ParseError>,
    ) -> Result<T, Refused> {
        let value = self.value(key)?;
        parse(value).map_err(|error| self.refuse(&error))
    }

    fn is_next(&mut self, key: &str) -> bool {
        self.lines.peek().is_some_and(|line| line.split(' ').next() == Some(key))
    }

    fn refuse(&self, why: &impl fmt::Display) -> Refused {
        Refused { line: self.number, why: why.to_string() }
    }
}

impl Record {
    /// The line of the first decision, from 1.
    pub fn first_play(&self) -> usize {
        self.first_start() + self.starts.len()
    }

    /// The line of the first bot's start, from 1.
    pub fn first_start(&self) -> usize {
        10 + self.players.len()
    }

    /// Reads a record, byte for byte as it was written.
    pub fn read(bytes: &[u8]) -> Result<Record, Refused> {
        if bytes.len() > LONGEST {
            return Err(Refused { line: 1, why: format!("longer than any record ({LONGEST} bytes)") });
        }
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let before = &bytes[..error.valid_up_to()];
            let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
            Refused { line, why: "expected text, found bytes that are none".to_owned() }
        })?;
        intact(text)?;
        let record = Record::parse(text)?;
        // One spelling: whatever reads the same is written the same.
        let again = record.to_string();
        if again != text {
            let line = text.lines().zip(again.lines()).position(|(a, b)| a != b).unwrap_or_default();
            let why = ParseError::new(
                again.lines().nth(line).unwrap_or_default().to_owned(),
                text.lines().nth(line).unwrap_or_default(),
            );
            return Err(Refused { line: line + 1, why: why.to_string() });
        }
        Ok(record)
    }

    fn parse(text: &str) -> Result<Record, Refused> {
        let mut lines = Lines { lines: text.lines().peekable(), number: 0 };
        lines.parse("croupier", |rest| match TITLE.strip_prefix("croupier ") == Some(rest) {
            true => Ok(()),
            false => Err(ParseError::new("`croupier record 1`", rest)),
        })?;
        let game = lines.value("game")?.to_owned();
        let rules = lines.value("rules")?.to_owned();
        let key = lines.parse("key", str::parse)?;
        let commitment = lines.parse("commitment", str::parse)?;
        let clock = lines.parse("clock", str::parse)?;
        let startup = lines.parse("startup", str::parse)?;
        let sandbox = lines.value("sandbox")?.to_owned();
        let mut players = Vec::new();
        while lines.is_next("seat") {
            players.push(lines.parse("seat", |text| {
                let wrong = || ParseError::new("`SEAT HASH NAME` in the order of the seats", text);
                let (seat, rest) = text.split_once(' ').ok_or_else(wrong)?;
                let (hash, name) = rest.split_once(' ').ok_or_else(wrong)?;
                if seat != (players.len() + 1).to_string() {
                    return Err(wrong());
                }
                Ok(Named { hash: hash.parse()?, name: name.to_owned() })
            })?);
        }
        let setup = lines.value("setup")?.to_owned();
        let mut starts = Vec::new();
        while lines.is_next("start") {
            starts.push(lines.parse("start", |text| {
                let wrong = || ParseError::new("`SEAT MICROSECONDS` in the order of the seats", text);
                let (seat, micros) = text.split_once(' ').ok_or_else(wrong)?;
                if seat != (starts.len() + 1).to_string() {
                    return Err(wrong());
                }
                if micros == "-" { Ok(None) } else { micros.parse().map(Some).map_err(|_| wrong()) }
            })?);
        }
        let mut decisions = Vec::new();
        while lines.is_next("play") {
            decisions.push(lines.parse("play", parse_decision)?);
        }
        let ending = lines.parse("ending", str::parse)?;
        let payoffs = lines.parse("payoffs", parse_payoffs)?;
        lines.value("marks")?;
        lines.value("hash")?;
        if players.len() != starts.len() || players.len() != payoffs.len() {
            return Err(lines.refuse(&"expected as many players, starts and payoffs as seats"));
        }
        if matches!(&ending, Ending::Forfeit { seat, .. } if seat.index() >= players.len()) {
            return Err(lines.refuse(&"expected a forfeit of a seat at this table"));
        }
        Ok(Record {
            game,
            rules,
            key,
            commitment,
            clock,
            startup,
            sandbox,
            players,
            setup,
            starts,
            decisions,
            ending,
            payoffs,
        })
    }
}
