//! `croupier rerun`: the deal of a record played again.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use arena::table;

use super::verify::read;
use crate::Wrong;
use crate::contestants::{ConditionArgs, outcome, play, seat_all};

/// Play the deal of a record again
///
/// With the bots named here, one for each seat or team: whoever lost on a server can see it happen at
/// home.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// The record
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
    #[command(flatten)]
    conditions: ConditionArgs,
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
    let wrong = |error: table::TableError| Wrong(format!("{}: {error}", args.file.display()));
    let mut table = table::open(&old.game, &old.setup).map_err(wrong)?;
    let recorded: Vec<String> = old.players.iter().map(|player| player.name.clone()).collect();
    let bots = if args.same_bots { &recorded } else { &args.bots };
    let players = seat_all(&old.game, bots, table.game().seats(), &args.conditions.boxed)?;
    let (report, record) = play(table.as_mut(), old.key, players, &args.conditions)?;
    let mut out = io::stdout();
    let same = old.decisions.iter().zip(&record.decisions);
    let same = same.take_while(|(a, b)| (a.seat, &a.action) == (b.seat, &b.action)).count();
    match (old.decisions.get(same), record.decisions.get(same)) {
        (None, None) => writeln!(out, "the same {same} actions as in the record")?,
        (old, new) => {
            let show = |decision: Option<&arena::referee::Decision>| {
                decision.map_or("the end".to_owned(), |d| format!("seat {} {}", d.seat, d.action))
            };
            writeln!(out, "after {same} equal actions: {} in the record, {} here", show(old), show(new))?;
        }
    }
    write!(out, "{}", outcome(&record))?;
    for (seat, remains) in report.remains.iter().enumerate().filter(|(_, remains)| !remains.stderr.is_empty())
    {
        writeln!(io::stderr(), "standard error of seat {}:", seat + 1)?;
        io::stderr().write_all(&remains.stderr)?;
    }
    if let Some(path) = &args.record {
        fs::write(path, record.to_string()).with_context(|| path.display().to_string())?;
    }
    Ok(())
}
