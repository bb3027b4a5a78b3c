//! `croupier tournament log`: what a bot wrote to its standard error.

use std::fs;
use std::io::{self, Write};

use tournament::ledger::BotLog;
use tournament::live::LiveLog;

use super::{MatchName, Opened, WhichArgs, entry_named};
use crate::number::whole;
use crate::plain::{plain, plain_line};

/// Show what a bot wrote to standard error
///
/// The end of its standard error is kept for every match. While the tournament runs on this machine, matches in play
/// come first, so that a bot that is stuck can be looked at.
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

/// A log to show.
struct Shown {
    name: MatchName,
    seat: usize,
    is_in_play: bool,
    bytes: Vec<u8>,
}

/// Prints the logs.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let Opened { ledger, runtime, .. } = args.which.open()?;
    let is_asked = |name: MatchName| args.one.is_none_or(|one| one == name);
    let (entry, kept) = runtime.block_on(async {
        let entry = entry_named(&ledger.entries().await?, &args.entry)?;
        let kept = match args.one {
            None => ledger.logs(entry, args.last).await?,
            Some(MatchName { deal, seating }) => ledger.logs_of(deal, seating).await?,
        };
        anyhow::Ok((entry, kept))
    })?;
    let mut shown: Vec<Shown> = Vec::new();
    for LiveLog { deal, seating, seat, entry: of, path } in args.which.live().logs() {
        let name = MatchName { deal, seating };
        // A deal that ends in this moment takes its files along; then the store has them.
        if let Some(bytes) =
            fs::read(path).ok().filter(|bytes| of == entry && is_asked(name) && !bytes.is_empty())
        {
            shown.push(Shown { name, seat, is_in_play: true, bytes });
        }
    }
    for BotLog { deal, seating, seat, entry: of, bytes } in kept {
        let name = MatchName { deal, seating };
        if of == entry && !shown.iter().any(|one| one.name == name && one.seat == seat) {
            shown.push(Shown { name, seat, is_in_play: false, bytes });
        }
    }
    if shown.is_empty() {
        writeln!(io::stderr(), "{} has written nothing to standard error", plain_line(&args.entry))?;
    }
    let mut out = io::stdout();
    for Shown { name, seat, is_in_play, bytes } in shown {
        let in_play = if is_in_play { ", in play" } else { "" };
        writeln!(out, "match {name}, seat {}{in_play}:", seat + 1)?;
        writeln!(out, "{}", plain(&String::from_utf8_lossy(&bytes)).trim_end_matches('\n'))?;
    }
    Ok(())
}
