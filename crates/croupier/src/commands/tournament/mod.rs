//! `croupier tournament`: a contest file played to its end, and what can be done with a tournament on the way.

mod change;
mod dry_run;
mod export;
mod init;
mod log;
mod progress;
mod report;
mod rerun;
mod run;
mod show;
mod verify;
mod workers;

use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, anyhow};
use arena::entrants::Entrant;
use cards::ParseError;
use games::suggest::instead;
use store::Store;
use tokio::runtime::Runtime;
use tournament::contest::Contest;
use tournament::ledger::{EntryRow, Ledger};
use tournament::live::Live;

use crate::entrants::{LimitArgs, Required, SandboxArgs};
use crate::{Wrong, files};

/// Run a tournament from a contest file
///
/// A tournament is a file: the game, the entries, the clock, the schedule. It is kept in a store beside the file, with
/// every record and every bot's standard error, and an interrupted tournament goes on where it was.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
Examples:
  croupier tournament init contest.toml
  croupier tournament run contest.toml --dry-run
  croupier tournament run contest.toml
  croupier tournament show contest.toml
  croupier tournament report contest.toml
  croupier tournament log contest.toml Anna

docs/contest.md leads through a contest from its announcement to its final standings.";

#[derive(clap::Subcommand)]
enum Command {
    Init(init::Args),
    Run(run::Args),
    Show(show::Args),
    Report(report::Args),
    Export(export::Args),
    Withdraw(change::WithdrawArgs),
    Replace(change::ReplaceArgs),
    Rerun(rerun::Args),
    Log(log::Args),
    Verify(verify::Args),
}

/// Does what the command line asks for.
pub fn run(args: &Args) -> anyhow::Result<()> {
    match &args.command {
        Command::Init(args) => init::run(args),
        Command::Run(args) => run::run(args),
        Command::Show(args) => show::run(args),
        Command::Report(args) => report::run(args),
        Command::Export(args) => export::run(args),
        Command::Withdraw(args) => change::withdraw(args),
        Command::Replace(args) => change::replace(args),
        Command::Rerun(args) => rerun::run(args),
        Command::Log(args) => log::run(args),
        Command::Verify(args) => verify::run(args),
    }
}

/// Which tournament.
#[derive(clap::Args, Clone)]
pub struct WhichArgs {
    /// The contest file
    pub file: PathBuf,
    /// Where the tournament is kept: a file, or postgres://… [default: the contest file's name with .croupier]
    #[arg(long, value_name = "URL")]
    pub store: Option<String>,
}

/// A tournament that has begun.
pub struct Opened {
    /// The contest as the tournament keeps it.
    pub contest: Contest,
    /// Where it is kept.
    pub ledger: Ledger,
    /// For the store.
    pub runtime: Runtime,
}

impl WhichArgs {
    /// Reads the contest file.
    pub fn contest(&self) -> anyhow::Result<Contest> {
        /// No contest file is longer.
        const LONGEST: u64 = 4 << 20;
        let name = self.file.display();
        let mut bytes = Vec::new();
        let file = files::open(&self.file)?;
        file.take(LONGEST + 1).read_to_end(&mut bytes).with_context(|| format!("cannot read {name}"))?;
        if bytes.len() as u64 > LONGEST {
            return Err(Wrong(format!("{name}: longer than any contest file ({LONGEST} bytes)")).into());
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let line = error.as_bytes()[..error.utf8_error().valid_up_to()].split(|&b| b == b'\n').count();
            Wrong(format!("{name}:{line}: expected UTF-8 text, found other bytes"))
        })?;
        Contest::read(&text).map_err(|error| Wrong(format!("{name}:{error}")).into())
    }

    /// Where the tournament is kept.
    pub fn address(&self) -> String {
        self.store.clone().unwrap_or_else(|| self.file.with_extension("croupier").display().to_string())
    }

    /// Where the standard errors of matches in play are: beside the store, or beside the contest file if the store is
    /// elsewhere.
    fn live(&self) -> Live {
        match store::Address::read(&self.address()) {
            store::Address::File(path) => Live::beside(&path),
            store::Address::Server(_) => Live::beside(&self.file.with_extension("croupier")),
        }
    }

    /// The folder of the contest file, where its commands run.
    pub fn folder(&self) -> anyhow::Result<PathBuf> {
        let folder = self.file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        folder.canonicalize().with_context(|| format!("cannot find {}", folder.display()))
    }

    /// Opens a tournament that has begun.
    pub fn open(&self) -> anyhow::Result<Opened> {
        let name = self.contest()?.name;
        let runtime = runtime()?;
        let (contest, ledger) = runtime.block_on(async {
            let store = Store::open_existing(&self.address()).await?;
            let ledger = Ledger::open(&store, Some(&name)).await?;
            anyhow::Ok((kept_contest(&ledger).await?, ledger))
        })?;
        Ok(Opened { contest, ledger, runtime })
    }

    /// Goes to the folder of the contest file, where its commands run. The store is named from anywhere.
    fn enter_folder(&self) -> anyhow::Result<WhichArgs> {
        let folder = self.folder()?;
        let absolute = |path: &Path| std::path::absolute(path).context("cannot find the working folder");
        let file = absolute(&self.file)?;
        let store = match &self.store {
            Some(text) => match store::Address::read(text) {
                store::Address::File(path) => Some(absolute(&path)?.display().to_string()),
                store::Address::Server(url) => Some(url),
            },
            None => None,
        };
        std::env::set_current_dir(&folder).with_context(|| format!("cannot enter {}", folder.display()))?;
        Ok(WhichArgs { file, store })
    }
}

/// The contest file as the tournament keeps it.
async fn kept_contest(ledger: &Ledger) -> anyhow::Result<Contest> {
    let text = ledger.tournament().await?.contest;
    Contest::read(&text).map_err(|error| anyhow!("the contest file in the store, {error}"))
}

/// What runs the store.
pub fn runtime() -> anyhow::Result<Runtime> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    runtime.context("cannot start a thread for the store")
}

/// The sandbox of a contest.
fn sandbox_args(contest: &Contest) -> SandboxArgs {
    SandboxArgs {
        sandbox: contest.sandbox,
        require: contest.needs_namespaces.then_some(Required::Namespaces),
        limits: LimitArgs {
            memory: contest.limits.memory >> 20,
            cpu: contest.limits.cpu_seconds,
            threads_limit: contest.limits.threads,
        },
        startup: contest.startup,
    }
}

/// The hash of an entry's program, as records name it.
fn hash_of(entrant: &Entrant) -> String {
    entrant.named.hash.map(|hash| hash.to_string()).unwrap_or_default()
}

/// The number of the entry of this name.
fn entry_named(entries: &[EntryRow], name: &str) -> anyhow::Result<usize> {
    let names: Vec<&str> = entries.iter().map(|entry| &*entry.name).collect();
    let found = names.iter().position(|known| *known == name);
    let wrong = || Wrong(format!("no entry named {name:?}; {}", instead(name, "entries", &names)));
    Ok(found.ok_or_else(wrong)?)
}

/// A match by its deal and its seating, both from 1: `12.2`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchName {
    /// From 0.
    pub deal: u64,
    /// From 0.
    pub seating: u32,
}

impl fmt::Display for MatchName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.deal + 1, u64::from(self.seating) + 1)
    }
}

impl FromStr for MatchName {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<MatchName, ParseError> {
        let wrong = || ParseError::new("a match by its deal and its seating, like 12.2", text);
        let (deal, seating) = text.split_once('.').ok_or_else(wrong)?;
        let number = |text: &str| text.parse::<u64>().ok().and_then(|number| number.checked_sub(1));
        let deal = number(deal).ok_or_else(wrong)?;
        let seating = number(seating).and_then(|seating| seating.try_into().ok()).ok_or_else(wrong)?;
        Ok(MatchName { deal, seating })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_is_named_by_its_deal_and_its_seating() {
        let name = MatchName { deal: 11, seating: 1 };
        assert_eq!((name.to_string(), "12.2".parse()), ("12.2".to_owned(), Ok(name)));
        for wrong in ["", "12", "0.1", "1.0", "1.2.3", "1.-2", "a.b"] {
            assert!(wrong.parse::<MatchName>().is_err(), "{wrong}");
        }
    }
}
