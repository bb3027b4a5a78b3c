//! Who plays a match, and under what conditions: from the command line to the arena and back to a record.

use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;

use anyhow::{Context, anyhow};
use arena::entrants::{Entrant, EntrantError, Who};
use arena::sandbox::{Limits, Sandbox, Spec};
use arena::{Conditions, Played};
use cards::{Message, Seat};
use games::catalog::{CatalogGame, WithGame};
use games::levels;
use games::suggest::nearest;
use table::AnyTable;
use table::clock::{Span, TimeControl};
use table::ending::Ending;
use table::key::Key;
use table::record::Record;
use table::referee::Kind;
use table::text::english;

use crate::Wrong;
use crate::commands::with;
use crate::files::similar;
use crate::number::whole;
use crate::plain::{plain, plain_line};

/// Conditions shared by the commands that start bots.
#[derive(clap::Args, Clone)]
pub struct SandboxArgs {
    /// The sandbox of the bots: strict, limits or none
    #[arg(long, value_name = "LEVEL", default_value = "strict")]
    pub sandbox: Sandbox,
    /// Refuse to play unless the machine gives bots this protection: namespaces. Without this option the match is
    /// played, and the record says what was missing
    #[arg(long, value_name = "PART")]
    pub require: Option<Required>,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// How long a bot may take to start and read its first line, like 10s or 500ms
    #[arg(long, value_name = "TIME", default_value = "10s")]
    pub startup: Span,
}

/// How much a bot may use.
#[derive(clap::Args, Clone, Copy)]
pub struct LimitArgs {
    /// Megabytes of memory for each bot
    #[arg(long, value_name = "MB", default_value = "128", allow_negative_numbers = true, value_parser = whole::<u64>(1..=1 << 20))]
    pub memory: u64,
    /// Seconds of processor time for each bot in a match, independent of the clock
    #[arg(long, value_name = "SECONDS", default_value = "60", allow_negative_numbers = true, value_parser = whole::<u64>(1..=1 << 20))]
    pub cpu: u64,
    /// Threads of each bot; one that has more forfeits
    #[arg(long, value_name = "N", default_value = "64", allow_negative_numbers = true, value_parser = whole::<u32>(1..=10_000))]
    pub threads_limit: u32,
}

/// What the machine must have.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq)]
pub enum Required {
    /// User, PID, IPC, network and mount namespaces.
    Namespaces,
}

/// Conditions of a match.
#[derive(clap::Args, Clone)]
pub struct ConditionArgs {
    /// The bots' clock: time for the match plus time for each round (2s+100ms), time for each decision
    /// (500ms/move), or none
    #[arg(long, value_name = "CLOCK", default_value = "2s+100ms")]
    pub clock: TimeControl,
    /// With --clock none: a bot that takes longer than this for an answer forfeits
    #[arg(long, value_name = "TIME", default_value = "600s")]
    pub cap: Span,
    #[command(flatten)]
    pub sandbox_args: SandboxArgs,
}

impl SandboxArgs {
    /// How much a bot may use.
    pub fn limits(&self) -> Limits {
        let LimitArgs { memory, cpu, threads_limit: threads } = self.limits;
        Limits { memory: memory << 20, cpu_seconds: cpu, threads, ..Limits::default() }
    }

    /// Reads who enters, and finds the program of a bot.
    pub fn entrant(&self, game: &str, text: &str) -> anyhow::Result<Entrant> {
        if self.require.is_some() && self.sandbox != Sandbox::Strict {
            let level = self.sandbox;
            let why = format!("--require namespaces needs --sandbox strict, found --sandbox {level}");
            return Err(Wrong(why).into());
        }
        let mut entrant =
            Entrant::read(game, text, self.sandbox, self.limits()).map_err(|error| match error {
                EntrantError::File { text, error } => {
                    anyhow::Error::new(error).context(format!("cannot read the files of `{text}`"))
                }
                wrong => Wrong(wrong.to_string()).into(),
            })?;
        if let Who::Bot(spec) = &mut entrant.who {
            spec.needs_namespaces = self.require.is_some();
            find_program(spec, "player or program", &player_names(game))?;
        }
        Ok(entrant)
    }
}

/// Every player of a game by its name.
struct PlayerNames;
impl WithGame for PlayerNames {
    type Out = Vec<&'static str>;
    fn run<G: CatalogGame>(self) -> Self::Out {
        levels::names::<G>()
    }
}

/// Who may sit at a table of this game.
pub fn player_names(game: &str) -> Vec<&'static str> {
    with(game, PlayerNames)
}

/// Is there such a program? If not, the error names the player or the file that was probably meant; `what` says what
/// the name could have been.
pub fn find_program(spec: &Spec, what: &str, players: &[&str]) -> anyhow::Result<()> {
    let Err(error) = spec.to_command(&launcher()?) else { return Ok(()) };
    let name = spec.command.first().map_or_else(Default::default, |name| name.to_string_lossy());
    if error.kind() != ErrorKind::NotFound || spec.folder.as_ref().is_some_and(|folder| !folder.is_dir()) {
        return Err(anyhow!(error).context(format!("cannot start {name}")));
    }
    // `champoin:iterations=50` is a player's name with settings.
    let player = name.split(':').next().unwrap_or_default();
    let path = spec.folder.as_ref().map_or_else(|| name.as_ref().into(), |folder| folder.join(name.as_ref()));
    let meant = match name.contains('/') {
        true => similar(&path),
        false => nearest(player, players.iter().copied()).map(str::to_owned),
    };
    let meant = meant.map_or(String::new(), |name| format!("; did you mean `{name}`?"));
    Err(anyhow!("no {what} named `{name}`{meant}"))
}

/// The path of this program, which starts the bots.
pub fn launcher() -> anyhow::Result<PathBuf> {
    std::env::current_exe().context("cannot find the croupier program, which starts the bots")
}

/// Seats the entrants: one for each seat, or fewer that sit in turn (two in Durak: the two teams).
pub fn seat_all(
    game: &str,
    texts: &[String],
    seats: usize,
    sandbox_args: &SandboxArgs,
) -> anyhow::Result<Vec<Entrant>> {
    if texts.is_empty() || !seats.is_multiple_of(texts.len()) {
        let mut fits: Vec<String> =
            (1..=seats).filter(|&count| seats.is_multiple_of(count)).map(|count| count.to_string()).collect();
        let most = fits.pop().unwrap_or_default();
        let found = texts.len();
        let why = format!("{seats} seats: name {} or {most} bots, found {found}", fits.join(", "));
        return Err(Wrong(why).into());
    }
    let distinct: Vec<Entrant> =
        texts.iter().map(|text| sandbox_args.entrant(game, text)).collect::<Result<_, _>>()?;
    Ok((0..seats).map(|seat| distinct[seat % distinct.len()].clone()).collect())
}

/// Who sits where, one line for each entrant; empty where each has one seat, in the order of the command line.
pub fn seating(texts: &[String], seats: usize) -> String {
    if texts.len() == seats {
        return String::new();
    }
    let mut lines = String::new();
    for (first, text) in texts.iter().enumerate() {
        let taken: Vec<Seat> = Seat::all(seats).skip(first).step_by(texts.len()).collect();
        lines += &format!("seats {}: {}\n", listed(&taken), plain_line(text));
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

/// Plays one match to its record. A given deal has no key; `chance` is for our own players.
pub fn play(
    table: Box<dyn AnyTable>,
    key: Option<Key>,
    agent_key: Key,
    entrants: &[Entrant],
    args: &ConditionArgs,
) -> anyhow::Result<Played> {
    let ConditionArgs { clock, cap, ref sandbox_args } = *args;
    let conditions =
        Conditions { clock, cap, startup: sandbox_args.startup, launcher: launcher()?, key, agent_key };
    Ok(arena::play(table, entrants, &conditions)?)
}

/// Shows what the bots wrote to standard error: all bots, or only the one that forfeited.
pub fn show_stderr(record: &Record, all: &[Vec<u8>], shows_all: bool) -> io::Result<()> {
    let guilty = match record.ending {
        Ending::Forfeit { seat, .. } => Some(seat),
        Ending::Played => None,
    };
    for (seat, stderr) in Seat::all(all.len()).zip(all) {
        if !stderr.is_empty() && (shows_all || guilty == Some(seat)) {
            writeln!(io::stderr(), "standard error of seat {seat}:")?;
            let text = plain(&String::from_utf8_lossy(stderr));
            writeln!(io::stderr(), "{}", text.trim_end_matches('\n'))?;
        }
    }
    Ok(())
}

/// Who forfeited a match and why, if it was forfeited; `because` says what was wrong with the answer.
pub fn forfeit(record: &Record, because: Option<&Message>) -> Option<String> {
    let Ending::Forfeit { seat, why } = &record.ending else { return None };
    let name = plain_line(&record.players[seat.index()].name);
    let because = because.map_or(String::new(), |because| format!(": {}", english().say(because, None)));
    Some(format!("seat {seat} ({name}) {}{because}", english().say(&why.message(), None)))
}

/// What a seat's decisions cost: time on its clock and processor time, in microseconds.
pub fn spent(record: &Record, seat: Seat) -> (u64, u64) {
    let cost = record.decisions.iter().filter(|decision| decision.seat == seat).filter_map(|d| d.cost);
    cost.fold((0, 0), |(wall, cpu), cost| (wall.saturating_add(cost.charged()), cpu.saturating_add(cost.cpu)))
}

/// How a match ended and what it cost, for people.
pub fn outcome(record: &Record, because: Option<&Message>) -> String {
    let mut text = forfeit(record, because).map_or(String::new(), |forfeit| forfeit + "\n");
    for seat in Seat::all(record.players.len()) {
        let name = plain_line(&record.players[seat.index()].name);
        let (wall, cpu) = spent(record, seat);
        let (wall, cpu) = (wall as f64 / 1000.0, cpu as f64 / 1000.0);
        let payoff = record.payoffs[seat];
        text += &format!("seat {seat}  {payoff:+}  thinking {wall:.1} ms, processor {cpu:.1} ms  {name}\n");
    }
    // Our own players need no time to start. A bot's processor time may be longer than its clock's.
    if record.players.iter().any(|player| player.kind == Kind::Bot) {
        text +=
            "thinking: from each question to its answer; processor: all threads of a bot since its start\n";
    }
    text
}
