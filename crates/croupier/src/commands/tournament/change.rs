//! `croupier tournament withdraw` and `replace`: entries change between two runs.

use std::io::{self, Write};

use super::{WhichArgs, entry_named, hash_of, sandbox_args};
use crate::plain::plain_line;

/// Take an entry out of a tournament
///
/// What it has played stays in the store and counts; it plays no more and has no rank. In a Swiss or knockout
/// tournament the deals that its opponent of this round would have played count as a bye.
#[derive(clap::Args)]
pub struct WithdrawArgs {
    #[command(flatten)]
    which: WhichArgs,
    /// The entry's name
    entry: String,
}

/// Give an entry another program
///
/// What it has played stays and counts; from now on it plays with the program as it is. A withdrawn entry plays again.
#[derive(clap::Args)]
pub struct ReplaceArgs {
    #[command(flatten)]
    which: WhichArgs,
    /// The entry's name
    entry: String,
    /// Its new command, or one of our players [default: the command it has, whose files have changed]
    command: Option<String>,
}

/// Withdraws an entry.
pub fn withdraw(args: &WithdrawArgs) -> anyhow::Result<()> {
    let opened = args.which.open()?;
    let name = plain_line(&args.entry);
    opened.runtime.block_on(async {
        let _lock = opened.ledger.store().lock("runner").await?;
        let entries = opened.ledger.entries().await?;
        let entry = entry_named(&entries, &args.entry)?;
        if entries[entry].withdrawn.is_some() {
            writeln!(io::stdout(), "{name} was withdrawn before")?;
            return Ok(());
        }
        opened.ledger.withdraw(entry).await?;
        writeln!(io::stdout(), "{name} is withdrawn")?;
        Ok(())
    })
}

/// Replaces an entry's program.
pub fn replace(args: &ReplaceArgs) -> anyhow::Result<()> {
    let which = args.which.enter_folder()?;
    let opened = which.open()?;
    opened.runtime.block_on(async {
        let _lock = opened.ledger.store().lock("runner").await?;
        let entries = opened.ledger.entries().await?;
        let entry = entry_named(&entries, &args.entry)?;
        let command = args.command.as_deref().unwrap_or(&entries[entry].command);
        let entrant = sandbox_args(&opened.contest).entrant(&opened.contest.game, command)?;
        opened.ledger.replace(entry, command, &hash_of(&entrant)).await?;
        let (name, command) = (plain_line(&args.entry), plain_line(command));
        writeln!(io::stdout(), "{name} now plays {command}, {}", hash_of(&entrant))?;
        Ok(())
    })
}
