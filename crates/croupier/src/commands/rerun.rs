//! `croupier rerun`: plays the deal of a record again.

use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;

use arena::sandbox::Sandbox;
use serde::Serialize;
use table::clock::{Span, TimeControl};
use table::key::Key;
use table::record::{Decision, Record};
use table::referee::{CAP, Kind};

use super::verify::{name, read_valid};
use crate::entrants::{ConditionArgs, LimitArgs, SandboxArgs, outcome, play, seat_all, show_stderr};
use crate::files::{RecordArgs, RecordFile};
use crate::number::counted;
use crate::{Wrong, json};

/// Play the deal of a record again
///
/// Plays with the bots named here, seated as in `croupier match`, under the conditions of the record, and says where
/// the match differs. So a match that was lost on a server can be studied at home.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// The record; `-` is standard input
    file: PathBuf,
    /// Who plays, as in `croupier match`
    #[arg(value_name = "BOT", required_unless_present = "same_bots")]
    bots: Vec<String>,
    /// Run the commands in the record; check them first if the record is not yours
    #[arg(long, conflicts_with = "bots")]
    same_bots: bool,
    #[command(flatten)]
    kept: RecordArgs,
    /// The bots' clock, as in `croupier match` [default: the record's]
    #[arg(long, value_name = "CLOCK")]
    clock: Option<TimeControl>,
    /// The sandbox of the bots: strict, limits or none [default: the record's; with --same-bots strict]
    #[arg(long, value_name = "LEVEL")]
    sandbox: Option<Sandbox>,
    #[command(flatten)]
    limits: LimitArgs,
    /// How long a bot may take to start and read its first line [default: the record's]
    #[arg(long, value_name = "TIME")]
    startup: Option<Span>,
    /// Print a JSON object; docs/json.md describes its keys
    #[arg(long)]
    json: bool,
}

impl Args {
    /// What the command line says, and else what the record says.
    fn conditions(&self, old: &Record) -> ConditionArgs {
        // Commands from someone else's record do not choose their own sandbox.
        let recorded = if self.same_bots { Sandbox::Strict } else { sandbox_of(&old.sandbox) };
        let sandbox_args = SandboxArgs {
            require: None,
            sandbox: self.sandbox.unwrap_or(recorded),
            limits: self.limits,
            startup: self.startup.unwrap_or(old.startup),
        };
        let cap = if old.version == 1 { Span(CAP) } else { old.cap };
        ConditionArgs { clock: self.clock.unwrap_or(old.clock), cap, sandbox_args }
    }
}

/// The sandbox level in a record's description of the sandbox; strict if there were no bots. In version 1 a colon
/// follows the level.
fn sandbox_of(words: &str) -> Sandbox {
    let is_empty = words == "-" || words.starts_with("none:");
    let level = words.split([':', ' ']).next().unwrap_or_default();
    if is_empty { Sandbox::Strict } else { level.parse().unwrap_or_default() }
}

const AFTER_HELP: &str = "\
Examples:
  croupier rerun match.txt --same-bots
  croupier rerun match.txt \"./mybot --verbose\" greedy --clock none

Exit status:
  0   the match ended, by play or by a forfeit
  1   a bot could not be started, or a file could not be read or written
  2   the record or the command line is wrong";

/// Plays the deal again and says where the match differs.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let old = read_valid(&args.file)?;
    let person = old.players.iter().position(|player| player.kind == Kind::Person);
    if let Some(seat) = person.filter(|_| args.same_bots) {
        let seat = seat + 1;
        return Err(Wrong(format!(
            "{}: seat {seat} was a person; name the players instead of --same-bots",
            name(&args.file)
        ))
        .into());
    }
    let recorded: Vec<String> = old.players.iter().map(|player| player.name.clone()).collect();
    let bots = if args.same_bots { &recorded } else { &args.bots };
    let conditions = args.conditions(&old);
    let file = args.kept.open()?;
    let again = Again { old: &old, bots, conditions: &conditions, json: args.json };
    again.play(file).map_err(|error| match error.downcast::<table::TableError>() {
        Ok(error) => Wrong(format!("{}: {error}", name(&args.file))).into(),
        Err(error) => error,
    })
}

/// A recorded match that is played again.
pub struct Again<'a> {
    /// The record.
    pub old: &'a Record,
    /// Who plays this time.
    pub bots: &'a [String],
    /// Under what conditions.
    pub conditions: &'a ConditionArgs,
    /// Print JSON.
    pub json: bool,
}

impl Again<'_> {
    /// Plays the deal and says where the match differs.
    pub fn play(&self, file: Option<RecordFile<'_>>) -> anyhow::Result<()> {
        let Again { old, bots, conditions, json } = *self;
        crate::interrupt::end_at_once()?;
        let table = table::open(&old.game, &old.setup)?;
        let entrants = seat_all(&old.game, bots, table.header().seats(), &conditions.sandbox_args)?;
        let agent_key = old.key.unwrap_or_else(|| Key::from_seed(0));
        let played = play(table, old.key, agent_key, &entrants, conditions)?;
        let record = &played.record;
        let again = RerunComparison::new(old, record);
        if json {
            let played = json::MatchObject::new(record, played.because.as_ref());
            json::print(&RerunObject { schema: "croupier/rerun/1", again, played })?;
        } else {
            write!(io::stdout(), "{again}{}", outcome(record, played.because.as_ref()))?;
        }
        show_stderr(&played.record, &played.stderr, true)?;
        if let Some(file) = file {
            file.write(played.record)?;
        }
        Ok(())
    }
}

/// How far a match went the same way as the record.
#[derive(Serialize)]
struct RerunComparison<'a> {
    equal_actions: usize,
    difference: Option<Difference<'a>>,
}

/// The first actions that differ; `None` for the end of the match.
#[derive(Serialize)]
struct Difference<'a> {
    recorded: Option<SeatAction<'a>>,
    here: Option<SeatAction<'a>>,
}

#[derive(Serialize)]
struct SeatAction<'a> {
    seat: usize,
    action: &'a str,
}

impl<'a> RerunComparison<'a> {
    fn new(old: &'a Record, new: &'a Record) -> RerunComparison<'a> {
        let both = old.decisions.iter().zip(&new.decisions);
        let equal = both.take_while(|(a, b)| (a.seat, &a.action) == (b.seat, &b.action)).count();
        let step = |record: &'a Record| {
            let decision = record.decisions.get(equal);
            decision.map(|Decision { seat, action, .. }| SeatAction { seat: json::number(*seat), action })
        };
        let difference = Difference { recorded: step(old), here: step(new) };
        let is_same = difference.recorded.is_none() && difference.here.is_none();
        RerunComparison { equal_actions: equal, difference: (!is_same).then_some(difference) }
    }
}

impl fmt::Display for RerunComparison<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let equal = self.equal_actions;
        let Some(Difference { recorded, here }) = &self.difference else {
            return writeln!(f, "the same {} as in the record", counted(equal, "action", "actions"));
        };
        let show = |action: &Option<SeatAction<'_>>| match action {
            Some(SeatAction { action, .. }) => (*action).to_owned(),
            None => "the end of the match".to_owned(),
        };
        let number = equal + 1;
        let (recorded, here) = (show(recorded), show(here));
        writeln!(f, "differs at action {number}: the record has {recorded}, this run {here}")
    }
}

/// A match played again, for programs.
#[derive(Serialize)]
struct RerunObject<'a> {
    schema: &'static str,
    #[serde(flatten)]
    again: RerunComparison<'a>,
    #[serde(flatten)]
    played: json::MatchObject<'a>,
}
