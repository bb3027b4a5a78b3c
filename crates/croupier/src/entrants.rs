//! Who plays a match, and under what conditions: from the command line to the arena and back to a record.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use arena::entrants::{Entrant, EntrantError};
use arena::sandbox::{Limits, Sandbox};
use arena::{Conditions, Played};
use cards::{Message, Seat};
use table::AnyTable;
use table::clock::{Span, TimeControl};
use table::ending::Ending;
use table::key::Key;
use table::record::Record;
use table::referee::Kind;
use table::sign::SigningKey;
use table::text::english;

use crate::Wrong;
use crate::signing::signing_key;

/// Conditions shared by the commands that start bots.
#[derive(clap::Args, Clone)]
pub struct BoxArgs {
    /// How tightly bots are held: strict, limits or none
    #[arg(long, value_name = "LEVEL", default_value = "strict")]
    pub sandbox: Sandbox,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// How long a bot may take to start and read its first line
    #[arg(long, value_name = "TIME", default_value = "10s")]
    pub startup: Span,
}

/// How much a bot may use.
#[derive(clap::Args, Clone, Copy)]
pub struct LimitArgs {
    /// Megabytes of memory for each bot
    #[arg(long, value_name = "MB", default_value = "128", value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub memory: u64,
    /// Seconds of processor time for each bot in a match, whatever the clock says
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub cpu: u64,
}

/// Conditions of a match.
#[derive(clap::Args, Clone)]
pub struct ConditionArgs {
    /// The bots' time: for the match and more for each round (2s+100ms), for each decision
    /// (500ms/move), or none
    #[arg(long, value_name = "CLOCK", default_value = "2s+100ms")]
    pub clock: TimeControl,
    /// With --clock none, how long a bot is waited for before it forfeits
    #[arg(long, value_name = "TIME", default_value = "600s")]
    pub cap: Span,
    #[command(flatten)]
    pub boxed: BoxArgs,
}

impl BoxArgs {
    /// How much a bot may use.
    pub fn limits(&self) -> Limits {
        let LimitArgs { memory, cpu } = self.limits;
        Limits { memory: memory << 20, cpu_seconds: cpu, ..Limits::default() }
    }

    /// Reads who enters.
    pub fn entrant(&self, game: &str, text: &str) -> anyhow::Result<Entrant> {
        Entrant::read(game, text, self.sandbox, self.limits()).map_err(|error| match error {
            EntrantError::File { text, error } => anyhow::Error::new(error).context(text),
            wrong => Wrong(wrong.to_string()).into(),
        })
    }
}

/// The path of this very program, which becomes the launcher of bots.
pub fn launcher() -> anyhow::Result<PathBuf> {
    std::env::current_exe().context("cannot find the program itself, which starts the bots")
}

/// Seats the entrants: one a seat, or fewer who sit in turn (two in Durak: the two teams).
pub fn seat_all(game: &str, texts: &[String], seats: usize, boxed: &BoxArgs) -> anyhow::Result<Vec<Entrant>> {
    if texts.is_empty() || !seats.is_multiple_of(texts.len()) {
        let many = texts.len();
        return Err(Wrong(format!(
            "{many} players: expected one for each of {seats} seats, or fewer that share them evenly"
        ))
        .into());
    }
    let distinct: Vec<Entrant> =
        texts.iter().map(|text| boxed.entrant(game, text)).collect::<Result<_, _>>()?;
    Ok((0..seats).map(|seat| distinct[seat % distinct.len()].clone()).collect())
}

/// Who sits where, a line a contestant; nothing where each has one seat, in the order of their names.
pub fn seating(texts: &[String], seats: usize) -> String {
    if texts.len() == seats {
        return String::new();
    }
    let mut lines = String::new();
    for (first, text) in texts.iter().enumerate() {
        let taken: Vec<Seat> = Seat::all(seats).skip(first).step_by(texts.len()).collect();
        lines += &format!("seats {}: {text}\n", listed(&taken));
    }
    lines
}

/// `2, 3 and 4`.
pub fn listed(seats: &[Seat]) -> String {
    let names: Vec<String> = seats.iter().map(Seat::to_string).collect();
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => names.concat(),
    }
}

/// One match to its record. A deal that was given has no key; `chance` is our own players'.
pub fn play(
    table: Box<dyn AnyTable>,
    key: Option<Key>,
    chance: Key,
    entrants: &[Entrant],
    args: &ConditionArgs,
) -> anyhow::Result<Played> {
    let ConditionArgs { clock, cap, ref boxed } = *args;
    let conditions = Conditions { clock, cap, startup: boxed.startup, launcher: launcher()?, key, chance };
    Ok(arena::play(table, entrants, &conditions)?)
}

/// Shows what bots wrote to standard error: all of them, or only the one that forfeited.
pub fn show_stderr(played: &Played, shows_all: bool) -> io::Result<()> {
    let guilty = match played.record.ending {
        Ending::Forfeit { seat, .. } => Some(seat),
        Ending::Played => None,
    };
    for (seat, stderr) in Seat::all(played.stderr.len()).zip(&played.stderr) {
        if !stderr.is_empty() && (shows_all || guilty == Some(seat)) {
            writeln!(io::stderr(), "standard error of seat {seat}:")?;
            io::stderr().write_all(stderr)?;
        }
    }
    Ok(())
}

/// Where the record of a match goes, and who signs it.
#[derive(clap::Args)]
pub struct RecordArgs {
    /// Write the record of the match to this file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Sign the record with the key in this file; `croupier keygen` makes one
    #[arg(long, value_name = "KEYFILE", requires = "record")]
    sign: Option<PathBuf>,
}

impl RecordArgs {
    /// Opens the file, if one is named, and reads the key.
    pub fn open(&self) -> anyhow::Result<Option<RecordFile<'_>>> {
        let key = self.sign.as_deref().map(signing_key).transpose()?;
        self.record.as_deref().map(|path| RecordFile::open(path, key)).transpose()
    }
}

/// The file a record goes to, tried before the match so that none is played in vain. What is in it
/// stays until there is a record, and where there was nothing, there is nothing until then.
pub struct RecordFile<'a> {
    path: &'a Path,
    /// What was there before.
    file: Option<File>,
    key: Option<SigningKey>,
}

impl RecordFile<'_> {
    /// Opens it, or finds out whether it can be made.
    fn open(path: &Path, key: Option<SigningKey>) -> anyhow::Result<RecordFile<'_>> {
        let name = || path.display().to_string();
        match OpenOptions::new().write(true).create_new(true).open(path) {
            Ok(_) => {
                fs::remove_file(path).with_context(name)?;
                Ok(RecordFile { path, file: None, key })
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                let file = OpenOptions::new().write(true).open(path).with_context(name)?;
                Ok(RecordFile { path, file: Some(file), key })
            }
            Err(error) => Err(error).with_context(name),
        }
    }

    /// Writes the record, signed if there is a key, in the place of what was there.
    pub fn write(self, mut record: Record) -> anyhow::Result<()> {
        if let Some(key) = &self.key {
            record.sign(key);
        }
        let write = || {
            let mut file = self.file.map_or_else(|| File::create(self.path), Ok)?;
            // A terminal or a pipe has no length to be set.
            if file.metadata()?.is_file() {
                file.set_len(0)?;
            }
            file.write_all(record.to_string().as_bytes())
        };
        write().with_context(|| self.path.display().to_string())
    }
}

/// Why a match was forfeited, if it was; `because` says what was wrong with the answer.
pub fn verdict(record: &Record, because: Option<&Message>) -> Option<String> {
    let Ending::Forfeit { seat, why } = &record.ending else { return None };
    let name = &record.players[seat.index()].name;
    let because = because.map_or(String::new(), |because| format!(": {}", english().say(because, None)));
    Some(format!("seat {seat} ({name}) {}{because}", english().say(&why.message(), None)))
}

/// What a seat's decisions cost: its clock and the processor, in microseconds.
pub fn spent(record: &Record, seat: Seat) -> (u64, u64) {
    let cost = record.decisions.iter().filter(|decision| decision.seat == seat).filter_map(|d| d.cost);
    cost.fold((0, 0), |(wall, cpu), cost| (wall.saturating_add(cost.charged()), cpu.saturating_add(cost.cpu)))
}

/// How a match ended and what it cost, for people.
pub fn outcome(record: &Record, because: Option<&Message>) -> String {
    let mut text = verdict(record, because).map_or(String::new(), |verdict| verdict + "\n");
    for seat in Seat::all(record.players.len()) {
        let name = &record.players[seat.index()].name;
        let (wall, cpu) = spent(record, seat);
        let (wall, cpu) = (wall as f64 / 1000.0, cpu as f64 / 1000.0);
        let payoff = record.payoffs[seat];
        text += &format!("seat {seat}  {payoff:+}  clock {wall:.1} ms, processor {cpu:.1} ms  {name}\n");
    }
    // A player of ours needs no time to start; for a process the second figure would seem wrong.
    if record.players.iter().any(|player| player.kind == Kind::Bot) {
        text += "clock: from questions to answers; processor: all threads of a bot since it was started\n";
    }
    text
}
