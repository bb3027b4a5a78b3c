//! `croupier rerun`: the deal of a record played again.

use std::io::{self, Write};
use std::path::PathBuf;

use arena::sandbox::Sandbox;
use table::clock::{Span, TimeControl};
use table::key::Key;
use table::record::{Decision, Record};
use table::referee::CAP;

use super::verify::{name, read};
use crate::Wrong;
use crate::entrants::{BoxArgs, ConditionArgs, LimitArgs, RecordFile, outcome, play, seat_all, show_stderr};

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
    /// Write the record of this match to a file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
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
  1   a bot or a file could not be had
  2   the record, or the command line, is wrong";

/// Plays it again, and says where it went another way.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let old = read(&args.file)?;
    let wrong = |error: table::TableError| Wrong(format!("{}: {error}", name(&args.file)));
    let table = table::open(&old.game, &old.setup).map_err(wrong)?;
    let recorded: Vec<String> = old.players.iter().map(|player| player.name.clone()).collect();
    let bots = if args.same_bots { &recorded } else { &args.bots };
    let conditions = args.conditions(&old);
    let entrants = seat_all(&old.game, bots, table.header().seats(), &conditions.boxed)?;
    let file = args.record.as_deref().map(RecordFile::open).transpose()?;
    let chance = old.key.unwrap_or_else(|| Key::from_seed(0));
    let played = play(table, old.key, chance, &entrants, &conditions)?;
    let record = &played.record;
    let mut out = io::stdout();
    let same = old.decisions.iter().zip(&record.decisions);
    let same = same.take_while(|(a, b)| (a.seat, &a.action) == (b.seat, &b.action)).count();
    match (old.decisions.get(same), record.decisions.get(same)) {
        (None, None) => writeln!(out, "the same {same} actions as in the record")?,
        (old, new) => {
            let show = |decision: Option<&Decision>| {
                decision.map_or("the end".to_owned(), |d| format!("seat {} {}", d.seat, d.action))
            };
            writeln!(out, "after {same} equal actions: {} in the record, {} here", show(old), show(new))?;
        }
    }
    write!(out, "{}", outcome(record, played.because.as_ref()))?;
    show_stderr(&played, true)?;
    if let Some(file) = file {
        file.write(record)?;
    }
    Ok(())
}
