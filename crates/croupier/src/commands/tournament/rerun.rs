//! `croupier tournament rerun`: a match of a tournament once more, here.

use anyhow::anyhow;
use table::record::Record;

use super::{MatchName, Opened, WhichArgs, sandbox_args};
use crate::commands::rerun::Again;
use crate::entrants::ConditionArgs;
use crate::files::RecordArgs;

/// Play a match of a tournament again
///
/// The same deal, seats and conditions, with the programs as they are now. It says where the match differs, and shows
/// what the bots write to standard error. Nothing of it counts.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    #[command(flatten)]
    which: WhichArgs,
    /// The match: its deal and its seating, like 12.2
    #[arg(value_name = "MATCH")]
    one: MatchName,
    #[command(flatten)]
    kept: RecordArgs,
    /// Print a JSON object; docs/json.md describes its keys
    #[arg(long)]
    json: bool,
}

const AFTER_HELP: &str = "\
Example:
  croupier tournament rerun contest.toml 12.2

Exit status:
  0   the match ended, by play or by a forfeit
  1   a bot could not be started, or a file could not be read or written
  2   the contest file or the command line is wrong";

/// Plays it again.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let file = args.kept.open()?;
    let which = args.which.enter_folder()?;
    let Opened { contest, ledger, runtime } = which.open()?;
    let MatchName { deal, seating } = args.one;
    let (record, entries, seated) = runtime.block_on(async {
        let record = ledger.record(deal, seating).await?;
        let record = record.ok_or_else(|| anyhow!("match {} is not played", args.one))?;
        anyhow::Ok((record, ledger.entries().await?, ledger.seated(deal, seating).await?))
    })?;
    let old = Record::read(record.as_bytes()).map_err(|error| anyhow!("match {}: {error}", args.one))?;
    let command =
        |entry: &usize| entries.get(*entry).map(|entry| entry.command.clone()).or(contest.fill.clone());
    let bots: Option<Vec<String>> = seated.iter().map(command).collect();
    let bots = bots.ok_or_else(|| anyhow!("match {}: its row names an entry that is not there", args.one))?;
    let conditions =
        ConditionArgs { clock: contest.clock, cap: contest.cap, sandbox_args: sandbox_args(&contest) };
    Again { old: &old, bots: &bots, conditions: &conditions, json: args.json }.play(file)
}
