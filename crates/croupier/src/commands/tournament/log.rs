//! `croupier tournament log`: what a bot wrote to its standard error.

use std::io::{self, Write};

use super::{MatchName, Opened, WhichArgs, entry_named};
use crate::number::whole;
use crate::plain::{plain, plain_line};

/// Show what a bot wrote to standard error
///
/// The end of its standard error is kept for every match, and can be read while the tournament runs.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    #[command(flatten)]
    which: WhichArgs,
    /// The entry's name
    entry: String,
    /// Only of this match: its deal and its seating, like 12.2
    #[arg(long = "match", value_name = "MATCH")]
    one: Option<MatchName>,
    /// How many matches, the newest first
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true, value_parser = whole::<u64>(1..=1_000_000))]
    last: u64,
}

const AFTER_HELP: &str = "\
Examples:
  croupier tournament log contest.toml Anna
  croupier tournament log contest.toml Anna --last 20
  croupier tournament log contest.toml Anna --match 12.2";

/// Prints the logs.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let Opened { ledger, runtime, .. } = args.which.open()?;
    let logs = runtime.block_on(async {
        let entry = entry_named(&ledger.entries().await?, &args.entry)?;
        let logs = match args.one {
            None => ledger.logs(entry, args.last).await?,
            Some(MatchName { deal, seating }) => {
                let mut logs = ledger.logs_of(deal, seating).await?;
                logs.retain(|log| log.entry == entry);
                logs
            }
        };
        anyhow::Ok(logs)
    })?;
    let mut out = io::stdout();
    if logs.is_empty() {
        let name = plain_line(&args.entry);
        writeln!(io::stderr(), "{name} has written nothing to standard error in a finished deal")?;
    }
    for log in logs {
        let name = MatchName { deal: log.deal, seating: log.seating };
        writeln!(out, "match {name}, seat {}:", log.seat + 1)?;
        writeln!(out, "{}", plain(&String::from_utf8_lossy(&log.bytes)).trim_end_matches('\n'))?;
    }
    Ok(())
}
