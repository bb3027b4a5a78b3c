//! Who plays a match, and under what conditions: from the command line to the referee and back to a record.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use arena::clock::{Clock, Span};
use arena::deal::{Hash, Key};
use arena::record::{Named, Record, fingerprint};
use arena::referee::{self, Conditions, Player, Report};
use arena::sandbox::{self, Limits, Sandbox, Spec};
use arena::table::{self, Table};
use arena::verdict::Ending;
use cards::Seat;

use crate::Wrong;
use crate::news::listed;

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
    pub clock: Clock,
    #[command(flatten)]
    pub boxed: BoxArgs,
}

impl BoxArgs {
    /// A bot of these words in such a box, with a folder of its own or none.
    pub fn spec(&self, words: Vec<OsString>, folder: Option<PathBuf>) -> Spec {
        let LimitArgs { memory, cpu } = self.limits;
        let limits = Limits { memory: memory << 20, cpu_seconds: cpu, ..Limits::default() };
        Spec { sandbox: self.sandbox, limits, command: words, folder }
    }
}

/// The path of this very program, which becomes the launcher of bots.
pub fn launcher() -> anyhow::Result<PathBuf> {
    std::env::current_exe().context("cannot find the program itself, which starts the bots")
}

/// A contestant: the name of a policy, or a command.
pub fn contestant(game: &str, text: &str, boxed: &BoxArgs) -> anyhow::Result<(Player, Named)> {
    if table::policies(game).contains(&text) {
        let version = concat!("croupier ", env!("CARGO_PKG_VERSION"), " ");
        let hash = Hash::of(format!("{version}{game} {text}").as_bytes());
        return Ok((Player::Policy(text.to_owned()), Named::new(hash, text)));
    }
    let mut words = words(text).map_err(|why| Wrong(format!("{text:?}: {why}")))?;
    let folder = match &words[..] {
        [cd, folder, and, _, ..] if cd == "cd" && and == "&&" => Some(PathBuf::from(folder)),
        _ => None,
    };
    if folder.is_some() {
        words.drain(..3);
    }
    let hash = fingerprint(&words, folder.as_deref()).with_context(|| text.to_owned())?;
    // The launcher runs in the folder, so its name must hold from anywhere.
    let folder = folder.map(|folder| folder.canonicalize()).transpose().with_context(|| text.to_owned())?;
    let spec = boxed.spec(words.into_iter().map(OsString::from).collect(), folder);
    Ok((Player::Process(spec), Named::new(hash, text)))
}

/// The words of a command: blanks separate them, quotes of either kind keep them together.
fn words(text: &str) -> Result<Vec<String>, &'static str> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    match (quote, words.is_empty()) {
        (Some(_), _) => Err("expected a closing quote, found the end of the command"),
        (None, true) => Err("expected a policy or a command, found nothing"),
        _ => Ok(words),
    }
}

/// Seats the contestants: one a seat, or fewer who sit in turn (two in Durak: the two teams).
pub fn seat_all(
    game: &str,
    texts: &[String],
    seats: usize,
    boxed: &BoxArgs,
) -> anyhow::Result<(Vec<Player>, Vec<Named>)> {
    if texts.is_empty() || !seats.is_multiple_of(texts.len()) {
        let many = texts.len();
        return Err(Wrong(format!(
            "{many} players: expected one for each of {seats} seats, or fewer that share them evenly"
        ))
        .into());
    }
    let mut all = (Vec::new(), Vec::new());
    for seat in 0..seats {
        let (player, named) = contestant(game, &texts[seat % texts.len()], boxed)?;
        all.0.push(player);
        all.1.push(named);
    }
    Ok(all)
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

/// One match from its key to its record.
pub fn play(
    table: &mut dyn Table,
    key: Key,
    (players, named): (Vec<Player>, Vec<Named>),
    conditions: &ConditionArgs,
) -> anyhow::Result<(Report, Record)> {
    let startup = conditions.boxed.startup;
    let how = Conditions { clock: conditions.clock, startup: startup.0, launcher: launcher()?, chance: key };
    let in_force = players.iter().find_map(|player| match player {
        Player::Process(spec) => Some(sandbox::in_force(spec)),
        Player::Policy(_) => None,
    });
    let (setup, rules) = (table.setup(), table.game().rules());
    let report = referee::play(table, &players, &how)?;
    let record = Record {
        game: table.game().game().to_owned(),
        rules,
        key,
        commitment: key.commitment(),
        clock: conditions.clock,
        startup,
        sandbox: in_force.unwrap_or_else(|| "none: no bots, only policies".to_owned()),
        players: named,
        setup,
        starts: report.remains.iter().map(|remains| remains.startup).collect(),
        decisions: report.decisions.clone(),
        ending: report.ending.clone(),
        payoffs: report.payoffs,
    };
    Ok((report, record))
}

/// The file a record goes to, opened before the match so that none is played in vain. What is in it
/// stays until there is a record, and where there was nothing, nothing is left without one.
pub struct RecordFile<'a> {
    path: &'a Path,
    file: File,
    /// Made for a record that is not written yet.
    is_blank: bool,
}

impl RecordFile<'_> {
    /// Opens it, or makes it.
    pub fn open(path: &Path) -> anyhow::Result<RecordFile<'_>> {
        let name = || path.display().to_string();
        match OpenOptions::new().write(true).create_new(true).open(path) {
            Ok(file) => Ok(RecordFile { path, file, is_blank: true }),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                let file = OpenOptions::new().write(true).open(path).with_context(name)?;
                Ok(RecordFile { path, file, is_blank: false })
            }
            Err(error) => Err(error).with_context(name),
        }
    }

    /// Writes the record in the place of whatever was there.
    pub fn write(mut self, record: &Record) -> anyhow::Result<()> {
        self.is_blank = false;
        let mut write = || {
            // A terminal or a pipe has no length to be set.
            if self.file.metadata()?.is_file() {
                self.file.set_len(0)?;
            }
            self.file.write_all(record.to_string().as_bytes())
        };
        write().with_context(|| self.path.display().to_string())
    }
}

impl Drop for RecordFile<'_> {
    fn drop(&mut self) {
        if self.is_blank {
            // An empty file that will not go away harms nobody.
            let _ = fs::remove_file(self.path);
        }
    }
}

/// How a match ended and what it cost, for people.
pub fn outcome(record: &Record) -> String {
    let mut text = String::new();
    if let Ending::Forfeit { seat, why } = &record.ending {
        text += &format!("seat {seat} ({}) {}\n", record.players[seat.index()].name, why.in_words());
    }
    for seat in Seat::all(record.players.len()) {
        let name = &record.players[seat.index()].name;
        let cost = record.decisions.iter().filter(|decision| decision.seat == seat).filter_map(|d| d.cost);
        let (wall, cpu) = cost.fold((0u64, 0u64), |(wall, cpu), cost| {
            (wall.saturating_add(cost.charged()), cpu.saturating_add(cost.cpu))
        });
        let (wall, cpu) = (wall as f64 / 1000.0, cpu as f64 / 1000.0);
        let payoff = record.payoffs[seat];
        text += &format!("seat {seat}  {payoff:+}  clock {wall:.1} ms, processor {cpu:.1} ms  {name}\n");
    }
    // A policy of ours needs no time to start; for a process the second figure would seem wrong.
    if record.starts.iter().any(|start| *start != Some(0)) {
        text += "clock: from questions to answers; processor: all threads of a bot since it was started\n";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn commands_are_split_at_blanks_outside_quotes() {
        assert_eq!(words("python3 bot.py"), Ok(vec!["python3".to_owned(), "bot.py".to_owned()]));
        assert_eq!(
            words(" 'my bot'  \"\" a\"b c\"d "),
            Ok(["my bot", "", "ab cd"].map(str::to_owned).to_vec())
        );
        assert!(words("'x").is_err() && words("  ").is_err());
    }
}
