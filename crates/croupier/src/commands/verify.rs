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
    /// The record; `-` is standard input
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

/// Reads a record, or says which line of which file is wrong; `-` is standard input.
pub fn read(path: &Path) -> anyhow::Result<Record> {
    let name = || name(path);
    let input: Box<dyn Read> = match is_stdin(path) {
        true => Box::new(io::stdin()),
        false => Box::new(File::open(path).with_context(name)?),
    };
    let mut bytes = Vec::new();
    // Enough for the longest record with foreign line ends; what is longer is none.
    let most = 2 * record::LONGEST as u64 + 4;
    input.take(most).read_to_end(&mut bytes).with_context(name)?;
    Record::read(&plain(&bytes)).map_err(|refused| Wrong(format!("{}: {refused}", name())).into())
}

/// Does this path mean standard input?
pub fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// What messages call an input.
pub fn name(path: &Path) -> String {
    if is_stdin(path) { "<stdin>".to_owned() } else { path.display().to_string() }
}

/// The bytes as the referee wrote them: without the byte-order mark and the CRLF line ends that an
/// editor or a mail program may have added.
fn plain(bytes: &[u8]) -> Vec<u8> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let is_foreign = |at: usize| bytes[at] == b'\r' && bytes.get(at + 1) == Some(&b'\n');
    (0..bytes.len()).filter(|&at| !is_foreign(at)).map(|at| bytes[at]).collect()
}

/// Verifies a record.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let record = read(&args.file)?;
    let name = name(&args.file);
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
