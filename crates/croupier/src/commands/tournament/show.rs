//! `croupier tournament show`: standings, cross table, forfeits and clocks, for people and for programs.

mod object;
mod text;
#[cfg(test)]
mod text_tests;

use std::io::{self, Write};

use tournament::standings::count;

use super::{Opened, WhichArgs};
use crate::json;

/// Show the standings
///
/// Ratings and shares of points with their 95% intervals, the cross table, forfeits by reason, the slowest decisions
/// and clock use. A running tournament can be shown at any time.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    #[command(flatten)]
    which: WhichArgs,
    /// Print JSON, one object; docs/json.md describes its keys
    #[arg(long)]
    json: bool,
}

const AFTER_HELP: &str = "\
Examples:
  croupier tournament show contest.toml
  croupier tournament show contest.toml --json

docs/statistics.md says what the ratings and intervals mean.";

/// Prints the standings.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let Opened { contest, ledger, runtime } = args.which.open()?;
    let (about, standings) = runtime.block_on(count(&ledger, &contest, false, |_| ()))?;
    if args.json {
        json::print(&object::tournament(&about, &standings))?;
    } else {
        let troubles = runtime.block_on(ledger.troubles())?;
        let text = text::tournament(&about, &standings) + &text::troubles(&troubles);
        io::stdout().write_all(text.as_bytes())?;
    }
    Ok(())
}
