//! `croupier rerun`: the deal of a record played again.

use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;

use arena::sandbox::Sandbox;
use serde::Serialize;
use table::clock::{Span, TimeControl};
use table::key::Key;
use table::record::{Decision, Record};
use table::referee::{CAP, Kind};

use super::verify::{name, read_true};
use crate::entrants::{BoxArgs, ConditionArgs, LimitArgs, RecordArgs, outcome, play, seat_all, show_stderr};
use crate::{Wrong, json};

/// Play the deal of a record again
///
/// With the bots named here, seated as in `croupier match`, and under the record's conditions: whoever
/// lost on a server can see it happen at home.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// The record; `-` is standard input
    file: PathBuf,
    /// Who plays, as in `croupier match`
    #[arg(value_name = "BOT", required_unless_present = "same_bots")]
    bots: Vec<String>,
    /// Run the commands that stand in the record, which somebody else may have written
    #[arg(long, conflicts_with = "bots")]
    same_bots: bool,
    #[command(flatten)]
    kept: RecordArgs,
    /// The bots' time, as in `croupier match` [default: the record's]
    #[arg(long, value_name = "CLOCK")]
    clock: Option<TimeControl>,
    /// How tightly bots are held: strict, limits or none [default: the record's, but strict with
    /// --same-bots]
    #[arg(long, value_name = "LEVEL")]
    sandbox: Option<Sandbox>,
    #[command(flatten)]
    limits: LimitArgs,
    /// How long a bot may take to start and read its first line [default: the record's]
    #[arg(long, value_name = "TIME")]
    startup: Option<Span>,
    /// Print a JSON object; docs/json.md names its keys
    #[arg(long)]
    json: bool,
}

impl Args {
    /// What the command line says, and else what the record says.
    fn conditions(&self, old: &Record) -> ConditionArgs {
        // Commands that somebody else wrote do not say themselves how tightly they are held.
        let recorded = if self.same_bots { Sandbox::Strict } else { held(&old.sandbox) };
        let boxed = BoxArgs {
            sandbox: self.sandbox.unwrap_or(recorded),
            limits: self.limits,
            startup: self.startup.unwrap_or(old.startup),
        };
        let cap = if old.version == 1 { Span(CAP) } else { old.cap };
        ConditionArgs { clock: self.clock.unwrap_or(old.clock), cap, boxed }
    }
}

/// The level in a record's words for what held the bots; strict if there were none to hold. Version 1 has
/// a colon after it.
fn held(words: &str) -> Sandbox {
    let is_empty = words == "-" || words.starts_with("none:");
    let level = words.split([':', ' ']).next().unwrap_or_default();
    if is_empty { Sandbox::Strict } else { level.parse().unwrap_or_default() }
}

const AFTER_HELP: &str = "\
Examples:
  croupier rerun match.txt --same-bots
  croupier rerun match.txt \"./mybot --verbose\" greedy --clock none

Exit status:
  0   the match came to a verdict, whatever it is
  1   a bot could not be started, or a file not be read or written
  2   the record, or the command line, is wrong";

/// Plays it again, and says where it went another way.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let old = read_true(&args.file)?;
    let person = old.players.iter().position(|player| player.kind == Kind::Person);
    if let Some(seat) = person.filter(|_| args.same_bots) {
        let seat = seat + 1;
        return Err(Wrong(format!(
            "{}: seat {seat} was a person; name a player for every seat instead of --same-bots",
            name(&args.file)
        ))
        .into());
    }
    let wrong = |error: table::TableError| Wrong(format!("{}: {error}", name(&args.file)));
    let table = table::open(&old.game, &old.setup).map_err(wrong)?;
    let recorded: Vec<String> = old.players.iter().map(|player| player.name.clone()).collect();
    let bots = if args.same_bots { &recorded } else { &args.bots };
    let conditions = args.conditions(&old);
    let entrants = seat_all(&old.game, bots, table.header().seats(), &conditions.boxed)?;
    let file = args.kept.open()?;
    let chance = old.key.unwrap_or_else(|| Key::from_seed(0));
    let played = play(table, old.key, chance, &entrants, &conditions)?;
    let record = &played.record;
    let again = Again::new(&old, record);
    if args.json {
        let played = json::Played::new(record, played.because.as_ref());
        json::print(&Line { schema: "croupier/rerun/1", again, played })?;
    } else {
        write!(io::stdout(), "{again}{}", outcome(record, played.because.as_ref()))?;
    }
    show_stderr(&played, true)?;
    if let Some(file) = file {
        file.write(played.record)?;
    }
    Ok(())
}

/// How far a match went as it did before.
#[derive(Serialize)]
struct Again<'a> {
    equal_actions: usize,
    difference: Option<Difference<'a>>,
}

/// Where it went another way: what was done before and here, `None` for the end of the match.
#[derive(Serialize)]
struct Difference<'a> {
    recorded: Option<Step<'a>>,
    here: Option<Step<'a>>,
}

#[derive(Serialize)]
struct Step<'a> {
    seat: usize,
    action: &'a str,
}

impl<'a> Again<'a> {
    fn new(old: &'a Record, new: &'a Record) -> Again<'a> {
        let both = old.decisions.iter().zip(&new.decisions);
        let equal = both.take_while(|(a, b)| (a.seat, &a.action) == (b.seat, &b.action)).count();
        let step = |record: &'a Record| {
            let decision = record.decisions.get(equal);
            decision.map(|Decision { seat, action, .. }| Step { seat: json::number(*seat), action })
        };
        let difference = Difference { recorded: step(old), here: step(new) };
        let is_same = difference.recorded.is_none() && difference.here.is_none();
        Again { equal_actions: equal, difference: (!is_same).then_some(difference) }
    }
}

impl fmt::Display for Again<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let equal = self.equal_actions;
        let Some(Difference { recorded, here }) = &self.difference else {
            return writeln!(f, "the same {equal} actions as in the record");
        };
        let show = |step: &Option<Step<'_>>| match step {
            Some(Step { seat, action }) => format!("seat {seat} {action}"),
            None => "the end".to_owned(),
        };
        writeln!(f, "after {equal} equal actions: {} in the record, {} here", show(recorded), show(here))
    }
}

/// A match played again, for programs.
#[derive(Serialize)]
struct Line<'a> {
    schema: &'static str,
    #[serde(flatten)]
    again: Again<'a>,
    #[serde(flatten)]
    played: json::Played<'a>,
}
