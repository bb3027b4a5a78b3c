//! `croupier tournament report`: one HTML page, and the records beside it.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use tournament::ledger::Ledger;
use tournament::report::{MatchLine, Records, Report, record_name};
use tournament::standings::count;

use super::{Opened, WhichArgs};
use crate::Wrong;
use crate::number::counted;

/// Write the report, an HTML page
///
/// Standings, ratings over time, the cross table and clock use as plots, and a link to the record of every match. The
/// page needs nothing but itself: no script, no font, no network. The records go to a folder beside it, so the page
/// stays small and each record is a file that `croupier verify` and `croupier replay` read.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    #[command(flatten)]
    which: WhichArgs,
    /// Where the page goes [default: the contest file's name with .html]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Where the records go
    #[arg(long, value_enum, default_value = "folder")]
    records: Where,
}

#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq)]
enum Where {
    /// Into a folder beside the page, named after it
    Folder,
    /// Into the page itself, for a small tournament that is sent as one file
    Page,
    /// Nowhere: the page has no links
    None,
}

const AFTER_HELP: &str = "\
Examples:
  croupier tournament report contest.toml
  croupier tournament report contest.toml --output results.html --records page";

/// More records make a page that no browser likes.
const MOST_IN_PAGE: usize = 2_000;

/// Writes the page.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let Opened { contest, ledger, runtime } = args.which.open()?;
    let mut matches: Vec<MatchLine> = Vec::new();
    let counted_up = count(&ledger, &contest, true, |one| matches.push(MatchLine::of(one)));
    let (about, standings) = runtime.block_on(counted_up)?;
    let page = args.output.clone().unwrap_or_else(|| args.which.file.with_extension("html"));
    let records = match args.records {
        Where::None => Records::None,
        Where::Folder => {
            let folder = folder_of(&page)?;
            let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            runtime.block_on(write_records(&ledger, &matches, &folder))?;
            Records::Folder(name)
        }
        Where::Page if matches.len() > MOST_IN_PAGE => {
            let found = matches.len();
            let why = format!(
                "--records page: a page holds {MOST_IN_PAGE} records at most, found {found}; use folder"
            );
            return Err(Wrong(why).into());
        }
        Where::Page => {
            let mut texts = Vec::new();
            for one in &matches {
                texts.push(runtime.block_on(ledger.record(one.deal, one.seating))?.unwrap_or_default());
            }
            Records::Embedded(texts)
        }
    };
    let program = concat!("croupier ", env!("CARGO_PKG_VERSION"));
    let report = Report { about: &about, standings: &standings, matches: &matches, records, program };
    if let Records::Folder(_) = report.records {
        let folder = folder_of(&page)?;
        for (name, list) in report.lists() {
            write_file(&folder.join(name), list.as_bytes())?;
        }
    }
    write_file(&page, report.page().as_bytes())?;
    let what = counted(matches.len(), "match", "matches");
    writeln!(io::stdout(), "{}: {what}", page.display())?;
    Ok(())
}

/// The folder of a page's records.
fn folder_of(page: &Path) -> anyhow::Result<PathBuf> {
    let stem =
        page.file_stem().with_context(|| format!("{}: expected the name of a file", page.display()))?;
    let mut name = stem.to_owned();
    name.push("-records");
    Ok(page.with_file_name(name))
}

/// Writes the records that are not there yet: a record does not change.
async fn write_records(ledger: &Ledger, matches: &[MatchLine], folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for one in matches {
        let path = folder.join(record_name((one.deal, one.seating)));
        let text = ledger.record(one.deal, one.seating).await?.unwrap_or_default();
        if fs::metadata(&path).is_ok_and(|file| file.len() == text.len() as u64)
            && fs::read(&path).is_ok_and(|bytes| bytes == text.as_bytes())
        {
            continue;
        }
        write_file(&path, text.as_bytes())?;
    }
    Ok(())
}

/// Writes a file whole: it appears under its name when it is complete.
fn write_file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut part = path.file_name().map(std::ffi::OsStr::to_owned).unwrap_or_default();
    part.push(".part");
    let part = path.with_file_name(part);
    let write = || fs::write(&part, bytes).and_then(|()| fs::rename(&part, path));
    write().with_context(|| format!("cannot write {}", path.display()))
}
