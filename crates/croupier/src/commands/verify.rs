//! `croupier verify`: proves a record line by line.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use table::record::{self, Record};

use crate::Wrong;
use crate::entrants::outcome;

/// Prove the record of a match
///
/// Checks that no byte was changed, that the key is the one that was committed to and deals these
/// cards, that every action was legal and in time, and that the ending follows from them.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// The record; `-` for standard input
    file: PathBuf,
    /// The commitment as it was told before the match, to compare with the record's
    #[arg(long, value_name = "HASH")]
    commitment: Option<String>,
}

const AFTER_HELP: &str = "\
Examples:
  croupier match durak greedy random --record match.txt
  croupier verify match.txt

Exit status:
  0   every line is proved
  1   the file could not be read
  2   a line is wrong, or the command line";

/// Reads a record, `-` from standard input, or says which line of which file is wrong.
pub fn read(path: &Path) -> anyhow::Result<Record> {
    let name = || path.display().to_string();
    let mut bytes = Vec::new();
    // One byte more than a record may have is enough to know that it is none.
    let most = record::LONGEST as u64 + 1;
    let is_stdin = path == Path::new("-");
    let file: Box<dyn Read> =
        if is_stdin { Box::new(io::stdin()) } else { Box::new(File::open(path).with_context(name)?) };
    file.take(most).read_to_end(&mut bytes).with_context(name)?;
    let record = Record::read(&bytes);
    record.map_err(|refused| Wrong(format!("{}: {refused}", name())).into())
}

/// Verifies a record.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let record = read(&args.file)?;
    let name = args.file.display();
    table::verify::verify(&record).map_err(|refused| Wrong(format!("{name}: {refused}")))?;
    let found = record.commitment.map_or("no commitment".to_owned(), |hash| hash.to_string());
    if let Some(told) = args.commitment.as_ref().filter(|told| !told.eq_ignore_ascii_case(&found)) {
        return Err(Wrong(format!("{name}: expected the commitment {told}, found {found}")).into());
    }
    let mut out = io::stdout();
    writeln!(out, "proved: {}, {} actions", record.game, record.decisions.len())?;
    write!(out, "{}", outcome(&record, None))?;
    Ok(())
}
