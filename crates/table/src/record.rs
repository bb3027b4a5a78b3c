//! One text format for every match. `docs/notation.md` describes it.
//!
//! Version 2 is what is written. Version 1 stays readable and verifiable for ever.

use std::fmt;

use cards::{BySeat, ParseError, Seat};

use crate::clock::{Span, TimeControl};
use crate::ending::{Ending, payoffs_text};
use crate::key::{Hash, Key};
use crate::player::Cost;
use crate::referee::{By, Decided, Kind, Note, Noted, Referee};
use crate::seal::marks;
use crate::sign::{Signature, SigningKey};
use crate::table::{AnyTable, Header};

mod line;
mod read;

pub use line::LONGEST_WORDS;

/// No match is longer than this in text; what is longer is not a record.
pub const LONGEST: usize = 16 << 20;

/// A finished match as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The version of the format: 1 or 2.
    pub version: u8,
    /// The game's name.
    pub game: String,
    /// The house rules: the preset, and every setting spelt out.
    pub rules: String,
    /// The key that all randomness of the deal comes from; `None` where the deal was given.
    pub key: Option<Key>,
    /// What was told of the key before the match.
    pub commitment: Option<Hash>,
    /// The players' time.
    pub clock: TimeControl,
    /// How long a bot without a clock was waited for; not in version 1.
    pub cap: Span,
    /// The allowance for the bots' start.
    pub startup: Span,
    /// The parts of the sandbox that were in force, in words.
    pub sandbox: String,
    /// Who sat at each seat.
    pub players: Vec<Named>,
    /// The deal.
    pub setup: String,
    /// For each seat, microseconds until its bot read its first line.
    pub starts: Vec<Option<u64>>,
    /// Every action.
    pub decisions: Vec<Decision>,
    /// Hints and what was taken back.
    pub notes: Vec<Note>,
    /// How it ended.
    pub ending: Ending,
    /// What each seat has won.
    pub payoffs: BySeat<i32>,
    /// Somebody's signature of everything above it.
    pub signature: Option<Signature>,
}

/// A player in a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    /// What it is.
    pub kind: Kind,
    /// Of a program's files and words, or of our own player's name; people have none.
    pub hash: Option<Hash>,
    /// A command, a player of ours with its settings, or a person's name.
    pub name: String,
}

impl Named {
    /// With a name fit for one line.
    pub fn new(kind: Kind, hash: Option<Hash>, name: &str) -> Named {
        Named { kind, hash, name: line::fit(name).into_owned() }
    }
}

/// One action of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// Whose.
    pub seat: Seat,
    /// Who decided it.
    pub by: By,
    /// What it cost; `None` if there was nothing to choose and nobody was asked.
    pub cost: Option<Cost>,
    /// What, in the game's notation.
    pub action: String,
}

/// Under what conditions a match was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conditions {
    /// The key that all randomness of the deal comes from; `None` where the deal was given.
    pub key: Option<Key>,
    /// The players' time.
    pub clock: TimeControl,
    /// How long a bot without a clock is waited for.
    pub cap: Span,
    /// The allowance for the bots' start.
    pub startup: Span,
    /// The parts of the sandbox in force, in words.
    pub sandbox: String,
}

/// Why a text is not accepted as a record, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct BadRecord {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub why: String,
}

impl Record {
    /// The record of a finished match.
    ///
    /// # Panics
    /// If the match is not over.
    pub fn new(
        referee: &Referee<Box<dyn AnyTable>>,
        conditions: &Conditions,
        players: Vec<Named>,
        starts: Vec<Option<u64>>,
    ) -> Record {
        let Header { game, rules, setup, .. } = referee.table().header().clone();
        let actions = referee.table().played(0);
        let decision = |(&Decided { seat, by, cost, .. }, (_, action)): (&Decided, (Seat, String))| {
            Decision { seat, by, cost, action }
        };
        Record {
            version: 2,
            game: game.to_owned(),
            rules,
            key: conditions.key,
            commitment: conditions.key.map(|key| key.commitment()),
            clock: conditions.clock,
            cap: conditions.cap,
            startup: conditions.startup,
            sandbox: line::fit(&conditions.sandbox).into_owned(),
            players,
            setup,
            starts,
            decisions: referee.decided().iter().zip(actions).map(decision).collect(),
            notes: referee.notes().to_vec(),
            ending: referee.ending().expect("the match is over").clone(),
            payoffs: referee.payoffs(),
            signature: None,
        }
    }

    /// Signs every byte of the record, and so says who refereed the match.
    pub fn sign(&mut self, key: &SigningKey) {
        self.signature = None;
        self.signature = Some(key.sign(self.to_string().as_bytes()));
    }

    /// The line of the first bot's start, from 1.
    pub fn first_start(&self) -> usize {
        let header = if self.version == 1 { 10 } else { 11 };
        header + self.players.len()
    }

    /// The seats whose bots never read their first line.
    pub fn unstarted(&self) -> impl Iterator<Item = Seat> {
        let seats = Seat::all(self.players.len().min(self.starts.len()));
        seats.filter(|seat| {
            let at = seat.index();
            self.players[at].kind == Kind::Bot && self.starts[at].is_none()
        })
    }

    /// The line of each note.
    pub(crate) fn note_lines(&self) -> impl Iterator<Item = usize> {
        let first = self.first_start() + self.starts.len();
        self.notes.iter().enumerate().map(move |(number, note)| first + note.after + number)
    }

    /// The line of decision number `number` (from 0), or of the ending after the last one.
    pub fn line_of(&self, number: usize) -> usize {
        let notes = self.notes.iter().filter(|note| note.after <= number).count();
        self.first_start() + self.starts.len() + number + notes
    }
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            By::Agent => "agent",
            By::Bot => "bot",
            By::Person => "person",
            By::StandIn => "stand-in",
            By::Forced => "forced",
        })
    }
}

impl std::str::FromStr for By {
    type Err = ParseError;
    fn from_str(s: &str) -> Result<By, ParseError> {
        let all = [By::Agent, By::Bot, By::Person, By::StandIn, By::Forced];
        let found = all.into_iter().find(|by| by.to_string() == s);
        found.ok_or_else(|| ParseError::new("who decided (agent, bot, person, stand-in, forced)", s))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Agent => "agent",
            Kind::Bot => "bot",
            Kind::Person => "person",
        })
    }
}

impl std::str::FromStr for Kind {
    type Err = ParseError;
    fn from_str(s: &str) -> Result<Kind, ParseError> {
        let found = [Kind::Agent, Kind::Bot, Kind::Person].into_iter().find(|kind| kind.to_string() == s);
        found.ok_or_else(|| ParseError::new("a kind of player (agent, bot, person)", s))
    }
}

/// The text, or `-` for nothing.
fn or_dash(thing: Option<impl fmt::Display>) -> String {
    thing.map_or("-".to_owned(), |thing| thing.to_string())
}

impl Record {
    /// A decision in text, times first, for an action may be several words.
    fn spell(&self, decision: &Decision) -> String {
        let Decision { seat, by, cost, action } = decision;
        let by = if self.version == 1 { String::new() } else { format!(" {by}") };
        match cost {
            Some(Cost { wall, cpu, lag }) => format!("play {seat}{by} {wall} {cpu} {lag} {action}"),
            None => format!("play {seat}{by} - - - {action}"),
        }
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        let mut line = |words: fmt::Arguments<'_>| {
            text += &words.to_string();
            text.push('\n');
        };
        line(format_args!("croupier record {}", self.version));
        line(format_args!("game {}", self.game));
        line(format_args!("rules {}", self.rules));
        line(format_args!("key {}", or_dash(self.key)));
        line(format_args!("commitment {}", or_dash(self.commitment)));
        line(format_args!("clock {}", self.clock));
        if self.version > 1 {
            line(format_args!("cap {}", self.cap));
        }
        line(format_args!("startup {}", self.startup));
        line(format_args!("sandbox {}", self.sandbox));
        for (seat, Named { kind, hash, name }) in self.players.iter().enumerate() {
            let kind = if self.version == 1 { String::new() } else { format!("{kind} ") };
            line(format_args!("seat {} {kind}{} {name}", seat + 1, or_dash(*hash)));
        }
        line(format_args!("setup {}", self.setup));
        for (seat, start) in self.starts.iter().enumerate() {
            line(format_args!("start {} {}", seat + 1, or_dash(*start)));
        }
        let mut notes = self.notes.iter().peekable();
        for number in 0..=self.decisions.len() {
            while let Some(note) = notes.next_if(|note| note.after <= number) {
                let what = match note.what {
                    Noted::Hint => "hint",
                    Noted::Undo => "undo",
                };
                line(format_args!("{what} {}", note.seat));
            }
            if let Some(decision) = self.decisions.get(number) {
                line(format_args!("{}", self.spell(decision)));
            }
        }
        line(format_args!("ending {}", self.ending));
        line(format_args!("payoffs {}", payoffs_text(&self.payoffs)));
        text += &marks(&text);
        let hash = Hash::of(text.as_bytes());
        writeln!(f, "{text}hash {hash}")?;
        self.signature.iter().try_for_each(|signature| writeln!(f, "signature {signature}"))
    }
}
