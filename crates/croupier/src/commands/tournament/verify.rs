//! `croupier tournament verify`: every record is proved again.

use std::io::{self, Write};

use tournament::audit::{Audit, audit};

use super::{MatchName, Opened, WhichArgs};
use crate::number::counted;

/// Prove every match of a tournament again
///
/// Every record is replayed. Its deal must come from the tournament's key and its players must be those of the plan;
/// what the standings count must be what the record says. The key must be the one that was committed to.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    #[command(flatten)]
    which: WhichArgs,
}

const AFTER_HELP: &str = "\
Exit status:
  0   every match is as it should be
  1   a match is not, or the store could not be read
  2   the contest file or the command line is wrong";

/// Proves everything.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let Opened { contest, ledger, runtime } = args.which.open()?;
    let Audit { matches, deals, missing, wrong } = runtime.block_on(audit(&ledger, &contest))?;
    let mut out = io::stdout();
    for (deal, seating, why) in &wrong {
        writeln!(out, "match {}: {why}", MatchName { deal: *deal, seating: *seating })?;
    }
    let (matches, deals) = (counted(matches, "match", "matches"), counted(deals, "deal", "deals"));
    if !wrong.is_empty() {
        let many = if wrong.len() == Audit::MOST { "at least " } else { "" };
        anyhow::bail!("{many}{} of {matches} wrong", wrong.len());
    }
    let left = if missing == 0 {
        String::new()
    } else {
        format!("; {} left to play", counted(missing, "deal", "deals"))
    };
    writeln!(out, "{deals}, {matches}: every record is proved{left}")?;
    Ok(())
}
